"""Frames one after the other, each by itself."""

from __future__ import annotations

from supple.kernels.jit import INT, INTS, OUT_CUBE, OUT_MATRIX, array_out, dense
from supple.kernels.jit import types as numba_types
from supple.kernels.posing import slots
from supple.kernels.posing.arena import ARENA, flags, ints, vector
from supple.kernels.posing.evaluate import evaluate_errors, feel_pull, largest
from supple.kernels.posing.frame import solve_frame
from supple.kernels.posing.problem import MASKS, PROBLEM, lay_out_body, lay_out_frame, pose_back

OUT_INTS, OUT_MASKS = array_out(1, numba_types.int64), array_out(2, numba_types.boolean)
OUT_FLAGS, OUT_SIDES = array_out(1, numba_types.boolean), array_out(2, numba_types.int64)
_SATISFIED = 1e-10  # of the height: nothing to do


@dense()
def _nothing_to_do(frame):
    """Whether the source already does all that is asked."""
    pull, last = vector(frame, slots.PULL), ints(frame, slots.COUNTS)[slots.COUNT_TASKS]
    evaluate_errors(frame)
    stop = ints(frame, slots.ROW_START)[last]
    if largest(vector(frame, slots.ERRORS), 0, stop) > _SATISFIED * vector(frame, slots.SIZES)[0]:
        return False
    feel_pull(frame)
    return largest(pull, 0, pull.shape[0]) == 0.0


@dense()
def _store(f, frame, capped, missed, slack, side):
    """Keep what a solved frame came to, by task and by limit."""
    row_start, level_start, order = (
        ints(frame, slots.ROW_START),
        ints(frame, slots.LEVEL_START),
        ints(frame, slots.ORDER),
    )
    counts, row_slack, gone = ints(frame, slots.COUNTS), vector(frame, slots.SLACK), flags(frame, slots.MISSED)
    capped[f] = counts[slots.COUNT_CAPPED] > 0
    level = 1
    for i in range(counts[slots.COUNT_TASKS]):
        while row_start[i] >= level_start[level + 1]:
            level += 1
        missed[f, order[i]] = gone[level]
        for r in range(row_start[i], row_start[i + 1]):
            slack[f, order[i], r - row_start[i]] = row_slack[r]
    side[f, :] = 0
    for i in range(counts[slots.COUNT_LOCKS]):
        side[f, ints(frame, slots.LOCKED)[i]] = ints(frame, slots.LOCKED_SIDE)[i]


@dense(INTS, INT, MASKS, PROBLEM, ARENA, OUT_MATRIX, OUT_CUBE, OUT_INTS, OUT_FLAGS, OUT_MASKS, OUT_CUBE, OUT_SIDES)
def solve_frames(frames, cap, working, problem, frame, root, rotations, steps, capped, missed, slack, side):
    """Solve ``frames`` (n,), each from the pose that ``root`` (F, 3) and ``rotations`` (F, J, 4) hold, in place.

    ``working`` (F, K) says which tasks are at work; ``frame`` is the arena. Also written: ``steps`` (F,), whether
    the cap cut a search short, ``capped`` (F,), ``missed`` (F, K), ``slack`` (F, K, 3) and the ``side`` (F, N) at which
    a limit is locked.
    """
    over_time, static, source, body = problem
    lay_out_body(body, frame)
    for f in frames:
        lay_out_frame(f, over_time, static, source, working, root, rotations, frame)
        if _nothing_to_do(frame):
            continue
        steps[f] += solve_frame(cap, frame)
        pose_back(f, frame, root, rotations)
        _store(f, frame, capped, missed, slack, side)
