"""Joints between a limb's end and a planted point, such as those of fingers: held while the point is planted.

A hand is one piece to the cleanup. Where a file turns its fingers, they take their mean turn as long as the fingertips
are planted, and come back to their own in the frames before and after.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from supple.constraints.moments import first_moving_frame
from supple.core import quaternions
from supple.core.contacts import Contact
from supple.core.motion import Motion
from supple.solvers.cleanup.limbs_of import Limb


@dataclass(frozen=True, slots=True, eq=False)
class HeldJoint:
    """A joint that keeps one turn in some frames."""

    joint: int
    turn: np.ndarray  # (4,) local
    frames: np.ndarray  # (n,) of the motion


def inner_joints(motion: Motion, contacts: Sequence[Contact], limb: Limb) -> list[HeldJoint]:
    """The joints that carry a point (that of all ``contacts``) below the limb's end and turn it, the lowest first."""
    joint = motion.skeleton.index(contacts[0].joint or "")
    if not np.any(contacts[0].offset_m or 0.0) and joint != limb.end:
        joint = int(motion.skeleton.parents[joint])  # how a joint is turned does not move itself
    if joint == limb.end:
        return []
    frames, held = np.concatenate([np.arange(c.start, c.stop) for c in contacts]), []
    moving = frames[frames >= first_moving_frame(motion)]  # what rest rows show is no grip
    while joint != limb.end:
        turns = motion.rotations[moving if moving.size else frames, joint]
        same = (turns == turns[0]).all()  # an end site: its bits are kept
        held.append(HeldJoint(joint, turns[0] if same else quaternions.mean(turns), frames))
        joint = int(motion.skeleton.parents[joint])
    return held


def hold(rotations: np.ndarray, held: Sequence[HeldJoint], window: int, first: int) -> None:
    """Turn joints to what they are held at, in place, and let the change die out over ``window`` frames around.

    ``rotations`` (F, J, 4) are without the ``first`` rest rows, which the frames count.
    """
    for one in held:
        frames = np.unique(one.frames[one.frames >= first] - first)
        if not frames.size:
            continue
        own = rotations[:, one.joint].copy()
        back = quaternions.multiply(one.turn, quaternions.conjugate(own[frames]))
        changes = quaternions.log(np.where(back[:, :1] < 0.0, -back, back))
        share, before, after = _shares(frames, len(own), window)
        change = share[:, :1] * changes[before] + share[:, 1:] * changes[after]
        near = share.any(axis=1) & change.any(axis=1)
        rotations[near, one.joint] = quaternions.normalized(quaternions.multiply(quaternions.exp(change), own))[near]


def _shares(frames: np.ndarray, count: int, window: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(F, 2) weights of the known frames before and after each of ``count``, and which of ``frames`` they are."""
    at = np.arange(count)
    after = np.searchsorted(frames, at).clip(max=len(frames) - 1)
    before = (np.searchsorted(frames, at, side="right") - 1).clip(min=0)
    gaps = np.stack([at - frames[before], frames[after] - at], axis=1).astype(float)
    gaps[(gaps < 0) | (gaps > window)] = np.inf
    reach = np.minimum(window + 1.0, gaps.sum(axis=1, keepdims=True))
    t = np.minimum(1.0, gaps / np.where(reach > 0.0, reach, 1.0))
    share = (2.0 * t - 3.0) * t * t + 1.0
    share[(gaps == 0.0).all(axis=1)] = [1.0, 0.0]  # known itself
    return share, before, after
