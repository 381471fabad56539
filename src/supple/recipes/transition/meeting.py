"""Where one clip can become another: the pair of moments most alike."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.recipes.transition.likeness import Likeness

_LOOKS = 30.0  # [1/s] frames that are looked at first; around the best all are
_MOST = 1500  # frames of a clip that are looked at first, at most
_PER_LOST_S = 0.03  # choice: [m] what a clip loses by a second has to be better by three centimetres


@dataclass(frozen=True, slots=True)
class Meeting:
    """A moment of A that is a moment of B, in frames, and how far they are apart."""

    a: int
    b: int
    apart_m: float


def best_meeting(like: Likeness, a: tuple[int, int], b: tuple[int, int], half: int, frame_time: float) -> Meeting:
    """The pair most alike over a window of ``half`` frames either way; ``a`` and ``b`` are the first and last frames.

    Late moments of A and early ones of B are preferred, so that little of the clips is lost.
    """
    step = max(1, round(1.0 / (_LOOKS * frame_time)), -(-max(a[1] - a[0], b[1] - b[0]) // _MOST))
    rows, columns = np.arange(a[1], a[0] - 1, -step), np.arange(b[0], b[1] + 1, step)
    i, j, _ = _best(like, rows, columns, (a[1], b[0]), half, frame_time)
    near_a, near_b = (np.arange(max(lo, at - step), min(hi, at + step) + 1) for at, (lo, hi) in ((i, a), (j, b)))
    return Meeting(*_best(like, near_a, near_b, (a[1], b[0]), half, frame_time))


def _best(
    like: Likeness, rows: np.ndarray, columns: np.ndarray, ends: tuple[int, int], half: int, frame_time: float
) -> tuple[int, int, float]:
    apart = like.apart(rows, columns, half)
    lost = (ends[0] - rows)[:, None] + (columns - ends[1])
    i, j = np.unravel_index(int(np.argmin(apart + _PER_LOST_S * frame_time * lost)), apart.shape)
    return int(rows[i]), int(columns[j]), float(apart[i, j])
