"""How a joint may turn, and how far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from supple.core.arrays import frozen, sealed
from supple.errors import InvalidValueError

Kind = Literal["ball", "universal", "hinge", "fixed"]
_KINDS: tuple[Kind, ...] = ("fixed", "hinge", "universal", "ball")


def _no_axes() -> np.ndarray:
    return frozen(np.zeros((0, 3)))


def _no_limits() -> np.ndarray:
    return frozen(np.zeros((0, 2)))


@dataclass(frozen=True, slots=True, eq=False)
class Freedom:
    """The degrees of freedom of one joint.

    ``axes`` are unit vectors in the joint's frame at rest; the joint's rotation is the product of
    turns about them *in the order listed* (``R(axes[0]) R(axes[1]) ...``), on top of the rest
    rotation. A ball joint whose file states no axes has none: it turns any way.
    """

    kind: Kind
    axes: np.ndarray = field(default_factory=_no_axes)  # (n, 3)
    limits: np.ndarray = field(default_factory=_no_limits)  # (n, 2) [rad], -inf/inf where there is none; or (0, 2)

    def __post_init__(self) -> None:
        object.__setattr__(self, "axes", sealed(self.axes, ("n", 3), "axes"))
        object.__setattr__(self, "limits", sealed(self.limits, ("n", 2), "limits"))
        if len(self.limits) not in (0, len(self.axes)):
            raise InvalidValueError(f"{len(self.limits)} limits for {len(self.axes)} axes; give one pair for each.")
        if len(self.axes) and self.kind != _KINDS[len(self.axes)]:
            raise InvalidValueError(f"a {self.kind} joint cannot have {len(self.axes)} axes.")

    @property
    def count(self) -> int:
        """Degrees of freedom: 0 to 3."""
        return _KINDS.index(self.kind)

    @property
    def limited(self) -> bool:
        """Whether any direction has a stated range."""
        return bool(np.isfinite(self.limits).any())


def about(axes: np.ndarray, limits: np.ndarray | None = None) -> Freedom:
    """The freedom to turn about the listed axes, ``(n, 3)`` with n from 0 to 3."""
    return Freedom(_KINDS[len(axes)], axes, _no_limits() if limits is None else limits)


BALL = Freedom("ball")
FIXED = Freedom("fixed")
