"""Joint limits in the order of levels: a joint that leaves its range is put on the limit and held there, above all."""

from __future__ import annotations

from supple.kernels.dof_kinds import BALL
from supple.kernels.jit import DISABLED, INT, apart, dense
from supple.kernels.jit import types as numba_types
from supple.kernels.limit_curvature import limit_curvature
from supple.kernels.limit_values import limit_row, limit_values, values_near_ends
from supple.kernels.posing import slots
from supple.kernels.posing.arena import POINTERS, copy, frame_at, ints, matrix, vector

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
    locked, rows = ints(frame, slots.LOCKED), matrix(frame, slots.ROWS)
    lock_errors(frame)
    for i in range(ints(frame, slots.COUNTS)[slots.COUNT_LOCKS]):
        limit_slope_row(locked[i], rows[i], frame)


@dense()
def lock_errors(frame):
    """Write the errors of the locks alone."""
    count, arm = ints(frame, slots.COUNTS)[slots.COUNT_LOCKS], _ARM * vector(frame, slots.SIZES)[0]
    if count == 0:
        return
    locked, side, errors = ints(frame, slots.LOCKED), ints(frame, slots.LOCKED_SIDE), vector(frame, slots.ERRORS)
    low, high, values = vector(frame, slots.LOW), vector(frame, slots.HIGH), vector(frame, slots.VALUES)
    see_limits(frame)
    for i in range(count):
        n = locked[i]
        errors[i] = arm * ((high[n] if side[i] > 0 else low[n]) - values[n])


@dense()
def _add_curvature_here(i, force, frame):
    """Add what a force along lock i changes with the turns of its joint to the lower triangle of ``HESSIAN``.

    Only for joints that turn as balls; the value of a hinge is straight.
    """
    n, dof_start = ints(frame, slots.LOCKED)[i], ints(frame, slots.DOF_START)
    joint, first = ints(frame, slots.LIMIT_JOINT), dof_start[ints(frame, slots.LIMIT_JOINT)[n] + 1] - 3
    if first < dof_start[joint[n]] or ints(frame, slots.DOF_KIND)[first] != BALL:
        return
    scale, bent, hessian = vector(frame, slots.SCALE), matrix(frame, slots.BENT), matrix(frame, slots.HESSIAN)
    share = force * _ARM * vector(frame, slots.SIZES)[0]
    limit_curvature(
        n, matrix(frame, slots.ROTATIONS), joint, ints(frame, slots.LIMIT_KIND), matrix(frame, slots.LIMIT_AXIS),
        matrix(frame, slots.LIMIT_CENTRE), matrix(frame, slots.LIMIT_REST), ints(frame, slots.POLYGON_START),
        matrix(frame, slots.POLYGON), bent,
    )  # fmt: skip
    for a in range(3):
        for b in range(a + 1):
            hessian[first + a, first + b] += share * scale[first + a] * scale[first + b] * bent[a, b]


@apart("supple_add_lock_curvature", INT, numba_types.float64, *POINTERS)
def _add_curvature_at(i, force, ints, ints_size, floats, floats_size, flags, flags_size):
    _add_curvature_here(i, force, frame_at(ints, ints_size, floats, floats_size, flags, flags_size))


@dense()
def _jump_to_add_curvature(i, force, frame):
    _add_curvature_at(
        i, force,
        frame[0].ctypes, frame[0].size, frame[1].ctypes, frame[1].size, frame[2].ctypes, frame[2].size,
    )  # fmt: skip


add_lock_curvature = _add_curvature_here if DISABLED else _jump_to_add_curvature


@dense()
def keep_locks(frame):
    """Remember the locks as they are."""
    counts = ints(frame, slots.COUNTS)
    counts[slots.COUNT_KEPT] = counts[slots.COUNT_LOCKS]
    copy(ints(frame, slots.LOCKED), ints(frame, slots.KEPT_LOCKS))
    copy(ints(frame, slots.LOCKED_SIDE), ints(frame, slots.KEPT_SIDES))


@dense()
def remember_locks(f, side, frame):
    """Remember the locks of frame f, by the ``side`` (F, N) at which each limit holds its joint; 0 is none."""
    kept, sides, count = ints(frame, slots.KEPT_LOCKS), ints(frame, slots.KEPT_SIDES), 0
    for n in range(side.shape[1]):
        if side[f, n] != 0:
            kept[count], sides[count] = n, side[f, n]
            count += 1
    ints(frame, slots.COUNTS)[slots.COUNT_KEPT] = count


@dense()
def return_to_locks(frame):
    """Go back to the locks that were remembered."""
    counts = ints(frame, slots.COUNTS)
    shift_rows(counts[slots.COUNT_KEPT] - counts[slots.COUNT_LOCKS], frame)
    copy(ints(frame, slots.KEPT_LOCKS), ints(frame, slots.LOCKED))
    copy(ints(frame, slots.KEPT_SIDES), ints(frame, slots.LOCKED_SIDE))


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
    values_near_ends(
        matrix(frame, slots.ROTATIONS), joint, ints(frame, slots.LIMIT_KIND), matrix(frame, slots.LIMIT_AXIS),
        matrix(frame, slots.LIMIT_CENTRE), matrix(frame, slots.LIMIT_REST), ints(frame, slots.POLYGON_START),
        matrix(frame, slots.POLYGON), low, high, touch, matrix(frame, slots.SEEN_TURNS),
        vector(frame, slots.SEEN_VALUES), vector(frame, slots.SEEN_COSINES), values,
    )  # fmt: skip
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
