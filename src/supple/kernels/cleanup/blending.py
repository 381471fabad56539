r"""Changes that die out on both sides of where they are known.

A change :math:`v` (a rotation vector, or numbers) known at two frames, :math:`k_b` before and :math:`k_f` after, is

.. math:: v = w_b v_b + w_f v_f, \quad w = \alpha(\min(1, k/T)), \quad T = \min(L + 1, k_b + k_f), \quad
          \alpha(t) = 2t^3 - 3t^2 + 1

in between: exact at both, without a jump where the second comes into the window of L frames, and without a dip between
equal changes that are near each other, since then :math:`w_b + w_f = 1`.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import dense
from supple.kernels.rotvec import full_angle, half_sine
from supple.kernels.vectors import cross, dot, minus, plus, scaled

FEW = 4  # the speed at the end of what is known is that of so small a share of the window before
FAR = 1 << 40  # frames: nothing was found that way


@dense()
def fade(t):
    """From 1 at 0 to 0 at 1, level at both."""
    return (2.0 * t - 3.0) * t * t + 1.0


@dense()
def shares(back, ahead, window):
    """The weights of what was found ``back`` frames before and ``ahead`` after; FAR where nothing was."""
    reach = float(min(window + 1, back + ahead))
    before = fade(back / reach) if back < reach else 0.0
    after = fade(ahead / reach) if ahead < reach else 0.0
    return before, after


@dense()
def coasting(k, reach):
    """How many frames' worth of its first speed a change still has after ``k`` frames, none from ``reach`` on."""
    left = 1.0 - k / reach
    return k * left * left if k < reach else 0.0


@dense()
def unit(v):
    """``v`` of length one; zero stays zero."""
    length = np.sqrt(dot(v, v))
    return scaled(1.0 / length, v) if length > 0.0 else v


@dense()
def across(a):
    """A unit vector at right angles to the unit vector ``a``."""
    x, y, z = abs(a[0]), abs(a[1]), abs(a[2])
    if x <= y and x <= z:
        return unit(cross(a, (1.0, 0.0, 0.0)))
    if y <= z:
        return unit(cross(a, (0.0, 1.0, 0.0)))
    return unit(cross(a, (0.0, 0.0, 1.0)))


@dense()
def unit_turn(q):
    """A quaternion of length one; zero becomes no turn."""
    norm = np.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    if not norm > 0.0:
        return 1.0, 0.0, 0.0, 0.0
    scale = 1.0 / norm
    return scale * q[0], scale * q[1], scale * q[2], scale * q[3]


@dense()
def vector_of(q):
    """The shortest rotation vector of a turn."""
    sign = -1.0 if q[0] < 0.0 else 1.0
    return scaled(sign * full_angle(q[1] * q[1] + q[2] * q[2] + q[3] * q[3], sign * q[0]), (q[1], q[2], q[3]))


@dense()
def turn_by(v):
    """The turn of a rotation vector."""
    scale, real = half_sine(dot(v, v))
    return real, scale * v[0], scale * v[1], scale * v[2]


@dense()
def mixed(before, a, after, b):
    """Two changes with their shares."""
    return plus(scaled(before, a), scaled(after, b))


@dense()
def level_part(v, axis):
    """What of ``v`` is at right angles to the unit vector ``axis``."""
    return minus(v, scaled(dot(v, axis), axis))


@dense()
def nearest_sign(q, to):
    """``q`` or its negative, whichever is in the hemisphere of ``to``."""
    if q[0] * to[0] + q[1] * to[1] + q[2] * to[2] + q[3] * to[3] < 0.0:
        return -q[0], -q[1], -q[2], -q[3]
    return q
