"""How feet stand: which way is down and forward for an ankle and for toes, and where heel, ball and toe are.

The foot is looked at where it is most nearly still in the lower half of its way: then it stands flat, also on ground
that is tilted a little, where the lowest frames would be those of a heel or of toes. Where those frames do not agree
with each other, or contradict a rest pose that is a stance, the rest pose counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from supple.constraints.foot_points import place_foot_points
from supple.constraints.names import Effector
from supple.core import quaternions
from supple.core.pose import WorldPose
from supple.core.roles import SIDES
from supple.core.skeleton import Skeleton
from supple.recipes.retarget.reference import Reference, frames_of

_LOW, _SLOW = 50.0, 15.0  # percent of the frames in which a foot is down, and in which it is slowest
_AGREES = 0.95  # length of the mean of unit vectors
_LIKE_REST = 0.7  # cosine between the sole in the clip and at rest
_SPLAYED = np.sin(np.radians(10.0))  # legs further apart at rest are a way of drawing, feet are not flat there
_LEVEL = 0.3  # share of a foot that must be level to point somewhere
_UP = np.array([0.0, 1.0, 0.0])


@dataclass(frozen=True, slots=True, eq=False)
class Sole:
    """A foot that stands: its frame (x left, y up, z along the foot), seen from its joints."""

    ankle: np.ndarray  # (4,) in the ankle's frame
    ball: np.ndarray | None  # (4,) in that of the toes' joint
    points: Mapping[str, Effector]
    ankle_height: float  # above the sole [m]


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """A foot in n poses: its frame in the world, and how its joints are turned."""

    frames: np.ndarray  # (n, 4)
    pose: WorldPose  # of these poses


def soles_of(
    skeleton: Skeleton,
    joints: Mapping[str, int],
    reference: Reference,
    pose: WorldPose,
    moving: range,
) -> dict[str, Sole]:
    """The feet that have an ankle, by side; ``pose`` is of the clip, of which the frames ``moving`` count."""
    return {side: _sole(skeleton, side, joints, reference, pose, moving) for side in SIDES if f"{side}_ankle" in joints}


def _sole(
    skeleton: Skeleton,
    side: str,
    joints: Mapping[str, int],
    reference: Reference,
    pose: WorldPose,
    moving: range,
) -> Sole:
    foot = [joints[f"{side}_{part}"] for part in ("ankle", "ball", "toe_end") if f"{side}_{part}" in joints]
    resting = _at_rest(side, joints, foot, reference)
    seen = _in_clip(foot, joints, pose, moving) if len(moving) else None
    look = seen if seen is not None and _is_sound(seen, resting, foot[0], reference.real) else resting
    ankle, ball = (_seen_from(look, joints.get(f"{side}_{part}")) for part in ("ankle", "ball"))
    assert ankle is not None
    other = f"{SIDES[1 - SIDES.index(side)]}_ankle"  # without it only this foot is looked at
    points = place_foot_points(
        skeleton, {role: skeleton.names[j] for role, j in joints.items() if role != other}, look.pose
    )
    up, heel = quaternions.rotate(ankle, _UP), np.array(points[f"{side}_heel"].point)
    # choice: a foot in one piece rolls over its tip
    rolls = joints.get(f"{side}_ball", joints.get(f"{side}_toe_end"))
    if rolls is not None:
        points[f"{side}_ball"] = _below(look, joints[f"{side}_ankle"], rolls, up, float(up @ heel))
    return Sole(ankle, ball, points, max(0.0, -float(up @ heel)))


def _below(look: _Look, ankle: int, joint: int, up: np.ndarray, sole: float) -> Effector:
    """The point of the sole below a joint of the foot, which moves with the ankle; ``sole`` along ``up`` [m].

    So a joint that lies inside the foot keeps its height above the ground.
    """
    way = look.pose.positions[:, joint] - look.pose.positions[:, ankle]
    seen = np.median(_turned_back(look.pose.rotations[:, ankle], way), axis=0)
    x, y, z = (seen + (sole - float(up @ seen)) * up).tolist()
    return Effector(ankle, (x, y, z))


def _in_clip(foot: list[int], joints: Mapping[str, int], pose: WorldPose, moving: range) -> _Look:
    """The foot in the frames where it stands."""
    places = pose.positions[moving.start : moving.stop, foot]
    standing = moving.start + _standing(places)
    few = WorldPose(pose.positions[standing], pose.rotations[standing])
    return _Look(_foot_frames(few.positions, foot, _body_forward(few.positions, joints), _UP), few)


def _standing(places: np.ndarray) -> np.ndarray:
    """The frames in which points of a foot (F, n, 3) are low and slow; all of a clip of one frame."""
    if len(places) < 2:
        return np.arange(len(places))
    level = places[..., 1].mean(axis=1)
    speed = np.linalg.norm(np.gradient(places, axis=0), axis=-1).mean(axis=1)
    low = np.flatnonzero(level <= np.percentile(level, _LOW))
    slow = speed[low] <= np.percentile(speed[low], 2.0 * _SLOW)
    return low[slow]


def _at_rest(side: str, joints: Mapping[str, int], foot: list[int], reference: Reference) -> _Look:
    """The foot in the reference, where it is flat; of legs that are drawn far apart the soles are tilted alike."""
    up = np.broadcast_to(_UP, reference.up.shape)
    if reference.real and f"{side}_knee" in joints:
        shin = reference.positions[0, joints[f"{side}_knee"]] - reference.positions[0, foot[0]]
        apart = float(shin @ reference.body.left[0]) / max(float(np.linalg.norm(shin)), 1e-300)
        if abs(apart) > _SPLAYED:
            left = reference.body.left[0]
            up = (apart * left + np.sqrt(1.0 - apart**2) * _UP)[None]
    pose = WorldPose(reference.positions, reference.rotations)
    return _Look(_foot_frames(pose.positions, foot, reference.body.forward, up), pose)


def _is_sound(seen: _Look, resting: _Look, ankle: int, real: bool) -> bool:
    """Whether the frames agree on where down is, and not against a real stance."""
    down = _turned_back(seen.pose.rotations[:, ankle], np.broadcast_to(_UP, (len(seen.frames), 3)))
    mean = down.mean(axis=0)
    if np.linalg.norm(mean) < _AGREES:
        return False
    at_rest = _turned_back(resting.pose.rotations[:, ankle], np.broadcast_to(_UP, (len(resting.frames), 3)))
    return not real or float(mean @ at_rest[0]) > _LIKE_REST


def _foot_frames(positions: np.ndarray, foot: list[int], forward: np.ndarray, up: np.ndarray) -> np.ndarray:
    """(n, 4) y along ``up``, z along the foot as far as that is level, else where the body faces."""
    up = np.broadcast_to(up, (len(positions), 3))
    way = positions[:, foot[-1]] - positions[:, foot[0]]
    level, spare = _across(way, up), _across(forward, up)
    points = np.linalg.norm(level, axis=1, keepdims=True) > _LEVEL * np.linalg.norm(way, axis=1, keepdims=True)
    z = np.where(points & (len(foot) > 1), level, spare)
    z = z / np.maximum(np.linalg.norm(z, axis=1, keepdims=True), 1e-300)
    return frames_of(np.cross(up, z), up, z)


def _body_forward(positions: np.ndarray, joints: Mapping[str, int]) -> np.ndarray:
    if not {"left_hip", "right_hip"} <= joints.keys():
        return np.broadcast_to([0.0, 0.0, 1.0], (len(positions), 3))
    return np.cross(positions[:, joints["left_hip"]] - positions[:, joints["right_hip"]], _UP)


def _across(vectors: np.ndarray, axis: np.ndarray) -> np.ndarray:
    return np.asarray(vectors - np.sum(vectors * axis, axis=-1, keepdims=True) * axis)


def _turned_back(rotations: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    return quaternions.rotate(quaternions.conjugate(rotations), vectors)


def _seen_from(look: _Look, joint: int | None) -> np.ndarray | None:
    if joint is None:
        return None
    return quaternions.mean(quaternions.multiply(quaternions.conjugate(look.pose.rotations[:, joint]), look.frames))
