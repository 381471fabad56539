r"""How far one pose is from what its tasks ask: the vector from what is to what should be, three numbers per task.

A task has a kind and, as one entry of each array of :class:`supple.kernels.task_kinds.Tasks`, its numbers. Its error
is the miss seen along the rows of its basis, which carry its weight: :math:`e = B\,(target - value)`. The target of
all but TURN is the goal plus the support points, each times its share.

- POINT: target minus the place of the point [m].
- TURN: the rotation vector of :math:`q^* q^{-1}` in the world, the short way [rad].
- AIM: the unit vector from the eye to the target minus the axis; none where the target is at the eye.
- MASS: target minus the centre of mass [m].
"""

from __future__ import annotations

import numpy as np

from supple.kernels import vectors
from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_VECTOR, VECTOR, dense
from supple.kernels.pull import turn_between
from supple.kernels.task_kinds import AIM, MASS, TURN

_AT_THE_EYE = 1e-6  # [m] nearer than this a target has no direction


@dense()
def placed(joint, point, positions, turned):
    """Where ``point`` is in the world, given in the frame of ``joint``, or in the world (-1)."""
    if joint < 0:
        return point
    return vectors.plus(vectors.row_of(positions, joint), vectors.rotated(vectors.turn_of(turned, joint), point))


@dense()
def turn_miss(joint, reference, goal, turned):
    """The rotation vector from a joint's orientation to its goal."""
    if reference >= 0:
        goal = vectors.product(vectors.turn_of(turned, reference), goal)
    return turn_between(vectors.turn_of(turned, joint), goal, False)


@dense()
def sight(eye, target):
    """The unit direction from the eye to a target, and one over the distance; zeros where the target is at the eye."""
    way = vectors.minus(target, eye)
    distance = np.sqrt(vectors.dot(way, way))
    if distance < _AT_THE_EYE:
        return vectors.NONE, 0.0
    return vectors.scaled(1.0 / distance, way), 1.0 / distance


@dense()
def aim_miss(axis, direction, nearness):
    """From an axis to the direction that it should have, if there is one."""
    return vectors.minus(direction, axis) if nearness > 0.0 else vectors.NONE


@dense()
def target_of(goal, start, stop, support_joint, support_point, share, positions, turned):
    """The place that a POINT, AIM or MASS task asks for: its goal and what its support points add."""
    place = goal
    for s in range(start, stop):
        if share[s] != 0.0:
            support = placed(support_joint[s], vectors.row_of(support_point, s), positions, turned)
            place = vectors.plus(place, vectors.scaled(share[s], support))
    return place


@dense()
def place_miss(kind, joint, point, axis, target, positions, turned, loads, moments):
    """What a POINT, AIM or MASS task misses."""
    if kind == MASS:
        return vectors.minus(target, vectors.scaled(1.0 / loads[0], vectors.row_of(moments, 0)))
    value = placed(joint, point, positions, turned)
    if kind == AIM:
        direction, nearness = sight(value, target)
        return aim_miss(vectors.rotated(vectors.turn_of(turned, joint), axis), direction, nearness)
    return vectors.minus(target, value)


@dense(
    MATRIX, MATRIX, VECTOR, MATRIX,
    INTS, INTS, MATRIX, MATRIX, INTS, MATRIX, INTS, INTS, MATRIX, VECTOR, CUBE, INTS,
    OUT_VECTOR,
)  # fmt: skip
def task_errors(
    positions, turned, loads, moments,
    kind, joint, point, axis, reference, goal, support_start, support_joint, support_point, share, basis, row_start,
    errors,
):  # fmt: skip
    """Write the errors (R,) alone, for a trial step: arguments as those of :func:`supple.kernels.tasks.task_rows`."""
    for k in range(kind.shape[0]):
        if kind[k] == TURN:
            miss = turn_miss(joint[k], reference[k], vectors.turn_of(goal, k), turned)
        else:
            local, look = vectors.row_of(point, k), vectors.row_of(axis, k)
            target = target_of(
                vectors.row_of(goal, k), support_start[k], support_start[k + 1], support_joint, support_point, share,
                positions, turned,
            )  # fmt: skip
            miss = place_miss(kind[k], joint[k], local, look, target, positions, turned, loads, moments)
        start = row_start[k]
        for i in range(start, row_start[k + 1]):
            b = basis[k, i - start, 0], basis[k, i - start, 1], basis[k, i - start, 2]
            errors[i] = vectors.dot(b, miss)
