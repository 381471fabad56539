"""One pushed frame: from a pose of the source to a pose of the target."""

from __future__ import annotations

import numpy as np

from supple.kernels.fk import pose_frame
from supple.kernels.jit import (
    CUBE,
    INT,
    INTS,
    MATRIX,
    OUT_CUBE,
    OUT_MATRIX,
    OUT_VECTOR,
    VECTOR,
    array_in,
    array_out,
    dense,
    types,
)
from supple.kernels.online.checking import FINE, fault_of
from supple.kernels.online.ground import ground_at
from supple.kernels.online.legs import aim_ankles, lower, solve_legs
from supple.kernels.online.limbs import PAIRS
from supple.kernels.online.numbers import FACTOR, FARTHEST, GROUNDED, REACH, WINDOW
from supple.kernels.online.standing import find_plants, measure_soles, place_feet
from supple.kernels.online.toes import lift_toes
from supple.kernels.online.transfer import carry_turns
from supple.kernels.vectors import plus, product, rotated, row_of, turn_of

FLAGS, GIVEN = array_out(2, types.int64), array_in(2, types.int64)
OUT_INTS = array_out(1, types.int64)
TRIPLES, BANK = array_in(3, types.int64), array_in(4)
SOURCE, TARGET = 0, 1


@dense()
def _middle_of(places, pair):
    """Halfway between two joints."""
    a, b = row_of(places, pair[0]), row_of(places, pair[1])
    return 0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])


@dense()
def _begin(places, pelvis, numbers, grounded, about):
    """The way is scaled about the ground below where the source begins."""
    about[0], about[1], about[2] = pelvis[0], ground_at(numbers, pelvis), pelvis[2]
    if not grounded:
        about[1] = places[0, 1]
        for j in range(1, places.shape[0]):
            about[1] = min(about[1], places[j, 1])


@dense()
def _stand_target(pelvis, pelvic, about, factor, offsets, parents, turned, out_root, places):
    """Place the target, whose joints are ``turned`` already, where the scaled way has it."""
    places[0] = 0.0
    for j in range(1, places.shape[0]):
        place = plus(row_of(places, parents[j]), rotated(turn_of(turned, parents[j]), row_of(offsets, j)))
        for k in range(3):
            places[j, k] = place[k]
    here = _middle_of(places, pelvic)
    for k in range(3):
        out_root[k] = about[k] + factor * (pelvis[k] - about[k]) - here[k]
        for j in range(places.shape[0]):
            places[j, k] += out_root[k]


@dense()
def _same_signs(local, last):
    """Quaternions in the hemispheres of the frame before, as in every motion."""
    for j in range(local.shape[0]):
        inner = 0.0
        for k in range(4):
            inner += local[j, k] * last[j, k]
        for k in range(4):
            local[j, k] = -local[j, k] if inner < 0.0 else local[j, k]
            last[j, k] = local[j, k]


@dense(
    VECTOR, MATRIX, MATRIX, INTS,
    PAIRS, VECTOR, CUBE, MATRIX, PAIRS, PAIRS, INTS, CUBE, MATRIX, MATRIX, INTS, INTS, MATRIX,
    PAIRS, TRIPLES, BANK, PAIRS, MATRIX, MATRIX, VECTOR, INTS, VECTOR, INTS, GIVEN,
    FLAGS, OUT_CUBE, OUT_CUBE, OUT_INTS, OUT_CUBE, OUT_MATRIX, OUT_VECTOR, OUT_INTS, OUT_VECTOR, OUT_MATRIX, OUT_VECTOR,
    returns=INT,
)  # fmt: skip
def push_frame(
    root, rotations, source_offsets, source_parents,
    pairs, shares, frames, backs, aims, hinges, kinds, axes, rests, stances, follows, parents, offsets,
    pelves, joints, points, legs, flexes, tips, numbers, counts, tolerances, caps, given,
    flags, holds, feet, since, tracks, last, lowered, pushed, out_root, local, misses,
):  # fmt: skip
    """The target's ``out_root`` (3,) and ``local`` (J, 4) for a source's ``root`` (3,) and ``rotations`` (S, 4).

    A pose that cannot be is refused by its fault (see ``checking``), and nothing is changed.
    The second line of arguments is that of ``carry_turns``. ``pelves`` (2, 2): the hip joints of source and target;
    ``joints`` (2, L, 2), ``points`` (2, L, 2, 3): heels and balls of their L feet; ``legs`` (L, 5): -1, hip, knee,
    ankle, toes or -1; ``flexes`` (L, 3) how knees bend; ``tips`` (L, 3): ends of toes in their frames; ``numbers``,
    ``counts``: see there. ``given`` (L, 2): flags of plants, or -1. The last line is kept between frames, up to
    ``pushed``: ``lowered`` (4,) is the drop and the point that the way is scaled about. ``misses`` (L,) is how far the
    ankles are from where they should be [m].
    """
    fault = fault_of(root, rotations, source_offsets, numbers[FARTHEST])
    if fault != FINE:
        return fault
    fresh, count, grounded, about = pushed[0] == 0, legs.shape[0], counts[GROUNDED] == 1, lowered[1:]
    source, source_turned = np.empty((rotations.shape[0], 3)), np.empty((rotations.shape[0], 4))
    places, turns, now = np.empty((1, *offsets.shape)), np.empty((2, *local.shape)), np.zeros((count, 2), np.int64)
    shares_of_feet, ways, above = np.zeros((2, count, 2)), np.zeros((2, count, 3)), np.zeros((count, 4))
    soles = np.zeros((count, 2, 3))
    (turned, wanted), (heels, goals) = (turns[:1], turns[1]), (ways[0], ways[1])
    pulls, kept = shares_of_feet[0], shares_of_feet[1]
    pose_frame(root, rotations, source_offsets, source_parents, source, source_turned)
    carry_turns(
        source, source_turned, pairs, shares, frames, backs, aims, hinges, kinds, axes, rests, stances, follows,
        parents, wanted, turned[0], local,
    )  # fmt: skip
    pelvis = _middle_of(source, pelves[SOURCE])
    if fresh:
        _begin(source, pelvis, numbers, grounded, about)
        last[:] = local
    _stand_target(pelvis, pelves[TARGET], about, numbers[FACTOR], offsets, parents, turned[0], out_root, places[0])
    find_plants(
        source, source_turned, joints[SOURCE], points[SOURCE], given, numbers, counts[WINDOW], since, fresh, flags,
        tracks, now, pulls, kept,
    )  # fmt: skip
    measure_soles(places[0], turned[0], legs, joints[TARGET], points[TARGET], heels, soles)
    place_feet(turned[0], legs, heels, soles, flags, now, kept, numbers, counts, holds, since, feet)
    aim_ankles(feet, soles, goals)
    lower(places[0], legs, goals, pulls, counts[WINDOW], numbers[REACH], lowered)
    solve_legs(
        places, turned, parents, legs, flexes, kinds, axes, rests, numbers, tolerances, caps, now, feet,
        soles, lowered[0], goals, above, local.reshape((1, *local.shape)), misses,
    )  # fmt: skip
    for leg in range(count if grounded else 0):
        lift_toes(
            leg, row_of(goals, leg), product(turn_of(above, leg), turn_of(local, legs[leg, 3])), legs, tips, kinds,
            axes, rests, offsets, parents, numbers, local,
        )  # fmt: skip
    out_root[1] -= lowered[0]
    _same_signs(local, last)
    flags[:] = now
    pushed[0] += 1
    return FINE
