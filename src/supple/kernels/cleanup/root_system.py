"""One step of the root: the band matrix of what its way costs, linear about where it is."""

from __future__ import annotations

from supple.kernels.cleanup.band import solve_band
from supple.kernels.cleanup.limb import point_of
from supple.kernels.jit import dense
from supple.kernels.vectors import scaled

_KEEPING = 1e3  # [1/s^2] how a bend below the bound weighs, against accelerations of bends
_SUDDEN = 400.0  # [rad/s^2] an acceleration of a bend that weighs half of its square
_FAR = 0.06  # of a leg: a displacement that weighs twice as much as a small one does, for its length


@dense()
def find_step(
    d, free, active, swings, more, floors, slopes, pressing, rate_sq, accelerating, staying, size, pulls, weights, band,
    step,
):  # fmt: skip
    """The step (3 F,) of the root to the least of a sum of squares; ``pulls`` and ``weights`` (F, L) are room."""
    band[:], step[:] = 0.0, 0.0
    add_stay(d, free, accelerating, staying, size, band, step)
    weigh(active, swings, more, rate_sq, pulls, weights)
    add_bends(active, slopes, pulls, weights, band, step)
    add_bounds(active, floors, slopes, pressing, band, step)
    solve_band(band, step)


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
def goes_on(active, f, limb):
    """1 where there is a frame f in which a limb is active, else 0."""
    return 1.0 if 0 <= f < active.shape[0] and active[f, limb] else 0.0


@dense()
def weigh(active, swings, more, rate_sq, pulls, weights):
    """What the square of each acceleration of a bend weighs per squared bend, and how it pulls: ``weights``, ``pulls``.

    With an acceleration counts what does of the motion's own, ``swings`` (F, L). At the ends of a limb's span its bend
    is held on: it fades from there.
    """
    for f in range(active.shape[0]):
        for limb in range(active.shape[1]):
            if not active[f, limb]:
                continue
            found = swings[f, limb]
            if goes_on(active, f - 1, limb) > 0.0:
                found += rate_sq * (more[f - 1, limb] - more[f, limb])
            if goes_on(active, f + 1, limb) > 0.0:
                found += rate_sq * (more[f + 1, limb] - more[f, limb])
            share = rate_sq / (1.0 + (found / _SUDDEN) ** 2)
            pulls[f, limb], weights[f, limb] = share * found, share * rate_sq


@dense()
def add_bends(active, slopes, pulls, weights, band, rhs):
    """Add the accelerations of bends: of each pair of frames that one depends on, all that do so at once.

    ``pulls`` and ``weights`` of :func:`weigh`, zero where a limb is not active.
    """
    frames = active.shape[0]
    for f in range(frames):
        for limb in range(active.shape[1]):
            if not active[f, limb]:
                continue
            before, after = goes_on(active, f - 1, limb), goes_on(active, f + 1, limb)
            sides, here = before + after, point_of(slopes, f, limb)
            pull, weight = -sides * pulls[f, limb], sides * sides * weights[f, limb]
            if before > 0.0:
                pull, weight = pull + pulls[f - 1, limb], weight + weights[f - 1, limb]
            if after > 0.0:
                pull, weight = pull + pulls[f + 1, limb], weight + weights[f + 1, limb]
                beyond = goes_on(active, f + 2, limb)
                both = -sides * weights[f, limb] - (1.0 + beyond) * weights[f + 1, limb]
                add_both(scaled(both, here), point_of(slopes, f + 1, limb), 3 * f, 3, band)
                if beyond > 0.0:
                    far = scaled(weights[f + 1, limb], here)
                    add_both(far, point_of(slopes, f + 2, limb), 3 * f, 6, band)
            add_own(here, weight, pull, 3 * f, band, rhs)


@dense()
def add_own(x, weight, pull, at, band, rhs):
    """Add what a vector of three unknowns from ``at`` does by itself; written out, since this is most of the work."""
    y = scaled(weight, x)
    rhs[at] -= pull * x[0]
    rhs[at + 1] -= pull * x[1]
    rhs[at + 2] -= pull * x[2]
    band[at, 0] += x[0] * y[0]
    band[at, 1] += x[0] * y[1]
    band[at, 2] += x[0] * y[2]
    band[at + 1, 0] += x[1] * y[1]
    band[at + 1, 1] += x[1] * y[2]
    band[at + 2, 0] += x[2] * y[2]


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
def add_bounds(active, floors, slopes, pressing, band, rhs):
    """Add the bounds of bends, with their multipliers ``pressing`` (F, L)."""
    for f in range(active.shape[0]):
        for limb in range(active.shape[1]):
            below = pressing[f, limb] - floors[f, limb]
            if active[f, limb] and below > 0.0:
                square = _KEEPING * _KEEPING
                add_own(point_of(slopes, f, limb), square, -square * below, 3 * f, band, rhs)
