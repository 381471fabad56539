"""How the frame of each joint is seen in a mirror: what makes left poses right ones, whatever the rig's axes are.

With the world mirrored across a plane (``M``), joint j' that shows the mirror image of joint j is turned by
``W'(j') = M W(j) C(j)``. ``C(j)`` mirrors the frame of j' to that of j: it takes the bones below j' to those below j.
A mirror is minus a half turn, so ``C = -R`` and only the rotation R is kept, as a quaternion: of local rotations
``L'(j') = R(parent)^-1 L(j) R(j)``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.body.rest_pose import RestPose, rest_pose
from supple.core.motion import Motion
from supple.core.pose import sample_frames
from supple.core.skeleton import Skeleton
from supple.recipes.everyday.partners import NONE

_SYMMETRIC = 0.15  # of the bones' size: a rest pose whose sides differ by less is its own mirror image
_ON_AXIS = np.cos(np.radians(2.0))  # a left this near to an axis is along it; captured figures are not quite straight
_BONES = 3.0  # how much more bones count than poses [rad per their size]
_TURNS = np.concatenate([quaternions.identity(1), np.eye(4)[1:]])  # R of -1, and of the mirrors across each axis


class Plane(NamedTuple):
    """The mirror: a point in it, and its normal."""

    point: np.ndarray  # (3,) [m]
    normal: np.ndarray  # (3,) unit, level

    def places(self, p: np.ndarray) -> np.ndarray:
        """(..., 3) where points are seen."""
        return self.point + self.directions(p - self.point)

    def directions(self, v: np.ndarray) -> np.ndarray:
        """(..., 3) where vectors point in the mirror."""
        return np.asarray(v - 2.0 * (v @ self.normal)[..., None] * self.normal)

    @property
    def half_turn(self) -> np.ndarray:
        """(4,) R of the mirror."""
        return np.array([0.0, *self.normal])


def frame_turns(motion: Motion, partner: np.ndarray, anchor: int) -> tuple[np.ndarray, bool]:
    """(J, 4) R of every joint, and whether that is true of joints above ``anchor``, the hips, too."""
    skeleton = motion.skeleton
    rest = rest_pose(skeleton)
    left = rest_left(skeleton, rest, partner, anchor)
    if left is not None:
        other = np.where(partner == NONE, np.arange(len(partner)), partner)
        turned = quaternions.multiply(np.array([0.0, *left]), rest.rotations[other])
        return quaternions.multiply(quaternions.conjugate(rest.rotations), turned), True
    return _by_poses(motion, partner, anchor), False


def rest_left(skeleton: Skeleton, rest: RestPose, partner: np.ndarray, anchor: int) -> np.ndarray | None:
    """(3,) the direction in which the rest pose is its own mirror image; None where there is no such direction."""
    stop = int(skeleton.subtree_stops()[anchor])
    joints = np.array([j for j in range(anchor + 1, stop) if partner[j] != NONE], dtype=np.int64)
    if not len(joints):
        return None
    bones = np.zeros((len(skeleton), 3))
    bones[1:] = rest.positions[1:] - rest.positions[skeleton.parents[1:]]
    mine, others = bones[joints], bones[partner[joints]]
    left = np.linalg.eigh(mine.T @ others + others.T @ mine)[1][:, 0]  # least where the mirror fits best
    if np.abs(left).max() > _ON_AXIS:
        left = np.eye(3)[np.argmax(np.abs(left))]
    missed = others - Plane(np.zeros(3), left).directions(mine)
    return left if np.sum(missed**2) <= _SYMMETRIC**2 * np.sum(mine**2) else None


def _by_poses(motion: Motion, partner: np.ndarray, anchor: int) -> np.ndarray:
    """For rest poses that are heaps of bones: of the four ways in which rigs choose their axes, that of each joint.

    Told by the bones below the joint, and by the poses: seen from the hips, both sides are on average alike. The four
    are half turns apart, so the average only has to be right to a quarter turn.
    """
    skeleton = motion.skeleton
    seen = _mean_turns(motion, anchor)
    turns = np.tile(_TURNS[0], (len(skeleton), 1))
    turns[anchor] = min(_TURNS[1:], key=lambda turn: _bone_misfit(skeleton, anchor, partner, turn))
    for j in range(anchor + 1, int(skeleton.subtree_stops()[anchor])):
        other = int(partner[j])
        if other == NONE or other < j:
            continue
        image = quaternions.multiply(quaternions.conjugate(turns[anchor]), seen[j])
        known = _TURNS[1:] if other == j else _TURNS

        def misfit(turn: np.ndarray, j: int = j, other: int = other, image: np.ndarray = image) -> float:
            cosine = abs(float(quaternions.multiply(image, turn) @ seen[other]))
            return 2.0 * np.arccos(min(1.0, cosine)) + _BONES * _bone_misfit(skeleton, j, partner, turn)

        turns[j] = turns[other] = min(known, key=misfit)
    return turns


def _mean_turns(motion: Motion, anchor: int) -> np.ndarray:
    """(J, 4) how joints below the anchor are turned in its frame, on average."""
    rotations = motion.rotations[sample_frames(motion)]
    turned = np.zeros(rotations.shape)
    turned[:, anchor, 0] = 1.0
    means = np.tile(_TURNS[0], (rotations.shape[1], 1))
    for j in range(anchor + 1, int(motion.skeleton.subtree_stops()[anchor])):
        turned[:, j] = quaternions.multiply(turned[:, motion.skeleton.parents[j]], rotations[:, j])
        means[j] = quaternions.mean(turned[:, j])
    return means


def _bone_misfit(skeleton: Skeleton, joint: int, partner: np.ndarray, turn: np.ndarray) -> float:
    """How far the bones below a joint's partner are from those below the joint, as a share of their size."""
    below = [k for k in skeleton.children(joint) if partner[k] != NONE]
    mine, others = skeleton.offsets[below], skeleton.offsets[partner[below]]
    size = np.sum(mine**2) + np.sum(others**2)
    return float(np.sqrt(np.sum((mine + quaternions.rotate(turn, others)) ** 2) / size)) if size > 0.0 else 0.0
