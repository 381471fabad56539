"""No tip below the ground: feet that swing are lifted, feet that stand on one tip turn about it, toes bend."""

from __future__ import annotations

import numpy as np

from supple.kernels.cleanup.aims import SINGLE, STATES, write_pose, write_row
from supple.kernels.cleanup.blending import across, nearest_sign, unit, unit_turn
from supple.kernels.cleanup.limb import arc, back, turn_about
from supple.kernels.jit import CUBE, INT, INTS, MATRIX, OUT_CUBE, OUT_MATRIX, array_in, array_out, kernel
from supple.kernels.jit import types as numba_types
from supple.kernels.vectors import cross, dot, minus, plus, product, rotated, row_of, scaled, turn_of

FLAGS = array_in(3, numba_types.int64)
PLACES, OUT_PLACES = array_in(4), array_out(4)
_UP = (0.0, 1.0, 0.0)
_CLEAR = 1e-12  # [m] a tip that is less far below the ground is on it


@kernel()
def raised(d, y, spare):
    """``d`` turned by the smallest turn so that it rises by ``y``; straight down it goes the way of ``spare``."""
    length_sq = dot(d, d)
    limit = np.sqrt(length_sq)
    y = min(max(y, -limit), limit)
    level = (d[0], 0.0, d[2])
    if dot(level, level) < 1e-18 * length_sq:
        level = (spare[0], 0.0, spare[2])
    if dot(level, level) == 0.0:
        level = across(_UP)
    return plus(scaled(np.sqrt(max(0.0, length_sq - y * y)), unit(level)), scaled(y, _UP))


@kernel(INT, INT, INTS, CUBE, CUBE, CUBE, OUT_PLACES)
def find_tips(start, stop, ends, tips, positions, turned, out):
    """Where the tips (L, T, 3) of the joints ``ends`` (L,) are in each frame of a world pose: ``out`` (N, L, T, 3)."""
    for f in range(start, stop):
        for limb in range(ends.shape[0]):
            joint, turn = row_of(positions[f], ends[limb]), turn_of(turned[f], ends[limb])
            for tip in range(tips.shape[1]):
                place = plus(joint, rotated(turn, row_of(tips[limb], tip)))
                out[f, limb, tip, 0], out[f, limb, tip, 1], out[f, limb, tip, 2] = place


@kernel(INTS, CUBE, CUBE, CUBE, OUT_MATRIX)
def find_lowest(ends, tips, positions, turned, out):
    """How high the lowest of each joint's tips is, ``out`` (N, L) [m]; arguments as of :func:`find_tips`."""
    for f in range(out.shape[0]):
        for limb in range(ends.shape[0]):
            height, turn = positions[f, ends[limb], 1], turn_of(turned[f], ends[limb])
            lowest = height + rotated(turn, row_of(tips[limb], 0))[1]
            for tip in range(1, tips.shape[1]):
                lowest = min(lowest, height + rotated(turn, row_of(tips[limb], tip))[1])
            out[f, limb] = lowest


@kernel()
def turned_up(turn, stand, o, point, sole, height):
    """``turn`` of a foot that stands on its point ``o`` at ``stand``, and turned so that another is not too low."""
    d = rotated(turn, minus(point, o))
    if stand[1] + d[1] >= height - _CLEAR or dot(d, d) == 0.0:  # high enough, or the point that it stands on
        return turn, False
    return product(arc(d, raised(d, height - stand[1], rotated(turn, sole))), turn), True


@kernel(FLAGS, PLACES, CUBE, MATRIX, STATES, CUBE, OUT_CUBE, OUT_CUBE, returns=INT)
def turn_off_ground(ids, places, points, soles, states, heights, positions, rotations):
    """Targets that stand on one tip: turned about it where others of their ``points`` (L, 3, 3) would be too low.

    ``heights`` (N, L, 3) are those of the ground below them. The first two points are the tips, which come last: where
    a foot can not keep all of them out of the ground it is the third that sinks. Returns how many were turned.
    """
    count = 0
    for f in range(states.shape[0]):
        for limb in range(states.shape[1]):
            if states[f, limb] != SINGLE:
                continue
            tip = 0 if ids[f, limb, 0] >= 0 else 1
            turn, stand = turn_of(rotations[f], limb), row_of(places[f, limb], tip)
            o, sole = row_of(points[limb], tip), row_of(soles, limb)
            turn, third = turned_up(turn, stand, o, row_of(points[limb], 2), sole, heights[f, limb, 2])
            turn, other = turned_up(turn, stand, o, row_of(points[limb], 1 - tip), sole, heights[f, limb, 1 - tip])
            if third or other:
                write_pose(f, limb, minus(stand, rotated(turn, o)), turn, positions, rotations)
                count += 1
    return count


@kernel()
def toe_angle(v, axis, rise):
    r"""The smallest angle, not negative, about the unit vector ``axis`` that lifts ``v`` to the height ``rise``.

    :math:`y(\varphi) = A\cos\varphi + B\sin\varphi + C`; a height that is out of reach is approached.
    """
    if v[1] >= rise:
        return 0.0
    along = axis[1] * dot(axis, v)
    a, b = v[1] - along, cross(axis, v)[1]
    top, reach, need = np.arctan2(b, a), np.sqrt(a * a + b * b), rise - along
    whole = 2.0 * np.pi
    if need >= reach:
        return top % whole
    half = np.arccos(need / reach)
    return min((top - half) % whole, (top + half) % whole)


@kernel(INT, INT, INTS, MATRIX, CUBE, MATRIX, CUBE, CUBE, MATRIX, OUT_CUBE, OUT_CUBE)
def bend_toes(start, stop, toes, ends, positions, axes, turned, rotations, heights, bent, tips):
    """Toes whose tips are below the ground bend up about their own axis.

    ``toes`` (L,) are the joints that bend, ``ends`` (L, 3) their tips in their frames; ``positions`` (N, J, 3) and
    ``turned`` (N, J, 4) are the world pose, ``rotations`` (N, J, 4) the local turns, ``axes`` (L, 3) in the frames of
    the toes' parents, upward turns positive; ``heights`` (N, L) of the ground below ``tips`` (N, L, 3). ``bent``
    (N, L, 4) gets the new local turns and ``tips`` where the tips are then.
    """
    for f in range(start, stop):
        for limb in range(toes.shape[0]):
            toe = toes[limb]
            if tips[f, limb, 1] >= heights[f, limb] - _CLEAR:
                continue
            ball, local = row_of(positions[f], toe), turn_of(rotations[f], toe)
            turn = turn_of(turned[f], toe)
            v, parent = rotated(turn, row_of(ends, limb)), product(turn, back(local))
            world = rotated(parent, row_of(axes, limb))
            angle = toe_angle(v, world, heights[f, limb] - ball[1])
            q = unit_turn(product(turn_about(row_of(axes, limb), angle), local))
            bent[f, limb, 0], bent[f, limb, 1], bent[f, limb, 2], bent[f, limb, 3] = nearest_sign(q, local)
            write_row(tips[f], limb, plus(ball, rotated(turn_about(world, angle), v)))
