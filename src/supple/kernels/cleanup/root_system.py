r"""One step of the root: the system of what its way costs, linear about where it is, three unknowns per frame.

A frame depends on two before and two after it. Its blocks :math:`A` with itself, :math:`B` with the next frame and
:math:`C` with the one after that are made, and taken out of those that follow, while they are at hand; what is kept of
each is :math:`A^{-1}B`, :math:`A^{-1}C` and :math:`A^{-1}` times the right side, for the way back.

Limbs that are not active have no slopes, and accelerations of theirs no weight: so nothing has to ask for them.
"""

from __future__ import annotations

from supple.kernels.cleanup.blocks import NO_BLOCK, each_solved, factored, solved, with_square, without_product
from supple.kernels.cleanup.limb import point_of
from supple.kernels.jit import dense
from supple.kernels.vectors import NO_THREE, NONE, each_dot, each_plus, minus, plus, row_of, scaled

_KEEPING = 1e3  # [1/s^2] how a bend below the bound weighs, against accelerations of bends
_SUDDEN = 400.0  # [rad/s^2] an acceleration of a bend that weighs half of its square
_FAR = 0.06  # of a leg: a displacement that weighs twice as much as a small one does, for its length
KEPT = 21  # numbers of each frame


@dense()
def find_step(d, free, calm, staying, size, goes_on, room, slopes, rate_sq, shares, kept, step):
    """The step (F, 3) of the root to the least of a sum of squares.

    ``calm`` of :func:`calm_of`, ``goes_on`` of :func:`sides_of`, ``room`` (4, F + 2, L): what counts of the motion's
    accelerations, how much more limbs bend, the room above their bounds, and multipliers of these. ``shares``
    (5, F + 2, L) and ``kept`` (F, KEPT) are to be written. The first and last frame of all that has F + 2 are zero.
    """
    weigh(goes_on, room, rate_sq, shares)
    stay(d, free, calm, staying, size, kept)
    eliminate(free, calm, slopes, shares, kept)
    go_back(kept, step)


@dense()
def calm_of(free, accelerating, out):
    """What accelerations of d weigh: ``out`` (F, 3) of a frame with itself, with the next, and with the one after."""
    square = accelerating * accelerating
    for f in range(1, free.shape[0] - 1):
        for k in range(3):
            for j in range(k + 1):
                if free[f - 1 + k] and free[f - 1 + j]:
                    out[f - 1 + j, k - j] += square * (-2.0 if k == 1 else 1.0) * (-2.0 if j == 1 else 1.0)


@dense()
def sides_of(active, out):
    """Of limbs in frames ``out`` (3, F + 2, L): active, active before too, active after too; 1 or 0."""
    for f in range(active.shape[0]):
        for limb in range(active.shape[1]):
            if active[f, limb]:
                out[0, f + 1, limb] = 1.0
                out[1, f + 1, limb] = 1.0 if f > 0 and active[f - 1, limb] else 0.0
                out[2, f + 1, limb] = 1.0 if f + 1 < active.shape[0] and active[f + 1, limb] else 0.0


@dense()
def weigh(goes_on, room, rate_sq, shares):
    """What products of slopes weigh, and how they pull; limbs and frames in one row, so that many are found at once.

    At the ends of a limb's span its bend is held on: it fades from there. ``shares`` are weights and pulls of
    accelerations, then the weights of slopes with themselves and with those of the next frame, and their pulls.
    """
    limbs, square = room.shape[2], _KEEPING * _KEEPING
    here, before, after = goes_on[0].ravel(), goes_on[1].ravel(), goes_on[2].ravel()
    swing, y, above, pressed = room[0].ravel(), room[1].ravel(), room[2].ravel(), room[3].ravel()
    weights, pulls, own = shares[0].ravel(), shares[1].ravel(), shares[2].ravel()
    both, pull = shares[3].ravel(), shares[4].ravel()
    for i in range(limbs, y.size - limbs):
        found = swing[i] + rate_sq * (before[i] * (y[i - limbs] - y[i]) + after[i] * (y[i + limbs] - y[i]))
        share = here[i] * rate_sq / (1.0 + (found / _SUDDEN) ** 2)
        weights[i], pulls[i] = share * rate_sq, share * found
    for i in range(limbs, y.size - limbs):
        sides, below = before[i] + after[i], max(0.0, pressed[i] - above[i])
        own[i] = sides * sides * weights[i] + weights[i - limbs] + weights[i + limbs] + (square if below > 0.0 else 0.0)
        both[i] = -sides * weights[i] - (before[i + limbs] + after[i + limbs]) * weights[i + limbs]
        pull[i] = pulls[i - limbs] + pulls[i + limbs] - sides * pulls[i] - square * below


@dense()
def stay(d, free, calm, staying, size, kept):
    """What keeps d small and calm in each frame: weights and pulls, the first four of ``kept`` (F, KEPT).

    For all frames at once, since a call for each would count its arrays, which takes longer than the rest of it.
    """
    for f in range(d.shape[0]):
        if not free[f]:
            continue
        x = row_of(d, f)
        far = (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) / (_FAR * size) ** 2
        own = calm[f, 0] + staying * staying * (1.0 + far)
        pulled = scaled(-own, x)
        if f > 0:
            pulled = minus(pulled, scaled(calm[f - 1, 1], row_of(d, f - 1)))
        if f > 1:
            pulled = minus(pulled, scaled(calm[f - 2, 2], row_of(d, f - 2)))
        if f + 1 < d.shape[0]:
            pulled = minus(pulled, scaled(calm[f, 1], row_of(d, f + 1)))
        if f + 2 < d.shape[0]:
            pulled = minus(pulled, scaled(calm[f, 2], row_of(d, f + 2)))
        kept[f, 0], kept[f, 1], kept[f, 2], kept[f, 3] = own, pulled[0], pulled[1], pulled[2]


@dense()
def columns_of(x, y, weight):
    r"""The columns of :math:`w\,x y^T`."""
    return scaled(weight * y[0], x), scaled(weight * y[1], x), scaled(weight * y[2], x)


@dense()
def spread_over(weight):
    """The columns of a multiple of one."""
    return (weight, 0.0, 0.0), (0.0, weight, 0.0), (0.0, 0.0, weight)


@dense()
def plus_block(a, b):
    """Two blocks."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]


@dense()
def eliminate(free, calm, slopes, shares, kept):
    """Make the blocks of each frame, to which :func:`stay` has begun, and take it out of the two that follow."""
    frames = free.shape[0]
    next_own, later_own, next_both, next_right, later_right = NO_BLOCK, NO_BLOCK, NO_THREE, NONE, NONE
    for f in range(frames):
        own, right = 1.0, NONE  # a frame that is not free stays at zero
        if free[f]:
            own, right = kept[f, 0], (kept[f, 1], kept[f, 2], kept[f, 3])
        a = (own, 0.0, 0.0, own, 0.0, own)
        a, b, c = plus_block(a, next_own), each_plus(spread_over(calm[f, 1]), next_both), spread_over(calm[f, 2])
        right = plus(right, next_right)
        for limb in range(slopes.shape[1]):
            own = shares[2, f + 1, limb]
            if own == 0.0:
                continue
            x = point_of(slopes, f, limb)
            a, right = with_square(a, x, own), minus(right, scaled(shares[4, f + 1, limb], x))
            if f + 1 < frames:
                b = each_plus(b, columns_of(x, point_of(slopes, f + 1, limb), shares[3, f + 1, limb]))
            if f + 2 < frames:
                c = each_plus(c, columns_of(x, point_of(slopes, f + 2, limb), shares[0, f + 2, limb]))
        factors = factored(a)
        p, q, g = each_solved(factors, b), each_solved(factors, c), solved(factors, right)
        next_own, later_own = without_product(later_own, b, p), without_product(NO_BLOCK, c, q)
        minus_both = each_dot(q[0], b), each_dot(q[1], b), each_dot(q[2], b)
        next_both = scaled(-1.0, minus_both[0]), scaled(-1.0, minus_both[1]), scaled(-1.0, minus_both[2])
        next_right, later_right = minus(later_right, each_dot(g, b)), scaled(-1.0, each_dot(g, c))
        for i in range(3):
            kept[f, i] = g[i]
            for j in range(3):
                kept[f, 3 + 3 * j + i] = p[j][i]
                kept[f, 12 + 3 * j + i] = q[j][i]


@dense()
def go_back(kept, step):
    """The solution, from the last frame to the first."""
    frames = step.shape[0]
    after, later = NONE, NONE
    for f in range(frames - 1, -1, -1):
        x = (kept[f, 0], kept[f, 1], kept[f, 2])
        for j in range(3):
            at, beyond = 3 + 3 * j, 12 + 3 * j
            x = minus(x, scaled(after[j], (kept[f, at], kept[f, at + 1], kept[f, at + 2])))
            x = minus(x, scaled(later[j], (kept[f, beyond], kept[f, beyond + 1], kept[f, beyond + 2])))
        step[f, 0], step[f, 1], step[f, 2] = x
        after, later = x, after
