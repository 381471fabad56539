"""Chains of hinges with a common centre: Euler angles, robots' wrists, and joints with one or two axes.

A chain of n hinges turns about ``axes[0]``, then about ``axes[1]`` as carried by the first, and so on:
:math:`R = R(a_0,\\theta_0)\\,R(a_1,\\theta_1)\\cdots`. The axes are unit vectors in the frame before the first hinge
turns; coordinate axes give Euler angles (Rz Rx Ry is z, x, y). Three hinges lose a degree of freedom
(gimbal lock) where the outer two become parallel: for Euler angles about three different axes at a middle angle of
:math:`\\pm\\pi/2`.
"""

from __future__ import annotations

from supple.kernels import quat
from supple.kernels.jit import MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, kernel


@kernel(VECTOR, MATRIX, OUT_VECTOR)
def to_quat(angles, axes, out):
    """The rotation of the whole chain. ``angles`` (n,) [rad], ``axes`` (n, 3), ``out`` (4,), written in full."""
    out[0], out[1], out[2], out[3] = 1.0, 0.0, 0.0, 0.0
    for k in range(angles.shape[0]):
        quat.turn(out, axes[k], angles[k])


@kernel(VECTOR, VECTOR, MATRIX, OUT_VECTOR, OUT_MATRIX)
def hinge_axes(base, angles, axes, turned, out):
    r"""Where the hinges' axes point in the world, which are the columns of the chain's orientation Jacobian.

    .. math:: w_k = R_{base}\,R(a_0,\theta_0)\cdots R(a_{k-1},\theta_{k-1})\,a_k, \qquad
              \omega = \sum_k w_k\,\dot\theta_k

    ``base`` (4,) is the rotation of the frame before the chain, ``angles`` (n,), ``axes`` (n, 3). Written in full:
    ``turned`` (4,), the world rotation after the chain, and ``out`` (n, 3), one axis per row.
    """
    for i in range(4):
        turned[i] = base[i]
    for k in range(angles.shape[0]):
        quat.rotate(turned, axes[k], out[k])
        quat.turn(turned, axes[k], angles[k])


@kernel(MATRIX, VECTOR, OUT_MATRIX)
def position_columns(world_axes, arm, out):
    r"""The chain's position Jacobian: column k is :math:`w_k \times arm`.

    ``world_axes`` (n, 3), ``arm`` (3,) from the common centre to the point [m], ``out`` (3, n).
    """
    for k in range(world_axes.shape[0]):
        x, y, z = world_axes[k, 0], world_axes[k, 1], world_axes[k, 2]
        out[0, k] = y * arm[2] - z * arm[1]
        out[1, k] = z * arm[0] - x * arm[2]
        out[2, k] = x * arm[1] - y * arm[0]
