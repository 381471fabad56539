"""What the weighted solver may be told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from supple.errors import InvalidValueError

Weighting = Literal["step", "metric"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedSettings:
    """When to stop, and how. The caps are the source's; the rest, about which it is silent, is ours."""

    position_m: float = 1e-3  # a tip nearer than this to its target is there
    angle_deg: float = 1.0  # the same for its turn
    iterations: int = 200
    halvings: int = 20
    patience: int = 20  # choice: iterations without a gain of a thousandth, after which the best pose is taken
    left_undone: float = 1e-4  # of the limb's length: what the pseudo-inverse may miss before the step is halved
    damping: float = 1e-6  # of its squared length: only legs straighter than a fifth of a degree feel it
    weighting: Weighting = "step"  # "step": W J+ dx, as the source; "metric": the true weighted pseudo-inverse

    def __post_init__(self) -> None:
        for name in ("position_m", "angle_deg", "left_undone", "damping"):
            if not 0.0 < getattr(self, name) < float("inf"):
                raise InvalidValueError(f"{name} must be a positive number; got {getattr(self, name)}.")
        for name in ("iterations", "halvings", "patience"):
            if not isinstance(getattr(self, name), int) or getattr(self, name) < 0:
                raise InvalidValueError(f"{name} must be a whole number from 0; got {getattr(self, name)!r}.")
        if self.weighting not in ("step", "metric"):
            raise InvalidValueError(f"weighting must be 'step' or 'metric'; got {self.weighting!r}.")

    @property
    def arrays(self) -> tuple[int, np.ndarray, np.ndarray]:
        """What the kernel takes: the weighting, tolerances and caps."""
        tolerances = np.array([self.position_m, np.radians(self.angle_deg), self.left_undone, self.damping])
        return int(self.weighting == "metric"), tolerances, np.array([self.iterations, self.halvings, self.patience])
