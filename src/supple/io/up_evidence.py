"""Which axis points up: where people keep their heads, in the clip and at rest."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from supple.core import quaternions
from supple.core.roles.height import extent
from supple.core.skeleton import Skeleton

_CLEAR = 0.6  # mean share of the body's length that lies along an axis for it to count
_TOPS = ("head", "neck", "chest", "left_shoulder", "hips")
_FEET = ("left_ankle", "right_ankle")
_BOTTOMS = (_FEET, ("left_knee", "right_knee"), ("left_hip", "right_hip"), ("hips",))
_FLAT = 0.35  # extent above the floor of a body that lies, as a share of its length
_ON_FLOOR = 0.06  # how near to zero the lowest point of a clip is, as a share of the body


def decide_up(skeleton: Skeleton, positions: np.ndarray, roles: Mapping[str, str]) -> tuple[str, str]:
    """The up axis of a file's world and the reason in words."""
    moving = _mean_direction(positions, skeleton, roles)
    if moving is None:
        return "y", "no head above feet to tell it by; taken as usual"
    resting = _mean_direction(rest_positions(skeleton)[None], skeleton, roles)
    seen, at_rest = _axis(moving), _axis(resting)
    if seen is None:
        if at_rest is None:
            return "y", "the body points in many directions, in the clip and at rest; taken as usual"
        return at_rest, "the body points in many directions in the clip; at rest the head is above the feet along it"
    if at_rest in (seen, None) or not _lies(positions, seen, at_rest or seen):
        share = abs(moving["xyz".index(seen[-1])])
        return seen, f"the head is above the feet along it ({share:.0%} of the body's length on average)"
    return str(at_rest), "the body lies on the floor in the clip; at rest the head is above the feet along it"


def rest_positions(skeleton: Skeleton) -> np.ndarray:
    """(J, 3) where the joints are in the rest pose, with the root at the origin."""
    plain = bool((skeleton.rest_rotations[:, 0] == 1.0).all())
    places, turns = np.zeros((len(skeleton), 3)), skeleton.rest_rotations.copy()
    for j, parent in enumerate(skeleton.parents.tolist()[1:], start=1):
        offset = skeleton.offsets[j]
        if not plain:
            offset = quaternions.rotate(turns[parent], offset)
            turns[j] = quaternions.multiply(turns[parent], turns[j])
        places[j] = places[parent] + offset
    return places


def _mean_direction(positions: np.ndarray, skeleton: Skeleton, roles: Mapping[str, str]) -> np.ndarray | None:
    """The mean over the frames of the unit vector from the feet to the head; shorter than one where it varies."""
    top = next((skeleton.index(roles[r]) for r in _TOPS if r in roles), None)
    low = next(([skeleton.index(roles[r]) for r in group] for group in _BOTTOMS if set(group) <= roles.keys()), None)
    if top is None or low is None or top in low:
        return None
    body = positions[:, top] - positions[:, low].mean(axis=1)
    length = np.linalg.norm(body, axis=1, keepdims=True)
    good = length[:, 0] > 0.0
    return (body[good] / length[good]).mean(axis=0) if good.any() else None


def _axis(direction: np.ndarray | None) -> str | None:
    if direction is None:
        return None
    k = int(np.argmax(np.abs(direction)))
    if abs(direction[k]) < _CLEAR:
        return None
    return ("" if direction[k] > 0.0 else "-") + "xyz"[k]


def _lies(positions: np.ndarray, seen: str, at_rest: str) -> bool:
    """Whether a body that stands along one axis at rest is stretched along another because it lies on the floor."""
    size = extent(positions)
    heights = _along(positions, at_rest)
    flat = float(np.median(np.ptp(heights, axis=1))) < _FLAT * size
    on_floor = abs(float(heights.min())) < _ON_FLOOR * size
    stands = abs(float(_along(positions, seen).min())) < _ON_FLOOR * size
    return flat and on_floor and not stands


def _along(positions: np.ndarray, axis: str) -> np.ndarray:
    values = positions[..., "xyz".index(axis[-1])]
    return -values if axis.startswith("-") else values
