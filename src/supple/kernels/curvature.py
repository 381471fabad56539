r"""How the rows of a task change as the pose moves: its second derivative, weighed by a force along its rows.

For two turns a and b on the way from the root to a point p, a nearer to the root and x the place of b's joint,

.. math:: \frac{\partial^2 p}{\partial\theta_a\,\partial\theta_b} = w_a \times \bigl(w_b \times (p - x)\bigr), \qquad
          f \cdot \frac{\partial^2 p}{\partial\theta_a\,\partial\theta_b}
          = w_a \cdot \Bigl(\bigl(w_b \times (p - x)\bigr) \times f\Bigr),

and the mean of both orders for two columns of one ball joint, whose turns are one exponential map. Travel has none, nor
have turns of different branches. It is linear in the arm p - x, so the centre of mass has for arm the moment of all
that hangs on the joint over the mass of the body. A Newton step needs it where a target cannot be reached: there the
residual is a force that stays, and Gauss-Newton, which leaves it out, overshoots for ever.
"""

from __future__ import annotations

from supple.kernels import task_misses, vectors
from supple.kernels.dof_kinds import BALL, SLIDE
from supple.kernels.jit import CUBE, INT, INTS, MATRIX, OUT_MATRIX, VECTOR, dense
from supple.kernels.task_kinds import AIM, MASS, TURN
from supple.kernels.tasks import MASKS


@dense()
def first_turn(joint, dof_start, dof_kind):
    """The first column of a joint that is not travel."""
    d = dof_start[joint]
    while d < dof_start[joint + 1] and dof_kind[d] == SLIDE:
        d += 1
    return d


@dense()
def bend(d, stop, arm, force, axes, recruited, k):
    """What the turns above weigh the turn ``d`` with; none where it is not the joint's or not recruited."""
    if d >= stop or not recruited[k, d]:
        return vectors.NONE
    return vectors.cross(vectors.cross(vectors.row_of(axes, d), arm), force)


@dense()
def add_own(start, stop, bends, dof_kind, axes, recruited, k, out):
    """Add the pairs of turns of one joint."""
    for i in range(stop - start):
        for j in range(i + 1):
            a, b = start + j, start + i
            if recruited[k, a] and recruited[k, b]:
                pair = vectors.dot(vectors.row_of(axes, a), bends[i])
                if i != j and dof_kind[a] == BALL:
                    pair = 0.5 * (pair + vectors.dot(vectors.row_of(axes, b), bends[j]))
                out[b, a] += pair


@dense()
def add_joint_curvature(joint, arm, force, parents, dof_start, dof_kind, axes, recruited, k, out):
    """Add the pairs of a joint's turns, up to three, with each other and with all turns above."""
    start, stop = first_turn(joint, dof_start, dof_kind), dof_start[joint + 1]
    if start == stop:
        return
    bends = (
        bend(start, stop, arm, force, axes, recruited, k),
        bend(start + 1, stop, arm, force, axes, recruited, k),
        bend(start + 2, stop, arm, force, axes, recruited, k),
    )
    add_own(start, stop, bends, dof_kind, axes, recruited, k, out)
    high = parents[joint]
    while high >= 0:
        for a in range(first_turn(high, dof_start, dof_kind), dof_start[high + 1]):
            if recruited[k, a]:
                pairs = vectors.each_dot(vectors.row_of(axes, a), bends)
                out[start, a] += pairs[0]
                if start + 1 < stop:
                    out[start + 1, a] += pairs[1]
                if start + 2 < stop:
                    out[start + 2, a] += pairs[2]
        high = parents[high]


@dense()
def add_point_curvature(joint, place, force, parents, dof_start, dof_kind, axes, positions, recruited, k, out):
    """Add the pairs of a force at a place in the world that is fixed to ``joint``."""
    while joint >= 0:
        arm = vectors.minus(place, vectors.row_of(positions, joint))
        add_joint_curvature(joint, arm, force, parents, dof_start, dof_kind, axes, recruited, k, out)
        joint = parents[joint]


@dense()
def add_mass_curvature(force, loads, moments, parents, dof_start, dof_kind, axes, positions, recruited, k, out):
    """Add the pairs of a force on the centre of mass."""
    part = vectors.scaled(1.0 / loads[0], force)
    for j in range(loads.shape[0]):
        arm = vectors.minus(vectors.row_of(moments, j), vectors.scaled(loads[j], vectors.row_of(positions, j)))
        add_joint_curvature(j, arm, part, parents, dof_start, dof_kind, axes, recruited, k, out)


@dense()
def world_force(force, basis, k, count):
    """The force in the world that acts along the rows of a task; rows that are not used are not read."""
    total = vectors.NONE
    for i in range(count):
        total = vectors.plus(total, vectors.scaled(force[i], (basis[k, i, 0], basis[k, i, 1], basis[k, i, 2])))
    return total


@dense(
    INT, VECTOR, MATRIX, MATRIX, INTS, INTS, INTS, MATRIX, VECTOR, MATRIX,
    INTS, INTS, MATRIX, MATRIX, INTS, MATRIX, INTS, INTS, MATRIX, VECTOR, CUBE, INTS,
    MASKS, OUT_MATRIX,
)  # fmt: skip
def add_task_curvature(
    k, force, positions, turned, parents, dof_start, dof_kind, axes, loads, moments,
    kind, joint, point, axis, reference, goal, support_start, support_joint, support_point, share, basis, row_start,
    recruited, out,
):  # fmt: skip
    r"""Add :math:`\partial^2 \bigl(f \cdot B\,(value - target)\bigr) / \partial\theta^2` of task k to ``out`` (D, D).

    ``force`` (3,) along the task's rows; the lower triangle of ``out`` is written, and of it only pairs of columns that
    task k recruits. The rest as in :func:`supple.kernels.tasks.task_rows`. TURN and AIM add nothing (choice: their
    errors are angles, small where they stay, and Gauss-Newton suffices).
    """
    if kind[k] == TURN or kind[k] == AIM:
        return
    along = world_force(force, basis, k, row_start[k + 1] - row_start[k])
    if kind[k] == MASS:
        add_mass_curvature(along, loads, moments, parents, dof_start, dof_kind, axes, positions, recruited, k, out)
    else:
        place = task_misses.placed(joint[k], vectors.row_of(point, k), positions, turned)
        add_point_curvature(
            joint[k], place, along, parents, dof_start, dof_kind, axes, positions, recruited, k, out
        )  # fmt: skip
    for s in range(support_start[k], support_start[k + 1]):
        if share[s] != 0.0:
            place = task_misses.placed(support_joint[s], vectors.row_of(support_point, s), positions, turned)
            add_point_curvature(
                support_joint[s], place, vectors.scaled(-share[s], along),
                parents, dof_start, dof_kind, axes, positions, recruited, k, out,
            )  # fmt: skip
