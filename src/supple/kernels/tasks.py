r"""Errors of a pose's tasks, and the rows that say how a step changes them: :math:`e(\theta + \delta) = e - J \delta`.

.. math:: e = B\,(target - value), \qquad J = B\,\Bigl(\frac{\partial\,value}{\partial\theta}
          - \frac{\partial\,target}{\partial\theta}\Bigr)

The motion of the target itself, when it rides with a joint or with support points, is in the rows: travel of a joint
above both cancels exactly, and its turn leaves what turns the miss, so nothing when the task is met. Rows are exact
away from the target too. With b a row of the basis, these are the weights whose torques make the row:

- POINT: the force b on the point, and -b on the target.
- TURN: the moments :math:`J_l^{-1}(e)\,b` on the joint and :math:`-J_r^{-1}(e)\,b` on the reference.
- AIM, with u the axis, v the direction to the target and r the distance: the moment :math:`u \times b` and the force
  :math:`(I - v v^T)\,b / r` on the eye, and the opposite force on the target.
- MASS: the force b on the centre of mass, and -b shared by the support points.
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
def joint_row(
    b, kind, joint, point, axis, reference, goal, miss,
    turned, parents, dof_start, dof_kind, axes, positions, recruited, row,
):  # fmt: skip
    """Add the row of a POINT, TURN or AIM task that is seen along ``b``."""
    value = task_misses.placed(joint, point, positions, turned)
    target = task_misses.placed(reference, (goal[0], goal[1], goal[2]), positions, turned)
    force, moment, counter = b, vectors.NONE, vectors.NONE
    if kind == TURN:
        force, moment, counter = turn_weights(b, miss)
    elif kind == AIM:
        look = vectors.rotated(vectors.turn_of(turned, joint), axis)
        force, moment, counter = aim_weights(b, look, value, target)
    torques.add_pair(
        joint, reference, value, target, force, moment, counter,
        parents, dof_start, dof_kind, axes, positions, recruited, row,
    )  # fmt: skip


@dense()
def mass_row(
    b, first, stop, support_joint, support_point, loads, moments,
    turned, parents, dof_start, dof_kind, axes, positions, recruited, row,
):  # fmt: skip
    """Add the row of a MASS task that is seen along ``b``."""
    torques.add_mass(b, loads, moments, dof_start, dof_kind, axes, positions, recruited, row)
    for s in range(first, stop):
        j, force = support_joint[s], vectors.scaled(-1.0 / (stop - first), b)
        place = task_misses.placed(j, vectors.row_of(support_point, s), positions, turned)
        torque = torques.torque_of(j, place, force, vectors.NONE, positions)
        torques.climb(j, -1, force, torque, parents, dof_start, dof_kind, axes, positions, recruited, row)


@dense(
    MATRIX, MATRIX, INTS, INTS, INTS, MATRIX, VECTOR, MATRIX,
    INTS, INTS, MATRIX, MATRIX, INTS, MATRIX, INTS, INTS, MATRIX, CUBE, INTS,
    MASKS, OUT_VECTOR, OUT_MATRIX,
)  # fmt: skip
def task_rows(
    positions, turned, parents, dof_start, dof_kind, axes, loads, moments,
    kind, joint, point, axis, reference, goal, support_start, support_joint, support_point, basis, row_start,
    recruited, errors, rows,
):  # fmt: skip
    """Write the errors (R,) and the rows (R, D) of all tasks of one pose.

    The pose: ``positions`` (J, 3) and ``turned`` (J, 4) in the world, the layout of its degrees of freedom and their
    world ``axes`` (D, 3), see :mod:`supple.kernels.jacobians`; ``loads`` and ``moments`` of ``gather_mass``, read
    only where a MASS task is. The tasks: see :class:`supple.kernels.task_kinds.Tasks`. ``recruited`` (K, D): a column
    that a task does not recruit is zero in its rows.
    """
    task_misses.task_errors(
        positions, turned, loads, moments,
        kind, joint, point, axis, reference, goal, support_start, support_joint, support_point, basis, row_start,
        errors,
    )  # fmt: skip
    for k in range(kind.shape[0]):
        local, look, wanted = vectors.row_of(point, k), vectors.row_of(axis, k), vectors.turn_of(goal, k)
        miss = task_misses.turn_miss(joint[k], reference[k], wanted, turned) if kind[k] == TURN else vectors.NONE
        first, stop, mask, start = support_start[k], support_start[k + 1], recruited[k], row_start[k]
        for i in range(start, row_start[k + 1]):
            b, row = (basis[k, i - start, 0], basis[k, i - start, 1], basis[k, i - start, 2]), rows[i]
            row[:] = 0.0
            if kind[k] == MASS:
                mass_row(
                    b, first, stop, support_joint, support_point, loads, moments,
                    turned, parents, dof_start, dof_kind, axes, positions, mask, row,
                )  # fmt: skip
            else:
                joint_row(
                    b, kind[k], joint[k], local, look, reference[k], wanted, miss,
                    turned, parents, dof_start, dof_kind, axes, positions, mask, row,
                )  # fmt: skip
