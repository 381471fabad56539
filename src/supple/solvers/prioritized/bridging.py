"""Two postures on either side of a jump that no try makes go together, joined by a bridge.

Where wishes fight, the body may stand one way up to a frame and quite another way from the next on, and each is the
best that is near it: steps that lower the cost lead back to the jump. So, when all tries are over, the frames about
the worst jump are put on the straight way between those beside them, with what is held brought back, and made smooth
from there. That is kept only if it costs less than before, roughness counted with much weight, and jumps less far.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from supple.core.progress import Enough, Progress, part_of
from supple.solvers.prioritized.adjusting import Adjustment, adjust, adjustment
from supple.solvers.prioritized.frames import Poses
from supple.solvers.prioritized.rough import Allowed
from supple.solvers.prioritized.span import Solved, Span

_POPS = 4.0  # times what is allowed: of less, wishes that fight lose more by a bridge than is gained
_ENOUGH = 2.0  # times what is allowed: bridges go on to that
_BRIDGES = 8  # at most: where the worst jump goes, another may be left
_LENGTHS = (0, 1, 2, 4, 8, 16)  # frames on either side of a jump that are put on the way between those beside them
_ABOUT = 48  # frames on either side that are made smooth with them
_BESIDE = 12  # frames on either side of a jump that a bridge did not help, in which no other is tried


def bridge(
    solved: Solved,
    poses: Poses,
    places: np.ndarray,
    allowed: Allowed,
    weights: np.ndarray,
    progress: Progress | None = None,
) -> np.ndarray:
    """Join postures about the worst jumps of a run, in place; which of its frames (n,) that changed.

    ``places`` (F, P, 3) are those of the poses, and stay so; ``weights`` (n + 2, P) are those of roughness.
    """
    changed, in_vain = np.zeros(len(allowed.run), bool), np.zeros(len(allowed.run) + 2, bool)
    if allowed.shares(places, allowed.run).max() <= _POPS:
        return changed
    for number in range(_BRIDGES):
        shares = np.where(in_vain, 0.0, allowed.shares(places, allowed.run).max(axis=1))
        at = int(np.argmax(shares))  # of the run's frames, one before and one after them
        if shares[at] <= _ENOUGH:
            break
        about = allowed.run[max(at - 1 - _ABOUT, 0) : at + _ABOUT]
        span = Span(solved, poses, places, about, weights[allowed.part(about)])
        if _bridged(span, allowed, int(allowed.run[0]) + at - 1, part_of(progress, number, _BRIDGES)):
            changed |= np.isin(allowed.run, about)
        else:
            in_vain[max(at - _BESIDE, 0) : at + _BESIDE + 1] = True
    return changed


def _bridged(span: Span, allowed: Allowed, jump: int, progress: Progress | None) -> bool:
    """Whether a bridge over a jump costs less than the jump and jumps less far; if not, all stays as it is."""

    def worst() -> float:
        return float(allowed.shares(span.places, span.frames).max())

    kept, far = span.pose(), worst()
    cost, start, least = span.brought_back(), None, np.inf
    for before, after in product(_LENGTHS, repeat=2):
        inner = np.arange(jump - before, jump + after + 1)
        if inner[0] <= span.frames[0] or inner[-1] >= span.frames[-1]:
            continue  # there is nothing beside it to come from
        _put_between(span, inner)
        if (found := span.brought_back()) < least:
            start, least = span.pose(), found
        span.take_back(kept)
    if start is None:
        span.take_back(kept)
        return False
    span.take_back(start)
    try:
        span.settle(progress=progress)
    except Enough:
        span.take_back(kept)
        raise
    if span.brought_back() < cost and worst() < far:
        return True
    span.take_back(kept)
    return False


def _put_between(span: Span, inner: np.ndarray) -> None:
    """Put frames (n,) of a span on the straight way between the two beside them, counted from the source."""
    motion, poses = span.solved.motion, span.poses
    ends = np.array([inner[0] - 1, inner[-1] + 1])
    by = adjustment(motion, ends, poses.root, poses.rotations)
    share = (inner - ends[0]) / (ends[1] - ends[0])
    way = Adjustment(*(_mixed(track, share) for track in by))
    adjust(motion, inner, way, poses.root, poses.rotations)


def _mixed(track: np.ndarray, share: np.ndarray) -> np.ndarray:
    """(n, ...) between the two of a track (2, ...)."""
    return np.asarray(track[0] + share.reshape(-1, *(1,) * (track.ndim - 1)) * (track[1] - track[0]))
