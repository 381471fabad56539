r"""A way for the root on which bones keep their lengths: limbs reach, knees do not pop, and it stays near and smooth.

The displacement d of the root over time is sought for which the least is

.. math:: \sum_t \sum_l (\ddot y_{l} + \beta\,\ddot\varphi_l^0)^2 + (a/\ell)^2\,\lVert\ddot d\rVert^2
          + (b/\ell)^2\,\lVert d\rVert^2
          \quad\text{with}\quad \varphi_l \ge \min(\varphi_l^0, \varphi_c),

where :math:`y_l = \varphi_l(L^2) - \varphi_l(L_0^2)` is how much limb l bends more than in the motion, :math:`L^2 =
\lVert z - d\rVert^2` the squared distance from its base to its target, and :math:`\ell` the length of a leg. With
:math:`\beta` accelerations that the motion has count a little too, as far as a limb is moved at all: bends that must
change do so where it is calm. Near full extension the bend is infinitely sensitive to the length, so it is continued
straight on from a small bend :math:`\varphi_c`: then an unreachable target is only one that is too far, and
Gauss-Newton steps find the way, each a banded system of three unknowns per frame. The bound is kept by an augmented
Lagrangian; its multipliers grow by what is violated before each step. Squares grow more slowly from a size on, that of
sudden accelerations with their logarithm: a foot that is held a few frames too long, or starts to be, must not bring
the whole body to its knees.

How sensitive bends are is smoothed in time, which is why steps are not judged by the sum: they lead to where it is the
least for sensitivities that stay as they are, not to where a limb that trembles is bent more and more because it then
trembles less. Whole steps go to and fro about that place, so after the first ones a share of each is taken, and the
longest become shorter: across legs that point apart, as in a cartwheel, even shares go to and fro. No frame has to wait
for another one, however far away, at which a step went wrong.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.cleanup.bends import bend_all, bend_before, steady
from supple.kernels.cleanup.limb import FLAGS
from supple.kernels.cleanup.root_system import KEPT, calm_of, find_step, sides_of
from supple.kernels.jit import CUBE, INT, OUT_MATRIX, array_in, dense, types

_CALM = 0.012  # [s] over which sensitivities are smoothed
_STEP = 0.15  # of a leg: the longest step of a frame; from the fourth on a half, a third and so on
_FIRST = 2  # steps before multipliers grow: until then what is violated is mostly not yet found
_WHOLE = 2  # steps that are taken whole
_SHARE = 0.6  # of later ones; of what a whole step would find, or overshoot by 4/3, two fifths are left each time
_SEEN = 1e-5  # of a leg, and [rad]: what changes less has settled; what is still to come is about as much


@dense()
def press(floors, pressing, grow):
    """Let multipliers grow by what is violated; returns the most that one changes, or would without ``grow``."""
    most = 0.0
    for f in range(floors.shape[0]):
        for limb in range(floors.shape[1]):
            grown = max(0.0, pressing[f, limb] - floors[f, limb])
            most = max(most, abs(grown - pressing[f, limb]))
            if grow:
                pressing[f, limb] = grown
    return most


@dense()
def put_step(step, share, longest, d):
    """Add a share of a step, nowhere longer than ``longest``, to ``d`` (F, 3); returns how far that went at most."""
    most = 0.0
    for f in range(d.shape[0]):
        length = np.sqrt(step[f, 0] ** 2 + step[f, 1] ** 2 + step[f, 2] ** 2)
        taken = share * (min(1.0, longest / length) if length > 0.0 else 1.0)
        most = max(most, taken * length)
        for i in range(3):
            d[f, i] += taken * step[f, i]
    return most


@dense()
def settle_span(lines, shapes, active, free, rate, size, accelerating, staying, steps, d):
    """:func:`settle` of frames that have nothing to do with others."""
    frames, limbs = active.shape
    goes_on, shares, room = (
        np.zeros((3, frames + 2, limbs)),
        np.zeros((5, frames + 2, limbs)),
        np.zeros((4, frames + 2, limbs)),
    )
    swings, more, floors, pressing = room[0, 1:-1], room[1, 1:-1], room[2, 1:-1], room[3, 1:-1]
    before, sines, slopes = np.zeros((frames, limbs)), np.zeros((frames, limbs)), np.zeros((frames, limbs, 3))
    calm, kept, step = np.zeros((frames, 3)), np.zeros((frames, KEPT)), np.zeros((frames, 3))
    rate_sq, share = rate * rate, np.exp(-1.0 / (_CALM * rate))
    calm_of(free, accelerating / size * rate_sq, calm)
    sides_of(active, goes_on)
    bend_before(shapes, active, rate_sq, before, swings)
    for number in range(steps):
        bend_all(lines, shapes, active, free, d, before, more, slopes, sines, floors)
        pressed = press(floors, pressing, number > _FIRST)
        steady(goes_on, share, slopes, sines)
        find_step(d, free, calm, staying / size, size, goes_on, room, slopes, rate_sq, shares, kept, step)
        longest = _STEP * size / max(1, number - 1)
        moved = put_step(step, 1.0 if number < _WHOLE else _SHARE, longest, d)
        if moved <= _SEEN * size and pressed <= _SEEN:
            return


@dense()
def next_span(free, start):
    """The next frames from ``start`` on in which the root is free, with up to two on either side in which it is not.

    Of two spans with two such frames between them neither depends on the other.
    """
    frames = free.shape[0]
    while start < frames and not free[start]:
        start += 1
    last = start
    for f in range(start, frames):
        if f - last > 2:
            break
        if free[f]:
            last = f
    return max(0, start - 2), min(frames, last + 3), start < frames


@dense(
    CUBE, CUBE, FLAGS, array_in(1, types.boolean), types.float64, types.float64, types.float64, types.float64, INT,
    OUT_MATRIX,
)  # fmt: skip
def settle(lines, shapes, active, free, rate, size, accelerating, staying, steps, d):
    """Find the displacement ``d`` (F, 3) of the root from the one that it holds, which is zero where it is not free.

    ``lines`` and ``shapes`` of :func:`supple.kernels.cleanup.bends.measure`; ``active`` (F, L); ``free`` (F,) where the
    root may move; frames per second ``rate``; the length ``size`` of a leg; weights ``accelerating`` [1] and
    ``staying`` [1/s^2], for lengths in legs against radians; how many ``steps`` at most.
    """
    start, stop, found = next_span(free, 0)
    while found:
        settle_span(
            lines[start:stop], shapes[start:stop], active[start:stop], free[start:stop], rate, size, accelerating,
            staying, steps, d[start:stop],
        )  # fmt: skip
        start, stop, found = next_span(free, stop)
