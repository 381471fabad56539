"""Limbs of posed figures as chains in the world: what to add to a pose so that a limb's end is where it should be.

Hinges stand in the world where the pose has them and their angles are counted from there, so a solution without angles
is the pose. The first joint of a limb turns about three axes (flexion, abduction, twist), the middle one about its own.
A limb may have a carrier (a collar bone), which turns about three axes too, a little.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import CUBE, INT, INTS, MATRIX, OUT_CUBE, OUT_MATRIX, OUT_VECTOR, VECTOR, array_in, dense, types
from supple.kernels.online.turning import arc, turn_about, turned_back, unit
from supple.kernels.vectors import cross, dot, minus, plus, product, rotated, row_of, scaled, turn_of
from supple.kernels.weighted.solving import solve_chains

PAIRS = array_in(2, types.int64)
SWING, CARRIED = np.radians(120.0), np.radians(25.0)  # how far the first joint, and a carrier, may be moved
BENT, STRAIGHT = np.radians(150.0), np.radians(0.5)


@dense()
def _fill_ball(first, axes, lower, upper, ahead, bone, swing, twist):
    """Three hinges from ``first`` on: about ``ahead``, about what is across both, and about the ``bone``."""
    aside = cross(ahead, bone)
    for k in range(3):
        axes[first, k], axes[first + 1, k], axes[first + 2, k] = ahead[k], aside[k], bone[k]
    for d in range(first, first + 3):
        lower[d], upper[d] = -swing, swing
    lower[first + 2], upper[first + 2] = -twist, twist


@dense()
def _across(a, axis):
    """What of ``a`` is at right angles to a unit ``axis``."""
    return minus(a, scaled(dot(a, axis), axis))


@dense()
def _bend_for(upper, lower, way, flexes):
    """The bend about ``flexes`` of two bones whose ends are as far apart as ``way`` is long [rad]."""
    flat, low = _across(upper, flexes), _across(lower, flexes)
    apart = 0.5 * (dot(way, way) - dot(upper, upper) - dot(lower, lower)) - dot(upper, flexes) * dot(lower, flexes)
    return np.arccos(min(max(apart / max(np.sqrt(dot(flat, flat) * dot(low, low)), 1e-300), -1.0), 1.0))


@dense()
def _swing_towards(lower_bone, upper_bone, away, axes, angles):
    """Start a limb without a carrier where it goes: the turn from its end to the target, as angles of three hinges.

    The second axis points away from that of a right-handed frame, which turns its sign.
    """
    turn = arc(plus(upper_bone, lower_bone), away)
    w, about = turn[0], turn[1:]
    x, y, z = dot(about, row_of(axes, 0)), -dot(about, row_of(axes, 1)), dot(about, row_of(axes, 2))
    angles[0] = np.arctan2(2.0 * (w * x - y * z), 1.0 - 2.0 * (x * x + y * y))
    angles[1] = -np.arcsin(min(max(2.0 * (w * y + x * z), -1.0), 1.0))
    angles[2] = np.arctan2(2.0 * (w * z - x * y), 1.0 - 2.0 * (y * y + z * z))


@dense()
def _fill_limb(places, joints, flexes, twist, target, drop, offsets, axes, lower, upper, angles):
    """The hinges of one limb: ``joints`` (4,) carrier or -1, first, middle, end; ``flexes`` a unit axis in the world.

    The middle joint starts bent as far as ``target`` is away: within the ranges that is all, and a straight limb, which
    no small step would make shorter, is none any more.
    """
    top, middle, end = row_of(places, joints[1]), row_of(places, joints[2]), row_of(places, joints[3])
    bone, lower_bone, at = unit(minus(middle, top)), minus(end, middle), 0
    if joints[0] >= 0:
        carried = minus(top, row_of(places, joints[0]))
        along = unit(carried)
        _fill_ball(0, axes, lower, upper, unit(_across(flexes, along)), along, CARRIED, CARRIED)
        at = 3
        for k in range(3):
            offsets[at, k] = carried[k]
    _fill_ball(at, axes, lower, upper, unit(_across(flexes, bone)), bone, SWING, twist)
    flat, low = _across(bone, flexes), _across(lower_bone, flexes)
    bend = np.arctan2(dot(flexes, cross(flat, low)), dot(flat, low))
    for k in range(3):
        offsets[at + 3, k], axes[at + 3, k] = middle[k] - top[k], flexes[k]
    lower[at + 3], upper[at + 3] = min(0.0, STRAIGHT - bend), max(0.0, BENT - bend)
    away = minus(target, (top[0], top[1] - drop, top[2]))
    more = _bend_for(minus(middle, top), lower_bone, away, flexes) - bend  # over a straight limb ``bend`` is below 0
    angles[at + 3] = min(max(more, lower[at + 3]), upper[at + 3])
    if at == 0:
        _swing_towards(rotated(turn_about(flexes, angles[3]), lower_bone), minus(middle, top), away, axes, angles)


@dense()
def _ball_turn(axes, angles, first):
    """The turn of three hinges from ``first`` on."""
    turn = product(
        turn_about(row_of(axes, first), angles[first]), turn_about(row_of(axes, first + 1), angles[first + 1])
    )
    return product(turn, turn_about(row_of(axes, first + 2), angles[first + 2]))


@dense()
def _add_turn(local, turned, parents, j, turn):
    """Add a ``turn`` of the world to joint ``j`` of a pose, seen from its parent as it was."""
    above = turn_of(turned, parents[j])
    new = product(product(turned_back(above), turn), product(above, turn_of(local, j)))
    for k in range(4):
        local[j, k] = new[k]


@dense()
def _fill_chain(places, turned, joints, flexes, twist, target, drop, base, point, offsets, axes, lower, upper, angles):
    """One limb of a pose as a chain of hinges: its ``base`` and ``point`` (3,), and what it starts from."""
    middle, end = joints[2], joints[3]
    first = joints[1] if joints[0] < 0 else joints[0]
    bends = rotated(turn_of(turned, middle), flexes)
    _fill_limb(places, joints, bends, twist, target, drop, offsets, axes, lower, upper, angles)
    for k in range(3):
        base[k], point[k] = places[first, k], places[end, k] - places[middle, k]
    base[1] -= drop


@dense()
def _turn_limb(turned, parents, joints, axes, angles, local):
    """Add a solved limb to the ``local`` turns of its pose; the world turn of its end's parent then."""
    at, total = 0, (1.0, 0.0, 0.0, 0.0)
    if joints[0] >= 0:
        total, at = _ball_turn(axes, angles, 0), 3
        _add_turn(local, turned, parents, joints[0], total)
    first, bend = _ball_turn(axes, angles, at), turn_about(row_of(axes, at + 3), angles[at + 3])
    _add_turn(local, turned, parents, joints[1], first)
    _add_turn(local, turned, parents, joints[2], bend)
    return product(product(product(total, first), bend), turn_of(turned, parents[joints[3]]))


@dense(
    CUBE, CUBE, INTS, INTS, PAIRS, MATRIX, types.float64, VECTOR, MATRIX, MATRIX, INT, VECTOR, INTS,
    OUT_CUBE, OUT_MATRIX, OUT_VECTOR,
)  # fmt: skip
def solve_limbs(
    places, turned, parents, frames, joints, flexes, twist, drops, targets, weights, true_weights, tolerances, caps,
    local, above, misses,
):  # fmt: skip
    """Bring the ends of B limbs to ``targets`` (B, 3) [m] from the poses ``places`` (N, J, 3), ``turned`` (N, J, 4).

    Limb b is in pose ``frames[b]`` and has ``joints[b]`` (4,): carrier or -1 (all with one or all without), first,
    middle, end; its middle joint flexes about ``flexes[b]`` in its own frame. The upper bone may ``twist`` [rad];
    ``drops`` (B,) is how much lower the whole figure is than in ``places`` [m]. ``weights`` (B, D), ``true_weights``,
    ``tolerances``, ``caps`` are those of ``solve_chains``. ``local`` (N, J, 4) is changed where limbs are, ``above``
    (B, 4) becomes the world turn of the parent of each end, ``misses`` (B,) the way that is left [m].
    """
    count, dofs = targets.shape[0], weights.shape[1]
    # few arrays, as in ``solve_chains``
    hinges, ends, ranges = np.zeros((2, count, dofs, 3)), np.zeros((2, count, 3)), np.zeros((3, count, dofs))
    (offsets, axes), (bases, points) = (hinges[0], hinges[1]), (ends[0], ends[1])
    lower, upper, angles = ranges[0], ranges[1], ranges[2]
    turns, none, lengths, left = np.zeros((count, dofs, 4)), np.zeros((count, 4)), np.zeros(count), np.zeros((count, 2))
    whole = np.zeros((3, count), np.int64)
    which, rows, spent = whole[0], whole[1], whole[2]
    none[:, 0], turns[:, :, 0], rows[:] = 1.0, 1.0, 3
    for b in range(count):
        n, which[b] = frames[b], b
        _fill_chain(
            places[n], turned[n], joints[b], row_of(flexes, b), twist, row_of(targets, b), drops[b], bases[b],
            points[b], offsets[b], axes[b], lower[b], upper[b], angles[b],
        )  # fmt: skip
        for d in range(dofs):
            lengths[b] += np.sqrt(dot(row_of(offsets[b], d), row_of(offsets[b], d)))
    solve_chains(
        which, bases, none, offsets, turns, axes, none, lower, upper, lengths, points, targets, none, rows, weights,
        true_weights, tolerances, caps, angles, spent, left,
    )  # fmt: skip
    for b in range(count):
        n, misses[b] = frames[b], left[b, 0]
        total = _turn_limb(turned[n], parents, joints[b], axes[b], angles[b], local[n])
        for k in range(4):
            above[b, k] = total[k]
