"""A limb's rotation as a swing of its z axis and a twist about it, the form in which human joint limits are stated."""

from __future__ import annotations

import numpy as np

from supple.kernels import rotvec
from supple.kernels.jit import OUT_MATRIX, OUT_VECTOR, VECTOR, kernel

_NO_TWIST_SQ = 1e-24  # cosine of half the swing, squared, below which the twist is lost in rounding


@kernel(VECTOR, OUT_VECTOR)
def to_quat(s, out):
    r"""Twist first, then swing: :math:`q = \exp(s_x, s_y, 0)\,\exp(0, 0, s_z)`.

    ``s`` is (3,) [rad]; ``out`` is (4,), written in full.
    """
    theta_sq = s[0] * s[0] + s[1] * s[1]
    half, cosine = rotvec.half_sine(theta_sq)
    w, x, y = cosine, half * s[0], half * s[1]
    c, d = np.cos(0.5 * s[2]), np.sin(0.5 * s[2])
    out[0], out[1], out[2], out[3] = w * c, x * c + y * d, y * c - x * d, w * d


@kernel(VECTOR, OUT_VECTOR)
def from_quat(q, out):
    r"""Swing and twist of a unit quaternion (4,); ``out`` is (3,) [rad].

    .. math:: s_z = 2\,\mathrm{atan2}(q_z, q_w), \qquad (s_x, s_y, 0) = \log(q\,\exp(0, 0, s_z)^{-1})

    Where the limb points straight back (:math:`s_x^2 + s_y^2 = \pi^2`) swing and twist cannot be told apart;
    the twist is then 0.
    """
    w, z = q[0], q[3]
    if w < 0.0:
        w, z = -w, -z
    sign = 1.0 if q[0] >= 0.0 else -1.0
    norm_sq = w * w + z * z
    norm = np.sqrt(norm_sq)
    c, d = (w / norm, z / norm) if norm_sq > _NO_TWIST_SQ else (1.0, 0.0)
    x, y = sign * (q[1] * c - q[2] * d), sign * (q[2] * c + q[1] * d)
    scale = rotvec.full_angle(x * x + y * y, norm)
    out[0], out[1], out[2] = scale * x, scale * y, 2.0 * np.arctan2(d, c)


@kernel(VECTOR, OUT_MATRIX)
def left_jacobian(s, out):
    r"""How rates of swing and twist turn the body, seen from the parent: :math:`\omega = J\,\dot s`.

    .. math:: J = \bigl[\,J_l(s_x, s_y, 0)\,e_x,\; J_l(s_x, s_y, 0)\,e_y,\; \exp(s_x, s_y, 0)\,e_z\,\bigr]

    ``s`` is (3,), ``out`` (3, 3). Its determinant is :math:`\sin\theta/\theta`, :math:`\theta^2 = s_x^2 + s_y^2`: it
    can be inverted inside :math:`\theta < \pi`; on that circle two columns are parallel, so a joint's zero
    position is chosen such that its limits keep it away.
    """
    x, y = s[0], s[1]
    a, b, c = rotvec.growth(x * x + y * y)
    out[0, 0], out[0, 1] = a + c * x * x, c * x * y
    out[1, 0], out[1, 1] = c * x * y, a + c * y * y
    out[2, 0], out[2, 1] = -b * y, b * x
    # The swing's image of the z axis, by Rodrigues: sin(t)/t and (1 - cos t)/t^2 are a and b.
    out[0, 2], out[1, 2], out[2, 2] = a * y, -a * x, 1.0 - b * (x * x + y * y)
