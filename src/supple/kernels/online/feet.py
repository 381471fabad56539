r"""Where a foot should be in a frame: as the scaled motion has it, held where it is planted, eased out where it is not.

After a point is released,

.. math:: p_i = (1 - u_i)\, g_i + u_i\, p_{i-1}

with :math:`g` the scaled motion and :math:`u` falling evenly from 1 to 0 (the source prints it rising, which would ease
away from the motion). As it stands a swinging foot lags behind the motion by several frames. choice: the place before
is carried along, :math:`p_{i-1} + g_i - g_{i-1}`, so that only what the plant has changed is eased out, and a foot that
was held where the motion has it is not moved at all. The turn of the foot is eased alike.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import dense, types
from supple.kernels.online.turning import arc, between, turned_back
from supple.kernels.vectors import dot, minus, plus, product, rotated, row_of, scaled, turn_of

HEEL, BALL = 0, 1
MOST_DROP = 0.12  # of a leg: a foot that would need more is held too long, and gives way
_SETTLED = 3.0  # times the height below which a point is on the ground: from there on it is as high as it is


@dense(types.float64, types.float64, returns=types.float64)
def settled(height, low):
    """A height above the ground as it should be [m]: none below ``low``, unchanged from three times that on.

    Between, a cubic without a kink. So feet land although a figure of another build holds them a little high or low,
    with no knowledge of what comes.
    """
    high = _SETTLED * low
    if height <= low:
        return 0.0
    if height >= high:
        return height
    u = (height - low) / (high - low)
    # a cubic from 0 (slope 0) to ``high`` (slope 1)
    return high * u * u * (3.0 - 2.0 * u) + (high - low) * u * u * (u - 1.0)


@dense()
def tilted(turn, way, rise):
    """The turn of a foot tilted so that ``way``, from one point of the sole to another, rises by ``rise`` [m]."""
    level, length = np.sqrt(way[0] * way[0] + way[2] * way[2]), np.sqrt(dot(way, way))
    if level < 1e-6 * length or length == 0.0:
        return turn
    rise = min(max(rise, -length), length)
    share = np.sqrt(length * length - rise * rise) / level
    return product(arc(way, (share * way[0], rise, share * way[2])), turn)


@dense()
def on_the_ground(turn, heel, along, floor, low):
    """The turn and the heel's place when heel and ball are as high above the floor as they should be."""
    way = rotated(turn, along)
    up = settled(heel[1] - floor, low)
    ball = settled(heel[1] + way[1] - floor, low)
    return tilted(turn, way, ball - up), (heel[0], floor + up, heel[2])


@dense()
def held(turn, heel, along, was, now, holds, floor, grounded):
    """The turn and the heel's place with what was planted, and still is, where it is held.

    ``along`` is from heel to ball in the ankle's frame; ``was``, ``now`` (2,) the flags; ``holds`` (2, 3) the places.
    """
    if was[HEEL] and now[HEEL]:
        heel = row_of(holds, HEEL)
        if was[BALL] and now[BALL]:
            return product(arc(rotated(turn, along), minus(row_of(holds, BALL), heel)), turn), heel
    elif was[BALL] and now[BALL]:
        ball = row_of(holds, BALL)
        back = rotated(turn, scaled(-1.0, along))
        if grounded and ball[1] + back[1] < floor:
            turn = tilted(turn, back, floor - ball[1])
        return turn, minus(ball, rotated(turn, along))
    way = rotated(turn, along)
    if grounded and heel[1] + way[1] < floor:
        turn = tilted(turn, way, floor - heel[1])
    return turn, heel


@dense()
def eased(turn, heel, last_turn, last_heel, turn_before, heel_before, u, carried):
    """The turn and the heel's place of the motion, and a share ``u`` of where the foot was in the frame before.

    ``turn_before``, ``heel_before`` are those of the motion in the frame before, with which that is ``carried`` along.
    """
    if carried:
        last_turn = product(product(turn, turned_back(turn_before)), last_turn)
        last_heel = plus(last_heel, minus(heel, heel_before))
    return between(turn, last_turn, u), plus(scaled(1.0 - u, heel), scaled(u, last_heel))


@dense()
def place_foot(turn, heel, along, was, now, holds, floor, grounded):
    """The turn of a foot and the place of its heel in this frame; ``holds`` takes the places of new plants."""
    turn, heel = held(turn, heel, along, was, now, holds, floor, grounded)
    ball = plus(heel, rotated(turn, along))
    for k in range(3):
        if now[HEEL] and not was[HEEL]:
            holds[HEEL, k] = heel[k]
        if now[BALL] and not was[BALL]:
            holds[BALL, k] = ball[k]
    return turn, heel


@dense()
def point_at(places, turned, joint, offset):
    """A point of a joint in the world."""
    return plus(row_of(places, joint), rotated(turn_of(turned, joint), offset))


@dense()
def needed_drop(hip, ankle, reach):
    """How far a hip joint has to come down for the ankle to be within ``reach``, but not endlessly [m]."""
    x, z, most = hip[0] - ankle[0], hip[2] - ankle[2], MOST_DROP * reach
    room = reach * reach - x * x - z * z
    return min(max(0.0, hip[1] - ankle[1] - np.sqrt(room)), most) if room > 0.0 else most
