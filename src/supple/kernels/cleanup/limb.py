r"""Limbs of two bones that reach the wanted poses of their ends, in closed form.

The hinge bends to the length (:mod:`supple.kernels.cleanup.hinge`), the base turns the end to its place by the smallest
rotation, a swivel about the line from base to end shares the twist that is left between base and end, and the end takes
the rest. With :math:`\Delta = (w, v)`, :math:`w \ge 0`, the rotation still missing at the end and n the line's
direction, the swivel that leaves least to the end is :math:`\varphi_0 = 2\,\mathrm{atan2}(n \cdot v, w)`; a share of it
is taken.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.cleanup.blending import across, unit, unit_turn
from supple.kernels.cleanup.hinge import bend_and_scale, hinge_of
from supple.kernels.jit import (
    CUBE,
    INTS,
    MATRIX,
    OUT_CUBE,
    OUT_MATRIX,
    array_in,
    dense,
    types,
)
from supple.kernels.vectors import cross, dot, minus, plus, product, rotated, scaled

_OPPOSITE = 1e-14  # squared, of the quaternion between opposite directions, relative to their lengths
FLAGS = array_in(2, types.boolean)


@dense()
def back(q):
    """The inverse of a unit quaternion."""
    return q[0], -q[1], -q[2], -q[3]


@dense()
def turn_about(axis, angle):
    """The turn by an angle about a unit vector."""
    s = np.sin(0.5 * angle)
    return np.cos(0.5 * angle), s * axis[0], s * axis[1], s * axis[2]


@dense()
def arc(a, b):
    """The smallest turn from one direction to another, of vectors of any length; from nothing there is none."""
    lengths = np.sqrt(dot(a, a) * dot(b, b))
    if not lengths > 0.0:
        return 1.0, 0.0, 0.0, 0.0
    w, v = lengths + dot(a, b), cross(a, b)
    if w * w + dot(v, v) > _OPPOSITE * lengths * lengths:
        return unit_turn((w, v[0], v[1], v[2]))
    v = across(unit(a))
    return 0.0, v[0], v[1], v[2]


@dense()
def swivel_of(missing, line, share):
    """The turn about the unit vector ``line`` that takes a share of the twist out of a missing rotation."""
    along = missing[1] * line[0] + missing[2] * line[1] + missing[3] * line[2]
    sign = -1.0 if missing[0] < 0.0 else 1.0
    return turn_about(line, share * 2.0 * np.arctan2(sign * along, sign * missing[0]))


@dense()
def point_of(places, f, j):
    """A row of an array (F, N, 3)."""
    return places[f, j, 0], places[f, j, 1], places[f, j, 2]


@dense()
def quat_of(turned, f, j):
    """A row of an array (F, N, 4)."""
    return turned[f, j, 0], turned[f, j, 1], turned[f, j, 2], turned[f, j, 3]


@dense()
def turns_of(hip, knee, ankle, axis, foot, place, goal, told, stretch, rho, share):
    """How the lower part of one limb turns about its middle joint, how all of it then turns about its base, its scale.

    Three joints, the hinge's ``axis`` and the end's orientation ``foot`` in the world as they are; ``place`` and
    ``goal`` as they should be. A bend that is ``told`` is taken as it is, so that the end may miss its place.
    """
    u, w, line = minus(knee, hip), minus(ankle, knee), minus(place, hip)
    c, p, bend = hinge_of(u, w, axis)
    distance = np.sqrt(dot(line, line))
    wanted, scale = told, 1.0
    if np.isnan(told):
        wanted, scale = bend_and_scale(distance, c, p, bend, stretch, rho)
    flexed = turn_about(axis, wanted - bend)
    swing = arc(plus(u, rotated(flexed, w)), line)
    if distance > 0.0:
        missing = product(goal, back(product(swing, product(flexed, foot))))
        swing = product(swivel_of(missing, scaled(1.0 / distance, line), share), swing)
    return flexed, swing, scale


@dense()
def put(q, out, f, j):
    """Write a quaternion, made unit again."""
    q = unit_turn(q)
    out[f, j, 0], out[f, j, 1], out[f, j, 2], out[f, j, 3] = q[0], q[1], q[2], q[3]


@dense(
    CUBE, CUBE, INTS, INTS, INTS, INTS, MATRIX, FLAGS, CUBE, CUBE, MATRIX, MATRIX,
    types.float64, types.float64, types.float64, OUT_CUBE, OUT_MATRIX,
)  # fmt: skip
def reach(
    positions, turned, parents, bases, middles, ends, axes, active, places, goals, bends, moved, stretch, rho, share,
    out, scales,
):  # fmt: skip
    """Bring the ends of the active limbs of every frame to their wanted poses.

    The motion's world pose ``positions`` (F, J, 3) and ``turned`` (F, J, 4); L limbs by the numbers of their joints
    ``bases``, ``middles``, ``ends`` (L,) and hinge ``axes`` (L, 3) in the middle joints' frames; ``active`` (F, L),
    wanted ``places`` (F, L, 3) and orientations ``goals`` (F, L, 4) of the ends, and ``bends`` (F, L) of limbs
    that are only on their way, NaN where the place has to be met; ``moved`` (F, 3) the root's displacement. ``out``
    (F, J, 4) holds the motion's local rotations, of which base, middle and end are rewritten; ``scales`` (F, L) holds
    ones. A limb whose end is where it should be keeps its bits. Frames do not know of each other: one at a time gives
    the same bits.
    """
    for f in range(out.shape[0]):
        shift = (moved[f, 0], moved[f, 1], moved[f, 2])
        for limb in range(bases.shape[0]):
            base, middle, end = bases[limb], middles[limb], ends[limb]
            ankle, foot = point_of(positions, f, end), quat_of(turned, f, end)
            place, goal = minus(point_of(places, f, limb), shift), quat_of(goals, f, limb)
            if not active[f, limb] or (place == ankle and foot == goal):
                continue
            hip, knee = point_of(positions, f, base), point_of(positions, f, middle)
            thigh, shin = quat_of(turned, f, base), quat_of(turned, f, middle)
            axis = rotated(shin, (axes[limb, 0], axes[limb, 1], axes[limb, 2]))
            flexed, swing, scale = turns_of(
                hip, knee, ankle, axis, foot, place, goal, bends[f, limb], stretch, rho, share
            )
            scales[f, limb] = scale
            put(product(back(quat_of(turned, f, parents[base])), product(swing, thigh)), out, f, base)
            put(product(back(quat_of(turned, f, parents[middle])), product(flexed, shin)), out, f, middle)
            lower = product(swing, product(flexed, quat_of(turned, f, parents[end])))
            put(product(back(lower), goal), out, f, end)
