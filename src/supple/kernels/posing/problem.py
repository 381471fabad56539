"""All frames of a plan, as kernels take them, and one of them laid out in its arena."""

from __future__ import annotations

from supple.kernels import vectors
from supple.kernels.jit import CUBE, INTS, MATRIX, VECTOR, array_in, dense
from supple.kernels.jit import types as numba_types
from supple.kernels.posing import slots
from supple.kernels.posing.arena import (
    copy,
    copy_of_frame,
    copy_rows,
    copy_turns_in,
    copy_turns_of,
    cube,
    flags,
    ints,
    masks,
    matrix,
    vector,
)
from supple.kernels.task_kinds import MASS, POINT

INT_MATRIX, MASKS = array_in(2, numba_types.int64), array_in(2, numba_types.boolean)
OVER_TIME = numba_types.Tuple((INT_MATRIX, CUBE, INT_MATRIX, CUBE, MATRIX))  # level to share of a Plan
FLAGS = array_in(1, numba_types.boolean)
STATIC = numba_types.Tuple((INTS, INTS, MATRIX, MATRIX, CUBE, FLAGS, INTS, INTS, INTS, MASKS))  # kind to recruited
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
    copy_of_frame(root, f, vector(frame, slots.ROOT))
    copy_turns_of(rotations, f, matrix(frame, slots.ROTATIONS))
    if not again or offsets.shape[0] > 1:
        copy_rows(offsets[f] if offsets.shape[0] > 1 else offsets[0], matrix(frame, slots.OFFSETS))
    copy_of_frame(source_root, f, vector(frame, slots.SOURCE_ROOT))
    copy_turns_of(source_rotations, f, matrix(frame, slots.SOURCE_ROTATIONS))
    copy_of_frame(low, f, vector(frame, slots.LOW))
    copy_of_frame(high, f, vector(frame, slots.HIGH))
    vector(frame, slots.SLACK)[:] = 0.0
    flags(frame, slots.MISSED)[:] = False
    ints(frame, slots.RELEASED)[:] = 0
    counts = ints(frame, slots.COUNTS)
    counts[slots.COUNT_LOCKS] = counts[slots.COUNT_CAPPED] = counts[slots.COUNT_KEPT] = 0
    if not again:
        counts[slots.COUNT_MASS] = 0
        counts[slots.COUNT_TASKS] = _in_order(f, working, over_time[0], ints(frame, slots.ORDER))
        for i in range(counts[slots.COUNT_TASKS]):
            _lay_out_task(i, static, frame)
            _lay_out_common(i, frame)
        _lay_out_above(frame)
    _lay_out_levels(f, over_time[0], static[6], frame)
    _lay_out_goals(f, over_time, frame)
    _turn_rows(f, over_time[1], static[4], static[5], frame)


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
    own = vector(frame, slots.ROOT)
    for i in range(3):
        root[f, i] = own[i]
    copy_turns_in(matrix(frame, slots.ROTATIONS), f, rotations)


@dense()
def _in_order(f, working, level, order):
    """Write the tasks at work in a frame, the strongest first; returns how many there are."""
    count = 0
    for k in range(working.shape[1]):
        if working[f, k]:
            at = count
            while at > 0 and level[f, order[at - 1]] > level[f, k]:
                order[at] = order[at - 1]
                at -= 1
            order[at] = k
            count += 1
    return count


@dense()
def _lay_out_levels(f, level, row_count, frame):
    """Where the rows of tasks and levels start. An empty level comes last, for what only the pull decides."""
    order, counts = ints(frame, slots.ORDER), ints(frame, slots.COUNTS)
    level_start, row_start = ints(frame, slots.LEVEL_START), ints(frame, slots.ROW_START)
    level_start[0] = level_start[1] = row_start[0] = 0
    count, last = counts[slots.COUNT_TASKS], 1
    for i in range(count):
        if i > 0 and level[f, order[i]] != level[f, order[i - 1]]:
            last += 1
            level_start[last] = row_start[i]
        row_start[i + 1] = row_start[i] + row_count[order[i]]
    level_start[last + 1] = level_start[last + 2] = row_start[count]
    counts[slots.COUNT_LEVELS] = last


@dense()
def _lay_out_task(i, static, frame):
    """What of a task is the same in all frames."""
    kind, joint, point, axis, basis, _, _, support_start, support_joint, recruited = static
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
def _lay_out_common(i, frame):
    """Behind which column a point and those before it have none in common: the last of the last joint that moves both.

    Every subtree is one block, so that what is common to two tasks comes before what is not.
    """
    parents, start, joint = ints(frame, slots.PARENTS), ints(frame, slots.DOF_START), ints(frame, slots.JOINT)
    common, kind, tasks = ints(frame, slots.COMMON), ints(frame, slots.KIND), joint.shape[0]
    for k in range(i + 1):
        if kind[i] != POINT or kind[k] != POINT:
            continue
        a, b = joint[i], joint[k]
        while a != b:
            if a > b:
                a = parents[a]
            else:
                b = parents[b]
        common[i * tasks + k] = common[k * tasks + i] = start[a + 1]


@dense()
def _lay_out_above(frame):
    """The joints that the points of tasks hang on, parents first: no other has to be posed for them."""
    above, parents, joint = ints(frame, slots.ABOVE), ints(frame, slots.PARENTS), ints(frame, slots.JOINT)
    counts, count = ints(frame, slots.COUNTS), 0
    for j in range(above.shape[0]):
        above[j] = 0
    for i in range(counts[slots.COUNT_TASKS]):
        j = joint[i]
        while j >= 0:
            above[j] = 1
            j = parents[j]
    for j in range(above.shape[0]):  # from marks to numbers, of which there are no more than marks were looked at
        if above[j] == 1:
            above[count] = j
            count += 1
    counts[slots.COUNT_ABOVE] = count


@dense()
def _lay_out_goals(f, over_time, frame):
    """What of tasks changes from frame to frame."""
    _, goal, reference, support_point, share = over_time
    order, starts, support = ints(frame, slots.ORDER), ints(frame, slots.SUPPORT_START), ints(frame, slots.SUPPORT)
    wanted, references, shares = matrix(frame, slots.GOAL), ints(frame, slots.REFERENCE), vector(frame, slots.SHARE)
    points, count = matrix(frame, slots.SUPPORT_POINT), ints(frame, slots.COUNTS)[slots.COUNT_TASKS]
    for i in range(count):
        k = order[i]
        references[i] = reference[f, k]
        wanted[i, 0], wanted[i, 1], wanted[i, 2], wanted[i, 3] = vectors.turn_in(goal, f, k)
    for at in range(starts[count] if count > 0 else 0):
        shares[at] = share[f, support[at]]
        points[at, 0], points[at, 1], points[at, 2] = vectors.row_in(support_point, f, support[at])


@dense()
def _turn_rows(f, goal, basis, turning, frame):
    """Rows that are given in the frame of a task's goal, as the world has them."""
    order, rows = ints(frame, slots.ORDER), cube(frame, slots.BASIS)
    for i in range(ints(frame, slots.COUNTS)[slots.COUNT_TASKS]):
        k = order[i]
        if turning[k]:
            turn = vectors.turn_in(goal, f, k)
            for r in range(3):
                rows[i, r, 0], rows[i, r, 1], rows[i, r, 2] = vectors.rotated(turn, vectors.row_in(basis, k, r))
