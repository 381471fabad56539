"""The way of a mix, bent so that feet that stand slide little: what is left is for the legs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from supple.core.pose import world_pose
from supple.recipes.everyday.ground_moves import GROUND
from supple.recipes.measures.feet import contact_point
from supple.recipes.measures.scene import point_path
from supple.recipes.transition.footing import Stood
from supple.recipes.transition.mixing import Mix

_SMOOTH_S = 0.15  # [s] over which the slip of feet is averaged, since it changes at once when another foot stands


def anchored(mixed: Mix, found: Sequence[Stood], start: int) -> Mix:
    """The mix on a way from which the slip of its standing feet is taken; its first frame is frame ``start``."""
    slips = _slips(mixed, found, start)
    if not np.isfinite(slips).any():
        return mixed
    width = max(1, round(_SMOOTH_S / mixed.a.frame_time))
    window = np.hanning(2 * width + 3)[1:-1]
    even = np.stack([_averaged(column, window / window.sum()) for column in slips.T], axis=1)
    gone = np.concatenate([np.zeros((1, 3)), np.cumsum(even, axis=0)])
    return replace(mixed, way=mixed.way.shifted(-gone))


def _slips(mixed: Mix, found: Sequence[Stood], start: int) -> np.ndarray:
    """(n - 1, 3) how far standing points go over the ground from frame to frame; NaN where nothing stands."""
    motion = mixed.motion()
    pose = world_pose(motion)
    total, count = np.zeros((motion.frames - 1, 3)), np.zeros(motion.frames - 1)
    for s in found:
        first, stop = max(s.contact.start - start, 0), min(s.contact.stop - start, motion.frames)
        if s.contact.reference is None and s.contact.joint is not None and stop - first > 1:
            path = point_path(pose, contact_point(motion, s.contact), slice(first, stop))
            total[first : stop - 1] += np.diff(path, axis=0) * GROUND
            count[first : stop - 1] += 1.0
    out = np.full_like(total, np.nan)
    np.divide(total, count[:, None], out=out, where=count[:, None] > 0.0)
    return out


def _averaged(values: np.ndarray, window: np.ndarray) -> np.ndarray:
    """Values without gaps, smoothed; nothing at the ends, where one clip alone stands as it does."""
    at = np.arange(len(values))
    known = np.isfinite(values)
    whole = np.interp(at, at[known], values[known])
    half = len(window) // 2
    return np.asarray(np.convolve(np.pad(whole, half), window, mode="valid"))
