r"""Where end effectors have to be so that their planted tips stand where they stand.

Both tips planted: the pose is given but for the roll, which is the nearest one or the flat one. One tip planted: that
tip is met, and the orientation dies out between what frames with two planted tips before and after needed.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.cleanup.blending import (
    FAR,
    FEW,
    coasting,
    level_part,
    mixed,
    shares,
    turn_by,
    unit,
    unit_turn,
    vector_of,
)
from supple.kernels.cleanup.limb import arc, back, turn_about
from supple.kernels.jit import CUBE, INT, OUT_CUBE, array_in, array_out, kernel
from supple.kernels.jit import types as numba_types
from supple.kernels.vectors import cross, dot, minus, plus, product, rotated, row_of, scaled, turn_of

FREE, SINGLE, WHOLE = 0, 1, 2  # what is known of an end effector in a frame: nothing, one tip, its whole pose
FLAGS = array_in(3, numba_types.int64)
STATES, OUT_STATES = array_in(2, numba_types.int64), array_out(2, numba_types.int64)
PLACES = array_in(4)


@kernel()
def write_pose(frame, limb, position, turn, positions, rotations):
    """Store a target."""
    positions[frame, limb, 0], positions[frame, limb, 1], positions[frame, limb, 2] = position
    q = unit_turn(turn)
    rotations[frame, limb, 0], rotations[frame, limb, 1] = q[0], q[1]
    rotations[frame, limb, 2], rotations[frame, limb, 3] = q[2], q[3]


@kernel()
def write_row(matrix, i, v):
    """Store a vector."""
    matrix[i, 0], matrix[i, 1], matrix[i, 2] = v


@kernel()
def rolled_flat(turn, axis, sole):
    """``turn`` rolled about the unit vector ``axis`` so that ``sole``, up in the foot's frame, is most upright."""
    up, want = level_part(rotated(turn, sole), axis), level_part((0.0, 1.0, 0.0), axis)
    if dot(up, up) < 1e-12 or dot(want, want) < 1e-12:
        return turn
    angle = np.arctan2(dot(axis, cross(up, want)), dot(up, want))
    return product(turn_about(axis, angle), turn)


@kernel(INT, INT, INT, FLAGS, PLACES, CUBE, CUBE, CUBE, array_in(2), OUT_STATES, OUT_CUBE, OUT_CUBE, OUT_CUBE)
def aim_whole(start, stop, flat, ids, places, ends, turns, tips, soles, states, changes, positions, rotations):
    r"""Frames ``[start, stop)`` in which both tips are planted.

    .. math:: Q' = \mathrm{arc}(Q(o_2 - o_1), c_2 - c_1)\,Q, \qquad p' = c_1 - Q' o_1

    ``places`` (N, L, 2, 3) of the plants, ``soles`` (L, 3) which way is up on a sole (zero: it is not known), ``flat``
    whether it has to be up. Writes ``states`` (N, L), and of whole poses ``changes`` (N, L, 3), rotation vectors of
    :math:`Q' Q^{-1}`, ``positions`` and ``rotations``. A state that is WHOLE already is a given pose, and is kept.
    """
    for f in range(start, stop):
        for limb in range(states.shape[1]):
            q = turn_of(turns[f], limb)
            if states[f, limb] == WHOLE:
                write_row(changes[f], limb, vector_of(product(turn_of(rotations[f], limb), back(q))))
                continue
            first, second = ids[f, limb, 0] >= 0, ids[f, limb, 1] >= 0
            states[f, limb] = int(first) + int(second)
            if not (first and second):
                continue
            heel, ball = row_of(tips[limb], 0), row_of(tips[limb], 1)
            stand, way = row_of(places[f, limb], 0), minus(row_of(places[f, limb], 1), row_of(places[f, limb], 0))
            turn = product(arc(rotated(q, minus(ball, heel)), way), q)
            if flat > 0:
                turn = rolled_flat(turn, unit(way), row_of(soles, limb))
            write_row(changes[f], limb, vector_of(product(turn, back(q))))
            write_pose(f, limb, minus(stand, rotated(turn, heel)), turn, positions, rotations)


@kernel()
def hit(states, frame, limb, way, window, first, last):
    """How far the next frame with a whole pose is that way, when only frames with one tip lie between; else FAR."""
    for k in range(1, window + 1):
        f = frame + way * k
        if f < first or f >= last or states[f, limb] == FREE:
            return FAR
        if states[f, limb] == WHOLE:
            return k
    return FAR


@kernel()
def whole_before(states, last, limb, first, few):
    """From how many steps the speed at the end of whole poses is taken: at most ``few``."""
    n = 0
    while n < few and last - n > first and states[last - n - 1, limb] == WHOLE:
        n += 1
    return n


@kernel()
def stays(ids, frame, limb, tip, way, most, first, last):
    """How many frames that way, up to ``most``, the plant of a tip goes on."""
    k, f = 0, frame + way
    while k < most and f >= first and f < last and ids[f, limb, tip] == ids[frame, limb, tip]:
        k, f = k + 1, f + way
    return k


@kernel()
def tremor(frame, limb, tip, half, ends, turns, tips):
    """How far a tip of the motion is off the weighed mean of ``half`` frames to either side."""
    total, weights = (0.0, 0.0, 0.0), 0.0
    here = total
    for k in range(-half, half + 1):
        f = frame + k
        place = plus(row_of(ends[f], limb), rotated(turn_of(turns[f], limb), row_of(tips[limb], tip)))
        bell = 1.0 - (k / (half + 1.0)) ** 2
        total, weights = plus(total, scaled(bell * bell, place)), weights + bell * bell
        if k == 0:
            here = place
    return minus(here, scaled(1.0 / weights, total))


@kernel(
    INT, INT, INT, INT, INT, INT, FLAGS, PLACES, CUBE, CUBE, CUBE, array_in(2, numba_types.int64), CUBE, OUT_CUBE,
    OUT_CUBE,
)  # fmt: skip
def aim_single(
    start, stop, first, known, window, calm, ids, places, ends, turns, tips, states, changes, positions, rotations
):
    r"""Frames ``[start, stop)`` in which one tip is planted: :math:`Q' = \Delta Q`, :math:`p' = c - Q' o`.

    Frames from ``first`` to ``known`` are looked at, ``window`` to either side.

    choice: what the tip trembles against the mean of ``calm`` frames to either side, the foot's turn takes up and not
    its joint: the leg was as calm as it was, and a knee that had to follow would shake.
    """
    none = (0.0, 0.0, 0.0)
    for f in range(start, stop):
        for limb in range(states.shape[1]):
            if states[f, limb] != SINGLE:
                continue
            behind, ahead = (
                hit(states, f, limb, -1, window, first, known),
                hit(states, f, limb, 1, window, first, known),
            )
            before, after = shares(behind, ahead, window)
            a = row_of(changes[f - behind], limb) if behind < FAR else none
            b = row_of(changes[f + ahead], limb) if ahead < FAR else none
            change = mixed(before, a, after, b)
            if behind < FAR:
                n = whole_before(states, f - behind, limb, first, max(1, window // FEW))
                moved = minus(a, row_of(changes[f - behind - n], limb))
                change = plus(
                    change, scaled(coasting(behind, float(min(window + 1, behind + ahead))) / max(n, 1), moved)
                )
            turn = product(turn_by(change), turn_of(turns[f], limb))
            tip = 0 if ids[f, limb, 0] >= 0 else 1
            half = stays(ids, f, limb, tip, 1, stays(ids, f, limb, tip, -1, calm, first, known), first, known)
            if half > 0:
                toward = rotated(turn, row_of(tips[limb], tip))
                shaken = tremor(f, limb, tip, half, ends, turns, tips)
                turn = product(arc(toward, minus(toward, shaken)), turn)
            place = row_of(places[f, limb], tip)
            write_pose(f, limb, minus(place, rotated(turn, row_of(tips[limb], tip))), turn, positions, rotations)
