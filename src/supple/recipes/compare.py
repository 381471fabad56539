"""How far two motions are apart: in the world, in millimetres and degrees."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.quaternions import conjugate, multiply, normalized
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError

_BLOCK = 2048  # frames that are compared at a time


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The differences of two motions over the joints and frames that both have."""

    worst_mm: float  # greatest distance between a joint of one and the same joint of the other
    mean_mm: float
    worst_joint: str  # where that is
    worst_frame: int
    worst_deg: float  # greatest difference of a joint's turn from its rest pose, in the world
    mean_deg: float
    worst_deg_joint: str
    worst_deg_frame: int
    joints: int  # how many were compared, end sites included
    only_first: tuple[str, ...]  # joints that the other one does not have
    only_second: tuple[str, ...]
    frames: int  # how many were compared
    frame_difference: int  # frames of the second minus frames of the first
    frame_time_difference: float  # [s], second minus first


def compare(first: Motion, second: Motion) -> Comparison:
    """Compare two motions joint by joint, matched by name, and frame by frame.

    Rotations are compared as *turns from the rest pose, in the world*: what ``R_world R_rest_world^-1``
    is in one motion and in the other. Formats may choose other joint frames for the same figure (H-Anim's
    are all parallel to the world, ASF's follow the bones); raw local rotations would differ by that
    choice alone. End sites never turn by themselves, so only their positions are compared.
    """
    a, b = first.skeleton, second.skeleton
    at_a, at_b = matched_joints(a, b)
    frames = min(first.frames, second.frames)
    apart, twisted = np.zeros((2, frames, len(at_a)))
    for k in range(0, frames, _BLOCK):
        keep = slice(k, min(k + _BLOCK, frames))
        apart[keep], twisted[keep] = _differences(*(m.with_frames(keep.start, keep.stop) for m in (first, second)))
    tips = a.end_sites[at_a] | b.end_sites[at_b]
    twisted[:, tips] = 0.0
    far, turned = _worst(apart), _worst(twisted)
    return Comparison(
        worst_mm=float(apart[far]),
        mean_mm=float(apart.mean()),
        worst_joint=a.names[at_a[far[1]]],
        worst_frame=far[0],
        worst_deg=float(twisted[turned]),
        mean_deg=float(twisted.sum() / max(1, frames * int((~tips).sum()))),
        worst_deg_joint=a.names[at_a[turned[1]]],
        worst_deg_frame=turned[0],
        joints=len(at_a),
        only_first=_without(a, at_a),
        only_second=_without(b, at_b),
        frames=frames,
        frame_difference=second.frames - first.frames,
        frame_time_difference=second.frame_time - first.frame_time,
    )


def _differences(first: Motion, second: Motion) -> tuple[np.ndarray, np.ndarray]:
    """Distances [mm] and angles [deg] (F, n) between the joints that two motions of the same length share."""
    at_a, at_b = matched_joints(first.skeleton, second.skeleton)
    pose_a, pose_b = world_pose(first), world_pose(second)
    apart = np.linalg.norm(pose_a.positions[:, at_a] - pose_b.positions[:, at_b], axis=2) * 1e3
    turns_a = turns_from_rest(pose_a.rotations, first.skeleton)
    turns_b = turns_from_rest(pose_b.rotations, second.skeleton)
    return apart, angles_deg(turns_a[:, at_a], turns_b[:, at_b])


def matched_joints(a: Skeleton, b: Skeleton) -> tuple[list[int], list[int]]:
    """The joints that two skeletons share: by name, and end sites also as the n-th tip of the same joint."""
    pairs = {j: b.index(name) for j, name in enumerate(a.names) if name in b}
    tips, taken = _tips(b), set(pairs.values())
    for tip, j in _tips(a).items():
        if j not in pairs and tip in tips and tips[tip] not in taken:
            pairs[j] = tips[tip]
    if not pairs:
        raise InvalidValueError(f"the motions share no joint names: {a.names[0]!r}, ... and {b.names[0]!r}, ...")
    return list(pairs), list(pairs.values())


def _tips(skeleton: Skeleton) -> dict[tuple[str, int], int]:
    found: dict[tuple[str, int], int] = {}
    seen: Counter[str] = Counter()
    for j in np.flatnonzero(skeleton.end_sites[1:]).tolist():
        parent = skeleton.names[skeleton.parents[j + 1]]
        found[parent, seen[parent]] = j + 1
        seen[parent] += 1
    return found


def _without(skeleton: Skeleton, matched: list[int]) -> tuple[str, ...]:
    known = set(matched)
    return tuple(name for j, name in enumerate(skeleton.names) if j not in known)


def turns_from_rest(world: np.ndarray, skeleton: Skeleton) -> np.ndarray:
    """(F, J, 4) how each joint is turned against its own rest pose, in world axes."""
    rest = skeleton.rest_rotations.copy()
    for j in range(1, len(skeleton)):
        rest[j] = multiply(rest[skeleton.parents[j]], rest[j])
    return multiply(world, conjugate(normalized(rest)))


def angles_deg(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """(...) angle between rotations; exact for small ones, where an arc cosine would give noise."""
    apart, sum_ = np.linalg.norm(a - b, axis=-1), np.linalg.norm(a + b, axis=-1)
    return np.degrees(4.0 * np.arctan2(np.minimum(apart, sum_), np.maximum(apart, sum_)))


def _worst(values: np.ndarray) -> tuple[int, int]:
    frame, joint = np.unravel_index(int(np.argmax(values)), values.shape)
    return int(frame), int(joint)
