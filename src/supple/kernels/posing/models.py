r"""Solved frames as quadratic models, for a solve over time: what each holds, and what leaving it would cost.

The levels that are met are held. The strongest level that is missed costs :math:`|e|^2`, weaker ones the square of
what they move away from where they are, the pull :math:`\mu^2 |a|^2`, and a joint beyond its limit the square of that
at the end of a short bone, times a stiffness: limits that were held would come and go from frame to frame, with kinks.
Levels must come in that order: those that are missed after all that are met.
"""

from __future__ import annotations

from supple.kernels.jit import CUBE, INT, INTS, MATRIX, OUT_CUBE, OUT_MATRIX, OUT_VECTOR, array_out, dense
from supple.kernels.jit import types as numba_types
from supple.kernels.posing import slots
from supple.kernels.posing.approach import cost_from, restore
from supple.kernels.posing.arena import ARENA, ints, matrix, vector
from supple.kernels.posing.evaluate import evaluate, move
from supple.kernels.posing.locks import limit_slope_row, lock_broken, lock_touching, see_limits
from supple.kernels.posing.newton import add_squares, fill_downhill, fill_hessian
from supple.kernels.posing.problem import MASKS, PROBLEM, lay_out_body, lay_out_frame, pose_back
from supple.kernels.prioritized import close_level

OUT_INTS = array_out(1, numba_types.int64)


_RESTORING = 4  # steps
_RETURNING = 12  # steps back inside limits
_LOCK_ROUNDS = 8
_LOST = 1e-6  # of the height: what was held does not hold


@dense()
def _feel_limits(frame, felt):
    """The cost of joints beyond their limits; where it is ``felt``, with its slope and its second derivative."""
    low, high, values = vector(frame, slots.LOW), vector(frame, slots.HIGH), vector(frame, slots.VALUES)
    row, downhill, hessian = vector(frame, slots.STEP), vector(frame, slots.DOWNHILL), matrix(frame, slots.HESSIAN)
    cost, stiff = 0.0, vector(frame, slots.SIZES)[2]
    see_limits(frame)
    for n in range(values.shape[0]):
        beyond = max(values[n] - high[n], 0.0) - max(low[n] - values[n], 0.0)
        if beyond == 0.0:
            continue
        arm = limit_slope_row(n, row, frame)
        cost += stiff * (arm * beyond) ** 2
        if felt:
            for a in range(row.shape[0]):
                downhill[a] -= stiff * arm * beyond * row[a]
                for b in range(a + 1):
                    hessian[a, b] += stiff * row[a] * row[b]
    return cost


@dense()
def _hold(missed, slack, frame):
    """Set the slack of what is held to ``slack`` (K, 3); returns the strongest level that is ``missed`` (K,)."""
    row_start, level_start, order = (
        ints(frame, slots.ROW_START),
        ints(frame, slots.LEVEL_START),
        ints(frame, slots.ORDER),
    )
    counts, row_slack = ints(frame, slots.COUNTS), vector(frame, slots.SLACK)
    first, level = counts[slots.COUNT_LEVELS] + 1, 1
    for i in range(counts[slots.COUNT_TASKS]):
        while row_start[i] >= level_start[level + 1]:
            level += 1
        if missed[order[i]]:
            first = min(first, level)
        for r in range(row_start[i], row_start[i + 1]):
            row_slack[r] = 0.0 if level == first else slack[order[i], r - row_start[i]]
    return first


@dense()
def _held_frame(f, problem, working, missed, slack, root, rotations, frame):
    """Lay out a frame as it was solved, without locks; returns its strongest missed level."""
    over_time, static, source, _ = problem
    lay_out_frame(f, False, over_time, static, source, working, root, rotations, frame)
    return _hold(missed[f], slack[f], frame)


@dense(INT, MASKS, PROBLEM, ARENA, MATRIX, CUBE)
def see_frame(f, working, problem, frame, root, rotations):
    """Lay out one frame, lock the limits that its joints are at, and leave its errors and rows in the arena."""
    over_time, static, source, body = problem
    lay_out_body(body, frame)
    lay_out_frame(f, False, over_time, static, source, working, root, rotations, frame)
    lock_touching(frame)
    evaluate(frame)


@dense(INTS, MASKS, PROBLEM, ARENA, MASKS, CUBE, MATRIX, OUT_MATRIX, OUT_CUBE, OUT_VECTOR, OUT_VECTOR, OUT_CUBE)
def shift_frames(frames, working, problem, frame, missed, slack, step, root, rotations, cost, left, positions):
    """Take a ``step`` (n, D) in each of some ``frames`` (n,) and bring back what is held.

    Writes the ``cost`` (n,), what is ``left``, the largest error of what is held (n,) [m], and ``positions`` (n, J, 3).
    """
    lay_out_body(problem[3], frame)
    for i in range(frames.shape[0]):
        first = _held_frame(frames[i], problem, working, missed, slack, root, rotations, frame)
        move(step[i], 1.0, frame)
        level_start = ints(frame, slots.LEVEL_START)
        left[i] = restore(level_start[first], _RESTORING, frame)
        last = ints(frame, slots.COUNTS)[slots.COUNT_LEVELS] + 1
        cost[i] = cost_from(level_start[first], level_start[last], frame) + _feel_limits(frame, False)
        positions[i] = matrix(frame, slots.POSITIONS)
        pose_back(frames[i], frame, root, rotations)


@dense(INTS, MASKS, PROBLEM, ARENA, MASKS, CUBE, OUT_MATRIX, OUT_CUBE)
def bring_inside(frames, working, problem, frame, missed, slack, root, rotations):
    """Put joints of some ``frames`` (n,) that are beyond a limit on it, with all that is held still held.

    A frame in which that cannot be had stays as it is.
    """
    lay_out_body(problem[3], frame)
    for f in frames:
        first = _held_frame(f, problem, working, missed, slack, root, rotations, frame)
        lost = 0.0
        for _ in range(_LOCK_ROUNDS):
            if lock_broken(frame) == 0:
                break
            lost = restore(ints(frame, slots.LEVEL_START)[first], _RETURNING, frame)
        if lost <= _LOST * vector(frame, slots.SIZES)[0]:
            pose_back(f, frame, root, rotations)


@dense()
def _give(i, frame, hessian, downhill, axes, positions):
    filled, columns = matrix(frame, slots.HESSIAN), downhill.shape[1]
    downhill[i] = vector(frame, slots.DOWNHILL)
    axes[i] = matrix(frame, slots.AXES)
    positions[i] = matrix(frame, slots.POSITIONS)
    for a in range(columns):
        filled[a, a] += vector(frame, slots.SIZES)[1]
        for b in range(a + 1):
            hessian[i, a, b] = hessian[i, b, a] = filled[a, b]


@dense(
    INTS, MASKS, PROBLEM, ARENA, MASKS, CUBE, MATRIX, CUBE,
    OUT_CUBE, OUT_INTS, OUT_CUBE, OUT_MATRIX, OUT_CUBE, OUT_CUBE,
)  # fmt: skip
def model_frames(
    frames, working, problem, frame, missed, slack, root, rotations,
    basis, rank, hessian, downhill, axes, positions,
):  # fmt: skip
    """Write for some ``frames`` (n,) an orthonormal ``basis`` (n, R + 1, D) of what is held and its ``rank`` (n,), the
    ``hessian`` (n, D, D), the way ``downhill`` (n, D), and the scaled ``axes`` (n, D, 3) and ``positions`` (n, J, 3).
    """
    lay_out_body(problem[3], frame)
    for i in range(frames.shape[0]):
        first = _held_frame(frames[i], problem, working, missed, slack, root, rotations, frame)
        level_start = ints(frame, slots.LEVEL_START)
        restore(level_start[first], _RESTORING, frame)
        rank[i] = close_level(matrix(frame, slots.ROWS), 0, level_start[first], basis[i], 0, downhill.shape[1])
        fill_downhill(first, frame)
        fill_hessian(first, 1.0, frame)
        last = ints(frame, slots.COUNTS)[slots.COUNT_LEVELS] + 1
        add_squares(level_start[first + 1], level_start[last], 1.0, frame)
        _feel_limits(frame, True)
        _give(i, frame, hessian, downhill, axes, positions)
