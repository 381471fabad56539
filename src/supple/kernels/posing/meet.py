"""Meet levels exactly, and among all poses that do be nearest to the source."""

from __future__ import annotations

import numpy as np

from supple.kernels.algebra import cholesky, dot, fill_gram, solve_lower, solve_upper
from supple.kernels.jit import DISABLED, INT, apart, dense
from supple.kernels.jit import types as numba_types
from supple.kernels.posing import slots
from supple.kernels.posing.arena import POINTERS, copy, frame_at, ints, matrix, vector
from supple.kernels.posing.evaluate import evaluate, evaluate_errors, feel_pull, largest, move
from supple.kernels.prioritized import prioritized_step

_LONGEST = 0.5  # [rad] of one step
_ARRIVED = 5e-5  # [rad] a last step: the next would be several times shorter, and is guessed by mixing
_PATIENCE = 5  # steps before slow progress counts as none
_PROGRESS = 0.5  # of the squared misses may be left after a step
_SMALL_SQ = 1e-5  # of the height squared: misses of 5 mm may end slowly, while the pull is still at work
_GENTLE = 0.1  # [rad] after a step no longer than this, the next is mixed with it
_MIXED = 3.0  # times as long as the step, at most
_WEAK = 1e-9  # of the longest row, squared: dependent rows have no share of their own


@dense()
def _step_here(stop_level, size, frame):
    """Write the step; returns the sum of the squared errors."""
    level_start, errors = ints(frame, slots.LEVEL_START), vector(frame, slots.ERRORS)
    damping, total = vector(frame, slots.DAMPING), 0.0
    for level in range(stop_level):
        first, stop = level_start[level], level_start[level + 1]
        miss_sq = dot(errors[first:stop], errors[first:stop], stop - first)
        total += miss_sq
        damping[level] = (3.4e-8 + 0.03 * np.sqrt(miss_sq) / size) * size * size
    prioritized_step(
        matrix(frame, slots.ROWS), errors, level_start[: stop_level + 1], damping, vector(frame, slots.PULL),
        matrix(frame, slots.GRAM), matrix(frame, slots.SMALL), ints(frame, slots.KEPT_ROWS),
        vector(frame, slots.ALONG), vector(frame, slots.RIGHT), vector(frame, slots.STEP),
    )  # fmt: skip
    return total


@apart("supple_step_to_meet", INT, numba_types.float64, *POINTERS, returns=numba_types.float64)
def _step_at(stop_level, size, ints, ints_size, floats, floats_size, flags, flags_size):
    return _step_here(stop_level, size, frame_at(ints, ints_size, floats, floats_size, flags, flags_size))


@dense()
def _jump_to_step(stop_level, size, frame):
    return _step_at(
        stop_level, size,
        frame[0].ctypes, frame[0].size, frame[1].ctypes, frame[1].size, frame[2].ctypes, frame[2].size,
    )  # fmt: skip


step_to_meet = _step_here if DISABLED else _jump_to_step


@dense()
def _mix(mixes, frame):
    r"""Write into ``LAST_MOVE`` what to move by: the step, mixed with the one before.

    What the pull does in the free directions converges by a nearly constant share from step to step. Anderson's mixing
    of depth one, :math:`s - \gamma (m + s - s')` with the last step s' and move m, goes where they would end.
    """
    step, last, moved = vector(frame, slots.STEP), vector(frame, slots.LAST_STEP), vector(frame, slots.LAST_MOVE)
    size, along, apart_sq = step.shape[0], 0.0, 0.0
    for c in range(size):
        along += step[c] * (step[c] - last[c])
        apart_sq += (step[c] - last[c]) ** 2
    share = along / apart_sq if mixes and apart_sq > 0.0 else 0.0
    long_sq = 0.0
    for c in range(size):
        moved[c] = step[c] - share * (moved[c] + step[c] - last[c])
        long_sq += moved[c] * moved[c]
    if share != 0.0 and long_sq > _MIXED * _MIXED * dot(step, step, size):
        copy(step, moved)
    copy(step, last)


@dense()
def meet(stop_level, cap, attracted, frame):
    r"""Damped steps for the first levels, all as equations; what they leave free follows the pull if ``attracted``.

    Damping :math:`\rho = (\epsilon + 0.03 |e| / h) h^2` with the height h fades as a level is met, so that the end is
    quadratic. Returns the number of steps and whether they settled: slow progress means that a level cannot be met.
    Errors and pull are then those of the pose; rows are those of the pose before the last step, which was tiny.
    """
    size, step, pull = vector(frame, slots.SIZES)[0], vector(frame, slots.STEP), vector(frame, slots.PULL)
    before, last_large = np.inf, np.inf
    for count in range(cap):
        evaluate(frame)
        if not attracted:
            pull[:] = 0.0
        total = step_to_meet(stop_level, size, frame)
        large = largest(step, 0, step.shape[0])
        _mix(large < last_large < _GENTLE, frame)
        move(vector(frame, slots.LAST_MOVE), _LONGEST, frame)
        if large < _ARRIVED:
            evaluate_errors(frame)
            feel_pull(frame)
            return count + 1, True
        last_large = large
        if count >= _PATIENCE and total > _PROGRESS * before and total > _SMALL_SQ * size * size:
            return count + 1, False
        if count >= _PATIENCE - 1:
            before = total
    return cap, False


@dense()
def multipliers(stop, wish, frame):
    r"""The shares :math:`\nu` of the first rows in a wish: least squares of :math:`J^T \nu = wish`, into ``RIGHT``."""
    rows, gram, right = matrix(frame, slots.ROWS), matrix(frame, slots.GRAM), vector(frame, slots.RIGHT)
    size, longest = wish.shape[0], 0.0
    fill_gram(rows, stop, size, gram)
    for i in range(stop):
        longest = max(longest, gram[i, i])
        right[i] = dot(rows[i], wish, size)
    for i in range(stop):
        gram[i, i] += _WEAK * longest
    if stop > 0 and longest > 0.0 and cholesky(gram, stop):
        solve_lower(gram, right, stop)
        solve_upper(gram, right, stop)
    else:
        right[:stop] = 0.0
