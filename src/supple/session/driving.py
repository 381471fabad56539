"""A walker that somebody steers in real time, and what it did, to be kept as a clip."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec
import numpy as np

from supple.core.motion import Motion
from supple.core.provenance import Provenance
from supple.errors import InvalidValueError
from supple.io.documents.style import GaitStyle, Style
from supple.recipes.injure.procedural import limp_style
from supple.recipes.walker.crowd import Walker

FPS = 60.0
_MOST_AT_ONCE = 60  # frames of one step
_MOST_RECORDED = 100_000  # frames


@dataclass(frozen=True, slots=True)
class Manner:
    """How it walks."""

    step_m: float = 0.7
    arm_swing: float = 1.0
    limp: str | None = None  # such as "knee-left"
    severity: float = 1.0

    def style(self) -> Style:
        """The style of it; what is no walk is refused."""
        style = Style() if self.limp is None else limp_style(self.limp, self.severity)
        gait = msgspec.structs.replace(GaitStyle(), step=self.step_m, arm_swing=self.arm_swing)
        return msgspec.structs.replace(style, gait=gait)


class Driving:
    """One walker, steered."""

    def __init__(self, manner: Manner | None = None) -> None:
        self._manner = manner or Manner()
        self._walker = Walker(style=self._manner.style())
        self._roots: list[np.ndarray] = []
        self._rotations: list[np.ndarray] = []

    @property
    def recorded(self) -> int:
        """Frames that would be kept."""
        return len(self._roots)

    def step(self, frames: int, heading: float, speed: float, manner: Manner, *, record: bool) -> Motion:
        """Go on by some frames; the pose at their end, as a motion of one frame."""
        if not 1 <= frames <= _MOST_AT_ONCE:
            raise InvalidValueError(f"frames = {frames}: a step has 1 to {_MOST_AT_ONCE}.")
        style = None if manner == self._manner else manner.style()
        for _ in range(frames):
            pose = self._walker.step(1.0 / FPS, heading, speed, style)
            self._manner, style = manner, None
            if record and self.recorded < _MOST_RECORDED:
                self._roots.append(pose.root_position)
                self._rotations.append(pose.rotations)
        return self._motion(pose.root_position[None], pose.rotations[None])

    def clip(self) -> Motion:
        """What was recorded."""
        if not self._roots:
            raise InvalidValueError("nothing was recorded. Record while you drive, then keep it.")
        return self._motion(np.array(self._roots), np.array(self._rotations))

    def forget(self) -> None:
        """Begin the record anew."""
        self._roots, self._rotations = [], []

    def _motion(self, roots: np.ndarray, rotations: np.ndarray) -> Motion:
        motion = Motion(self._walker.skeleton, roots, rotations, 1.0 / FPS)
        return replace(motion, provenance=Provenance(source="drive"))
