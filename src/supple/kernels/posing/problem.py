"""All frames of a plan, as kernels take them, and one of them laid out in its arena."""

from __future__ import annotations

from supple.kernels.jit import CUBE, INTS, MATRIX, VECTOR, array_in, dense
from supple.kernels.jit import types as numba_types
from supple.kernels.posing import slots
from supple.kernels.posing.arena import copy, copy_rows, copy_turns, cube, flags, ints, masks, matrix, vector
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
    copy(sizes, vector(frame, slots.SIZES))
    copy(parents, ints(frame, slots.PARENTS))
    copy(dof_start, ints(frame, slots.DOF_START))
    copy(dof_kind, ints(frame, slots.DOF_KIND))
    copy_rows(dof_axes, matrix(frame, slots.DOF_AXES))
    copy(scale, vector(frame, slots.SCALE))
    copy(masses, vector(frame, slots.MASSES))
    copy_rows(centres, matrix(frame, slots.CENTRES))
    copy(limit_joint, ints(frame, slots.LIMIT_JOINT))
    copy(limit_kind, ints(frame, slots.LIMIT_KIND))
    copy_rows(limit_axis, matrix(frame, slots.LIMIT_AXIS))
    copy_rows(limit_centre, matrix(frame, slots.LIMIT_CENTRE))
    copy_rows(limit_rest, matrix(frame, slots.LIMIT_REST))
    copy(polygon_start, ints(frame, slots.POLYGON_START))
    copy_rows(polygon, matrix(frame, slots.POLYGON))


@dense()
def lay_out_frame(f, again, over_time, static, source, working, root, rotations, frame):
    """Copy one frame: its pose, and its tasks in the order of levels; no lock, no slack.

    ``again``: the frame that was laid out last has the same tasks in the same order, so that only what changes from
    frame to frame is copied.
    """
    offsets, source_root, source_rotations, low, high = source
    copy(root[f], vector(frame, slots.ROOT))
    copy_turns(rotations[f], matrix(frame, slots.ROTATIONS))
    if not again or offsets.shape[0] > 1:
        copy_rows(offsets[f] if offsets.shape[0] > 1 else offsets[0], matrix(frame, slots.OFFSETS))
    copy(source_root[f], vector(frame, slots.SOURCE_ROOT))
    copy_turns(source_rotations[f], matrix(frame, slots.SOURCE_ROTATIONS))
    copy(low[f], vector(frame, slots.LOW))
    copy(high[f], vector(frame, slots.HIGH))
    vector(frame, slots.SLACK)[:] = 0.0
    flags(frame, slots.MISSED)[:] = False
    ints(frame, slots.RELEASED)[:] = 0
    counts = ints(frame, slots.COUNTS)
    mass = counts[slots.COUNT_MASS]
    counts[:] = 0
    counts[slots.COUNT_TASKS] = _in_order(working[f], over_time[0][f], ints(frame, slots.ORDER))
    _lay_out_levels(over_time[0][f], static[5], frame)
    if again:
        counts[slots.COUNT_MASS] = mass
    for i in range(counts[slots.COUNT_TASKS]):
        if not again:
            _lay_out_task(i, static, frame)
        _lay_out_goal(i, f, over_time, frame)


@dense()
def same_tasks(f, other, over_time, working):
    """Whether the same tasks are at work in two frames, in the same order."""
    level = over_time[0]
    for k in range(working.shape[1]):
        if working[f, k] != working[other, k] or level[f, k] != level[other, k]:
            return False
    return True


@dense()
def pose_back(f, frame, root, rotations):
    """Give the pose of a frame back."""
    copy(vector(frame, slots.ROOT), root[f])
    copy_turns(matrix(frame, slots.ROTATIONS), rotations[f])


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
def _lay_out_task(i, static, frame):
    """What of a task is the same in all frames."""
    kind, joint, point, axis, basis, _, support_start, support_joint, recruited = static
    k = ints(frame, slots.ORDER)[i]
    starts, joints = ints(frame, slots.SUPPORT_START), ints(frame, slots.SUPPORT_JOINT)
    ints(frame, slots.KIND)[i] = kind[k]
    ints(frame, slots.JOINT)[i] = joint[k]
    copy(point[k], matrix(frame, slots.POINT)[i])
    copy(axis[k], matrix(frame, slots.AXIS)[i])
    copy_rows(basis[k], cube(frame, slots.BASIS)[i])
    copy(recruited[k], masks(frame, slots.RECRUITED)[i])
    if kind[k] == MASS:
        ints(frame, slots.COUNTS)[slots.COUNT_MASS] += 1
    at = starts[i] if i > 0 else 0
    starts[i] = at
    for s in range(support_start[k], support_start[k + 1]):
        joints[at] = support_joint[s]
        ints(frame, slots.SUPPORT)[at] = s
        at += 1
    starts[i + 1] = at


@dense()
def _lay_out_goal(i, f, over_time, frame):
    """What of a task changes from frame to frame."""
    _, goal, reference, support_point, share = over_time
    k, starts, support = ints(frame, slots.ORDER)[i], ints(frame, slots.SUPPORT_START), ints(frame, slots.SUPPORT)
    ints(frame, slots.REFERENCE)[i] = reference[f, k]
    copy(goal[f, k], matrix(frame, slots.GOAL)[i])
    for at in range(starts[i], starts[i + 1]):
        vector(frame, slots.SHARE)[at] = share[f, support[at]]
        copy(support_point[f, support[at]], matrix(frame, slots.SUPPORT_POINT)[at])
