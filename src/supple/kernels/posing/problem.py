"""All frames of a plan, as kernels take them, and one of them laid out in its arena."""

from __future__ import annotations

from supple.kernels.jit import CUBE, INTS, MATRIX, VECTOR, array_in, dense
from supple.kernels.jit import types as numba_types
from supple.kernels.posing import slots
from supple.kernels.posing.arena import cube, flags, ints, masks, matrix, vector
from supple.kernels.task_kinds import MASS

INT_MATRIX, MASKS = array_in(2, numba_types.int64), array_in(2, numba_types.boolean)
OVER_TIME = numba_types.Tuple((INT_MATRIX, CUBE, INT_MATRIX, CUBE, MATRIX))  # level to share of a Plan
STATIC = numba_types.Tuple((INTS, INTS, MATRIX, MATRIX, CUBE, INTS, INTS, INTS, MASKS))  # kind to recruited (K, D)
SOURCE = numba_types.Tuple((CUBE, MATRIX, CUBE, MATRIX, MATRIX))  # offsets, root, rotations, low and high of limits
BODY = numba_types.Tuple(
    (VECTOR, INTS, INTS, INTS, MATRIX, VECTOR, VECTOR, MATRIX, INTS, INTS, MATRIX, MATRIX, MATRIX, INTS, MATRIX)
)  # sizes, the body's arrays, those of the limits
PROBLEM = numba_types.Tuple((OVER_TIME, STATIC, SOURCE, BODY))


@dense()
def lay_out_body(body, frame):
    """Copy what is the same in all frames."""
    (sizes, parents, dof_start, dof_kind, dof_axes, scale, masses, centres,
     limit_joint, limit_kind, limit_axis, limit_centre, limit_rest, polygon_start, polygon) = body  # fmt: skip
    vector(frame, slots.SIZES)[:] = sizes
    ints(frame, slots.PARENTS)[:] = parents
    ints(frame, slots.DOF_START)[:] = dof_start
    ints(frame, slots.DOF_KIND)[:] = dof_kind
    matrix(frame, slots.DOF_AXES)[:] = dof_axes
    vector(frame, slots.SCALE)[:] = scale
    vector(frame, slots.MASSES)[:] = masses
    matrix(frame, slots.CENTRES)[:] = centres
    ints(frame, slots.LIMIT_JOINT)[:] = limit_joint
    ints(frame, slots.LIMIT_KIND)[:] = limit_kind
    matrix(frame, slots.LIMIT_AXIS)[:] = limit_axis
    matrix(frame, slots.LIMIT_CENTRE)[:] = limit_centre
    matrix(frame, slots.LIMIT_REST)[:] = limit_rest
    ints(frame, slots.POLYGON_START)[:] = polygon_start
    matrix(frame, slots.POLYGON)[:] = polygon


@dense()
def lay_out_frame(f, over_time, static, source, working, root, rotations, frame):
    """Copy one frame: its pose, and its tasks in the order of levels; no lock, no slack."""
    offsets, source_root, source_rotations, low, high = source
    vector(frame, slots.ROOT)[:] = root[f]
    matrix(frame, slots.ROTATIONS)[:] = rotations[f]
    matrix(frame, slots.OFFSETS)[:] = offsets[f] if offsets.shape[0] > 1 else offsets[0]
    vector(frame, slots.SOURCE_ROOT)[:] = source_root[f]
    matrix(frame, slots.SOURCE_ROTATIONS)[:] = source_rotations[f]
    vector(frame, slots.LOW)[:] = low[f]
    vector(frame, slots.HIGH)[:] = high[f]
    vector(frame, slots.SLACK)[:] = 0.0
    flags(frame, slots.MISSED)[:] = False
    counts = ints(frame, slots.COUNTS)
    counts[:] = 0
    counts[slots.COUNT_TASKS] = _in_order(working[f], over_time[0][f], ints(frame, slots.ORDER))
    _lay_out_levels(over_time[0][f], static[5], frame)
    for i in range(counts[slots.COUNT_TASKS]):
        _lay_out_task(i, f, over_time, static, frame)


@dense()
def pose_back(f, frame, root, rotations):
    """Give the pose of a frame back."""
    root[f] = vector(frame, slots.ROOT)
    rotations[f] = matrix(frame, slots.ROTATIONS)


@dense()
def _in_order(working, level, order):
    """Write the tasks at work, the strongest first; returns how many there are."""
    count = 0
    for k in range(working.shape[0]):
        if working[k]:
            at = count
            while at > 0 and level[order[at - 1]] > level[k]:
                order[at] = order[at - 1]
                at -= 1
            order[at] = k
            count += 1
    return count


@dense()
def _lay_out_levels(level, row_count, frame):
    """Where the rows of tasks and levels start. An empty level comes last, for what only the pull decides."""
    order, counts = ints(frame, slots.ORDER), ints(frame, slots.COUNTS)
    level_start, row_start = ints(frame, slots.LEVEL_START), ints(frame, slots.ROW_START)
    level_start[0] = level_start[1] = row_start[0] = 0
    count, last = counts[slots.COUNT_TASKS], 1
    for i in range(count):
        if i > 0 and level[order[i]] != level[order[i - 1]]:
            last += 1
            level_start[last] = row_start[i]
        row_start[i + 1] = row_start[i] + row_count[order[i]]
    level_start[last + 1] = level_start[last + 2] = row_start[count]
    counts[slots.COUNT_LEVELS] = last


@dense()
def _lay_out_task(i, f, over_time, static, frame):
    _, goal, reference, support_point, share = over_time
    kind, joint, point, axis, basis, _, support_start, support_joint, recruited = static
    k = ints(frame, slots.ORDER)[i]
    starts, joints = ints(frame, slots.SUPPORT_START), ints(frame, slots.SUPPORT_JOINT)
    ints(frame, slots.KIND)[i] = kind[k]
    ints(frame, slots.JOINT)[i] = joint[k]
    ints(frame, slots.REFERENCE)[i] = reference[f, k]
    matrix(frame, slots.POINT)[i] = point[k]
    matrix(frame, slots.AXIS)[i] = axis[k]
    matrix(frame, slots.GOAL)[i] = goal[f, k]
    cube(frame, slots.BASIS)[i] = basis[k]
    masks(frame, slots.RECRUITED)[i] = recruited[k]
    if kind[k] == MASS:
        ints(frame, slots.COUNTS)[slots.COUNT_MASS] += 1
    at = starts[i] if i > 0 else 0
    starts[i] = at
    for s in range(support_start[k], support_start[k + 1]):
        joints[at] = support_joint[s]
        vector(frame, slots.SHARE)[at] = share[f, s]
        matrix(frame, slots.SUPPORT_POINT)[at] = support_point[f, s]
        at += 1
    starts[i + 1] = at
