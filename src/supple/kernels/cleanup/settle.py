r"""A way for the root on which bones keep their lengths: limbs reach, knees do not pop, and it stays near and smooth.

The displacement d of the root over time is the least of

.. math:: \sum_t \sum_l (\ddot y_{l} + \beta\,\ddot\varphi_l^0)^2 + (a/\ell)^2\,\lVert\ddot d\rVert^2
          + (b/\ell)^2\,\lVert d\rVert^2
          \quad\text{with}\quad \varphi_l \ge \min(\varphi_l^0, \varphi_c),

where :math:`y_l = \varphi_l(L^2) - \varphi_l(L_0^2)` is how much limb l bends more than in the motion, :math:`L^2 =
\lVert z - d\rVert^2` the squared distance from its base to its target, and :math:`\ell` the length of a leg. With
:math:`\beta` accelerations that the motion has count a little too, as far as a limb is moved at all: bends that must
change do so where it is calm. Near full extension the bend is infinitely sensitive to the length, so it is continued
straight on from a small bend :math:`\varphi_c`: then an unreachable target is only one that is too far, and
Gauss-Newton steps find the least, each a banded system of three unknowns per frame, and each halved until the sum is
less than before: whole steps go to and fro in runs. The bound is kept by an augmented Lagrangian; its multipliers
grow by what is violated after each step. Squares grow more slowly from a size on, that of sudden accelerations with
their logarithm: a foot that is held a few frames too long, or starts to be, must not bring the whole body to its knees.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.cleanup.band import SPARE, WIDTH, solve_band
from supple.kernels.cleanup.hinge import TURNING, hinge_of, is_same, needed, soft_bend
from supple.kernels.cleanup.limb import FLAGS, point_of, quat_of
from supple.kernels.jit import CUBE, INT, INTS, MATRIX, OUT_CUBE, OUT_MATRIX, array_in, dense, types
from supple.kernels.vectors import dot, minus, rotated, row_of, scaled

_KEEPING = 1e3  # [1/s^2] how a bend below the bound weighs, against accelerations of bends
_SUDDEN = 400.0  # [rad/s^2] an acceleration of a bend that weighs half of its square
_CALMING = 0.3  # beta: how much of the motion's own accelerations of bends counts; with 0 knees accelerate a tenth more
_CALM = 0.012  # [s] over which sensitivities are smoothed
_FAR = 0.06  # of a leg: a displacement that weighs twice as much as a small one does, for its length
_STEP = 0.15  # of a leg: the longest step of a frame
_FIRST = 2  # steps before multipliers grow: until then what is violated is mostly not yet found
_LARGE = 1e100  # far from where products overflow
_HALVES = 4  # lengths of a step that are tried; where none is better, it stays


@dense(CUBE, CUBE, INTS, INTS, INTS, MATRIX, CUBE, MATRIX, OUT_CUBE, OUT_CUBE)
def measure(positions, turned, bases, middles, ends, axes, places, firm, lines, shapes):
    """Of every frame and limb, ``lines`` (F, L, 3) from base to target and ``shapes`` (F, L, 6).

    A shape is C, P, L0 squared, how much more than by its length a limb bends that was bent backward and is moved (it
    bends forward then), its bend in the motion, and how much it is moved, from 0 for not at all to 1.
    Arguments as of :func:`supple.kernels.cleanup.limb.reach`.
    """
    for f in range(positions.shape[0]):
        for limb in range(bases.shape[0]):
            hip, knee = point_of(positions, f, bases[limb]), point_of(positions, f, middles[limb])
            ankle, shin = point_of(positions, f, ends[limb]), quat_of(turned, f, middles[limb])
            c, p, bend = hinge_of(minus(knee, hip), minus(ankle, knee), rotated(shin, row_of(axes, limb)))
            line, whole = minus(point_of(places, f, limb), hip), minus(ankle, hip)
            for i in range(3):
                lines[f, limb, i] = line[i]
            own = dot(whole, whole)
            turned_over = bend < 0.0 and not is_same(dot(line, line), own)
            shapes[f, limb, 0], shapes[f, limb, 1], shapes[f, limb, 2] = c, p, own
            shapes[f, limb, 3] = -2.0 * firm[f, limb] * bend if turned_over else 0.0
            shapes[f, limb, 4], shapes[f, limb, 5] = bend, needed(minus(line, whole), own)


@dense()
def bend_before(shapes, active, rate_sq, before, swings):
    """How much limbs bend in the motion ``before`` (F, L), continued straight on, and what counts of accelerations."""
    for f in range(active.shape[0]):
        for limb in range(active.shape[1]):
            if not active[f, limb]:
                continue
            if shapes[f, limb, 1] > 0.0:
                before[f, limb], _ = soft_bend(shapes[f, limb, 2], shapes[f, limb, 0], shapes[f, limb, 1])
            if 0 < f < active.shape[0] - 1:
                swing = shapes[f - 1, limb, 4] - 2.0 * shapes[f, limb, 4] + shapes[f + 1, limb, 4]
                swings[f, limb] = _CALMING * shapes[f, limb, 5] * rate_sq * swing


@dense()
def bend_all(lines, shapes, active, d, before, more, slopes, sines, floors):
    """How much more limbs bend ``more`` (F, L) than ``before``, how that changes with d, and the room above the bound.

    The change is ``slopes`` (F, L, 3) by ``sines`` (F, L); ``floors`` (F, L) is negative where a bend is below.
    """
    for f in range(active.shape[0]):
        for limb in range(active.shape[1]):
            c, p = shapes[f, limb, 0], shapes[f, limb, 1]
            if not active[f, limb] or not p > 0.0:
                continue
            z = minus(point_of(lines, f, limb), row_of(d, f))
            bend, sine = soft_bend(dot(z, z), c, p)
            more[f, limb] = bend - before[f, limb] + shapes[f, limb, 3]
            floors[f, limb] = bend - min(before[f, limb], TURNING)
            sines[f, limb] = sine
            for i in range(3):
                slopes[f, limb, i] = z[i]


@dense()
def steady(active, calm, slopes, sines):
    """Divide the slopes by the sines, these smoothed both ways in time within spans, by the share ``calm`` a frame.

    Else a limb that trembles would be bent more and more, only because it then trembles less.
    """
    frames = active.shape[0]
    for limb in range(active.shape[1]):
        for f in range(1, frames):
            if active[f, limb] and active[f - 1, limb]:
                sines[f, limb] += calm * (sines[f - 1, limb] - sines[f, limb])
        for f in range(frames - 2, -1, -1):
            if active[f, limb] and active[f + 1, limb]:
                sines[f, limb] += calm * (sines[f + 1, limb] - sines[f, limb])
        for f in range(frames):
            if sines[f, limb] > 0.0:
                for i in range(3):
                    slopes[f, limb, i] /= sines[f, limb]


@dense()
def add_stay(d, free, accelerating, staying, size, band, rhs):
    """Add that d is small and accelerates little; a frame that is not free stays at zero."""
    frames = d.shape[0]
    for f in range(frames):
        far = (d[f, 0] ** 2 + d[f, 1] ** 2 + d[f, 2] ** 2) / (_FAR * size) ** 2
        weight = staying * staying * (1.0 + far)
        for i in range(3):
            band[3 * f + i, 0] += weight if free[f] else 1.0
            rhs[3 * f + i] -= weight * d[f, i]
    square = accelerating * accelerating
    for f in range(1, frames - 1):
        for i in range(3):
            change = square * (d[f - 1, i] - 2.0 * d[f, i] + d[f + 1, i])
            for k in range(3):
                if free[f - 1 + k]:
                    own = -2.0 if k == 1 else 1.0
                    rhs[3 * (f - 1 + k) + i] -= own * change
                    for j in range(k + 1):
                        if free[f - 1 + j]:
                            other = -2.0 if j == 1 else 1.0
                            band[3 * (f - 1 + j) + i, 3 * (k - j)] += square * own * other


@dense()
def add_own(x, residual, at, band, rhs):
    """Add what a vector of three unknowns from ``at`` does by itself; written out, since this is most of the work."""
    rhs[at] -= x[0] * residual
    rhs[at + 1] -= x[1] * residual
    rhs[at + 2] -= x[2] * residual
    band[at, 0] += x[0] * x[0]
    band[at, 1] += x[0] * x[1]
    band[at, 2] += x[0] * x[2]
    band[at + 1, 0] += x[1] * x[1]
    band[at + 1, 1] += x[1] * x[2]
    band[at + 2, 0] += x[2] * x[2]


@dense()
def add_both(x, y, at, away, band):
    """Add what a vector of three unknowns from ``at`` does together with one of those ``away`` from it."""
    band[at, away] += x[0] * y[0]
    band[at, away + 1] += x[0] * y[1]
    band[at, away + 2] += x[0] * y[2]
    band[at + 1, away - 1] += x[1] * y[0]
    band[at + 1, away] += x[1] * y[1]
    band[at + 1, away + 1] += x[1] * y[2]
    band[at + 2, away - 2] += x[2] * y[0]
    band[at + 2, away - 1] += x[2] * y[1]
    band[at + 2, away] += x[2] * y[2]


@dense()
def add_row(a, b, c, residual, start, band, rhs):
    """Add the square of a residual that depends on the nine unknowns from ``start`` by three vectors."""
    add_own(a, residual, start, band, rhs)
    add_own(b, residual, start + 3, band, rhs)
    add_own(c, residual, start + 6, band, rhs)
    add_both(a, b, start, 3, band)
    add_both(a, c, start, 6, band)
    add_both(b, c, start + 3, 3, band)


@dense()
def acceleration(active, swings, more, rate_sq, f, limb):
    """Of a bend, with what counts of the motion's own ``swings`` (F, L), and whether it goes on before and after.

    At the ends of a limb's span its bend is held on: it fades from there.
    """
    before = f > 0 and active[f - 1, limb]
    after = f + 1 < active.shape[0] and active[f + 1, limb]
    found = swings[f, limb]
    if before:
        found += rate_sq * (more[f - 1, limb] - more[f, limb])
    if after:
        found += rate_sq * (more[f + 1, limb] - more[f, limb])
    return found, before, after


@dense()
def add_bends(active, swings, more, slopes, rate_sq, band, rhs):
    """Add the accelerations of bends."""
    frames = active.shape[0]
    for f in range(frames):
        for limb in range(active.shape[1]):
            if not active[f, limb]:
                continue
            residual, before, after = acceleration(active, swings, more, rate_sq, f, limb)
            sides = (1.0 if before else 0.0) + (1.0 if after else 0.0)
            start = max(0, min(f - 1, frames - 3))
            share = 1.0 / np.sqrt(1.0 + (residual / _SUDDEN) ** 2)
            weight = share * rate_sq
            a = scaled(weight * of_frame(start, f, before, after, sides), point_of(slopes, start, limb))
            b = scaled(weight * of_frame(start + 1, f, before, after, sides), point_of(slopes, start + 1, limb))
            c = scaled(weight * of_frame(start + 2, f, before, after, sides), point_of(slopes, start + 2, limb))
            add_row(a, b, c, share * residual, 3 * start, band, rhs)


@dense()
def of_frame(at, f, before, after, sides):
    """The weight of frame ``at`` in the second difference at f, whose neighbours may be missing."""
    if at == f:
        return -sides
    if at == f - 1:
        return 1.0 if before else 0.0
    return 1.0 if at == f + 1 and after else 0.0


@dense()
def add_bounds(active, floors, slopes, pressing, band, rhs):
    """Add the bounds of bends, with their multipliers ``pressing`` (F, L)."""
    for f in range(active.shape[0]):
        for limb in range(active.shape[1]):
            below = pressing[f, limb] - floors[f, limb]
            if active[f, limb] and below > 0.0:
                add_own(scaled(-_KEEPING, point_of(slopes, f, limb)), _KEEPING * below, 3 * f, band, rhs)


@dense()
def press(floors, pressing):
    """Let multipliers grow by what is violated; returns whether one changed."""
    changed = False
    for f in range(floors.shape[0]):
        for limb in range(floors.shape[1]):
            grown = max(0.0, pressing[f, limb] - floors[f, limb])
            changed = changed or grown != pressing[f, limb]
            pressing[f, limb] = grown
    return changed


@dense()
def root_cost(d, accelerating, staying, size):
    """What the way of the root itself adds to the sum that shall be least."""
    total = 0.0
    for f in range(d.shape[0]):
        square = d[f, 0] ** 2 + d[f, 1] ** 2 + d[f, 2] ** 2
        total += staying * staying * square * (1.0 + 0.5 * square / (_FAR * size) ** 2)
        if 0 < f < d.shape[0] - 1:
            for i in range(3):
                total += (accelerating * (d[f - 1, i] - 2.0 * d[f, i] + d[f + 1, i])) ** 2
    return total


@dense()
def bend_cost(active, swings, more, floors, pressing, rate_sq):
    """What bends and their bounds add to the sum that shall be least; logarithms are taken of products, being slow."""
    total, product = 0.0, 1.0
    for f in range(active.shape[0]):
        for limb in range(active.shape[1]):
            if active[f, limb]:
                found, _, _ = acceleration(active, swings, more, rate_sq, f, limb)
                product *= 1.0 + (found / _SUDDEN) ** 2
                if product > _LARGE:
                    total, product = total + _SUDDEN * _SUDDEN * np.log(product), 1.0
                total += (_KEEPING * max(0.0, pressing[f, limb] - floors[f, limb])) ** 2
    return total + _SUDDEN * _SUDDEN * np.log(product)


@dense()
def sum_of(d, active, swings, more, floors, pressing, rate_sq, moving, resting, size):
    """The sum that shall be least."""
    return root_cost(d, moving, resting, size) + bend_cost(active, swings, more, floors, pressing, rate_sq)


@dense()
def find_step(
    d, free, active, swings, more, floors, slopes, pressing, rate_sq, accelerating, staying, size, band, step
):  # fmt: skip
    """The step (3 F,) of the root to the least of a sum of squares."""
    band[:], step[:] = 0.0, 0.0
    add_stay(d, free, accelerating, staying, size, band, step)
    add_bends(active, swings, more, slopes, rate_sq, band, step)
    add_bounds(active, floors, slopes, pressing, band, step)
    solve_band(band, step)


@dense()
def put_step(d, step, share, longest, out):
    """``out`` (F, 3) is d and a share of a step, which is nowhere longer than ``longest``."""
    for f in range(d.shape[0]):
        length = np.sqrt(step[3 * f] ** 2 + step[3 * f + 1] ** 2 + step[3 * f + 2] ** 2)
        taken = share * (min(1.0, longest / length) if length > 0.0 else 1.0)
        for i in range(3):
            out[f, i] = d[f, i] + taken * step[3 * f + i]


@dense(
    CUBE, CUBE, FLAGS, array_in(1, types.boolean), types.float64, types.float64, types.float64, types.float64, INT,
    OUT_MATRIX,
)  # fmt: skip
def settle(lines, shapes, active, free, rate, size, accelerating, staying, steps, d):
    """Find the displacement ``d`` (F, 3) of the root, of at least three frames, from the one that it holds.

    ``lines`` and ``shapes`` of :func:`measure`; ``active`` (F, L); ``free`` (F,) where the root may move; frames per
    second ``rate``; the length ``size`` of a leg; weights ``accelerating`` [1] and ``staying`` [1/s^2], for lengths in
    legs against radians; how many ``steps``.
    """
    frames, limbs = active.shape
    band, step = np.zeros((3 * frames + SPARE, WIDTH)), np.zeros(3 * frames + SPARE)
    more, floors, pressing = np.zeros((frames, limbs)), np.zeros((frames, limbs)), np.zeros((frames, limbs))
    slopes, sines = np.zeros((frames, limbs, 3)), np.zeros((frames, limbs))
    before, swings, tried = np.zeros((frames, limbs)), np.zeros((frames, limbs)), np.zeros((frames, 3))
    rate_sq = rate * rate
    moving, resting = accelerating / size * rate_sq, staying / size
    bend_before(shapes, active, rate_sq, before, swings)
    bend_all(lines, shapes, active, d, before, more, slopes, sines, floors)
    least = sum_of(d, active, swings, more, floors, pressing, rate_sq, moving, resting, size)
    for number in range(steps):
        steady(active, np.exp(-1.0 / (_CALM * rate)), slopes, sines)
        find_step(d, free, active, swings, more, floors, slopes, pressing, rate_sq, moving, resting, size, band, step)
        share = 1.0
        for tries in range(_HALVES + 1):
            put_step(d, step, share if tries < _HALVES else 0.0, _STEP * size, tried)
            bend_all(lines, shapes, active, tried, before, more, slopes, sines, floors)
            found = sum_of(tried, active, swings, more, floors, pressing, rate_sq, moving, resting, size)
            if found <= least:
                break
            share *= 0.5
        d[:], least = tried, found
        if _FIRST <= number < steps - 1 and press(floors, pressing):
            least = sum_of(d, active, swings, more, floors, pressing, rate_sq, moving, resting, size)
