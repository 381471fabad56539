r"""Where planted points of an end effector stand.

A limb's end effector is a rigid body with two tips. One that is planted alone stands at the mean of the frames that
follow; one that joins another stands where the mean orientation of the frames that they share puts it.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.cleanup.blending import across, level_part, unit, unit_turn
from supple.kernels.jit import CUBE, INT, MATRIX, OUT_VECTOR, VECTOR, array_in, array_out, kernel
from supple.kernels.jit import types as numba_types
from supple.kernels.vectors import dot, minus, plus, rotated, row_of, scaled, turn_of

FLAGS, TABLE = array_in(3, numba_types.int64), array_in(2, numba_types.int64)


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


@kernel()
def plane_of(place, normal, steps, reach, surface):
    """The height along ``normal`` of the plane that a plant is bound to, and whether it is to any of ``steps`` (n,).

    What is nearer than ``reach`` stands on a step, and what is below all of them on the lowest. A point inside the body
    (a wrist; it is not on the ``surface``) is only held above.
    """
    along = dot(normal, place)
    near = steps[0]
    for k in range(1, steps.shape[0]):
        if abs(steps[k] - along) < abs(near - along):
            near = steps[k]
    if along < steps[0]:
        return steps[0], True
    return near, surface and abs(near - along) <= reach


@kernel()
def place_alone(frame, limb, tip, window, known, ids, ends, turns, tips, normal, steps, reach):
    """A plant that starts alone: the mean of at most ``window`` of its frames, put straight on its plane."""
    count = lasts(ids, frame, limb, tip, min(known, frame + max(window, 1)))
    place = tip_mean(frame, count, limb, tip, ends, turns, tips)
    if steps.shape[0] > 0:
        o = row_of(tips[limb], tip)
        height, bound = plane_of(place, normal, steps, reach, dot(o, o) > 0.0)
        if bound:
            place = plus(place, scaled(height - dot(normal, place), normal))
    return place


@kernel()
def place_beside(frame, limb, tip, window, known, ids, turns, tips, other, normal, steps, reach):
    r"""A plant that shares the frames from ``frame`` on with the limb's other tip, which stands at ``other``.

    .. math:: c_1 = c_2 + \bar Q (o_1 - o_2)

    with the mean orientation of at most ``window + 1`` frames in which both are planted; then swung into its plane.
    """
    stop = min(known, frame + window + 1)
    count = min(lasts(ids, frame, limb, tip, stop), lasts(ids, frame, limb, 1 - tip, stop))
    o = row_of(tips[limb], tip)
    place = plus(other, rotated(turn_mean(frame, count, limb, turns), minus(o, row_of(tips[limb], 1 - tip))))
    if steps.shape[0] > 0:
        height, bound = plane_of(place, normal, steps, reach, dot(o, o) > 0.0)
        if bound:
            place = swung_into(place, other, normal, height)
    return place


@kernel(INT, INT, INT, INT, INT, FLAGS, CUBE, CUBE, CUBE, MATRIX, VECTOR, VECTOR, numba_types.float64, OUT_VECTOR)
def place_tip(frame, limb, tip, window, known, ids, ends, turns, tips, other, normal, steps, reach, out):
    r"""Where a tip stands that is planted from ``frame`` on, alone or beside the ``other`` one (1, 3); (0, 3) is none.

    ``ids`` (N, L, 2) tell plants apart (-1: none); ``ends`` (N, L, 3) and ``turns`` (N, L, 4) are the end joints in the
    world, of which ``known`` frames are there; ``tips`` (L, 2, 3) in their frames. ``steps`` (n,) are heights of the
    ground along its unit ``normal`` (3,), from low to high; for the rest see :func:`plane_of`. ``out`` (3,) [m].
    """
    up = (normal[0], normal[1], normal[2])
    if other.shape[0] == 0:
        place = place_alone(frame, limb, tip, window, known, ids, ends, turns, tips, up, steps, reach)
    else:
        stands = row_of(other, 0)
        place = place_beside(frame, limb, tip, window, known, ids, turns, tips, stands, up, steps, reach)
    out[0], out[1], out[2] = place


@kernel(TABLE, VECTOR, INT, FLAGS, CUBE, CUBE, CUBE, VECTOR, VECTOR, numba_types.float64, array_out(4))
def place_in_order(plants, rises, window, ids, ends, turns, tips, normal, steps, reach, places):
    """:func:`place_tip` of all ``plants`` (P, 4): limb, tip, start, stop; by their starts, and the first tip first.

    ``rises`` (P,) is how far above the ground they stand [m]. ``places`` (N, L, 2, 3) gets the place of each in all its
    frames.
    """
    up, known, raised = (normal[0], normal[1], normal[2]), ids.shape[0], np.zeros(steps.shape[0])
    for k in range(plants.shape[0]):
        limb, tip, start, stop = plants[k, 0], plants[k, 1], plants[k, 2], plants[k, 3]
        beside = ids[start, limb, 1 - tip] >= 0
        for i in range(steps.shape[0]):
            raised[i] = steps[i] + rises[k]
        if beside and tip == 0:  # of two that start together the first is placed first
            beside = start > 0 and ids[start - 1, limb, 1] == ids[start, limb, 1]
        if beside:
            other = row_of(places[start, limb], 1 - tip)
            place = place_beside(start, limb, tip, window, known, ids, turns, tips, other, up, raised, reach)
        else:
            place = place_alone(start, limb, tip, window, known, ids, ends, turns, tips, up, raised, reach)
        for f in range(start, stop):
            places[f, limb, tip, 0], places[f, limb, tip, 1], places[f, limb, tip, 2] = place
