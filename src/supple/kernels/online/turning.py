"""Turns as results instead of ``out``, for parts of kernels."""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import dense
from supple.kernels.vectors import cross, dot, product, scaled

ANY = 3  # about so many axes turns a joint that turns any way


@dense()
def turned_back(q):
    """The inverse of a unit quaternion."""
    return q[0], -q[1], -q[2], -q[3]


@dense()
def unit_turn(q):
    """A quaternion made a unit one; nothing becomes no turn."""
    length = np.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    if length < 1e-300:
        return 1.0, 0.0, 0.0, 0.0
    share = 1.0 / length
    return share * q[0], share * q[1], share * q[2], share * q[3]


@dense()
def unit(a):
    """A vector of length one; nothing stays nothing."""
    return scaled(1.0 / max(np.sqrt(dot(a, a)), 1e-300), a)


@dense()
def turn_about(axis, angle):
    """The turn by ``angle`` [rad] about a unit ``axis``."""
    sine = np.sin(0.5 * angle)
    return np.cos(0.5 * angle), sine * axis[0], sine * axis[1], sine * axis[2]


@dense()
def arc(a, b):
    """The shortest turn from the direction of ``a`` to that of ``b``; none where they are opposite or nothing."""
    length = np.sqrt(dot(a, a) * dot(b, b))
    w = length + dot(a, b)
    if not w > 1e-9 * length:
        return 1.0, 0.0, 0.0, 0.0
    x, y, z = cross(a, b)
    return unit_turn((w, x, y, z))


@dense()
def between(a, b, share):
    """From the turn ``a`` to ``b``, the short way, to a share of it."""
    inner = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
    sign = -1.0 if inner < 0.0 else 1.0
    angle = np.arccos(min(abs(inner), 1.0))
    sine = np.sin(angle)
    if sine < 1e-8:
        wa, wb = 1.0 - share, share
    else:
        wa, wb = np.sin((1.0 - share) * angle) / sine, np.sin(share * angle) / sine
    wb = sign * wb
    return unit_turn((wa * a[0] + wb * b[0], wa * a[1] + wb * b[1], wa * a[2] + wb * b[2], wa * a[3] + wb * b[3]))


@dense()
def allowed(turn, kind, rest, first, second):
    """The nearest turn to ``turn`` of a joint that turns about ``kind`` axes at right angles: none, one, two, or any.

    The axes are in the frame at ``rest``, and the joint turns about ``first``, then ``second``, as in ``core.angles``.
    """
    if kind == ANY:
        return turn
    q = product(turned_back(rest), turn)
    vector = (q[1], q[2], q[3])
    if kind == 0:
        return rest
    if kind == 1:
        along = dot(vector, first)
        return product(rest, unit_turn((q[0], along * first[0], along * first[1], along * first[2])))
    x, y, z = dot(vector, first), dot(vector, second), dot(vector, cross(first, second))
    half_sum, half_difference = np.arctan2(x + y, q[0] - z), np.arctan2(x - y, q[0] + z)
    made = product(turn_about(first, half_sum + half_difference), turn_about(second, half_sum - half_difference))
    return product(rest, made)
