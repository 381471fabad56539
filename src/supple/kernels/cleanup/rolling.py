r"""A foot that is about to leave rolls about the tip that still stands, so that its knee has less to catch up with.

Over the toes a ball rises before they leave the ground, and its plant holds it down. If all of the foot were held as
far down and back with it, the knee would have to open for that and then to catch up with its swing. So the foot rolls
further over its ball. With L the length of the leg, r from the tip to the end joint, n the leg's direction and s how
much longer the leg would be than in the motion, but for what it was longer when the foot last stood on both tips, it
rolls by

.. math:: \omega = -\frac{s}{|r \times n|^2 + \mu^2}\, r \times n, \qquad
          \mu = \frac{1}{\sqrt 2} \left|\frac{dL}{d\varphi}\right| = \frac{l_u l_w \sin\varphi}{\sqrt 2\, L},

for which :math:`\omega^2 + 2\,\Delta\varphi^2` is least: a knee that opens turns hip and ankle by half as much, too.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.cleanup.aims import SINGLE, STATES, WHOLE, write_pose, write_row
from supple.kernels.cleanup.blending import fade, turn_by
from supple.kernels.cleanup.limb import point_of
from supple.kernels.cleanup.spreading import BASE, END, JOINTS, MIDDLE
from supple.kernels.jit import CUBE, INT, OUT_CUBE, array_in, array_out, kernel
from supple.kernels.jit import types as numba_types
from supple.kernels.vectors import NONE, cross, dot, minus, plus, product, rotated, row_of, scaled, turn_of

# choice: phi is 33 degrees, about that of a step, as for the root; by the bend of each frame the roll of a leg that
# opens or leaves full extension would change as suddenly as that does.
_SOFT_SQ = 0.5 * np.sin(np.radians(33.0)) ** 2
_ROUNDS = 3  # of Gauss and Newton: then a roll of 15 degrees is right to one


@kernel()
def roll_of(tip, lever, hip, knee, ankle, stood):
    """The rotation vector of a foot about its ``tip`` for a leg that should be about as long as in the motion.

    ``lever`` is from there to where the end joint should be, ``stood`` how far that was moved when both tips stood.
    """
    upper, lower, own = minus(knee, hip), minus(ankle, knee), minus(ankle, hip)
    length_sq = dot(own, own)
    roll = NONE
    if not length_sq > 0.0:
        return roll
    soft_sq = _SOFT_SQ * dot(upper, upper) * dot(lower, lower) / length_sq
    for _ in range(_ROUNDS):
        r = rotated(turn_by(roll), lever)
        line = minus(minus(plus(tip, r), stood), hip)
        far_sq = dot(line, line)
        if not far_sq > 0.0:
            return roll
        far = np.sqrt(far_sq)
        across = scaled(1.0 / far, cross(r, line))
        longer = far - np.sqrt(length_sq) - dot(across, roll)
        roll = scaled(-longer / (dot(across, across) + soft_sq), across)
    return roll


@kernel()
def share_of(f, limb, states, since, window, known):
    """How much of its roll a foot has: none just after it stood on both tips, all of it when it is let go."""
    left = 1
    while left <= window and f + left < known and states[f + left, limb] == SINGLE:
        left += 1
    if left > window or f + left >= known or states[f + left, limb] == WHOLE:
        return 0.0
    return fade((left - 1) / window) * (1.0 - fade(min(1.0, since / (window + 1.0))))


@kernel(
    INT, INT, INT, INT, INT, array_in(3, numba_types.int64), CUBE, array_in(1, numba_types.boolean), JOINTS, CUBE,
    STATES, array_out(2, numba_types.int64), OUT_CUBE, OUT_CUBE, OUT_CUBE,
)  # fmt: skip
def roll_single(
    start, stop, first, known, window, ids, tips, rolling, joints, motion, states, since, stood, positions, rotations
):
    """Roll the targets of frames ``[start, stop)`` in which one tip is planted, after both were and before none is.

    ``motion`` (N, J, 3) are the joints' places, ``joints`` (L, 3) base, middle and end of each limb, ``rolling`` (L,)
    which may roll. ``since`` (N, L) counts frames from the last whole pose (-1: there was none) and ``stood`` (N, L, 3)
    is how far the end was moved in it; both go on from frame to frame. The ``window`` is that of
    :func:`supple.kernels.cleanup.aims.aim_single`.
    """
    for f in range(start, stop):
        for limb in range(states.shape[1]):
            since[f, limb] = -1
            ankle, place = point_of(motion, f, joints[limb, END]), row_of(positions[f], limb)
            if rolling[limb] and states[f, limb] == WHOLE:
                since[f, limb] = 0
                write_row(stood[f], limb, minus(place, ankle))
            if states[f, limb] != SINGLE or f == first or since[f - 1, limb] < 0:
                continue
            since[f, limb] = since[f - 1, limb] + 1
            before = row_of(stood[f - 1], limb)
            write_row(stood[f], limb, before)
            share = share_of(f, limb, states, since[f, limb], window, known)
            if share == 0.0:
                continue
            turn, o = turn_of(rotations[f], limb), row_of(tips[limb], 0 if ids[f, limb, 0] >= 0 else 1)
            tip = plus(place, rotated(turn, o))
            hip, knee = point_of(motion, f, joints[limb, BASE]), point_of(motion, f, joints[limb, MIDDLE])
            roll = roll_of(tip, minus(place, tip), hip, knee, ankle, before)
            turn = product(turn_by(scaled(share, roll)), turn)
            write_pose(f, limb, minus(tip, rotated(turn, o)), turn, positions, rotations)
