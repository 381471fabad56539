r"""How a Jacobian changes as the pose moves: the second derivative of a point, weighed by a force on it.

For two turns a and b on the way from the root to a point p, a nearer to the root,

.. math:: \frac{\partial^2 p}{\partial\theta_a\,\partial\theta_b} = w_a \times \frac{\partial p}{\partial\theta_b},
          \qquad f \cdot \frac{\partial^2 p}{\partial\theta_a\,\partial\theta_b} = (f \times w_a) \cdot J_b,

and the mean of both orders for two columns of one ball joint, whose turns are one exponential map. Travel has none.
The same holds for the centre of mass with its own Jacobian. A Newton step needs it where a target cannot be
reached: there the residual is a force that stays, and Gauss-Newton, which leaves it out, overshoots for ever.
"""

from __future__ import annotations

from supple.kernels.dof_kinds import BALL, SLIDE
from supple.kernels.jit import INTS, MATRIX, OUT_MATRIX, VECTOR, dense
from supple.kernels.jit import types as numba_types


@dense()
def _pair(force, axes, rows, a, b):
    x = force[1] * axes[a, 2] - force[2] * axes[a, 1]
    y = force[2] * axes[a, 0] - force[0] * axes[a, 2]
    z = force[0] * axes[a, 1] - force[1] * axes[a, 0]
    return x * rows[0, b] + y * rows[1, b] + z * rows[2, b]


@dense(VECTOR, numba_types.int64, INTS, INTS, INTS, MATRIX, MATRIX, numba_types.float64, OUT_MATRIX)
def add_point_curvature(force, joint, parents, dof_start, dof_kind, axes, rows, scale, out):
    """Add ``scale`` times the weighed second derivative of a point to the lower triangle of ``out`` (D, D).

    The point is fixed to ``joint``; ``force`` (3,), ``axes`` (D, 3) in the world, ``rows`` (3, D) its Jacobian.
    """
    deep = joint
    while deep >= 0:
        for b in range(dof_start[deep], dof_start[deep + 1]):
            if dof_kind[b] == SLIDE:
                continue
            high = deep
            while high >= 0:
                for a in range(dof_start[high], dof_start[high + 1]):
                    if dof_kind[a] == SLIDE or a > b:
                        continue
                    if high == deep and a != b and dof_kind[a] == BALL:
                        out[b, a] += 0.5 * scale * (_pair(force, axes, rows, a, b) + _pair(force, axes, rows, b, a))
                    else:
                        out[b, a] += scale * _pair(force, axes, rows, a, b)
                high = parents[high]
        deep = parents[deep]
