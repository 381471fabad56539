"""Wishes that cannot be met, brought as near as can be where smoothing left them farther away than it had to.

Smoothing weighs misses against roughness, and in the end with much weight. Where a wish is missed by little, about the
frames in which it gets out of reach, it gives way by more than it misses at best. There roughness and the pull to the
source are made to count less and less, as long as nothing jumps for it.
"""

from __future__ import annotations

import numpy as np

from supple.core.progress import Enough, Progress, part_of
from supple.solvers.prioritized.frames import Poses
from supple.solvers.prioritized.rough import ALLOWED, Allowed
from supple.solvers.prioritized.runs import rough_parts
from supple.solvers.prioritized.span import Solved, Span, missed_tasks
from supple.solvers.prioritized.tightening import errors_of, holding

_REACH = 24  # frames on either side
_NEARLY = 0.06  # of the height, 100 mm of a person: what is missed by more can hardly come nearer
_PULL = 0.01  # times that of smoothing, 0.4 mm per radian: next to none
_LESS = 0.2  # times the weight of roughness before
_PASSES = 4
_WORTH = 0.0018  # of the height, 3 mm of a person: what comes nearer by less is about where it can be


def come_nearer(
    solved: Solved,
    poses: Poses,
    places: np.ndarray,
    frames: np.ndarray,
    allowed: Allowed,
    weights: np.ndarray,
    progress: Progress | None = None,
) -> None:
    """Bring what is missed by little in some frames (n,) of a run nearer, in place, unless something would jump for it.

    ``places`` (F, P, 3) are those of the poses, and stay so; ``weights`` (n + 2, P) are those of roughness up to now.
    """
    giving = missed_tasks(solved, poses)
    asked = (giving & solved.working & (solved.plan.activity >= 1.0))[frames]
    misses = np.linalg.norm(errors_of(solved, poses, frames), axis=2)
    near = (asked & (misses < _NEARLY * solved.plan.size)).any(axis=1)
    parts = rough_parts(np.pad(near, 1), frames, _REACH)
    for number, part in enumerate(parts):
        first = int(part[0] - frames[0])
        own = weights[first : first + len(part) + 2]
        for turn in range(_PASSES):
            tell = part_of(progress, number * _PASSES + turn, len(parts) * _PASSES)
            span = holding(solved, poses, places, part, _LESS * own, giving, _PULL)
            if not _nearer(span, allowed, asked[first : first + len(part)], tell):
                break
            own = span.roughness_weights


def _nearer(span: Span, allowed: Allowed, asked: np.ndarray, progress: Progress | None) -> bool:
    """One pass over a span; whether what is ``asked`` (n, K) came nearer by something that is worth it."""

    def shares() -> np.ndarray:
        return np.asarray(allowed.shares(span.places, span.frames).max(axis=0))

    def misses() -> np.ndarray:
        errors = errors_of(span.solved, span.poses, span.frames)
        return np.asarray(np.sqrt(np.sum((errors * asked[..., None]) ** 2, axis=(1, 2))))

    most, kept, before = np.maximum(shares(), ALLOWED), span.pose(), misses()
    try:
        span.settle(progress=part_of(progress, 0, 2))
        calm = span.settle_sharper(allowed, lambda: bool((shares() <= most).all()), part_of(progress, 1, 2))
    except Enough:
        span.take_back(kept)
        raise
    if not calm or misses().sum() > before.sum():
        span.take_back(kept)
        return False
    return bool((before - misses()).max() > _WORTH * span.solved.plan.size)
