"""Whole clips matched in time: by what feet do, else by poses."""

from __future__ import annotations

import numpy as np

from supple.constraints.names import Names
from supple.errors import InvalidValueError
from supple.recipes.transition.dynamic import dynamic_warp
from supple.recipes.transition.feet import events_of
from supple.recipes.transition.likeness import Likeness, likeness
from supple.recipes.transition.matching import matched
from supple.recipes.transition.takes import Take
from supple.recipes.transition.warping import Warp

_SHORTEST_S = 0.25  # of what two clips have in common
_FEWEST = 3  # events that have to match, for feet to say how time runs
_WINDOW_S = 0.5  # [s] either way of the moment from which clips are matched
_LOOKS = 15.0  # [1/s] moments that are looked at
_PER_MISSED = 0.3  # choice: [m] what a match that shows nothing of the shorter clip would cost


def paired(a: Take, b: Take, names: Names) -> Warp:
    """Which moments of two takes are one, over all that both show."""
    frames, frame_time = (a.motion.frames, b.motion.frames), a.motion.frame_time
    if min(frames) * frame_time < _SHORTEST_S:
        short = a if frames[0] == min(frames) else b
        raise InvalidValueError(
            f"{short.name} is too short to be blended: it has {min(frames) * frame_time:.3g} s, and {_SHORTEST_S:g} s "
            "are needed."
        )
    like = likeness(a, b, names)
    mine, theirs = (events_of(take.contacts, take.motion.frames) for take in (a, b))
    warp = matched(mine, theirs, _seed(like, frame_time), frame_time)
    if len(warp.a) >= _FEWEST:
        warp = _to_the_ends(warp, frames)
        if min(np.ptp(warp.a), np.ptp(warp.b)) * frame_time >= _SHORTEST_S:
            return warp
    return dynamic_warp(like, frame_time)


def _seed(like: Likeness, frame_time: float) -> tuple[float, float]:
    """A pair of moments that are alike, with much of both clips before and after it."""
    step = max(1, round(1.0 / (_LOOKS * frame_time)))
    ends = len(like.a) - 1, len(like.b) - 1
    rows, columns = (np.arange(0, end + 1, step) for end in ends)
    apart = like.apart(rows, columns, round(_WINDOW_S / frame_time))
    i, j = rows[:, None], columns[None, :]
    shown = (np.minimum(i, j) + np.minimum(ends[0] - i, ends[1] - j)) / max(min(ends), 1)
    k = np.unravel_index(int(np.argmin(apart + _PER_MISSED * (1.0 - shown))), apart.shape)
    return float(rows[k[0]]), float(columns[k[1]])


def _to_the_ends(warp: Warp, frames: tuple[int, int]) -> Warp:
    """Both clips run on at the mean pace, before the first pair and after the last, until one of them ends."""
    a, b = warp.a, warp.b
    pace = float((b[-1] - b[0]) / (a[-1] - a[0]))
    before = min(float(a[0]), float(b[0]) / pace)
    after = min(frames[0] - 1 - float(a[-1]), (frames[1] - 1 - float(b[-1])) / pace)
    start = [(a[0] - before, b[0] - before * pace)] if before > 0.5 else []
    stop = [(a[-1] + after, b[-1] + after * pace)] if after > 0.5 else []
    return Warp(*(np.array([*(s[k] for s in start), *own, *(s[k] for s in stop)]) for k, own in enumerate((a, b))))
