"""One pushed frame: from a pose of the source to a pose of the target."""

from __future__ import annotations

import numpy as np

from supple.kernels.fk import pose_frame
from supple.kernels.jit import (
    CUBE,
    INTS,
    MATRIX,
    OUT_CUBE,
    OUT_MATRIX,
    OUT_VECTOR,
    VECTOR,
    array_out,
    dense,
    types,
)
from supple.kernels.online.feet import BALL, HEEL, eased, needed_drop, on_the_ground, place_foot, point_at, tilted
from supple.kernels.online.limbs import PAIRS, solve_limbs
from supple.kernels.online.plants import judge
from supple.kernels.online.transfer import carry_turns
from supple.kernels.online.turning import ANY, allowed, turned_back
from supple.kernels.vectors import minus, product, rotated, row_in, row_of, turn_of

FLAGS, GIVEN = array_out(2, types.int64), types.Array(types.int64, 2, "C", readonly=True)
OUT_INTS = array_out(1, types.int64)
FACTOR, FLOOR, LOW, REACH, TWIST, SECONDS = range(6)  # numbers of ``numbers``
GROUNDED, WINDOW, CARRIED = range(3)  # numbers of ``counts``
_AGAIN, _THERE = 8, 1e-4  # solves of a leg whose foot cannot turn freely; [m] nearer is the same place


@dense()
def _middle_of(places, pair):
    """Halfway between two joints."""
    a, b = row_of(places, pair[0]), row_of(places, pair[1])
    return 0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])


@dense()
def _set_row(matrix, i, values):
    for k in range(matrix.shape[1]):
        matrix[i, k] = values[k]


@dense()
def _begin(places, pelvis, numbers, counts, about):
    """The way is scaled about the ground below where the source begins."""
    about[0], about[1], about[2] = pelvis[0], numbers[FLOOR], pelvis[2]
    if counts[GROUNDED] == 0:
        about[1] = places[0, 1]
        for j in range(1, places.shape[0]):
            about[1] = min(about[1], places[j, 1])


@dense()
def _find_plants(places, turned, joints, points, given, numbers, rule, fresh, flags, seen, speeds, lowest, now):
    """Write which heels and balls stand ``now`` (L, 2): as given (0 or 1), else as judged from the frames so far."""
    for leg in range(now.shape[0]):
        for k in range(2):
            point = point_at(places, turned, joints[leg, k], row_in(points, leg, k))
            stands = judge(
                point, seen[leg], speeds[leg], lowest[leg], k, numbers[SECONDS], numbers[FLOOR], rule,
                flags[leg, k] == 1, fresh,
            )  # fmt: skip
            now[leg, k] = given[leg, k] if given[leg, k] >= 0 else (1 if stands else 0)


@dense()
def _place_feet(
    places,
    turned,
    legs,
    joints,
    points,
    numbers,
    counts,
    now,
    flags,
    holds,
    since,
    heels,
    turns,
    meant_heels,
    meant_turns,
    alongs,
    offs,
):
    """Write places of heels and turns of feet; ``alongs``, ``offs`` (L, 3) are points in the frames of the feet."""
    for leg in range(legs.shape[0]):
        ankle = legs[leg, 3]
        back = turned_back(turn_of(turned, ankle))
        heel, ball = (
            point_at(places, turned, joints[leg, HEEL], row_in(points, leg, HEEL)),
            point_at(places, turned, joints[leg, BALL], row_in(points, leg, BALL)),
        )
        along = rotated(back, minus(ball, heel))
        _set_row(alongs, leg, along)
        _set_row(offs, leg, rotated(back, minus(heel, row_of(places, ankle))))
        if (flags[leg, HEEL] and not now[leg, HEEL]) or (flags[leg, BALL] and not now[leg, BALL]):
            since[leg] = 0
        turn = turn_of(turned, ankle)
        if counts[GROUNDED]:
            turn, heel = on_the_ground(turn, heel, along, numbers[FLOOR], numbers[LOW])
        wanted, meant = turn, heel
        if since[leg] < counts[WINDOW]:
            turn, heel = eased(
                turn, heel, turn_of(turns, leg), row_of(heels, leg), turn_of(meant_turns, leg),
                row_of(meant_heels, leg),
                1.0 - (since[leg] + 1.0) / counts[WINDOW], counts[CARRIED] == 1,
            )  # fmt: skip
        turn, heel = place_foot(
            turn, heel, along, flags[leg], now[leg], holds[leg], numbers[FLOOR], counts[GROUNDED] == 1
        )
        _set_row(meant_heels, leg, meant)
        _set_row(meant_turns, leg, wanted)
        since[leg] += 1
        _set_row(heels, leg, heel)
        _set_row(turns, leg, turn)


@dense()
def _lower(places, legs, goals, now, counts, numbers, lowered):
    """How far the figure is lowered so that planted legs reach: at once as far as needed, back up over the ease-out."""
    needed = lowered[0] * (1.0 - 1.0 / counts[WINDOW])
    for leg in range(legs.shape[0]):
        if now[leg, HEEL] or now[leg, BALL]:
            hip, knee, ankle = (
                row_of(places, legs[leg, 1]),
                row_of(places, legs[leg, 2]),
                row_of(places, legs[leg, 3]),
            )
            thigh, shank = minus(knee, hip), minus(ankle, knee)
            long = np.sqrt(thigh[0] ** 2 + thigh[1] ** 2 + thigh[2] ** 2)
            long += np.sqrt(shank[0] ** 2 + shank[1] ** 2 + shank[2] ** 2)
            needed = max(needed, needed_drop(hip, row_of(goals, leg), numbers[REACH] * long))
    lowered[0] = needed if needed > 1e-9 else 0.0


@dense()
def _foot_turns(legs, kinds, axes, rests, above, now, heels, turns, alongs, offs, goals, local):
    """Turn the feet of solved legs; a foot that cannot turn freely sends its leg elsewhere, and how far is told."""
    far = 0.0
    for leg in range(legs.shape[0]):
        ankle, turn = legs[leg, 3], turn_of(turns, leg)
        own = product(turned_back(turn_of(above, leg)), turn)
        own = allowed(own, kinds[ankle], turn_of(rests, ankle), row_in(axes, ankle, 0), row_in(axes, ankle, 1))
        _set_row(local, ankle, own)
        if kinds[ankle] == ANY:
            continue
        got = product(turn_of(above, leg), own)
        heel, along = row_of(heels, leg), row_of(alongs, leg)
        if now[leg, BALL] and not now[leg, HEEL]:  # hold the ball
            heel = minus(minus(heel, rotated(got, along)), rotated(turn, (-along[0], -along[1], -along[2])))
        goal = minus(heel, rotated(got, row_of(offs, leg)))
        moved = minus(goal, row_of(goals, leg))
        far = max(far, np.sqrt(moved[0] ** 2 + moved[1] ** 2 + moved[2] ** 2))
        _set_row(goals, leg, goal)
    return far


@dense()
def _lift_toes(legs, toes, tips, kinds, axes, rests, offsets, goals, turns, numbers, local):
    """Turn toes up that would be in the ground: ``toes`` (L,) are joints right below the ankles, or -1."""
    for leg in range(legs.shape[0]):
        toe, turn = toes[leg], turn_of(turns, leg)
        if toe < 0:
            continue
        height = goals[leg, 1] + rotated(turn, row_of(offsets, toe))[1] - numbers[FLOOR]
        own = product(turn, turn_of(local, toe))
        way = rotated(own, row_of(tips, leg))
        if height + way[1] < 0.0:
            new = product(turned_back(turn), tilted(own, way, -max(height, 0.0)))
            new = allowed(new, kinds[toe], turn_of(rests, toe), row_in(axes, toe, 0), row_in(axes, toe, 1))
            _set_row(local, toe, new)


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
    PAIRS, VECTOR, CUBE, MATRIX, PAIRS, PAIRS, INTS, CUBE, MATRIX, MATRIX, INTS, MATRIX, INTS,
    PAIRS, PAIRS, CUBE, PAIRS, CUBE, PAIRS, MATRIX, INTS, MATRIX, VECTOR, INTS, VECTOR, MATRIX, VECTOR, INTS, GIVEN,
    FLAGS, OUT_CUBE, OUT_MATRIX, OUT_MATRIX, OUT_MATRIX, OUT_MATRIX, OUT_INTS, OUT_CUBE, OUT_MATRIX,
    OUT_MATRIX, OUT_MATRIX, OUT_VECTOR, OUT_INTS, OUT_VECTOR, OUT_CUBE, OUT_VECTOR,
)  # fmt: skip
def push_frame(
    root, rotations, source_offsets, source_parents,
    pairs, shares, frames, backs, aims, hinges, kinds, axes, rests, stances, follows, offsets, parents,
    pelves, source_joints, source_points, joints, points, legs, flexes, toes, tips, numbers, counts, rule, weights,
    tolerances, caps, given,
    flags, holds, heels, turns, meant_heels, meant_turns, since, seen, speeds, lowest, last, lowered, pushed,
    out_root, local, misses,
):  # fmt: skip
    """The target's ``out_root`` (3,) and ``local`` (1, J, 4) for a source's ``root`` (3,) and ``rotations`` (S, 4).

    The second line of arguments is that of ``carry_turns``. ``pelves`` (2, 2): the hip joints of source and target;
    ``source_joints``, ``joints`` (L, 2), ``source_points``, ``points`` (L, 2, 3): heels and balls of the L feet;
    ``legs`` (L, 4): -1, hip, knee, ankle; ``flexes`` (L, 3) how knees bend; ``toes`` (L,), ``tips`` (L, 3): joints of
    toes, or -1, and the ends of toes in their frames. ``given`` (L, 2): flags of plants, or -1. From ``flags`` on is
    what is kept between frames; in ``lowered`` (4,) that is the drop and the point that the way is scaled about.
    ``misses`` (L,) is how far the ankles are from where they should be [m].
    """
    fresh, feet, about = pushed[0] == 0, legs.shape[0], lowered[1:]
    s_places, s_turned = np.zeros((rotations.shape[0], 3)), np.zeros((rotations.shape[0], 4))
    pose_frame(root, rotations, source_offsets, source_parents, s_places, s_turned)
    places, turned = np.zeros((1, parents.shape[0], 3)), np.zeros((1, parents.shape[0], 4))
    wanted = np.zeros((parents.shape[0], 4))
    carry_turns(
        s_places, s_turned, pairs, shares, frames, backs, aims, hinges, kinds, axes, rests, stances, follows, parents,
        wanted, turned[0], local[0],
    )  # fmt: skip
    pelvis = _middle_of(s_places, pelves[0])
    if fresh:
        _begin(s_places, pelvis, numbers, counts, about)
        last[:] = local[0]
    for k in range(3):
        out_root[k] = 0.0
    pose_frame(out_root, local[0], offsets, parents, places[0], turned[0])
    here = _middle_of(places[0], pelves[1])
    for k in range(3):
        out_root[k] = about[k] + numbers[FACTOR] * (pelvis[k] - about[k]) - here[k]
        places[0, :, k] += out_root[k]
    now, alongs, offs = np.zeros((feet, 2), np.int64), np.zeros((feet, 3)), np.zeros((feet, 3))
    _find_plants(
        s_places, s_turned, source_joints, source_points, given, numbers, rule, fresh, flags, seen, speeds, lowest,
        now,
    )  # fmt: skip
    _place_feet(
        places[0],
        turned[0],
        legs,
        joints,
        points,
        numbers,
        counts,
        now,
        flags,
        holds,
        since,
        heels,
        turns,
        meant_heels,
        meant_turns,
        alongs,
        offs,
    )
    goals, above, drops = np.zeros((feet, 3)), np.zeros((feet, 4)), np.zeros(feet)
    for leg in range(feet):
        _set_row(goals, leg, minus(row_of(heels, leg), rotated(turn_of(turns, leg), row_of(offs, leg))))
    _lower(places[0], legs, goals, now, counts, numbers, lowered)
    drops[:] = lowered[0]
    carried, ones = local.copy(), np.zeros(feet, np.int64)
    for _ in range(_AGAIN):
        local[:] = carried
        solve_limbs(
            places, turned, parents, ones, legs, flexes, numbers[TWIST], drops, goals, weights, 0, tolerances, caps,
            local, above, misses,
        )  # fmt: skip
        if _foot_turns(legs, kinds, axes, rests, above, now, heels, turns, alongs, offs, goals, local[0]) <= _THERE:
            break
    if counts[GROUNDED]:
        _lift_toes(legs, toes, tips, kinds, axes, rests, offsets, goals, turns, numbers, local[0])
    out_root[1] -= lowered[0]
    _same_signs(local[0], last)
    flags[:] = now
    pushed[0] += 1
