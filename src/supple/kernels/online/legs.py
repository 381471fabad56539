"""Legs of a figure solved for where its feet go, and the hips lowered where a planted leg is too short."""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import dense
from supple.kernels.online.feet import BALL, HEEL, PLACED, heel_in, turn_in_foot
from supple.kernels.online.limbs import solve_limbs
from supple.kernels.online.numbers import TWIST
from supple.kernels.online.standing import ALONG, OFF
from supple.kernels.online.turning import ANY, allowed, turned_back
from supple.kernels.vectors import dot, minus, plus, product, rotated, row_in, row_of, turn_of

MOST_DROP = 0.12  # of a leg: a foot that would need more is held too long, and gives way
_STRAIGHTEST = 0.9995  # of a straight leg: no leg that stands is straighter
_AGAIN, _THERE = 8, 1e-4  # solves of a leg whose foot cannot turn freely; [m] nearer is the same place


@dense()
def _length(a):
    return np.sqrt(dot(a, a))


@dense()
def _needed_drop(hip, ankle, reach):
    """How far a hip joint has to come down for the ankle to be within ``reach``, but not endlessly [m]."""
    x, z, most = hip[0] - ankle[0], hip[2] - ankle[2], MOST_DROP * reach
    room = reach * reach - x * x - z * z
    return min(max(0.0, hip[1] - ankle[1] - np.sqrt(room)), most) if room > 0.0 else most


@dense()
def _longest(hip, knee, ankle, reach):
    """How long a leg that stands may be: a share of it, or as straight as the motion has it [m].

    choice: a knee turns fastest where its leg is straight, so one that is held until then pops when it is let go.
    """
    whole, own = _length(minus(knee, hip)) + _length(minus(ankle, knee)), _length(minus(ankle, hip))
    return min(max(reach * whole, own), _STRAIGHTEST * whole)


@dense()
def aim_ankles(feet, soles, goals):
    """Write where the ankles go, ``goals`` (L, 3), for their feet to be where they should."""
    for leg in range(goals.shape[0]):
        goal = minus(heel_in(feet[leg], PLACED), rotated(turn_in_foot(feet[leg], PLACED), row_in(soles, leg, OFF)))
        for k in range(3):
            goals[leg, k] = goal[k]


@dense()
def lower(places, legs, goals, pulls, window, reach, lowered):
    """How far the figure is lowered so that legs reach: as those that stand need it, back up over the ease-out.

    Those that come to stand count by ``pulls`` (L, 2), so that the hips are there when they do.
    """
    needed = lowered[0] * (1.0 - 1.0 / window)
    for leg in range(legs.shape[0]):
        pull = max(pulls[leg, HEEL], pulls[leg, BALL])
        if pull > 0.0:
            hip = row_of(places, legs[leg, 1])
            long = _longest(hip, row_of(places, legs[leg, 2]), row_of(places, legs[leg, 3]), reach)
            needed = max(needed, pull * _needed_drop(hip, row_of(goals, leg), long))
    lowered[0] = needed if needed > 1e-9 else 0.0


@dense()
def _other_goal(got, foot, sole, holds_ball):
    """Where the ankle goes when the foot is turned as it ``got``: what is held stays, the ball or the heel."""
    heel = heel_in(foot, PLACED)
    if holds_ball:
        ball = plus(heel, rotated(turn_in_foot(foot, PLACED), row_of(sole, ALONG)))
        heel = minus(ball, rotated(got, row_of(sole, ALONG)))
    return minus(heel, rotated(got, row_of(sole, OFF)))


@dense()
def _turn_feet(legs, kinds, axes, rests, above, now, feet, soles, goals, local):
    """Turn the feet of solved legs; a foot that cannot turn freely sends its leg elsewhere, and how far is told."""
    far = 0.0
    for leg in range(legs.shape[0]):
        ankle = legs[leg, 3]
        own = product(turned_back(turn_of(above, leg)), turn_in_foot(feet[leg], PLACED))
        own = allowed(own, kinds[ankle], turn_of(rests, ankle), row_in(axes, ankle, 0), row_in(axes, ankle, 1))
        for k in range(4):
            local[ankle, k] = own[k]
        if kinds[ankle] == ANY:
            continue
        holds_ball = now[leg, BALL] and not now[leg, HEEL]
        goal = _other_goal(product(turn_of(above, leg), own), feet[leg], soles[leg], holds_ball)
        far = max(far, _length(minus(goal, row_of(goals, leg))))
        for k in range(3):
            goals[leg, k] = goal[k]
    return far


@dense()
def solve_legs(
    places, turned, parents, legs, flexes, kinds, axes, rests, numbers, tolerances, caps,
    now, feet, soles, drop, goals, above, local, misses,
):  # fmt: skip
    """Bend the legs of ``local`` (1, J, 4) so that the feet are where they should be; ``goals`` (L, 3) of ankles."""
    count = legs.shape[0]
    carried, first, drops, weights = local.copy(), np.zeros(count, np.int64), np.full(count, drop), np.ones((count, 4))
    for again in range(_AGAIN):
        if again > 0:
            local[:] = carried
        solve_limbs(
            places, turned, parents, first, legs, flexes, numbers[TWIST], drops, goals, weights, 0, tolerances, caps,
            local, above, misses,
        )  # fmt: skip
        if _turn_feet(legs, kinds, axes, rests, above, now, feet, soles, goals, local[0]) <= _THERE:
            break
