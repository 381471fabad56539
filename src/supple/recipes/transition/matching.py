"""Which footfalls of two clips are one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from supple.recipes.transition.feet import DOWN, UP, Event
from supple.recipes.transition.warping import Warp

Pair = tuple[float, float]  # frames of A and B that are one moment

_SLOWEST = 0.5  # choice: strides of which one takes more than twice as long as the other are no match,
_SLOWEST_STANCE = 0.4  # and little more for the parts of one
_EARLY_S, _EARLY = 0.12, 0.35  # how far events may be off an even pace: so much [s], and this share of the time since


def matched(a: Sequence[Event], b: Sequence[Event], at: Pair, frame_time: float) -> Warp:
    """Events that both have, outwards from a pair of moments; that pair where there are none on both sides of it.

    Feet that come down are matched first, and then those that leave, where that fits: in a walk a foot leaves after
    the other one has come down, and in a run before.
    """
    before, after = (_chain(_of(a, DOWN), _of(b, DOWN), at, frame_time, way) for way in (-1, 1))
    knots = [*before[::-1], *([] if before and after else [at]), *after]
    for mine in _of(a, UP):
        for theirs in _of(b, UP):
            if mine.what == theirs.what:
                knots = _with(knots, (mine.frame, theirs.frame), frame_time)
    return Warp(*(np.array(column, float) for column in zip(*knots, strict=True)))


def _of(events: Sequence[Event], kind: str) -> list[Event]:
    return [e for e in events if e.what.endswith(kind)]


def _chain(a: Sequence[Event], b: Sequence[Event], at: Pair, frame_time: float, way: int) -> list[Pair]:
    """Pairs of events of the same kind, later (1) or earlier (-1) than a pair of moments, at a bearable pace."""
    pairs: list[Pair] = []
    for mine in sorted((e for e in a if way * (e.frame - at[0]) > 0.0), key=lambda e: way * e.frame):
        last = pairs[-1] if pairs else at
        same = [e for e in b if e.what == mine.what and way * (e.frame - last[1]) > 0.0]
        theirs = min(same, key=lambda e: way * e.frame, default=None)
        if theirs is not None and _bearable(last, (mine.frame, theirs.frame), frame_time, strict=bool(pairs)):
            pairs.append((mine.frame, theirs.frame))
    return pairs


def _bearable(p: Pair, q: Pair, frame_time: float, *, strict: bool) -> bool:
    da, db = abs(q[0] - p[0]), abs(q[1] - p[1])
    early = abs(da - db) * frame_time <= _EARLY_S + _EARLY * max(da, db) * frame_time
    return da > 0.0 and db > 0.0 and early and (not strict or _paced(p, q, _SLOWEST))


def _paced(p: Pair, q: Pair, slowest: float) -> bool:
    da, db = q[0] - p[0], q[1] - p[1]
    return da * db > 0.0 and slowest <= da / db <= 1.0 / slowest


def _with(knots: list[Pair], pair: Pair, frame_time: float) -> list[Pair]:
    """The pairs and one more between them or at an end, where time can run through it."""
    for k, (p, q) in enumerate(pairwise(knots)):
        if p[0] < pair[0] < q[0] and p[1] < pair[1] < q[1]:
            fits = _paced(p, pair, _SLOWEST_STANCE) and _paced(pair, q, _SLOWEST_STANCE)
            return [*knots[: k + 1], pair, *knots[k + 1 :]] if fits else knots
    for end, near in ((0, knots[0]), (len(knots), knots[-1])):
        outside = all((x < y) if end == 0 else (x > y) for x, y in zip(pair, near, strict=True))
        if outside and _bearable(near, pair, frame_time, strict=True):
            return [*knots[:end], pair, *knots[end:]]
    return knots
