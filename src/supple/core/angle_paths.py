"""One set of angles per frame, out of all that make the same rotations: the ones that move least.

Stretches of frames are done at once; only where a gimbal lock begins or ends a new stretch does.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from supple.core.angles import Solutions, wrapped

_TURN, _QUARTER = 2.0 * np.pi, 0.5 * np.pi


class Known(NamedTuple):
    """What a file says about the angles."""

    angles: np.ndarray  # (F, n) [rad]; meaningless where not stated
    stated: np.ndarray  # (F,) bool: frames that the file has
    fixed: np.ndarray  # (F,) bool: stated frames that keep the angles as they are


def continued(found: Solutions, known: Known | None = None, start: np.ndarray | None = None) -> np.ndarray:
    """Angles (F, n) [rad] of F rotations that move as little as possible from frame to frame, beyond full turns too.

    Frames that are ``known`` and fixed stay, and those after them go on from there. Where the file leaps by full
    turns, as from 179 to -179 degrees, so does the result, and an edit of a few frames leads back to the file's own
    numbers. The first frame is near ``start`` (n,), else near the first angles that are stated, else near zero. At
    gimbal lock the first angle stays as it was, and the third takes up the rest.
    """
    frames, _, count = found.angles.shape
    if known is None:
        nothing = np.zeros(frames, bool)
        known = Known(np.zeros((frames, count)), nothing, nothing)
    out, before = known.angles.copy(), _start(known) if start is None else start
    fixed, leaps = known.fixed, _leaps(known)
    locked = (found.locked != 0) & ~fixed
    for first, stop in pairwise([0, *(np.flatnonzero(locked[1:] != locked[:-1]) + 1).tolist(), frames]):
        here = slice(first, stop)
        if locked[first]:
            line = _locked(found, here, before)
        else:
            line = _nearest(found.angles[here], known.angles[here], fixed[here], before)
        out[here] = _unrolled(line, leaps[here], fixed[here], before)
        before = out[stop - 1]
    return out


def _start(known: Known) -> np.ndarray:
    stated = np.flatnonzero(known.stated)
    return known.angles[stated[0]] if len(stated) else np.zeros(known.angles.shape[1])


def _leaps(known: Known) -> np.ndarray:
    """(F, n) full turns by which the file leaps from the frame before, where it says both and stays in one set."""
    leaps = np.zeros(known.angles.shape)
    both = known.stated[1:] & known.stated[:-1]
    steps = np.where(both[:, None], known.angles[1:] - known.angles[:-1], 0.0)
    turns = np.round(steps / _TURN)
    leaps[1:] = np.where((np.abs(steps - _TURN * turns) < _QUARTER).all(axis=1, keepdims=True), turns, 0.0)
    return leaps


def _nearest(angles: np.ndarray, known: np.ndarray, fixed: np.ndarray, start: np.ndarray) -> np.ndarray:
    """(F, n) up to full turns, of the sets ``angles`` (F, K, n) the one nearest to that of the frame before.

    The step between two first sets is as long as that between two second ones, and crossing is as long either way;
    so which one it is is told by counting the steps for which crossing is shorter, from the last fixed frame on.
    """
    line = np.where(fixed[:, None], known, angles[:, 0])
    if angles.shape[1] == 1:
        return line
    before = np.concatenate([start[None], line[:-1]])
    crossing = (_far(angles[:, 1] - before) < _far(line - before)) & ~fixed
    second = _since_fixed(crossing.astype(np.int64), fixed) % 2 == 1
    return np.where(second[:, None], angles[:, 1], line)


def _locked(found: Solutions, here: slice, before: np.ndarray) -> np.ndarray:
    b, sums = found.angles[here, 0, 1], found.sums[here]
    a = np.full(len(b), before[0])
    return np.stack([a, b, np.where(found.locked[here] > 0, sums - a, a - sums)], axis=1)


def _unrolled(angles: np.ndarray, leaps: np.ndarray, fixed: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Add full turns so that no frame jumps but where it should; fixed frames stay as they are."""
    turns = np.round((np.concatenate([start[None], angles[:-1]]) - angles) / _TURN) + leaps
    return angles + _TURN * _since_fixed(turns, fixed)


def _since_fixed(steps: np.ndarray, fixed: np.ndarray) -> np.ndarray:
    """The sum of ``steps`` (F, ...) up to each frame since the last fixed one."""
    total = np.cumsum(steps, axis=0)
    last = np.maximum.accumulate(np.where(fixed, np.arange(len(fixed)), -1))
    held = last >= 0
    since: np.ndarray = total.copy()
    since[held] -= total[last[held]]
    return since


def _far(steps: np.ndarray) -> np.ndarray:
    steps = wrapped(steps)
    return np.einsum("fi,fi->f", steps, steps)
