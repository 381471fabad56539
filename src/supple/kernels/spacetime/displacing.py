r"""Turns on top of an example's: :math:`R = R_e \exp(d)` with curves :math:`d(t)` of rotation vectors.

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

from math import cos, factorial, sin, sqrt

import numpy as np

from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_CUBE, array_in, array_out, dense

_TERMS = 14  # enough to 1e-16 up to half a turn
_B = np.array([(-1.0) ** k / factorial(2 * k + 2) for k in range(_TERMS)])
_C = np.array([(-1.0) ** k / factorial(2 * k + 3) for k in range(_TERMS)])
_IN4, _OUT4 = array_in(4), array_out(4)


@dense()
def _series(terms, s):
    """A power series of ``s`` with its first two derivatives."""
    value = first = second = 0.0
    for k in range(_TERMS - 1, -1, -1):
        second = second * s + 2.0 * first
        first = first * s + value
        value = value * s + terms[k]
    return value, first, second


@dense()
def _squares(a, b, out, count):
    """``out`` (3, 3) gains ``count`` times [a][b] + [b][a], of matrices that take cross products."""
    dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    for i in range(3):
        for k in range(3):
            out[i, k] += count * (a[i] * b[k] + b[i] * a[k])
        out[i, i] -= 2.0 * count * dot


@dense()
def _cross_into(a, out, count):
    """``out`` (3, 3) gains ``count`` times [a]."""
    out[0, 1] -= count * a[2]
    out[0, 2] += count * a[1]
    out[1, 2] -= count * a[0]
    out[1, 0] += count * a[2]
    out[2, 0] -= count * a[1]
    out[2, 1] += count * a[0]


@dense()
def _jacobians(d, dd, ddd, value, first, second):
    """The right Jacobian along a curve and its first two derivatives; all (3, 3)."""
    s = d[0] ** 2 + d[1] ** 2 + d[2] ** 2
    ds = 2.0 * (d[0] * dd[0] + d[1] * dd[1] + d[2] * dd[2])
    dds = 2.0 * (dd[0] ** 2 + dd[1] ** 2 + dd[2] ** 2 + d[0] * ddd[0] + d[1] * ddd[1] + d[2] * ddd[2])
    b, b_s, b_ss = _series(_B, s)
    c, c_s, c_ss = _series(_C, s)
    b1, c1 = b_s * ds, c_s * ds
    b2, c2 = b_ss * ds**2 + b_s * dds, c_ss * ds**2 + c_s * dds
    value[:], first[:], second[:] = 0.0, 0.0, 0.0
    for i in range(3):
        value[i, i] = 1.0
    _cross_into(d, value, -b)
    _squares(d, d, value, 0.5 * c)
    _cross_into(d, first, -b1)
    _cross_into(dd, first, -b)
    _squares(d, d, first, 0.5 * c1)
    _squares(d, dd, first, c)
    _cross_into(d, second, -b2)
    _cross_into(dd, second, -2.0 * b1)
    _cross_into(ddd, second, -b)
    _squares(d, d, second, 0.5 * c2)
    _squares(d, dd, second, 2.0 * c1)
    _squares(d, ddd, second, c)
    _squares(dd, dd, second, c)


@dense()
def _back(w, x, y, z, v, out):
    """``v`` seen from a frame that is turned by a quaternion."""
    tx, ty, tz = 2.0 * (z * v[1] - y * v[2]), 2.0 * (x * v[2] - z * v[0]), 2.0 * (y * v[0] - x * v[1])
    out[0] = v[0] + w * tx + z * ty - y * tz
    out[1] = v[1] + w * ty + x * tz - z * tx
    out[2] = v[2] + w * tz + y * tx - x * ty


@dense(CUBE, CUBE, CUBE, CUBE, OUT_CUBE, OUT_CUBE, OUT_CUBE, _OUT4, _OUT4, _OUT4)
def displace(curve, example, speeds, pushes, turns, velocity, acceleration, value, first, second):
    """Turn ``example`` (S, n, 4) on by the curves (3, S, 3 + 3 n), whose first three numbers are the root's travel.

    Written are the turns, their rates (S, n, 3) and the right Jacobian with its derivatives (S, n, 3, 3).
    """
    carried, pushed = np.zeros(3), np.zeros(3)
    own = np.zeros(3)
    for s in range(len(example)):
        for k in range(example.shape[1]):
            at = 3 + 3 * k
            d, dd, ddd = curve[0, s, at : at + 3], curve[1, s, at : at + 3], curve[2, s, at : at + 3]
            jac, jac1, jac2 = value[s, k], first[s, k], second[s, k]
            _jacobians(d, dd, ddd, jac, jac1, jac2)
            angle = sqrt(d[0] ** 2 + d[1] ** 2 + d[2] ** 2)
            share = 0.5 - angle**2 / 48.0 if angle < 1e-4 else sin(0.5 * angle) / angle
            w, x, y, z = cos(0.5 * angle), share * d[0], share * d[1], share * d[2]
            a, b, c, e = example[s, k, 0], example[s, k, 1], example[s, k, 2], example[s, k, 3]
            turns[s, k, 0] = a * w - b * x - c * y - e * z
            turns[s, k, 1] = a * x + b * w + c * z - e * y
            turns[s, k, 2] = a * y - b * z + c * w + e * x
            turns[s, k, 3] = a * z + b * y - c * x + e * w
            _back(w, x, y, z, speeds[s, k], carried)
            _back(w, x, y, z, pushes[s, k], pushed)
            for i in range(3):
                own[i] = jac[i, 0] * dd[0] + jac[i, 1] * dd[1] + jac[i, 2] * dd[2]
                velocity[s, k, i] = carried[i] + own[i]
            for i in range(3):
                j, m = (i + 1) % 3, (i + 2) % 3
                more = pushed[i] - own[j] * carried[m] + own[m] * carried[j]
                for r in range(3):
                    more += jac[i, r] * ddd[r] + jac1[i, r] * dd[r]
                acceleration[s, k, i] = more


@dense()
def _spun(w, matrix, out):
    """``out`` (3, 3) gains the cross products of ``w`` with the columns of a matrix."""
    for k in range(3):
        out[0, k] += w[1] * matrix[2, k] - w[2] * matrix[1, k]
        out[1, k] += w[2] * matrix[0, k] - w[0] * matrix[2, k]
        out[2, k] += w[0] * matrix[1, k] - w[1] * matrix[0, k]


@dense()
def _times(a, b, c, matrix, k):
    """A number of a row of three times a matrix."""
    return a * matrix[0, k] + b * matrix[1, k] + c * matrix[2, k]


@dense(OUT_CUBE)
def mirror(matrices):
    """Fill the lower halves of symmetric matrices (S, R, nv), of which the first R rows are there, from the upper."""
    for s in range(len(matrices)):
        for i in range(1, matrices.shape[1]):
            for j in range(i):
                matrices[s, i, j] = matrices[s, j, i]


@dense(CUBE, CUBE, _IN4, _IN4, _IN4, _OUT4, _OUT4)
def spin(velocity, acceleration, value, first, second, rate, push):
    """How a displacement changes the rates of turns (S, n, 3, 3): by itself; what its rate adds is 2 first + w x value.

    ``rate`` is that of the velocity, ``push`` that of the acceleration.
    """
    for s in range(len(value)):
        for k in range(value.shape[1]):
            for i in range(3):
                for j in range(3):
                    rate[s, k, i, j], push[s, k, i, j] = first[s, k, i, j], second[s, k, i, j]
            _spun(velocity[s, k], value[s, k], rate[s, k])
            _spun(acceleration[s, k], value[s, k], push[s, k])
            _spun(velocity[s, k], first[s, k], push[s, k])


@dense(CUBE, CUBE, CUBE, _IN4, _IN4, _IN4, _IN4, INTS, MATRIX, INTS, INTS, OUT_CUBE, OUT_CUBE, OUT_CUBE)
def chain(by_q, by_v, by_a, value, first, rate, push, columns, axes, lines, joints, zero, one, two):
    """Derivatives (S, ., nv) by turns and their rates, as those (S, R, n) by a displacement and its derivatives.

    Of some ``lines`` (R,), by the root's travel and the displacements of some ``joints``, one after the other;
    ``columns`` (all + 1,) is where each joint's stands among all: one with a single column turns about its axis.
    """
    v = np.zeros((3, 3, 4))  # of each direction of a joint: value, rate, what the rate adds, and push
    for s in range(len(zero)):
        for r in range(len(lines)):
            line = lines[r]
            for i in range(3):
                zero[s, r, i], one[s, r, i], two[s, r, i] = by_q[s, line, i], by_v[s, line, i], by_a[s, line, i]
        to = 3
        for k in joints:
            at, count = 3 + 3 * k, columns[k + 1] - columns[k]
            for i in range(count):
                for j in range(3):
                    for m, matrix in enumerate((value[s, k], rate[s, k], first[s, k], push[s, k])):
                        v[i, j, m] = (
                            matrix[j, 0] * axes[k, 0] + matrix[j, 1] * axes[k, 1] + matrix[j, 2] * axes[k, 2]
                            if count == 1
                            else matrix[j, i]
                        )
                    v[i, j, 2] += v[i, j, 1]
            for r in range(len(lines)):
                line = lines[r]
                q0, q1, q2 = by_q[s, line, at], by_q[s, line, at + 1], by_q[s, line, at + 2]
                v0, v1, v2 = by_v[s, line, at], by_v[s, line, at + 1], by_v[s, line, at + 2]
                a0, a1, a2 = by_a[s, line, at], by_a[s, line, at + 1], by_a[s, line, at + 2]
                for i in range(count):
                    w = v[i]
                    still = q0 * w[0, 0] + q1 * w[1, 0] + q2 * w[2, 0] + v0 * w[0, 1] + v1 * w[1, 1] + v2 * w[2, 1]
                    zero[s, r, to + i] = still + a0 * w[0, 3] + a1 * w[1, 3] + a2 * w[2, 3]
                    turning = v0 * w[0, 0] + v1 * w[1, 0] + v2 * w[2, 0]
                    one[s, r, to + i] = turning + a0 * w[0, 2] + a1 * w[1, 2] + a2 * w[2, 2]
                    two[s, r, to + i] = a0 * w[0, 0] + a1 * w[1, 0] + a2 * w[2, 0]
            to += count


@dense(CUBE, _IN4, INTS, MATRIX, OUT_CUBE)
def pull(rows, value, columns, axes, out):
    """Derivatives (m, R, nv) by turns, as those (m, R, nd) by a displacement."""
    for s in range(len(rows)):
        for r in range(rows.shape[1]):
            out[s, r, :3], out[s, r, 3:] = rows[s, r, :3], 0.0
            for k in range(len(axes)):
                hinge, at = columns[k + 1] - columns[k] == 1, 3 + 3 * k
                a, b, c = rows[s, r, at], rows[s, r, at + 1], rows[s, r, at + 2]
                if a == 0.0 and b == 0.0 and c == 0.0:
                    continue
                for i in range(3):
                    share = axes[k, i] if hinge else 1.0
                    out[s, r, columns[k] if hinge else columns[k] + i] += share * _times(a, b, c, value[s, k], i)
