r"""A limb that is closed: how its joints follow when its base is moved and its end stays.

With u the unit vector from base to end, L their distance, M the middle joint, P the end, a the hinge's axis, and a base
that moves by :math:`\delta B`, the rates that keep the end where it is are

.. math:: \alpha = -\frac{u \cdot \delta B}{u \cdot (a \times (P - M))}, \qquad
          \Omega = \frac{u \times (-\delta B - \alpha\, a \times (P - M))}{L} + \dot\theta\, u

for the bend and the upper bone; :math:`\theta` is the swivel about u. A limb that is too short only aims:
:math:`\alpha = 0`, :math:`\Omega = u \times \dot u`.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.cleanup.hinge import bend_and_scale, hinge_of
from supple.kernels.cleanup.limb import arc, back, turn_about
from supple.kernels.jit import dense
from supple.kernels.vectors import cross, dot, minus, plus, product, rotated, scaled

_STIFF = 1e-3  # share of a limb's length that counts as the least lever of a hinge: a straight limb has none


@dense()
def closed_turns(hip, upper, lower, axis, place, swivel, least):
    """How the lower bone turns about the hinge and the whole limb about its base, in the world, and what it misses [m].

    ``upper`` and ``lower`` are the bones as they are, ``axis`` the hinge's, ``least`` the bend [rad] below which it may
    not go; a swivel about the new line comes on top.
    """
    line = minus(place, hip)
    distance = np.sqrt(dot(line, line))
    c, p, bend = hinge_of(upper, lower, axis)
    wanted, _ = bend_and_scale(distance, c, p, bend, 0.0, 0.0)
    flexed = turn_about(axis, max(wanted, least) - bend)
    reached = plus(upper, rotated(flexed, lower))
    swing = arc(reached, line)
    if swivel != 0.0 and distance > 0.0:
        swing = product(turn_about(scaled(1.0 / distance, line), swivel), swing)
    return flexed, swing, distance - np.sqrt(dot(reached, reached))


@dense()
def following(direction, length, lever, axis, reachable, base_moves):
    """Rates of bend and upper bone, without swivel, for a base that moves; ``lever`` is the end seen from the hinge."""
    along = dot(direction, base_moves)
    if not reachable:
        aside = minus(base_moves, scaled(along, direction))
        return 0.0, scaled(-1.0 / length, cross(direction, aside))
    pull = cross(axis, lever)
    gain = dot(direction, pull)
    least = _STIFF * length
    if abs(gain) < least:
        gain = -least if gain < 0.0 else least
    alpha = -along / gain
    needed = scaled(-1.0, plus(base_moves, scaled(alpha, pull)))
    return alpha, scaled(1.0 / length, cross(direction, needed))


@dense()
def in_frame(q, v):
    """A world vector in the frame that is turned by ``q``."""
    return rotated(back(q), v)
