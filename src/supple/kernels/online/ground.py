r"""The ground of a figure that goes frame by frame, a plane, and how high above it points of a sole should be."""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import dense, types
from supple.kernels.online.numbers import FLOOR, LOW, SETTLED, SLOPE_X, SLOPE_Z
from supple.kernels.online.turning import arc
from supple.kernels.vectors import dot, plus, product, rotated

UNTOUCHED = 3.0  # times the height below which a point is on the ground: from there on it is as high as it is
_STEEPEST = 0.95  # sine: choice: no foot is set up steeper than this to get its ball down, unless it is already
_PULLED = 1.6  # the same for points that come to stand, which are brought down from far higher


@dense()
def ground_at(numbers, place):
    """The height of the ground below a place [m]."""
    return numbers[FLOOR] + numbers[SLOPE_X] * place[0] + numbers[SLOPE_Z] * place[2]


@dense(types.float64, types.float64, types.float64, returns=types.float64)
def settled(height, low, high):
    """A height above the ground as it should be [m]: none below ``low``, unchanged from ``high`` on.

    Between, a cubic without a kink. So feet land although a figure of another build holds them a little high or low,
    with no knowledge of what comes.
    """
    if height <= low:
        return 0.0
    if height >= high:
        return height
    u = (height - low) / (high - low)
    # a cubic from 0 (slope 0) to ``high`` (slope 1)
    return high * u * u * (3.0 - 2.0 * u) + (high - low) * u * u * (u - 1.0)


@dense()
def share_kept(height, pull, numbers):
    """The share that a point keeps of its height above the ground, by that of the source's point [m].

    None where the source is on the ground; ``pull`` is how far the point has come to stand: at 1, all that is low is on
    the ground.
    """
    low = numbers[SETTLED] + pull * numbers[LOW]
    if height <= low:
        return 0.0
    return settled(height, low, max(UNTOUCHED * numbers[SETTLED], _PULLED * low)) / height


@dense()
def tilted(turn, way, rise):
    """The turn of a foot tilted so that ``way``, from one point of the sole to another, rises by ``rise`` [m]."""
    level, length = np.sqrt(way[0] * way[0] + way[2] * way[2]), np.sqrt(dot(way, way))
    if level < 1e-6 * length or length == 0.0:
        return turn
    steep = max(_STEEPEST * length, abs(way[1]))
    rise = min(max(rise, -steep), steep)
    share = np.sqrt(length * length - rise * rise) / level
    return product(arc(way, (share * way[0], rise, share * way[2])), turn)


@dense()
def raised_to(turn, point, arm, height, numbers):
    """The turn tilted so that the end of ``arm``, from a point in the frame of the foot, is so high above the ground.

    On a slope the end comes to lie over other ground, which is looked at once more.
    """
    sloped = numbers[SLOPE_X] != 0.0 or numbers[SLOPE_Z] != 0.0
    for _ in range(2 if sloped else 1):
        way = rotated(turn, arm)
        turn = tilted(turn, way, ground_at(numbers, plus(point, way)) + height - point[1])
    return turn


@dense()
def on_the_ground(turn, heel, along, shares, numbers):
    """The turn and the heel's place when heel and ball keep ``shares`` (2,) of their heights above the ground."""
    low, below, ball = numbers[SETTLED], ground_at(numbers, heel), plus(heel, rotated(turn, along))
    up = shares[0] * settled(heel[1] - below, low, UNTOUCHED * low)
    up_ball = shares[1] * settled(ball[1] - ground_at(numbers, ball), low, UNTOUCHED * low)
    heel = (heel[0], below + up, heel[2])
    return raised_to(turn, heel, along, up_ball, numbers), heel
