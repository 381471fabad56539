"""What a fit is asked: a motion, what limbs and other points have to do in which frames, and what may move for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from supple.constraints.moments import first_moving_frame
from supple.core import quaternions
from supple.core.arrays import rebuilt, sealed
from supple.core.body.joint_limits import JointLimits
from supple.core.motion import Motion
from supple.kernels.fitting.kinds import FREE
from supple.solvers.cleanup.limbs_of import Limb


@dataclass(frozen=True, slots=True, eq=False)
class LimbAsks:
    """What the ends of L limbs have to do; where nothing is asked, places and goals may hold anything finite."""

    modes: np.ndarray  # (F, L) int64, see supple.kernels.fitting.kinds
    riders: np.ndarray  # (F, L) int64, the joint that place and goal ride with; -1: the world
    places: np.ndarray  # (F, L, 3) in the rider's frame [m]
    goals: np.ndarray  # (F, L, 4) joint to rider, of limbs whose end has an orientation too
    tips: np.ndarray  # (F, L, 3) the point that has the place, in the end's frame [m]
    weights: np.ndarray  # (F, L) what a miss of it counts, beside others
    least_bends: np.ndarray  # (F, L) [rad] knees and elbows do not become straighter

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        put = partial(object.__setattr__, self)
        put("modes", sealed(self.modes, ("F", "L"), "modes", np.int64))
        frames, limbs = self.modes.shape
        put("riders", sealed(self.riders, (frames, limbs), "riders", np.int64))
        for name, width in (("places", 3), ("goals", 4), ("tips", 3)):
            put(name, sealed(getattr(self, name), (frames, limbs, width), name))
        for name in ("weights", "least_bends"):
            put(name, sealed(getattr(self, name), (frames, limbs), name))

    def in_world(self, number: int, positions: np.ndarray, turned: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Places (F, 3) and orientations (F, 4) of one limb in a pose (F, J, 3), (F, J, 4) of the world."""
        place, goal = self.places[:, number].copy(), self.goals[:, number].copy()
        riding = np.flatnonzero(self.riders[:, number] >= 0)
        rider = self.riders[riding, number]
        above = turned[riding, rider]
        place[riding] = positions[riding, rider] + quaternions.rotate(above, place[riding])
        goal[riding] = quaternions.multiply(above, goal[riding])
        return place, goal

    @property
    def asked(self) -> np.ndarray:
        """(F, L) bool: which limbs are asked something."""
        return np.asarray(self.modes != FREE)


@dataclass(frozen=True, slots=True, eq=False)
class PointAsks:
    """K wishes of other points, met as penalties."""

    kind: np.ndarray  # (K,) int64, see supple.kernels.fitting.kinds
    joint: np.ndarray  # (K,) int64
    point: np.ndarray  # (K, 3) in the joint's frame [m]
    axis: np.ndarray  # (K, 3) unit, in the joint's frame
    goal: np.ndarray  # (F, K, 4) a place [m], a height [m] in the second, or a unit quaternion
    weight: np.ndarray  # (F, K, 3) along the axes of the world; 0: not asked

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        put, count = partial(object.__setattr__, self), len(self.kind)
        for name in ("kind", "joint"):
            put(name, sealed(getattr(self, name), (count,), name, np.int64))
        for name in ("point", "axis"):
            put(name, sealed(getattr(self, name), (count, 3), name))
        put("goal", sealed(self.goal, ("F", count, 4), "goal"))
        put("weight", sealed(self.weight, (len(self.goal), count, 3), "weight"))

    @property
    def asked(self) -> np.ndarray:
        """(F, K) bool."""
        return np.asarray((self.weight > 0.0).any(axis=2))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Problem:
    """A motion, what is asked of it, and what may move for it."""

    motion: Motion
    size: float  # [m] the figure's height
    limbs: tuple[Limb, ...]
    asks: LimbAsks
    points: PointAsks
    free: np.ndarray  # (J,) bool: joints that are coordinates of their own, such as the trunk's
    rigidity: np.ndarray  # (J,) what a squared radian costs
    travels: bool  # whether the root may move
    limits: JointLimits
    low: np.ndarray  # (F, N) [rad]
    high: np.ndarray  # (F, N) [rad]

    @property
    def frames(self) -> np.ndarray:
        """(n,) the frames in which something is asked."""
        asked = np.asarray(self.asks.asked.any(axis=1) | self.points.asked.any(axis=1))
        asked[: first_moving_frame(self.motion)] = False  # rows of a rest pose are no motion
        return np.flatnonzero(asked)


def no_points(frames: int) -> PointAsks:
    """No wishes of other points."""
    none = np.zeros(0, np.int64)
    return PointAsks(none, none, np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((frames, 0, 4)), np.zeros((frames, 0, 3)))
