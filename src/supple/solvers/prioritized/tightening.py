"""Wishes that gave way to smoothing though they can be met, brought back where nothing jumps for it."""

from __future__ import annotations

import numpy as np

from supple.core.progress import Progress
from supple.kernels.posing import slots
from supple.solvers.prioritized.frames import Poses
from supple.solvers.prioritized.rough import Allowed
from supple.solvers.prioritized.span import Solved, Span, missed_tasks

_ALL_BACK, _NONE_BACK = 0.0018, 0.0118  # of the height, 3 and 20 mm of a person: a miss is undone; it is left


def tighten(
    solved: Solved,
    poses: Poses,
    places: np.ndarray,
    frames: np.ndarray,
    allowed: Allowed,
    weights: np.ndarray,
    progress: Progress | None = None,
) -> bool:
    """Undo misses of what can be met in some frames (n,), in place, unless something would jump for it.

    First all of them, with the frames made smooth again by ``weights`` (n + 2, P) of roughness; else small ones.
    Returns whether none is left.
    """
    giving = missed_tasks(solved, poses)
    strained = (poses.missed & ~giving)[frames]
    if not strained.any():
        return True
    errors = errors_of(solved, poses, frames)
    share = (np.linalg.norm(errors, axis=2) / solved.plan.size - _ALL_BACK) / (_NONE_BACK - _ALL_BACK)
    left = np.clip(share, 0.0, 1.0)[..., None] * errors
    slack = poses.slack.copy()
    slack[frames] = np.where(strained[..., None], left, slack[frames])
    if Span(solved, poses, places, frames, weights, giving).hold(poses.slack, allowed, progress):
        return True
    Span(solved, poses, places, frames, 0.0 * weights, giving).hold(slack, allowed)
    return False


def holding(
    solved: Solved,
    poses: Poses,
    places: np.ndarray,
    frames: np.ndarray,
    weights: np.ndarray,
    giving: np.ndarray,
    pull: float = 1.0,
) -> Span:
    """Some frames (n,) to be solved together, in which all but what is ``giving`` misses what it misses now.

    ``weights`` (n + 2, P) are those of roughness, ``giving`` (F, K) bool.
    """
    span, now = Span(solved, poses, places, frames, weights, giving, pull), errors_of(solved, poses, frames)
    span.slack = poses.slack.copy()
    span.slack[frames] = np.where(span.soft[frames][..., None], poses.slack[frames], now)
    return span


def errors_of(solved: Solved, poses: Poses, frames: np.ndarray) -> np.ndarray:
    """(n, K, 3) what tasks miss in some frames, by their rows."""
    from supple.kernels.posing.models import see_frame

    arena = slots.make_arena(solved.problem.sizes)
    out = np.zeros((len(frames), *poses.slack.shape[1:]))
    for n, frame in enumerate(frames):
        see_frame(int(frame), solved.working, solved.problem.parts, arena, poses.root, poses.rotations)
        row_start, errors = slots.part(arena, slots.ROW_START), slots.part(arena, slots.ERRORS)
        count = int(slots.part(arena, slots.COUNTS)[slots.COUNT_TASKS])
        for i, task in enumerate(slots.part(arena, slots.ORDER)[:count]):
            own = errors[row_start[i] : row_start[i + 1]]
            out[n, task, : len(own)] = own
    return out
