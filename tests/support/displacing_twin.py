r"""The slow twin of the kernels that displace: :math:`R = R_e \exp(d)` with a curve :math:`d(t)`.

With :math:`E = \exp(d)` and the right Jacobian :math:`J = I - b K + c K^2`, :math:`K = [d]_\times`,
:math:`b = (1-\cos\theta)/\theta^2`, :math:`c = (\theta-\sin\theta)/\theta^3`, in the turned frame

.. math:: \omega = E^T \omega_e + J \dot d, \quad
          \dot\omega = E^T \dot\omega_e - J\dot d \times E^T\omega_e + J \ddot d + \dot J \dot d.

A change :math:`\delta d` turns the frame by :math:`\eta = J\,\delta d`, and for every curve
:math:`\delta\omega = \dot\eta + \omega\times\eta`,
:math:`\delta\dot\omega = \ddot\eta + \dot\omega\times\eta + \omega\times\dot\eta` hold exactly.
:math:`b` and :math:`c` are power series in :math:`\theta^2`, so that nothing is special about zero.
"""

from __future__ import annotations

from math import factorial
from typing import NamedTuple

import numpy as np

from supple.core import quaternions
from supple.dynamics.states import Turning

_TERMS = 14  # enough to 1e-16 up to half a turn
_B = np.array([(-1.0) ** k / factorial(2 * k + 2) for k in range(_TERMS)])
_C = np.array([(-1.0) ** k / factorial(2 * k + 3) for k in range(_TERMS)])


class RightJacobian(NamedTuple):
    """The right Jacobian of the exponential map along a curve, and its first two derivatives; (..., 3, 3) each."""

    value: np.ndarray
    first: np.ndarray
    second: np.ndarray


def cross_matrix(v: np.ndarray) -> np.ndarray:
    """(..., 3, 3) matrices that take a cross product with ``v`` (..., 3) from the left."""
    m = np.zeros((*v.shape, 3))
    m[..., 0, 1], m[..., 0, 2], m[..., 1, 2] = -v[..., 2], v[..., 1], -v[..., 0]
    m[..., 1, 0], m[..., 2, 0], m[..., 2, 1] = v[..., 2], -v[..., 1], v[..., 0]
    return m


def right_jacobian(d: np.ndarray, dd: np.ndarray, ddd: np.ndarray) -> RightJacobian:
    """Along a curve ``d`` (..., 3) with the derivatives ``dd`` and ``ddd``."""
    s, ds = np.sum(d * d, axis=-1), 2.0 * np.sum(d * dd, axis=-1)
    dds = 2.0 * (np.sum(dd * dd, axis=-1) + np.sum(d * ddd, axis=-1))
    (b, b1, b2), (c, c1, c2) = (_along(series, s, ds, dds) for series in (_B, _C))
    k, k1, k2 = cross_matrix(d), cross_matrix(dd), cross_matrix(ddd)
    square, mixed = k @ k, k1 @ k + k @ k1
    value = np.eye(3) - b * k + c * square
    first = -b1 * k - b * k1 + c1 * square + c * mixed
    second = -b2 * k - 2.0 * b1 * k1 - b * k2 + c2 * square + 2.0 * c1 * mixed + c * (k2 @ k + 2.0 * k1 @ k1 + k @ k2)
    return RightJacobian(value, first, second)


def _along(series: np.ndarray, s: np.ndarray, ds: np.ndarray, dds: np.ndarray) -> tuple[np.ndarray, ...]:
    """A power series of ``s`` and its first two derivatives in time, ready to scale matrices."""
    polynomial = np.polynomial.polynomial
    slope, bend = polynomial.polyder(series), polynomial.polyder(series, 2)
    value, first = polynomial.polyval(s, series), polynomial.polyval(s, slope)
    second = polynomial.polyval(s, bend)
    return tuple(x[..., None, None] for x in (value, first * ds, second * ds**2 + first * dds))


def displaced(example: Turning, d: np.ndarray, dd: np.ndarray, ddd: np.ndarray, jacobian: RightJacobian) -> Turning:
    """The example turned on by ``d``; all (..., 3) and ``jacobian`` is that of the same curve."""
    turn = quaternions.exp(d)
    back = quaternions.conjugate(turn)
    carried, pushed = (quaternions.rotate(back, v) for v in (example.velocity, example.acceleration))
    own = _apply(jacobian.value, dd)
    acceleration = pushed - np.cross(own, carried) + _apply(jacobian.value, ddd) + _apply(jacobian.first, dd)
    return Turning(quaternions.multiply(example.turns, turn), carried + own, acceleration)


def _apply(matrices: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    return np.asarray((matrices @ vectors[..., None])[..., 0])
