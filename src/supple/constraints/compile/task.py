"""One task over all frames of a clip, before it stands among others in a plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from supple.constraints.curves.composite import WORLD, GoalTrack
from supple.constraints.curves.turns import TurnTrack
from supple.constraints.names import Effector

_ROOT = Effector(0)
_NOWHERE = (0.0, 0.0, 1.0)  # the axis of tasks that have none


class Support(NamedTuple):
    """A place that rides with a joint, and its share in the target over time."""

    joint: int
    points: np.ndarray  # (3,) or (F, 3) in the joint's frame [m]
    share: np.ndarray  # (F,)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Task:
    """The fields of :class:`supple.constraints.plan.Plan` for one task."""

    kind: int
    basis: np.ndarray  # (R, 3) the rows that are used
    activity: np.ndarray  # (F,)
    goal: np.ndarray  # (F, 3) a place, or (F, 4) a quaternion
    effector: Effector = _ROOT  # of MASS: any
    axis: tuple[float, float, float] = _NOWHERE
    supports: tuple[Support, ...] = ()
    weaker: np.ndarray | None = None  # (F,) bool: below its own priority, but above the next
    reference: np.ndarray | None = None  # (F,) int64
    turns: TurnTrack | None = None
    bend: np.ndarray | None = None  # (F, 3) added to the goal, but no part of the wish [m]
    turning: bool = False  # the rows are in the frame of the goal, and turn with it
    asked: np.ndarray | None = None  # (F,) bool: where the miss counts; None: where it is fully active


class Placed(NamedTuple):
    """A goal track over all F frames of a clip, as a task wants it."""

    activity: np.ndarray  # (F,)
    goal: np.ndarray  # (F, 3)
    supports: tuple[Support, ...]


def placed(track: GoalTrack, frames: int) -> Placed:
    """``a * sum_i w_i place_i + shift`` with what rides with joints apart from what is in the world."""
    part, when = slice(track.timing.start, track.timing.stop), track.timing
    activity, goal = np.zeros(frames), np.zeros((frames, 3))
    activity[part] = when.activity
    weights = when.activity[:, None] * when.shares
    world = track.joints == WORLD
    goal[part] = np.einsum("ng,ngi->ni", weights[:, world], track.places[:, world]) + track.shift
    return Placed(
        activity, goal, tuple(_support(track, weights, g, part, frames) for g in np.flatnonzero(~world).tolist())
    )


def _support(track: GoalTrack, weights: np.ndarray, g: int, part: slice, frames: int) -> Support:
    points, share = np.zeros((frames, 3)), np.zeros(frames)
    points[part], share[part] = track.places[:, g], weights[:, g]
    return Support(int(track.joints[g]), points, share)
