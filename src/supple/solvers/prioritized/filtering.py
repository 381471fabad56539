r"""A low-pass on what an edit changed, never on the motion: its own details stay.

choice: Hann's window, :math:`1 + \cos(2 \pi t / w)` over the width w. Toward the ends of a run of frames in which
wishes act, and of the clip, it narrows to the frame itself: what is outside keeps its bits, and nothing jumps there
that did not jump before.
"""

from __future__ import annotations

import numpy as np

from supple.core.motion import Motion
from supple.solvers.prioritized.adjusting import Adjustment, adjust, adjustment
from supple.solvers.prioritized.frames import Poses
from supple.solvers.prioritized.runs import frames_of_runs


def filter_adjustment(motion: Motion, acting: np.ndarray, poses: Poses, width_s: float) -> None:
    """Filter the adjustment of all poses over the runs of frames in which something acts (F,), in place."""
    half = 0.5 * width_s / motion.frame_time
    for run in frames_of_runs(acting):
        by = adjustment(motion, run, poses.root, poses.rotations)
        if any(track.any() for track in by):
            adjust(motion, run, Adjustment(*(filtered(track, half) for track in by)), poses.root, poses.rotations)


def filtered(track: np.ndarray, half: float) -> np.ndarray:
    """A track (n, ...) under windows of half a width of ``half`` frames, narrower toward both ends."""
    count = len(track)
    at = np.arange(count)
    reach = np.minimum(half, np.minimum(at, count - 1 - at) + 1.0)
    total, out = np.zeros(count), np.zeros(track.shape)
    for k in range(int(np.ceil(reach.max(initial=0.0)))):
        share = np.where(k < reach, 1.0 + np.cos(np.pi * np.minimum(k / np.maximum(reach, 1e-9), 1.0)), 0.0)
        some = np.flatnonzero(share)
        weight = share[some].reshape(-1, *(1,) * (track.ndim - 1))
        both = track[some] if k == 0 else track[some - k] + track[some + k]
        out[some] += weight * both
        total[some] += share[some] * (1.0 if k == 0 else 2.0)
    return np.asarray(out / total.reshape(-1, *(1,) * (track.ndim - 1)))
