"""What is asked of points of a limb's end, as one ask of the limb: a pose of its end, or the place of a tip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.pose import WorldPose
from supple.kernels.fitting import kinds
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.hierarchical.problem import LimbAsks

_NEVER = np.iinfo(np.int64).max
_NEARLY_STRAIGHT = 0.3  # [rad] of a knee: legs that are always bent, as a climber's, may become so straight


@dataclass(frozen=True, slots=True, eq=False)
class Hold:
    """A point that is somewhere for a while."""

    joint: int
    point: np.ndarray  # (3,) in the joint's frame [m]
    places: np.ndarray  # (F, 3) in the world [m]
    asked: np.ndarray  # (F,) bool
    level: np.ndarray  # (F,) int64, the strongest is smallest
    weight: np.ndarray  # (F,)


@dataclass(frozen=True, slots=True, eq=False)
class Turned:
    """A joint that has an orientation for a while."""

    joint: int
    goals: np.ndarray  # (F, 4) joint to world
    asked: np.ndarray  # (F,) bool


@dataclass(frozen=True, slots=True, eq=False)
class LimbHolds:
    """All that is asked of one limb's end, and what it rides with."""

    holds: tuple[Hold, ...] = ()
    turns: tuple[Turned, ...] = ()
    riders: np.ndarray | None = None  # (F,) int64; None: nothing but the world
    tilts: np.ndarray | None = None  # (F, 4) how the end is to be turned in the world beyond what it is; None: not


def limb_asks(limbs: Sequence[Limb], asked: Sequence[LimbHolds], pose: WorldPose) -> LimbAsks:
    """What every limb is asked. Feet keep their orientation in ``pose``, tilted, where nobody says another.

    choice: a leg does not become straighter than it is somewhere in ``pose``. One that is pulled straight pops when it
    is let go, and a person lowers the hips instead.
    """
    parts = [_ask(limb, mine, pose) for limb, mine in zip(limbs, asked, strict=True)]
    if not parts:
        none, three = np.zeros((len(pose.positions), 0)), np.zeros((len(pose.positions), 0, 3))
        return LimbAsks(none, none, three, np.zeros((*none.shape, 4)), three, none, none)
    return LimbAsks(*(np.stack(column, axis=1) for column in zip(*parts, strict=True)))


def _ask(limb: Limb, mine: LimbHolds, pose: WorldPose) -> tuple[np.ndarray, ...]:
    frames = len(pose.positions)
    riders = np.full(frames, -1) if mine.riders is None else mine.riders
    least = np.full(frames, _least_bend(limb, pose) if limb.rank == 0 else 0.0)
    if not mine.holds:
        free, none = np.zeros(frames, np.int64), np.zeros((frames, 3))
        return free, riders, none, quaternions.identity(frames), none, np.zeros(frames), least
    tip, place, asked = _strongest(mine.holds, limb, pose)
    own = (
        pose.rotations[:, limb.end]
        if mine.tilts is None
        else quaternions.multiply(mine.tilts, pose.rotations[:, limb.end])
    )
    turn, told = _end_turn(mine.turns, own, pose, tip, place, asked)
    posed = asked[:, 0] & (asked[:, 1] | told | (limb.rank == 0))
    modes = np.where(posed, kinds.POSE, np.where(asked[:, 0], kinds.TIP, kinds.FREE))
    ends = place - quaternions.rotate(turn[:, None], tip)
    both = np.where(asked[:, 1, None], 0.5 * (ends[:, 0] + ends[:, 1]), ends[:, 0])
    places = np.where(posed[:, None], both, place[:, 0])
    weights = np.max([hold.weight * hold.asked for hold in mine.holds], axis=0)
    _seen_from_riders(riders, pose, places, turn)
    return modes, riders, places, turn, np.where(posed[:, None], 0.0, tip[:, 0]), weights, least


def _least_bend(limb: Limb, pose: WorldPose) -> float:
    """[rad] of a limb where it is straightest; not below zero, and no more than what is nearly straight."""
    base, middle, end = (pose.positions[:, j] for j in (limb.base, limb.middle, limb.end))
    axis = quaternions.rotate(pose.rotations[:, limb.middle], limb.axis)
    upper, lower = (v - axis * np.sum(v * axis, axis=1, keepdims=True) for v in (middle - base, end - middle))
    bend = np.arctan2(np.sum(axis * np.cross(upper, lower), axis=1), np.sum(upper * lower, axis=1))
    return float(np.clip(bend.min(), 0.0, _NEARLY_STRAIGHT))


def _strongest(holds: tuple[Hold, ...], limb: Limb, pose: WorldPose) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Tips in the end's frame and places (F, 2, 3) of the two strongest places of a limb, and (F, 2) if asked."""
    level = np.stack(
        [np.where(h.asked, h.level, _NEVER) for h in holds] + [np.full(len(holds[0].asked), _NEVER)], axis=1
    )
    order = np.argsort(level, axis=1, kind="stable")[:, :2]
    asked = np.take_along_axis(level, order, axis=1) < _NEVER
    back = quaternions.conjugate(pose.rotations[:, limb.end])
    tips, places = [], []
    for hold in (*holds, holds[0]):
        here = pose.positions[:, hold.joint] + quaternions.rotate(pose.rotations[:, hold.joint], hold.point)
        tips.append(quaternions.rotate(back, here - pose.positions[:, limb.end]))
        places.append(hold.places)
    at = np.arange(len(order))[:, None]
    return np.stack(tips, axis=1)[at, order], np.stack(places, axis=1)[at, order], asked


def _end_turn(
    turns: tuple[Turned, ...], own: np.ndarray, pose: WorldPose, tip: np.ndarray, place: np.ndarray, asked: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """(F, 4) how a limb's end is turned, by two places or by an orientation; and (F,) whether by an orientation."""
    line = quaternions.rotate(own, tip[:, 1] - tip[:, 0])
    arc = quaternions.arc(line, place[:, 1] - place[:, 0])
    out, told = np.where(asked[:, 1, None], quaternions.multiply(arc, own), own), np.zeros(len(own), bool)
    for turned in turns:
        below = quaternions.multiply(quaternions.conjugate(pose.rotations[:, turned.joint]), own)
        out = np.where(turned.asked[:, None], quaternions.multiply(turned.goals, below), out)
        told |= turned.asked
    return quaternions.normalized(out), told


def _seen_from_riders(riders: np.ndarray, pose: WorldPose, places: np.ndarray, goals: np.ndarray) -> None:
    """Write places (F, 3) and goals (F, 4) of one limb as its riders see them."""
    some = np.flatnonzero(riders >= 0)
    back = quaternions.conjugate(pose.rotations[some, riders[some]])
    places[some] = quaternions.rotate(back, places[some] - pose.positions[some, riders[some]])
    goals[some] = quaternions.multiply(back, goals[some])
