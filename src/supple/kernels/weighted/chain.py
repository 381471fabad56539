"""One limb as a chain of D hinges, root to tip: where it is, and how its tip moves with each angle.

A joint of three freedoms is three hinges in one place. Hinge ``d`` stands at ``offsets[d]`` in the frame above it
turned by ``turns[d]``, and turns by its angle about ``axes[d]``; the tip's frame is the last one turned by ``end``, and
the tip is ``point`` in it.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import INT, MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, dense
from supple.kernels.vectors import cross, minus, plus, product, rotated, row_of, scaled, turn_of


@dense(VECTOR, VECTOR, VECTOR, MATRIX, MATRIX, MATRIX, VECTOR, VECTOR, OUT_MATRIX, OUT_MATRIX, OUT_VECTOR, OUT_VECTOR)
def pose_chain(base, base_turn, angles, offsets, turns, axes, end, point, places, world_axes, tip, tip_turn):
    """World places (D, 3) and axes (D, 3) of all hinges, and the tip's place (3,) and turn (4,).

    ``base`` (3,) and ``base_turn`` (4,) are the world pose of what the chain hangs from.
    """
    place = (base[0], base[1], base[2])
    turned = (base_turn[0], base_turn[1], base_turn[2], base_turn[3])
    for d in range(angles.shape[0]):
        if turns[d, 0] != 1.0:  # of hinges in one place only the first has a turn and an offset
            turned = product(turned, turn_of(turns, d))
        if offsets[d, 0] != 0.0 or offsets[d, 1] != 0.0 or offsets[d, 2] != 0.0:
            place = plus(place, rotated(turned, row_of(offsets, d)))
        axis = row_of(axes, d)
        about = rotated(turned, axis)
        for k in range(3):
            places[d, k] = place[k]
            world_axes[d, k] = about[k]
        sine = np.sin(0.5 * angles[d])
        turned = product(turned, (np.cos(0.5 * angles[d]), sine * axis[0], sine * axis[1], sine * axis[2]))
    turned = product(turned, (end[0], end[1], end[2], end[3]))
    reached = plus(place, rotated(turned, (point[0], point[1], point[2])))
    for k in range(3):
        tip[k] = reached[k]
    for k in range(4):
        tip_turn[k] = turned[k]


@dense(MATRIX, MATRIX, VECTOR, INT, OUT_MATRIX)
def fill_jacobian(places, world_axes, tip, rows, jacobian):
    r"""How the tip moves with each angle, (rows, D): :math:`a_d \times (p - p_d)` [m], then :math:`a_d` if rows = 6.

    The first three rows alone are the half Jacobian.
    """
    end = (tip[0], tip[1], tip[2])
    for d in range(places.shape[0]):
        axis = row_of(world_axes, d)
        moved = cross(axis, minus(end, row_of(places, d)))
        for k in range(3):
            jacobian[k, d] = moved[k]
        if rows == 6:
            for k in range(3):
                jacobian[3 + k, d] = axis[k]


@dense()
def turn_between(q, goal):
    """The rotation vector in the world, of at most half a turn, that takes the turn ``q`` to ``goal``."""
    w, x, y, z = product((goal[0], goal[1], goal[2], goal[3]), (q[0], -q[1], -q[2], -q[3]))
    sign = -1.0 if w < 0.0 else 1.0
    sine = np.sqrt(x * x + y * y + z * z)
    factor = 2.0 if sine < 1e-9 else 2.0 * np.arctan2(sine, sign * w) / sine
    return scaled(sign * factor, (x, y, z))
