"""Ankles and toes that a fit turned too far: held in range, while legs keep what stands and stay out of the ground.

Toes that are held bend less than the ground asks, about when a foot leaves. A foot that still stands on its ball turns
about it instead, with its heel lower; one that stands on nothing is lifted. Both are the smoothest that is enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from supple.core.arrays import frozen
from supple.core.contacts import Contacts
from supple.core.motion import Motion, first_moving_frame
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.working import Posed, Working, working_copy
from supple.solvers.ranges.allowed import Allowed
from supple.solvers.ranges.foot import Foot
from supple.solvers.ranges.frames import around
from supple.solvers.ranges.haste import jumps
from supple.solvers.ranges.pieces import EDGE
from supple.solvers.ranges.scene import scene_of
from supple.solvers.ranges.smoothest import Pace, smoothest

_OVER = 1e-6  # [rad] what is less beyond a range is rounding
_SUNK = 1e-7  # of a leg
_SLID = 1e-6  # of a leg: one that cannot keep what stands is left as it was
_AROUND_S = 0.25  # frames so near to those beyond a range may change
_ROUNDING_S, _DECAY_S = 0.015, 0.06  # over which a foot leaves its way, and comes back to it
_ROUNDS = 24
_STEP = 0.05  # [rad] by which a foot turns further in a round


class _Near(NamedTuple):
    """A foot near the frames in which it leaves the ranges of its joints."""

    frames: np.ndarray  # (n,) of the motion without its rest rows
    foot: Foot


def feet_ready(motion: Motion, cleaned: Motion, contacts: Contacts, limbs: Sequence[Limb], allowed: Allowed) -> Motion:
    """``motion`` with feet turned about their balls as far as their toes ask in what was ``cleaned`` of it.

    Cleaned again, root and knees come along: a leg that is nearly straight can not lower a heel by itself.
    """
    turned, first = motion.rotations.copy(), first_moving_frame(motion)
    for number, near in _found(cleaned, motion, contacts, limbs, allowed).items():
        pitch = _pitched(near.foot, _edges(near.frames, len(allowed.low)), by_leg=False)
        given, joints = near.foot.of(motion, near.frames + first), near.foot.scene.figure.joints[number]
        turned[np.ix_(near.frames + first, joints)] = given.turned(pitch, np.zeros(len(pitch))).rotations[:, joints]
    return motion if np.array_equal(turned, motion.rotations) else replace(motion, rotations=frozen(turned))


def feet_in_range(
    motion: Motion, before: Motion, contacts: Contacts, limbs: Sequence[Limb], allowed: Allowed
) -> Motion:
    """``motion`` with ankles and toes inside what is ``allowed`` as far as legs can make up for it.

    ``before`` is the motion whose feet were cleaned: it has the toes as they were.
    """
    rotations, first = motion.rotations.copy(), first_moving_frame(motion)
    for number, (frames, foot) in _found(motion, before, contacts, limbs, allowed).items():
        joints = [*foot.scene.figure.joints[number], *([foot.toe] if foot.toe >= 0 else [])]
        better, good = _better(foot, allowed, frames, motion.fps)
        rotations[np.ix_(frames[good] + first, joints)] = better[np.ix_(good, joints)]
    return motion if np.array_equal(rotations, motion.rotations) else replace(motion, rotations=frozen(rotations))


def _found(
    motion: Motion, before: Motion, contacts: Contacts, limbs: Sequence[Limb], allowed: Allowed
) -> dict[int, _Near]:
    """Feet that leave the ranges of their joints in ``motion``, by the numbers of their limbs."""
    first = first_moving_frame(motion)
    over = allowed.broken(motion.rotations[first:]) > _OVER
    if contacts.floor is None or not over.any():
        return {}
    scene, found = scene_of(motion, contacts, limbs), {}
    for number, limb in enumerate(limbs):
        mine = np.isin(allowed.limits.joint, [limb.end, scene.figure.toes[number]])
        near = around(np.asarray(over[:, mine].any(axis=1)), int(_AROUND_S * motion.fps) + EDGE)
        if limb.rank == 0 and near.any() and scene.figure.soles[number].any():
            frames = np.flatnonzero(near)
            clip, toe, rows = working_copy(motion).some(frames + first), scene.figure.toes[number], frames + first
            found[number] = _Near(frames, Foot(
                number, scene.of(rows), clip, clip.posed(), before.rotations[rows, toe],
                allowed.of(limb.end, frames), allowed.of(int(toe), frames), _pace(motion.fps),
            ))  # fmt: skip
    return found


def _better(foot: Foot, allowed: Allowed, frames: np.ndarray, fps: float) -> tuple[np.ndarray, np.ndarray]:
    """(n, J, 4) local turns with the foot in range, and (n,) in which spans the leg can make up for it."""
    edge = _edges(frames, len(allowed.low))
    leg, pose = _lifted(foot, _pitched(foot, edge), edge)
    ranges = allowed.at(frames)
    over, was = (ranges.broken(turns) for turns in (leg.rotations, foot.clip.rotations))
    sinks = (foot.depths(pose) > np.maximum(foot.depths(foot.pose), _SUNK * foot.scene.figure.leg)).any(axis=1)
    bad = sinks | (foot.slid(pose) > _SLID * foot.scene.figure.leg) | (over > was + _OVER).any(axis=1)
    span = np.cumsum(np.diff(frames, prepend=-2) > 1)
    for one in (span == number for number in np.unique(span)):
        bad[one] |= jumps(leg.rotations[one, foot.middle], foot.clip.rotations[one, foot.middle], fps)
    return leg.rotations, ~np.isin(span, span[bad])


def _pace(fps: float) -> Pace:
    return Pace(_ROUNDING_S * fps, _DECAY_S * fps)


def _edges(frames: np.ndarray, count: int) -> np.ndarray:
    """(n,) the first and last frames of each span, but for those of the clip, which has ``count``."""
    starts = np.flatnonzero((np.diff(frames, prepend=-2) > 1) & (frames > 0))
    stops = np.flatnonzero((np.diff(frames, append=count + 1) > 1) & (frames < count - 1))
    out = np.zeros(len(frames), bool)
    for k in range(EDGE):
        out[np.minimum(starts + k, len(out) - 1)] = True
        out[np.maximum(stops - k, 0)] = True
    return out


def _pitched(foot: Foot, edge: np.ndarray, *, by_leg: bool = True) -> np.ndarray:
    """(n,) how far a foot turns about its ball so that toes in range are out of the ground while it stands [rad].

    ``by_leg`` alone it does not where it need not and the leg, being straight, cannot; else the root comes along.
    """
    heel, ball = foot.stands.T
    held, none = heel | edge, np.zeros(len(edge))
    needed = pitch = none
    for _ in range(_ROUNDS if foot.toe >= 0 else 0):
        _, pose = foot.posed(pitch, none, by_leg=by_leg)
        straight = (foot.slid(pose) > _SLID * foot.scene.figure.leg) & (needed == 0.0) & by_leg
        deep = np.where(ball & ~held, foot.depths(pose)[:, 3], 0.0)
        if not ((deep > _SUNK * foot.scene.figure.leg).any() or straight.any()):
            break
        held = held | straight
        more = np.minimum(deep / np.maximum(foot.lever(pose), 1e-9 * foot.scene.figure.leg), _STEP)
        needed = np.maximum(needed, np.where(deep > _SUNK * foot.scene.figure.leg, pitch + more, 0.0))
        pitch = smoothest(needed, held, foot.pace)
    return pitch


def _lifted(foot: Foot, pitch: np.ndarray, edge: np.ndarray) -> tuple[Working, Posed]:
    """The leg with its foot lifted out of the ground where it stands on nothing."""
    held = foot.stands.any(axis=1) | edge
    needed = lift = np.zeros(len(edge))
    leg, pose = foot.posed(pitch, lift)
    for _ in range(_ROUNDS):
        deep = np.where(held, 0.0, foot.depths(pose).max(axis=1))
        if not (deep > _SUNK * foot.scene.figure.leg).any():
            break
        needed = np.maximum(needed, np.where(deep > _SUNK * foot.scene.figure.leg, lift + deep, 0.0))
        lift = smoothest(needed, held, foot.pace)
        leg, pose = foot.posed(pitch, lift)
    return leg, pose
