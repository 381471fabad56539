"""Come as near as possible to a level that cannot be met, while the stronger ones hold."""

from __future__ import annotations

import numpy as np

from supple.kernels.algebra import add_direction, dot
from supple.kernels.jit import dense
from supple.kernels.posing import slots
from supple.kernels.posing.arena import ints, matrix, vector
from supple.kernels.posing.evaluate import BEST, evaluate, keep_pose, largest, move, return_to
from supple.kernels.posing.newton import factored, fill_downhill, fill_hessian, newton_step

_LONGEST = 0.6  # [rad] of one step
_LONGEST_BACK = 0.3  # [rad] of one step that restores
_ARRIVED = 1e-5  # [rad] a step that changes nothing
_DEPENDENT_SQ = 1e-8  # a row whose new part is 1e-4 of the longest row is dependent
_HELD = 6e-8  # of the height: stronger levels are restored to this
_LOST = 6e-4  # of the height: they could not be restored
_FLAT = 1e-7  # relative fall of the cost that counts as none
_ROUNDING = 1e-10  # relative rise of the cost that counts as none
_REFUSALS = 10
_STIFF = 1e3  # squares of stronger rows: only what they leave free needs to be convex
_RESTORING = 3  # steps that bring stronger levels back after one of a weaker level
_RETURNING = 20  # steps that bring a joint back inside a limit that was found broken


@dense()
def restore(stop, most, frame):
    """Gauss-Newton steps, ``most`` of them, that bring the first rows back to zero; returns the largest error left."""
    size, errors, step = vector(frame, slots.SIZES)[0], vector(frame, slots.ERRORS), vector(frame, slots.STEP)
    count, worst = 0, np.inf
    while worst > _HELD * size and count <= most:
        if count > 0:
            _shortest_step(errors, matrix(frame, slots.ROWS), stop, matrix(frame, slots.DIRECTIONS), step)
            move(step, _LONGEST_BACK, frame)
        evaluate(frame)
        worst = largest(errors, 0, stop)
        count += 1
    return worst


@dense()
def _shortest_step(errors, rows, stop, basis, step):
    """The shortest step that cancels the first errors; rows that depend on those before are left out."""
    size, rank, longest = step.shape[0], 0, 0.0
    step[:] = 0.0
    for i in range(stop):
        longest = max(longest, dot(rows[i], rows[i], size))
    for i in range(stop):
        now = add_direction(rows[i], basis, rank, size, _DEPENDENT_SQ * longest)
        if now > rank:
            along = (errors[i] - dot(rows[i], step, size)) / dot(rows[i], basis[rank], size)
            for c in range(size):
                step[c] += along * basis[rank, c]
        rank = now


@dense()
def cost_from(first, stop, frame):
    """The squared errors of some rows, and the pull, weighed."""
    errors, pull = vector(frame, slots.ERRORS), vector(frame, slots.PULL)
    missed = dot(errors[first:stop], errors[first:stop], stop - first)
    return missed + vector(frame, slots.SIZES)[1] * dot(pull, pull, pull.shape[0])


@dense()
def approach(level, cap, frame):
    r"""Minimise :math:`|e_k|^2 + \mu^2 |pull|^2` with all stronger levels as equations; returns the steps taken.

    Newton steps with a Levenberg-Marquardt shift: a step counts only if, after the stronger levels are restored, its
    cost fell.
    """
    sizes, downhill = vector(frame, slots.SIZES), vector(frame, slots.DOWNHILL)
    size, pull_weight = sizes[0], sizes[1]
    hard, stop = ints(frame, slots.LEVEL_START)[level], ints(frame, slots.LEVEL_START)[level + 1]
    shift, best, refused, flat, large, count = -1.0, np.inf, 0, 0, np.inf, 0
    while True:
        lost = restore(hard, _RETURNING if count == 0 else _RESTORING, frame)
        cost = cost_from(hard, stop, frame)
        if count > 0 and (cost > best * (1.0 + _ROUNDING) or lost > _LOST * size):
            refused += 1
            return_to(BEST, frame)
            evaluate(frame)
            shift = max(4.0 * shift, 0.1 * pull_weight)
        else:
            flat = flat + 1 if best - cost < _FLAT * best else 0
            shift = 0.03 * size * np.sqrt(cost) if count == 0 else (0.2 * shift if refused == 0 else shift)
            shift = 0.0 if shift < 1e-3 * pull_weight else shift
            best, refused = cost, 0
            keep_pose(BEST, frame)
        if large < _ARRIVED or flat >= 2 or refused > _REFUSALS:
            return count
        if count == cap:
            ints(frame, slots.COUNTS)[slots.COUNT_CAPPED] += 1
            return count
        fill_downhill(level, frame)
        fill_hessian(level, _STIFF, frame)
        shift = factored(shift, frame)
        newton_step(hard, frame)
        large = move(downhill, _LONGEST, frame)
        count += 1
