r"""Where a foot should be in a frame: as the scaled motion has it, held where it is planted, eased out where it is not.

After a point is released,

.. math:: p_i = (1 - u_i)\, g_i + u_i\, p_{i-1}

with :math:`g` the scaled motion and :math:`u` falling evenly from 1 to 0 (the source prints it rising, which would ease
away from the motion). As it stands a swinging foot lags behind the motion by several frames. choice: the place before
is carried along, :math:`p_{i-1} + g_i - g_{i-1}`, so that only what the plant has changed is eased out, and a foot that
was held where the motion has it is not moved at all. The turn of the foot is eased alike.
"""

from __future__ import annotations

from supple.kernels.jit import dense
from supple.kernels.online.ground import ground_at, raised_to
from supple.kernels.online.turning import arc, between, turned_back
from supple.kernels.vectors import minus, plus, product, rotated, row_of, scaled, turn_of

HEEL, BALL = 0, 1
PLACED, MEANT = 0, 1  # a foot as it was placed, and as the motion has it: heel (3) and turn (4)


@dense()
def heel_in(foot, which):
    """Where the heel is in ``foot`` (2, 7), as placed or as meant."""
    return row_of(foot, which)


@dense()
def turn_in_foot(foot, which):
    """How the foot is turned."""
    return foot[which, 3], foot[which, 4], foot[which, 5], foot[which, 6]


@dense()
def keep_foot(foot, which, heel, turn):
    """Write heel and turn."""
    for k in range(3):
        foot[which, k] = heel[k]
    for k in range(4):
        foot[which, 3 + k] = turn[k]


@dense()
def point_at(places, turned, joint, offset):
    """A point of a joint in the world."""
    return plus(row_of(places, joint), rotated(turn_of(turned, joint), offset))


@dense()
def eased(turn, heel, foot, u, carried):
    """The turn and the heel's place of the motion, and a share ``u`` of where the foot was in the frame before.

    ``foot`` (2, 7) is of the frame before; with the way of the motion since then that is ``carried`` along.
    """
    last_turn, last_heel = turn_in_foot(foot, PLACED), heel_in(foot, PLACED)
    if carried:
        last_turn = product(product(turn, turned_back(turn_in_foot(foot, MEANT))), last_turn)
        last_heel = plus(last_heel, minus(heel, heel_in(foot, MEANT)))
    return between(turn, last_turn, u), plus(scaled(1.0 - u, heel), scaled(u, last_heel))


@dense()
def _out_of_the_ground(turn, point, arm, numbers):
    """The turn tilted so that the end of ``arm``, from a point in the frame of the foot, is not in the ground."""
    end = plus(point, rotated(turn, arm))
    return raised_to(turn, point, arm, 0.0, numbers) if end[1] < ground_at(numbers, end) else turn


@dense()
def _held(turn, heel, along, was, now, holds, numbers, grounded):
    """The turn and the heel's place with what was planted, and still is, where it is held."""
    if was[HEEL] and now[HEEL]:
        heel = row_of(holds, HEEL)
        if was[BALL] and now[BALL]:
            return product(arc(rotated(turn, along), minus(row_of(holds, BALL), heel)), turn), heel
    elif was[BALL] and now[BALL]:
        ball = row_of(holds, BALL)
        if grounded:
            turn = _out_of_the_ground(turn, ball, scaled(-1.0, along), numbers)
        return turn, minus(ball, rotated(turn, along))
    if grounded:
        heel = (heel[0], max(heel[1], ground_at(numbers, heel)), heel[2])
        turn = _out_of_the_ground(turn, heel, along, numbers)
    return turn, heel


@dense()
def _come_down(holds, k, meant, numbers):
    """A place that is held higher above the ground than the motion has its point comes down with it."""
    here = ground_at(numbers, row_of(holds, k))
    holds[k, 1] = here + min(holds[k, 1] - here, meant[1] - ground_at(numbers, meant))


@dense()
def place_foot(turn, heel, along, was, now, holds, foot, numbers, grounded):
    """The turn of a foot and the place of its heel in this frame; ``holds`` (2, 3) takes the places of new plants.

    ``along`` is from heel to ball in the ankle's frame; ``was``, ``now`` (2,) are flags of the plants; ``foot`` (2, 7)
    already has what the motion means.
    """
    if grounded:
        meant = heel_in(foot, MEANT)
        _come_down(holds, HEEL, meant, numbers)
        _come_down(holds, BALL, plus(meant, rotated(turn_in_foot(foot, MEANT), along)), numbers)
    turn, heel = _held(turn, heel, along, was, now, holds, numbers, grounded)
    ball = plus(heel, rotated(turn, along))
    for k in range(3):
        if now[HEEL] and not was[HEEL]:
            holds[HEEL, k] = heel[k]
        if now[BALL] and (now[HEEL] or not was[BALL]):  # beside a heel that is held it is where the foot lets it be
            holds[BALL, k] = ball[k]
    return turn, heel
