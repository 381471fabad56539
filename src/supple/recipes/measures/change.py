"""How far a motion is from the one it was made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from supple.core.leaps import beyond, jumps_of
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import world_pose
from supple.core.roles import SIDES
from supple.recipes.compare import compare

_BLOCK = 2048  # frames that are posed at a time, for a few of their joints


@dataclass(frozen=True, slots=True)
class Change:
    """Over all joints and frames, without rest rows."""

    mm_max: float  # distance between a joint and itself in the original
    mm_mean: float
    deg_max: float  # difference of a joint's turn from its rest pose, in the world
    deg_mean: float
    leap_mm: float  # by how much the body leaps more than in the original, where it does so the most
    leap_frame: int | None  # where that is; None: nowhere


def change(motion: Motion, original: Motion, roles: Mapping[str, str]) -> Change:
    """What :func:`compare` says of the frames that count, and where the middle of the hips leaps."""
    found = compare(*(m.with_frames(first_moving_frame(m), m.frames) for m in (original, motion)))
    return Change(found.worst_mm, found.mean_mm, found.worst_deg, found.mean_deg, *_leap(motion, original, roles))


def _leap(motion: Motion, original: Motion, roles: Mapping[str, str]) -> tuple[float, int | None]:
    """How far the body leaps beyond twice what the original does nearby [mm], and in which frame of the motion."""
    was, now = (jumps_of(_body(m, roles)) for m in (original, motion))
    count = min(len(was), len(now))
    more = beyond(now[:count], was[:count], motion.fps)
    if not more.max(initial=0.0) > 0.0:
        return 0.0, None
    at = int(more.argmax())
    return 1e3 * float(more[at]), first_moving_frame(motion) + at + 1


def _body(motion: Motion, roles: Mapping[str, str]) -> np.ndarray:
    """(F, 3) the middle of the hips in the frames that count, or the root of a figure without hips [m]."""
    names = (roles.get(f"{side}_hip", "") for side in SIDES)
    joints = [motion.skeleton.index(name) for name in names if name in motion.skeleton] or [0]
    starts = range(first_moving_frame(motion), motion.frames, _BLOCK)
    parts = (motion.with_frames(start, min(start + _BLOCK, motion.frames)) for start in starts)
    return np.concatenate([world_pose(part).positions[:, joints].mean(axis=1) for part in parts])
