r"""Where end effectors have to be so that their planted tips stand where they stand.

Both tips planted: the pose is given but for the roll, which is the nearest one or the flat one. One tip planted: that
tip is met, and the orientation dies out between what frames with two planted tips before and after needed.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.cleanup.blending import FAR, level_part, mixed, shares, turn_by, unit, unit_turn, vector_of
from supple.kernels.cleanup.limb import arc, back, turn_about
from supple.kernels.jit import CUBE, INT, OUT_CUBE, array_in, array_out, kernel
from supple.kernels.jit import types as numba_types
from supple.kernels.vectors import cross, dot, minus, product, rotated, row_of, turn_of

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


@kernel(INT, INT, INT, INT, INT, FLAGS, PLACES, CUBE, CUBE, array_in(2, numba_types.int64), CUBE, OUT_CUBE, OUT_CUBE)
def aim_single(start, stop, first, known, window, ids, places, turns, tips, states, changes, positions, rotations):
    r"""Frames ``[start, stop)`` in which one tip is planted: :math:`Q' = \Delta Q`, :math:`p' = c - Q' o`.

    Frames from ``first`` to ``known`` are looked at, ``window`` to either side.
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
            turn = product(turn_by(mixed(before, a, after, b)), turn_of(turns[f], limb))
            tip = 0 if ids[f, limb, 0] >= 0 else 1
            place = row_of(places[f, limb], tip)
            write_pose(f, limb, minus(place, rotated(turn, row_of(tips[limb], tip))), turn, positions, rotations)
