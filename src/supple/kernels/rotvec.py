"""The exponential map: rotation vectors (axis times angle) and quaternions, and how fast one turns the other."""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import OUT_MATRIX, OUT_VECTOR, VECTOR, kernel

_TINY_SQ = 1e-8  # below this sin(t/2)/t is 1/2 - t^2/48 with an error under 3e-20
_SMALL_SQ = 1e-2  # below this the series of four terms err by less than 3e-16
_STEP_SQ = 4e-4  # below this, as in most steps, three and four terms err by less than 3e-16
_RADIAN_SQ = 1.0  # below this seven and eight terms err by less than 1e-16, in a third of the time of sine and cosine
WIDE = 0.875  # a cosine of half an angle: 1 rad
_TANGENT_SQ = 1e-4  # below this four terms of the arc tangent err by less than 2e-17


@kernel()
def half_sine(theta_sq):
    r""":math:`\sin(\theta/2)/\theta` and :math:`\cos(\theta/2)` of a squared angle."""
    h = 0.25 * theta_sq
    if theta_sq < _STEP_SQ:
        return 0.5 - h * (1 / 12 - h * (1 / 240)), 1.0 - h * (1 / 2 - h * (1 / 24 - h * (1 / 720)))
    if theta_sq < _RADIAN_SQ:
        sine = 1 / 240 - h * (1 / 10080 - h * (1 / 725760 - h * (1 / 79833600 - h * (1 / 12454041600))))
        cosine = 1 / 720 - h * (1 / 40320 - h * (1 / 3628800 - h * (1 / 479001600 - h * (1 / 87178291200))))
        return 0.5 - h * (1 / 12 - h * sine), 1.0 - h * (1 / 2 - h * (1 / 24 - h * cosine))
    theta = np.sqrt(theta_sq)
    return np.sin(0.5 * theta) / theta, np.cos(0.5 * theta)


@kernel()
def full_angle(sine_sq, cosine):
    r""":math:`\theta/\sin(\theta/2)` of the squared sine and the cosine (not below zero) of half the angle."""
    if sine_sq < _TINY_SQ:
        return 2.0 + sine_sq / 3.0
    if sine_sq < _TANGENT_SQ * cosine * cosine:
        secant = 1.0 / cosine
        t = sine_sq * secant * secant
        return secant * (2.0 - t * (2.0 / 3.0) + t * t * (0.4 - t * (2.0 / 7.0)))
    sine = np.sqrt(sine_sq)
    return 2.0 * np.arctan2(sine, cosine) / sine


@kernel()
def unit_angle(cosine):
    r""":math:`\theta/\sin(\theta/2)` of the cosine of half the angle of a unit quaternion, where that is over ``WIDE``.

    It is smooth in the cosine. These are the numbers of the polynomial through the zeros of Chebyshev's tenth, which
    errs by less than 1e-17 (and is rounded to 4e-16), and takes a third of the time of an arc tangent.
    """
    v = 1.0 - cosine
    low = 2.0 + v * (0.6666666666666687 + v * (0.26666666666612976 + v * (0.11428571434053555 + v * 0.050793647955825)))
    high = 0.02308810726966311 + v * (0.010654495680623353 + v * 0.004989580838410576)
    return low + v * v * v * v * v * (high + v * v * v * (0.00222916661461754 + v * 0.001503396704656125))


@kernel()
def growth(theta_sq):
    r"""The coefficients a, b, c of the Jacobian; :math:`b = 2\sin^2(\theta/2)/\theta^2` has no cancellation."""
    if theta_sq < _TINY_SQ:
        a, b = 1.0 - theta_sq / 6.0, 0.5 - theta_sq / 24.0
    else:
        theta = np.sqrt(theta_sq)
        half = np.sin(0.5 * theta) / theta
        a, b = np.sin(theta) / theta, 2.0 * half * half
    if theta_sq < _SMALL_SQ:
        c = 1.0 / 6.0 - theta_sq * (1.0 / 120.0 - theta_sq * (1.0 / 5040.0 - theta_sq / 362880.0))
    else:
        c = (1.0 - a) / theta_sq
    return a, b, c


@kernel()
def shrink(theta_sq):
    """The coefficient d of the inverse Jacobian."""
    if theta_sq < _SMALL_SQ:
        return 1.0 / 12.0 + theta_sq * (1.0 / 720.0 + theta_sq * (1.0 / 30240.0 + theta_sq / 1209600.0))
    half = 0.5 * np.sqrt(theta_sq)
    return (1.0 - half / np.tan(half)) / theta_sq


@kernel()
def _assemble(v, a, b, c, out):
    r"""Write :math:`a I + b [v]_\times + c\,v v^T` into ``out`` (3, 3)."""
    x, y, z = v[0], v[1], v[2]
    out[0, 0], out[0, 1], out[0, 2] = a + c * x * x, c * x * y - b * z, c * x * z + b * y
    out[1, 0], out[1, 1], out[1, 2] = c * y * x + b * z, a + c * y * y, c * y * z - b * x
    out[2, 0], out[2, 1], out[2, 2] = c * z * x - b * y, c * z * y + b * x, a + c * z * z


@kernel(VECTOR, OUT_VECTOR)
def to_quat(v, out):
    r"""The rotation about :math:`v` by the angle :math:`\theta=\lVert v\rVert`.

    .. math:: q = \bigl(\cos\tfrac{\theta}{2},\; \tfrac{\sin(\theta/2)}{\theta}\,v\bigr)

    ``v`` is (3,) [rad]; ``out`` is (4,), written in full. Smooth through zero:
    :math:`\sin(\theta/2)/\theta = 1/2 - \theta^2/48 + O(\theta^4)`.
    """
    scale, out[0] = half_sine(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    out[1], out[2], out[3] = scale * v[0], scale * v[1], scale * v[2]


@kernel(VECTOR, OUT_VECTOR)
def from_quat(q, out):
    r"""The shortest rotation vector of a unit quaternion :math:`q=(w,u)`, with an angle from 0 to :math:`\pi`.

    .. math:: v = \frac{\theta}{\lVert u\rVert}\,u, \qquad \theta = 2\,\mathrm{atan2}(\lVert u\rVert, w),
              \quad\text{of the sign that has } w \ge 0

    ``q`` is (4,); ``out`` is (3,) [rad]. Smooth through zero:
    :math:`\theta/\lVert u\rVert = 2 + \lVert u\rVert^2/3 + O(\lVert u\rVert^4)`.
    """
    sign = -1.0 if q[0] < 0.0 else 1.0
    scale = sign * full_angle(q[1] * q[1] + q[2] * q[2] + q[3] * q[3], sign * q[0])
    out[0], out[1], out[2] = scale * q[1], scale * q[2], scale * q[3]


@kernel(VECTOR, OUT_MATRIX)
def left_jacobian(v, out):
    r"""How a change of the vector turns the body, seen from the parent: :math:`\omega = J_l(v)\,\dot v`.

    .. math:: J_l(v) = a I + b\,[v]_\times + c\,v v^T, \qquad
              a = \frac{\sin\theta}{\theta},\; b = \frac{1-\cos\theta}{\theta^2},\;
              c = \frac{\theta-\sin\theta}{\theta^3}

    ``v`` is (3,), ``out`` (3, 3). Finite everywhere; its rank drops only at :math:`\theta = 2\pi, 4\pi, \ldots`.
    Seen from the body itself the matrix is the transpose, :math:`J_r(v) = J_l(-v) = J_l(v)^T`.
    """
    a, b, c = growth(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    _assemble(v, a, b, c, out)


@kernel(VECTOR, OUT_MATRIX)
def right_jacobian(v, out):
    r"""How a change of the vector turns the body, in the body's own frame: :math:`\omega = J_r(v)\,\dot v`."""
    a, b, c = growth(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    _assemble(v, a, -b, c, out)


@kernel(VECTOR, OUT_MATRIX)
def left_jacobian_inverse(v, out):
    r"""The rate of the vector for an angular velocity seen from the parent: :math:`\dot v = J_l^{-1}(v)\,\omega`.

    .. math:: J_l^{-1}(v) = (1 - d\,\theta^2) I - \tfrac12 [v]_\times + d\,v v^T, \qquad
              d = \frac{1 - \tfrac{\theta}{2}\cot\tfrac{\theta}{2}}{\theta^2}

    ``v`` is (3,), ``out`` (3, 3). Infinite at :math:`\theta = 2\pi`; the right one is the transpose.
    """
    theta_sq = v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
    d = shrink(theta_sq)
    _assemble(v, 1.0 - d * theta_sq, -0.5, d, out)
