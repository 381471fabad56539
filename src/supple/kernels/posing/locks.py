"""Joint limits in the order of levels: a joint that leaves its range is put on the limit and held there, above all."""

from __future__ import annotations

from supple.kernels.jit import dense
from supple.kernels.limit_values import limit_row, limit_values
from supple.kernels.posing import slots
from supple.kernels.posing.arena import ints, matrix, vector

_TOUCH = 1e-6  # [rad] beyond a limit
_NEAR = 1e-3  # [rad] from a limit: there
_ARM = 0.1  # of the height: locks are weighed like the end of a bone of this length


@dense()
def see_limits(frame):
    """Write the values of all limits."""
    limit_values(
        matrix(frame, slots.ROTATIONS), ints(frame, slots.LIMIT_JOINT), ints(frame, slots.LIMIT_KIND),
        matrix(frame, slots.LIMIT_AXIS), matrix(frame, slots.LIMIT_CENTRE), matrix(frame, slots.LIMIT_REST),
        ints(frame, slots.POLYGON_START), matrix(frame, slots.POLYGON), vector(frame, slots.VALUES),
    )  # fmt: skip


@dense()
def lock_rows(frame):
    """Write errors and rows of the locks, in metres at the end of a short bone, so that they compare with the rest."""
    count = ints(frame, slots.COUNTS)[slots.COUNT_LOCKS]
    if count == 0:
        return
    locked, side = ints(frame, slots.LOCKED), ints(frame, slots.LOCKED_SIDE)
    errors, rows = vector(frame, slots.ERRORS), matrix(frame, slots.ROWS)
    low, high, values = vector(frame, slots.LOW), vector(frame, slots.HIGH), vector(frame, slots.VALUES)
    see_limits(frame)
    for i in range(count):
        n = locked[i]
        arm = limit_slope_row(n, rows[i], frame)
        errors[i] = arm * ((high[n] if side[i] > 0 else low[n]) - values[n])


@dense()
def limit_slope_row(n, row, frame):
    """Write how far the end of a short bone moves with the value of a limit (D,); returns the length of the bone."""
    joint, dof_start = ints(frame, slots.LIMIT_JOINT), ints(frame, slots.DOF_START)
    scale, arm = vector(frame, slots.SCALE), _ARM * vector(frame, slots.SIZES)[0]
    row[:] = 0.0
    limit_row(
        n, matrix(frame, slots.ROTATIONS), joint, ints(frame, slots.LIMIT_KIND), matrix(frame, slots.LIMIT_AXIS),
        matrix(frame, slots.LIMIT_CENTRE), matrix(frame, slots.LIMIT_REST), ints(frame, slots.POLYGON_START),
        matrix(frame, slots.POLYGON), dof_start, ints(frame, slots.DOF_KIND), matrix(frame, slots.DOF_AXES), row,
    )  # fmt: skip
    for d in range(dof_start[joint[n]], dof_start[joint[n] + 1]):
        row[d] *= arm * scale[d]
    return arm


@dense()
def lock_broken(frame):
    """Lock every limit that is broken and not locked yet; returns how many are new."""
    return _lock_beyond(_TOUCH, frame)


@dense()
def lock_touching(frame):
    """Lock every limit that a joint is at."""
    return _lock_beyond(-_NEAR, frame)


@dense()
def _lock_beyond(touch, frame):
    locked, side, joint = ints(frame, slots.LOCKED), ints(frame, slots.LOCKED_SIDE), ints(frame, slots.LIMIT_JOINT)
    low, high, values = vector(frame, slots.LOW), vector(frame, slots.HIGH), vector(frame, slots.VALUES)
    dof_start, before = ints(frame, slots.DOF_START), ints(frame, slots.COUNTS)[slots.COUNT_LOCKS]
    see_limits(frame)
    fresh = 0
    for n in range(joint.shape[0]):
        over, under = values[n] - high[n], low[n] - values[n]
        if max(over, under) <= touch or dof_start[joint[n]] == dof_start[joint[n] + 1]:
            continue
        known = False
        for i in range(before):
            known = known or locked[i] == n
        if not known:
            locked[before + fresh], side[before + fresh] = n, (1 if over > under else -1)
            fresh += 1
    shift_rows(fresh, frame)
    return fresh


@dense()
def unlock(i, frame):
    """Let lock i go."""
    locked, side = ints(frame, slots.LOCKED), ints(frame, slots.LOCKED_SIDE)
    for k in range(i, ints(frame, slots.COUNTS)[slots.COUNT_LOCKS] - 1):
        locked[k], side[k] = locked[k + 1], side[k + 1]
    shift_rows(-1, frame)


@dense()
def shift_rows(by, frame):
    """Change the number of locks: rows of tasks, and what they may miss, make room or close up."""
    row_start, level_start = ints(frame, slots.ROW_START), ints(frame, slots.LEVEL_START)
    slack, counts = vector(frame, slots.SLACK), ints(frame, slots.COUNTS)
    before, stop = counts[slots.COUNT_LOCKS], row_start[counts[slots.COUNT_TASKS]]
    if by > 0:
        for i in range(stop - 1, before - 1, -1):
            slack[i + by] = slack[i]
    elif by < 0:
        for i in range(before, stop):
            slack[i + by] = slack[i]
    counts[slots.COUNT_LOCKS] = before + by
    slack[: before + by] = 0.0
    for k in range(counts[slots.COUNT_TASKS] + 1):
        row_start[k] += by
    for level in range(1, counts[slots.COUNT_LEVELS] + 3):
        level_start[level] += by
