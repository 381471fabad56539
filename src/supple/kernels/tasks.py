r"""Errors of a pose's tasks, and the rows that say how a step changes them: :math:`e(\theta + \delta) = e - J \delta`.

.. math:: e = B\,(target - value), \qquad J = B\,\Bigl(\frac{\partial\,value}{\partial\theta}
          - \frac{\partial\,target}{\partial\theta}\Bigr)

The motion of the target itself, when it rides with a reference or with support points, is in the rows: above all of
them travel cancels by as much as the shares sum to, and for a sum of 1 a turn leaves what turns the miss, so nothing
when the task is met. Rows are exact away from the target too. With b a row of the basis, these are the weights whose
torques make the row; a force on the target is one on every support point, times its share:

- POINT: the force b on the point, and -b on the target.
- TURN: the moments :math:`J_l^{-1}(e)\,b` on the joint and :math:`-J_r^{-1}(e)\,b` on the reference.
- AIM, with u the axis, v the direction to the target and r the distance: the moment :math:`u \times b` and the force
  :math:`(I - v v^T)\,b / r` on the eye, and the opposite force on the target.
- MASS: the force b on the centre of mass, and -b on the target.
"""

from __future__ import annotations

from supple.kernels import rotvec, task_misses, torques, vectors
from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, array_in, dense
from supple.kernels.jit import types as numba_types
from supple.kernels.task_kinds import AIM, MASS, TURN

MASKS = array_in(2, numba_types.boolean)


@dense()
def turn_weights(b, miss):
    """Force, moment and counter moment of a TURN task: inverse Jacobians of the exponential map, transposed."""
    size_sq = vectors.dot(miss, miss)
    d = rotvec.shrink(size_sq)
    even = vectors.plus(vectors.scaled(1.0 - d * size_sq, b), vectors.scaled(d * vectors.dot(miss, b), miss))
    odd = vectors.scaled(0.5, vectors.cross(miss, b))
    return vectors.NONE, vectors.minus(even, odd), vectors.scaled(-1.0, vectors.plus(even, odd))


@dense()
def aim_weights(b, axis, value, target):
    """Force, moment and counter moment of an AIM task; none where the target is at the eye."""
    direction, nearness = task_misses.sight(value, target)
    if nearness == 0.0:
        return vectors.NONE, vectors.NONE, vectors.NONE
    across = vectors.minus(b, vectors.scaled(vectors.dot(direction, b), direction))
    return vectors.scaled(nearness, across), vectors.cross(axis, b), vectors.NONE


@dense()
def joint_weights(b, kind, joint, axis, reference, goal, value, target, turned):
    """Forces, moments and counter moments of the three rows ``b`` of a POINT, TURN or AIM task."""
    if kind == TURN:
        miss = task_misses.turn_miss(joint, reference, goal, turned)
        first, second, third = turn_weights(b[0], miss), turn_weights(b[1], miss), turn_weights(b[2], miss)
    elif kind == AIM:
        look = vectors.rotated(vectors.turn_of(turned, joint), axis)
        first, second = aim_weights(b[0], look, value, target), aim_weights(b[1], look, value, target)
        third = aim_weights(b[2], look, value, target)
    else:
        return b, vectors.NO_THREE, vectors.NO_THREE
    return (first[0], second[0], third[0]), (first[1], second[1], third[1]), (first[2], second[2], third[2])


@dense()
def first_share(share, start, stop):
    """The first support that has a share in the target, or ``stop``."""
    while start < stop and share[start] == 0.0:
        start += 1
    return start


@dense()
def support_rows(
    force, start, stop, support_joint, support_point, share,
    turned, parents, dof_start, dof_kind, axes, positions, recruited, k, rows, first, count,
):  # fmt: skip
    """Add the columns of the forces on support points: their shares of the opposite of ``force``."""
    for s in range(start, stop):
        if share[s] == 0.0:
            continue
        j, back = support_joint[s], vectors.each_scaled(-share[s], force)
        place = task_misses.placed(j, vectors.row_of(support_point, s), positions, turned)
        torque = torques.torque_of(j, place, back, vectors.NO_THREE, positions)
        torques.climb(
            j, -1, back, torque, parents, dof_start, dof_kind, axes, positions, recruited, k, rows, first, count
        )  # fmt: skip


@dense()
def joint_rows(
    b, kind, joint, point, axis, reference, goal, start, stop, support_joint, support_point, share,
    turned, parents, dof_start, dof_kind, axes, positions, recruited, k, rows, first, count,
):  # fmt: skip
    """Add the rows of a POINT, TURN or AIM task: the joint and the first support climb together."""
    value = target = task_misses.placed(joint, point, positions, turned)
    if kind == AIM:
        target = task_misses.target_of(
            (goal[0], goal[1], goal[2]), start, stop, support_joint, support_point, share, positions, turned
        )  # fmt: skip
    force, moment, counter = joint_weights(b, kind, joint, axis, reference, goal, value, target, turned)
    other, place, back = reference, vectors.NONE, vectors.NO_THREE
    if kind != TURN:
        other = -1
        start = first_share(share, start, stop)
        if start < stop:
            other, back = support_joint[start], vectors.each_scaled(-share[start], force)
            place = task_misses.placed(other, vectors.row_of(support_point, start), positions, turned)
    if other < 0:  # the world, which nothing moves
        torque = torques.torque_of(joint, value, force, moment, positions)
        torques.climb(
            joint, -1, force, torque, parents, dof_start, dof_kind, axes, positions, recruited, k, rows, first, count
        )  # fmt: skip
        return
    torques.add_pair(
        joint, other, value, place, force, back, moment, counter,
        parents, dof_start, dof_kind, axes, positions, recruited, k, rows, first, count,
    )  # fmt: skip
    if kind != TURN and start + 1 < stop:  # a call counts its arrays, which costs more than the loop that is not run
        support_rows(
            force, start + 1, stop, support_joint, support_point, share,
            turned, parents, dof_start, dof_kind, axes, positions, recruited, k, rows, first, count,
        )  # fmt: skip


@dense()
def used_rows(basis, k, count):
    """The rows of a task's basis; those that are not used are not read."""
    b = vectors.NO_THREE
    if count > 0:
        b = ((basis[k, 0, 0], basis[k, 0, 1], basis[k, 0, 2]), b[1], b[2])
    if count > 1:
        b = (b[0], (basis[k, 1, 0], basis[k, 1, 1], basis[k, 1, 2]), b[2])
    if count > 2:
        b = (b[0], b[1], (basis[k, 2, 0], basis[k, 2, 1], basis[k, 2, 2]))
    return b


@dense(
    MATRIX, MATRIX, INTS, INTS, INTS, MATRIX, VECTOR, MATRIX,
    INTS, INTS, MATRIX, MATRIX, INTS, MATRIX, INTS, INTS, MATRIX, VECTOR, CUBE, INTS,
    MASKS, OUT_VECTOR, OUT_MATRIX,
)  # fmt: skip
def task_rows(
    positions, turned, parents, dof_start, dof_kind, axes, loads, moments,
    kind, joint, point, axis, reference, goal, support_start, support_joint, support_point, share, basis, row_start,
    recruited, errors, rows,
):  # fmt: skip
    """Write the errors (R,) and the rows (R, D) of all tasks of one pose.

    The pose: ``positions`` (J, 3) and ``turned`` (J, 4) in the world, the layout of its degrees of freedom and their
    world ``axes`` (D, 3), see :mod:`supple.kernels.jacobians`; ``loads`` and ``moments`` of ``gather_mass``, read
    only where a MASS task is. The tasks: see :class:`supple.kernels.task_kinds.Tasks`. ``recruited`` (K, D): a column
    that a task does not recruit is zero in its rows. Columns are linear in their axes: scaled ``axes`` make scaled
    columns, which is the cheapest way to rows of scaled coordinates.
    """
    task_misses.task_errors(
        positions, turned, loads, moments,
        kind, joint, point, axis, reference, goal, support_start, support_joint, support_point, share, basis, row_start,
        errors,
    )  # fmt: skip
    rows[: row_start[-1]] = 0.0
    for k in range(kind.shape[0]):
        first, count = row_start[k], row_start[k + 1] - row_start[k]
        if count == 0:
            continue
        b, start, stop = used_rows(basis, k, count), support_start[k], support_start[k + 1]
        if kind[k] == MASS:
            torques.add_mass(b, loads, moments, dof_start, dof_kind, axes, positions, recruited, k, rows, first, count)
            support_rows(
                b, start, stop, support_joint, support_point, share,
                turned, parents, dof_start, dof_kind, axes, positions, recruited, k, rows, first, count,
            )  # fmt: skip
        else:
            joint_rows(
                b, kind[k], joint[k], vectors.row_of(point, k), vectors.row_of(axis, k), reference[k],
                vectors.turn_of(goal, k), start, stop, support_joint, support_point, share,
                turned, parents, dof_start, dof_kind, axes, positions, recruited, k, rows, first, count,
            )  # fmt: skip
