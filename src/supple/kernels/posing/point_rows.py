"""Errors and rows of a pose whose tasks are all about points that go to places in the world: most poses of most edits.

The same numbers as those of :mod:`supple.kernels.tasks`, in a fifth of the time: one loop, and no case to tell apart.
"""

from __future__ import annotations

from supple.kernels import vectors
from supple.kernels.algebra import gram_block
from supple.kernels.dof_kinds import PARENT, SLIDE
from supple.kernels.factors import fill_products
from supple.kernels.fk import hang
from supple.kernels.jit import dense
from supple.kernels.posing import slots
from supple.kernels.posing.arena import copy, cube, ints, masks, matrix, vector
from supple.kernels.task_kinds import POINT


@dense()
def all_points(frame):
    """Whether no task asks for more than points at places."""
    kind, starts, counts = ints(frame, slots.KIND), ints(frame, slots.SUPPORT_START), ints(frame, slots.COUNTS)
    for i in range(counts[slots.COUNT_TASKS]):
        if kind[i] != POINT:
            return False
    return starts[counts[slots.COUNT_TASKS]] == 0


@dense()
def place_points(frame):
    """Places and turns of the joints that points hang on, as :func:`supple.kernels.fk.pose_frame` has them."""
    above, parents, rotations = ints(frame, slots.ABOVE), ints(frame, slots.PARENTS), matrix(frame, slots.ROTATIONS)
    positions, turned, offsets = (
        matrix(frame, slots.POSITIONS),
        matrix(frame, slots.TURNED),
        matrix(frame, slots.OFFSETS),
    )
    copy(vector(frame, slots.ROOT), positions[0])
    copy(rotations[0], turned[0])
    for n in range(1, ints(frame, slots.COUNTS)[slots.COUNT_ABOVE]):
        j = above[n]
        p = parents[j]
        hang(positions[p], turned[p], offsets[j], rotations[j], positions[j], turned[j])


@dense()
def see_points(frame):
    """The same, and the scaled axes of these joints."""
    above, parents, start = ints(frame, slots.ABOVE), ints(frame, slots.PARENTS), ints(frame, slots.DOF_START)
    axes, scale, turned = matrix(frame, slots.AXES), vector(frame, slots.SCALE), matrix(frame, slots.TURNED)
    kind, own = ints(frame, slots.DOF_KIND), matrix(frame, slots.DOF_AXES)
    place_points(frame)
    for n in range(ints(frame, slots.COUNTS)[slots.COUNT_ABOVE]):
        j = above[n]
        for d in range(start[j], start[j + 1]):
            axis = vectors.scaled(scale[d], vectors.row_of(own, d))
            if kind[d] == PARENT and j > 0:
                axis = vectors.rotated(vectors.turn_of(turned, parents[j]), axis)
            elif kind[d] != PARENT and kind[d] != SLIDE:
                axis = vectors.rotated(vectors.turn_of(turned, j), axis)
            axes[d, 0], axes[d, 1], axes[d, 2] = axis


@dense()
def _place(i, frame):
    """Where the point of a task is."""
    j, positions, turned = ints(frame, slots.JOINT)[i], matrix(frame, slots.POSITIONS), matrix(frame, slots.TURNED)
    point = vectors.row_of(matrix(frame, slots.POINT), i)
    return vectors.plus(vectors.row_of(positions, j), vectors.rotated(vectors.turn_of(turned, j), point))


@dense()
def point_errors(frame):
    """Write errors of the tasks, for the places as they are; nothing is allowed to be missed."""
    row_start, basis, errors = ints(frame, slots.ROW_START), cube(frame, slots.BASIS), vector(frame, slots.ERRORS)
    goals = matrix(frame, slots.GOAL)
    for i in range(ints(frame, slots.COUNTS)[slots.COUNT_TASKS]):
        miss, first = vectors.minus(vectors.row_of(goals, i), _place(i, frame)), row_start[i]
        for row in range(first, row_start[i + 1]):
            errors[row] = vectors.dot(vectors.row_in(basis, i, row - first), miss)


@dense()
def point_rows(frame):
    """Write errors and rows of the tasks, for the places and axes as they are; nothing is allowed to be missed."""
    positions, axes, basis = matrix(frame, slots.POSITIONS), matrix(frame, slots.AXES), cube(frame, slots.BASIS)
    parents, start, kind = ints(frame, slots.PARENTS), ints(frame, slots.DOF_START), ints(frame, slots.DOF_KIND)
    recruited, row_start, rows = masks(frame, slots.RECRUITED), ints(frame, slots.ROW_START), matrix(frame, slots.ROWS)
    point_errors(frame)
    for i in range(ints(frame, slots.COUNTS)[slots.COUNT_TASKS]):
        place, first, count = _place(i, frame), row_start[i], row_start[i + 1] - row_start[i]
        for row in range(first, first + count):
            for d in range(rows.shape[1]):
                rows[row, d] = 0.0
        a, b, c = vectors.row_in(basis, i, 0), vectors.row_in(basis, i, 1), vectors.row_in(basis, i, 2)
        j = ints(frame, slots.JOINT)[i]
        while j >= 0:
            arm = vectors.minus(place, vectors.row_of(positions, j))
            turns = vectors.cross(arm, a), vectors.cross(arm, b), vectors.cross(arm, c)  # what a turn about them does
            for d in range(start[j], start[j + 1]):
                if recruited[i, d]:
                    moves = (a, b, c) if kind[d] == SLIDE else turns
                    along = vectors.each_dot(vectors.row_of(axes, d), moves)
                    rows[first, d] = along[0]
                    if count > 1:
                        rows[first + 1, d] = along[1]
                    if count > 2:
                        rows[first + 2, d] = along[2]
            j = parents[j]


@dense()
def lean_on_points(forces, frame):
    """Write errors, and add what ``forces`` (R,) along the rows do to the pull, without the rows."""
    positions, axes, basis = matrix(frame, slots.POSITIONS), matrix(frame, slots.AXES), cube(frame, slots.BASIS)
    parents, start, kind = ints(frame, slots.PARENTS), ints(frame, slots.DOF_START), ints(frame, slots.DOF_KIND)
    recruited, row_start, pull = masks(frame, slots.RECRUITED), ints(frame, slots.ROW_START), vector(frame, slots.PULL)
    point_errors(frame)
    for i in range(ints(frame, slots.COUNTS)[slots.COUNT_TASKS]):
        place, force = _place(i, frame), vectors.NONE
        for row in range(row_start[i], row_start[i + 1]):
            along = vectors.row_in(basis, i, row - row_start[i])
            force = vectors.plus(force, vectors.scaled(forces[row], along))
        j = ints(frame, slots.JOINT)[i]
        while j >= 0:
            turns = vectors.cross(vectors.minus(place, vectors.row_of(positions, j)), force)
            for d in range(start[j], start[j + 1]):
                if recruited[i, d]:
                    pull[d] += vectors.dot(vectors.row_of(axes, d), force if kind[d] == SLIDE else turns)
            j = parents[j]


@dense()
def point_products(stop, frame):
    """The products of all rows with each other, as :func:`supple.kernels.factors.fill_products` has them.

    A lock has columns of one joint, and two points share only those of the joints above both: most products of a
    body's limbs are of its root alone.
    """
    counts, rows, products = ints(frame, slots.COUNTS), matrix(frame, slots.ROWS), matrix(frame, slots.GRAM)
    locks, tasks, common = counts[slots.COUNT_LOCKS], counts[slots.COUNT_TASKS], ints(frame, slots.COMMON)
    locked, joint, start = ints(frame, slots.LOCKED), ints(frame, slots.LIMIT_JOINT), ints(frame, slots.DOF_START)
    if stop != locks + 3 * tasks:  # a point that is free along an axis
        fill_products(rows, stop, rows.shape[1], products)
        return
    for i in range(locks):
        first, last = start[joint[locked[i]]], start[joint[locked[i]] + 1]
        for k in range(i, stop):
            total = 0.0
            for d in range(first, last):
                total += rows[i, d] * rows[k, d]
            products[i, k] = total
    for i in range(tasks):
        for k in range(i, tasks):
            size = common[i * ints(frame, slots.JOINT).shape[0] + k]
            gram_block(rows, locks + 3 * i, locks + 3 * k, size, products)
