r"""Where planted points of an end effector stand.

A limb's end effector is a rigid body with two tips. One that is planted alone stands at the mean of the frames that
follow; one that joins another stands where the mean orientation of the frames that they share puts it.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.cleanup.blending import across, level_part, unit, unit_turn
from supple.kernels.jit import CUBE, INT, OUT_VECTOR, VECTOR, array_in, kernel
from supple.kernels.jit import types as numba_types
from supple.kernels.vectors import dot, minus, plus, rotated, row_of, scaled, turn_of

FLAGS = array_in(3, numba_types.int64)


@kernel()
def lasts(ids, frame, limb, tip, stop):
    """Frames from ``frame`` on, before ``stop``, in which the plant of a tip goes on."""
    end = frame + 1
    while end < stop and ids[end, limb, tip] == ids[frame, limb, tip]:
        end += 1
    return end - frame


@kernel()
def tip_mean(frame, count, limb, tip, ends, turns, tips):
    """The mean place of a tip in ``count`` frames."""
    total = (0.0, 0.0, 0.0)
    for f in range(frame, frame + count):
        total = plus(total, plus(row_of(ends[f], limb), rotated(turn_of(turns[f], limb), row_of(tips[limb], tip))))
    return scaled(1.0 / count, total)


@kernel()
def turn_mean(frame, count, limb, turns):
    """The mean orientation in ``count`` frames; each is taken with the sign that is nearest to the first."""
    first = turn_of(turns[frame], limb)
    w, x, y, z = 0.0, 0.0, 0.0, 0.0
    for f in range(frame, frame + count):
        q = turn_of(turns[f], limb)
        sign = -1.0 if q[0] * first[0] + q[1] * first[1] + q[2] * first[2] + q[3] * first[3] < 0.0 else 1.0
        w, x, y, z = w + sign * q[0], x + sign * q[1], y + sign * q[2], z + sign * q[3]
    return unit_turn((w, x, y, z))


@kernel()
def swung_into(place, about, normal, height):
    r"""``place`` turned about ``about`` by the smallest turn into the plane :math:`\nu\cdot x = h`.

    With :math:`d` from the pivot, :math:`y` the height that is needed above it and :math:`e` the direction of d along
    the plane: :math:`e\sqrt{d^2 - y^2} + \nu y`. A plane that is out of reach is approached as far as possible.
    """
    d = minus(place, about)
    length_sq = dot(d, d)
    y = height - dot(normal, about)
    limit = np.sqrt(length_sq)
    y = min(max(y, -limit), limit)
    e = level_part(d, normal)
    e = unit(e) if dot(e, e) > 0.0 else across(normal)
    return plus(about, plus(scaled(np.sqrt(max(0.0, length_sq - y * y)), e), scaled(y, normal)))


@kernel(INT, INT, INT, INT, INT, FLAGS, CUBE, CUBE, CUBE, VECTOR, OUT_VECTOR)
def place_alone(frame, limb, tip, window, known, ids, ends, turns, tips, plane, out):
    r"""A plant that starts alone at ``frame``: the mean of at most ``window`` of its frames, put on its plane.

    ``ids`` (N, L, 2) tell plants apart (-1: none); ``ends`` (N, L, 3) and ``turns`` (N, L, 4) are the end joints in the
    world, of which ``known`` frames are there; ``tips`` (L, 2, 3) in their frames; ``plane`` (5,) is a unit normal, the
    height along it, and 1 where the plant is bound to it (0: it is not). ``out`` (3,) is the place [m].
    """
    count = lasts(ids, frame, limb, tip, min(known, frame + max(window, 1)))
    place = tip_mean(frame, count, limb, tip, ends, turns, tips)
    if plane[4] > 0.0:
        normal = (plane[0], plane[1], plane[2])
        place = plus(place, scaled(plane[3] - dot(normal, place), normal))
    out[0], out[1], out[2] = place


@kernel(INT, INT, INT, INT, INT, FLAGS, CUBE, CUBE, VECTOR, VECTOR, OUT_VECTOR)
def place_beside(frame, limb, tip, window, known, ids, turns, tips, other, plane, out):
    r"""A plant that shares the frames from ``frame`` on with the limb's other tip, which stands at ``other`` (3,).

    .. math:: c_1 = c_2 + \bar Q (o_1 - o_2)

    with the mean orientation of at most ``window + 1`` frames in which both are planted; then swung into its plane.
    The rest as in :func:`place_alone`.
    """
    stop = min(known, frame + window + 1)
    count = min(lasts(ids, frame, limb, tip, stop), lasts(ids, frame, limb, 1 - tip, stop))
    arm = minus(row_of(tips[limb], tip), row_of(tips[limb], 1 - tip))
    about = (other[0], other[1], other[2])
    place = plus(about, rotated(turn_mean(frame, count, limb, turns), arm))
    if plane[4] > 0.0:
        place = swung_into(place, about, (plane[0], plane[1], plane[2]), plane[3])
    out[0], out[1], out[2] = place
