"""What every measure looks at: the posed clip without its rest rows, its figure, and what it stands on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from supple.constraints.names import Effector, Names
from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.ground import Height
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import WorldPose
from supple.core.roles import FOOT, SIDES


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Scene:
    """A clip that is measured."""

    motion: Motion
    pose: WorldPose  # of all frames
    names: Names
    contacts: Contacts
    ground: Height | None  # None: nothing touches a floor

    @property
    def first(self) -> int:
        """The first frame that counts."""
        return first_moving_frame(self.motion)

    def path(self, point: Effector) -> np.ndarray:
        """(F, 3) of a point in the frames that count [m]."""
        return point_path(self.pose, point, slice(self.first, None))

    def above_ground(self, path: np.ndarray) -> np.ndarray:
        """(...) how far above the ground points (..., 3) are; NaN without a ground [m]."""
        if self.ground is None:
            return np.full(path.shape[:-1], np.nan)
        return np.asarray(path[..., 1] - self.ground(path[..., 0], path[..., 2]))

    def feet(self) -> dict[str, Mapping[str, Effector]]:
        """Heel, ball and toe of each side that has them."""
        found: dict[str, Mapping[str, Effector]] = {}
        for side in SIDES:
            points: dict[str, Effector] = {
                part: self.names.effector(f"{side}_{part}") for part in FOOT if self._has(f"{side}_{part}")
            }
            if points:
                found[side] = points
        return found

    def _has(self, name: str) -> bool:
        """Whether the figure has a point; a toe that was only guessed ahead of the ball says nothing about the file."""
        names = self.names
        guessed = name.endswith("_toe") and name not in names.given and f"{name}_end" not in names.roles
        return not guessed and (name in names.given or name in names.roles or name in names.placed)


def point_path(pose: WorldPose, point: Effector, frames: slice | np.ndarray = slice(None)) -> np.ndarray:
    """(F, 3) of a point in all frames, or in some of them [m]."""
    turned = quaternions.rotate(pose.rotations[frames, point.joint], np.array(point.point))
    return np.asarray(pose.positions[frames, point.joint] + turned)
