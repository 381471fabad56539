"""Leading rows of a clip that show a rest pose and not motion, such as CMU's added T-pose."""

from __future__ import annotations

import numpy as np

from supple.core.rows import Rows

_SAMPLE = 512  # frames that stand for the clip's own changes
_STILL = np.radians(0.5)  # a joint that never turns more than this says nothing
_UNTURNED = np.radians(0.1)  # a joint this close to no rotation is at rest
_CLIP = np.radians(60.0)  # one wrist that flips must not look like a new pose
_LEAP = np.radians(4.0)  # mean turn per moving joint that can be a cut, after a row at rest
_FAR_LEAP = np.radians(20.0)  # the same, after a row that is not known to be a rest pose
_TIMES = 5.0  # a cut is so many times the clip's own fast changes
_FAST = 95.0  # percentile of the clip's changes that counts as fast


def leading_rest_rows(root_positions: np.ndarray, rotations: Rows) -> int:
    """How many leading rows are a rest pose unlike the clip that follows; usually 0.

    ``root_positions`` is (F, 3) in any unit, ``rotations`` (F, J, 4), of which only some rows are looked at. A rest row
    is told by two signs: at least half of the moving joints are not turned at all, and the step to the next row is a
    cut, far above the clip's own changes. Without the first sign only the very first row can be one, and the cut has
    to be drastic. A clip that starts in a T-pose and moves on smoothly has none.
    """
    if len(rotations) < 2:
        return 0
    pairs = np.unique(np.linspace(0, len(rotations) - 2, min(_SAMPLE, len(rotations) - 1)).astype(np.int64))
    moving = _cosine(rotations[pairs + 1], rotations[:1][0]).min(axis=0) < np.cos(0.5 * _STILL)
    if not moving.any():
        return 0
    run = _resting_run(rotations, moving)
    if run == len(rotations):
        return 0
    changes = _steps(rotations, moving, pairs[pairs > run] if run else pairs[1:])
    if run == 0:
        first = _steps(rotations, moving, np.array([0]))[0]
        return int(len(changes) >= 2 and first > _FAR_LEAP and first > 2.0 * _TIMES * _fast(changes))
    cut = _steps(rotations, moving, np.array([run - 1]))[0]
    if cut > _LEAP and cut > _TIMES * _fast(changes):
        return run
    return run if _root_leaps(root_positions, run) and cut > _fast(changes) else 0


def _resting_run(rotations: Rows, moving: np.ndarray) -> int:
    """How many leading rows have at least half of their joints unturned."""
    cos = np.cos(0.5 * _UNTURNED)
    for start in range(0, len(rotations), _SAMPLE):
        resting = (np.abs(rotations[start : start + _SAMPLE][:, moving, 0]) > cos).mean(axis=1) >= 0.5
        if not resting.all():
            return start + int(np.argmin(resting))
    return len(rotations)


def _steps(rotations: Rows, moving: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Mean turn per moving joint from each of ``rows`` to the row after it [rad]."""
    cosine = _cosine(rotations[rows + 1], rotations[rows])[:, moving]
    return np.minimum(2.0 * np.arccos(np.minimum(cosine, 1.0)), _CLIP).mean(axis=1)


def _fast(changes: np.ndarray) -> float:
    return float(np.percentile(changes, _FAST)) if len(changes) else 0.0


def _root_leaps(root_positions: np.ndarray, run: int) -> bool:
    """Whether the figure is elsewhere in the row after the run, and never moves like that again."""
    steps = np.linalg.norm(np.diff(root_positions[run - 1 :], axis=0), axis=1)
    return len(steps) > 2 and bool(steps[0] > 2.0 * _TIMES * steps[1:].max() > 0.0)


def _cosine(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Of half the angle between rotations (..., 4)."""
    return np.abs(np.einsum("...i,...i->...", a, b))
