"""How far joints may turn in each frame of a motion: the stated range, widened to contain the pose that it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.body.facing import some_of
from supple.core.body.hinges import hinged_by_role
from supple.core.body.joint_limits import JointLimits, joint_limits, limit_angles, limits_broken, widened
from supple.core.motion import Motion, first_moving_frame
from supple.kernels.limit_kinds import POLYGON, RANGE, SWING

_ROUNDS = 4  # of a joint of two hinges, whose angles depend on each other a little


@dataclass(frozen=True, slots=True, eq=False)
class Allowed:
    """The N limits of a figure and their ranges in F frames, rest rows left out."""

    limits: JointLimits
    low: np.ndarray  # (F, N) [rad]
    high: np.ndarray  # (F, N) [rad]

    def broken(self, rotations: np.ndarray) -> np.ndarray:
        """(F, N) by how much poses (F, J, 4) leave these ranges [rad]; 0 inside."""
        return limits_broken(self.limits, self.low, self.high, rotations)

    def at(self, frames: np.ndarray) -> Allowed:
        """All limits in some frames."""
        return Allowed(self.limits, self.low[frames], self.high[frames])

    def of(self, joint: int, frames: np.ndarray) -> Allowed:
        """The limits of one joint in some frames."""
        mine = self.limits.joint == joint
        return Allowed(self.limits.only(mine), self.low[np.ix_(frames, mine)], self.high[np.ix_(frames, mine)])

    def hold(self, joint: int, rotations: np.ndarray) -> None:
        """Turn a joint back into its range in all poses (F, J, 4), in place, with these limits being its own.

        A twist is turned back about the bone, which stays where it points; a bone straight toward the middle of its
        cone, which leaves the twist as it is. Polygons, which only a person states, are not held.
        """
        numbers = [*range(len(self.limits))]
        for number in numbers * (_ROUNDS if (self.limits.kind == RANGE).sum() > 1 else 1):
            kind, axis = self.limits.kind[number], self.limits.axis[number]
            value = limit_angles(self.limits, rotations)[:, number]
            over = value - np.clip(value, self.low[:, number], self.high[:, number])
            if kind == POLYGON or not over.any():
                continue
            turn = rotations[:, joint]
            if kind == SWING:
                away = np.cross(self.limits.centre[number], quaternions.rotate(turn, axis))
                away /= np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-300)
                held = quaternions.multiply(quaternions.exp(-over[:, None] * away), turn)
            else:
                held = quaternions.multiply(turn, quaternions.exp(-over[:, None] * axis))
            rotations[:, joint] = np.where(over[:, None] != 0.0, held, turn)


def allowed_by(motion: Motion, roles: Mapping[str, str]) -> Allowed:
    """What the figure of a motion may do in its frames; captures, and what is made of them, break stated ranges."""
    turns = motion.rotations[first_moving_frame(motion) :]
    some = turns[some_of(len(turns))]  # they tell how the figure stands
    limits = joint_limits(hinged_by_role(motion.skeleton, some, roles), some, roles)
    return Allowed(limits, *widened(limits, turns))
