"""The turns of a source's joints on a target, of one frame.

The same as ``recipes.retarget.transfer``, which is this kernel's slow twin: frames that mean the same on every figure
agree in the world, bones of limbs point as the source's, and joints that turn about fewer axes do what they can.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_MATRIX, VECTOR, array_in, dense, types
from supple.kernels.online.turning import ANY, allowed, arc, between, turn_about, turned_back, unit
from supple.kernels.vectors import cross, dot, minus, product, rotated, row_in, row_of, scaled, turn_in, turn_of

PAIRS = array_in(2, types.int64)
_NOT_YET, _BENT = 0.1, 0.35  # sine of a bend from which on it tells its axis, as in the twin


@dense()
def _wanted(j, places, turned, pairs, shares, frames, aims):
    """How the frame of target joint ``j``, which has a counterpart, is turned in the world."""
    a, b = pairs[j, 0], pairs[j, 1]
    turn = product(turn_of(turned, a), turn_in(frames, j, 0))
    if b >= 0:
        turn = between(turn, product(turn_of(turned, b), turn_in(frames, j, 1)), shares[j])
    if aims[j, 0] < 0:
        return turn
    way = minus(row_of(places, aims[j, 1]), row_of(places, aims[j, 0]))
    return product(arc(rotated(turn, (0.0, 0.0, 1.0)), way), turn)


@dense()
def _turn_across(axis, a, b):
    """The turn about a unit ``axis`` that takes ``a`` to ``b``, both across it."""
    return turn_about(axis, np.arctan2(dot(axis, cross(a, b)), dot(a, b)))


@dense()
def _keep_hinge(upper, middle, wanted):
    """Turn an upper bone about itself so that the hinge below it leads the lower bone right."""
    above, below = turn_of(wanted, upper), turn_of(wanted, middle)
    bone, lower = rotated(above, (0.0, 0.0, 1.0)), rotated(below, (0.0, 0.0, 1.0))
    axis, bend = rotated(above, (1.0, 0.0, 0.0)), cross(bone, lower)
    share = min(max((np.sqrt(dot(bend, bend)) - _NOT_YET) / (_BENT - _NOT_YET), 0.0), 1.0)
    angle = np.arctan2(dot(bone, cross(axis, bend)), dot(axis, bend))
    if abs(angle) > 0.5 * np.pi:  # bent backwards
        angle -= np.sign(angle) * np.pi
    above = product(turn_about(bone, share * share * (3.0 - 2.0 * share) * angle), above)
    axis = rotated(above, (1.0, 0.0, 0.0))
    axis = unit(minus(axis, scaled(dot(axis, lower), lower)))
    below = product(_turn_across(lower, rotated(below, (1.0, 0.0, 0.0)), axis), below)
    for k in range(4):
        wanted[upper, k], wanted[middle, k] = above[k], below[k]


@dense(
    MATRIX, MATRIX, PAIRS, VECTOR, CUBE, MATRIX, PAIRS, PAIRS, INTS, CUBE, MATRIX, MATRIX, INTS, INTS,
    OUT_MATRIX, OUT_MATRIX, OUT_MATRIX,
)  # fmt: skip
def carry_turns(
    places, turned, pairs, shares, frames, backs, aims, hinges, kinds, axes, rests, stances, follows, parents,
    wanted, world, local,
):  # fmt: skip
    """Local turns ``local`` (J, 4) of the target from a source posed at ``places`` (S, 3) and ``turned`` (S, 4).

    ``pairs`` (J, 2): the source joint of each target joint (-1: none), and a second one of those between two, which
    have a share of ``shares`` (J,); ``frames`` (J, 2, 4) of those joints, ``backs`` (J, 4) the inverse of the target's.
    ``aims`` (J, 2): start and end of the source's bone, or -1. ``hinges`` (H, 2): upper and middle joints of limbs with
    a hinge. ``kinds`` (J,): about how many ``axes`` (J, 2, 3) a joint turns, 3 is any. ``follows`` (J,) is 0 for joints
    that keep their ``stances`` (J, 4), 1 for those with a counterpart, 2 for those that make good what the joint above
    cannot do; ``rests`` (J, 4). ``wanted`` and ``world`` (J, 4) are room to work in.
    """
    for j in range(parents.shape[0]):
        if pairs[j, 0] >= 0:
            turn = _wanted(j, places, turned, pairs, shares, frames, aims)
            for k in range(4):
                wanted[j, k] = turn[k]
    for h in range(hinges.shape[0]):
        _keep_hinge(hinges[h, 0], hinges[h, 1], wanted)
    for j in range(parents.shape[0]):
        above, turn = (1.0, 0.0, 0.0, 0.0), turn_of(stances, j)
        if parents[j] >= 0:
            above = turn_of(world, parents[j])
        if follows[j] > 0:
            goal = product(turn_of(wanted, j), turn_of(backs, j))
            if follows[j] == 2:
                goal = product(turn_of(wanted, parents[j]), turn_of(stances, j))
            turn = product(turned_back(above), goal)
            if kinds[j] < ANY:
                turn = allowed(turn, kinds[j], turn_of(rests, j), row_in(axes, j, 0), row_in(axes, j, 1))
            for k in range(4):
                wanted[j, k] = goal[k]  # from here on: what the joint should do, for those below it
        free = follows[j] > 0 and kinds[j] == ANY  # then it does
        now = turn_of(wanted, j) if free else product(above, turn)
        for k in range(4):
            local[j, k], world[j, k] = turn[k], now[k]
