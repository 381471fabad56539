r"""The point of an intersection of balls that is nearest to the origin.

The nearest point lies inside all balls, on one sphere, on the circle of two, or is a point of three. A sphere's nearest
point that lies in all balls is the answer; otherwise the answer is the nearest among the feasible points of circles and
triples (the first kind that has one is not always the nearest).
"""

from __future__ import annotations

import numpy as np

from supple.kernels.cleanup.blending import across
from supple.kernels.jit import dense
from supple.kernels.vectors import NONE, cross, dot, minus, plus, row_of, scaled

_INSIDE = 1e-9  # how far outside of a ball a point may be, relative to its radius
_HALVINGS = 48  # of the violation that is left: to 1e-14 of it


@dense()
def inside(x, centres, radii, count):
    """Whether a point lies in the first ``count`` balls."""
    for i in range(count):
        away = minus(x, row_of(centres, i))
        reach = radii[i] * (1.0 + _INSIDE)
        if dot(away, away) > reach * reach:
            return False
    return True


@dense()
def on_sphere(c, r):
    """The point of a sphere that is nearest to the origin; the origin is not its centre."""
    return scaled(1.0 - r / np.sqrt(dot(c, c)), c)


@dense()
def on_circle(ci, ri, cj, rj):
    """Whether two spheres meet, and the point of their circle that is nearest to the origin."""
    line = minus(cj, ci)
    gap = np.sqrt(dot(line, line))
    if not gap > 0.0 or gap > (ri + rj) * (1.0 + _INSIDE) or gap < abs(ri - rj):
        return False, NONE
    e = scaled(1.0 / gap, line)
    along = (gap * gap + ri * ri - rj * rj) / (2.0 * gap)
    middle = plus(ci, scaled(along, e))
    radius = np.sqrt(max(0.0, ri * ri - along * along))
    way = plus(scaled(-1.0, middle), scaled(dot(e, middle), e))
    length = np.sqrt(dot(way, way))
    way = scaled(1.0 / length, way) if length > 0.0 else across(e)
    return True, plus(middle, scaled(radius, way))


@dense()
def on_three(ci, ri, cj, rj, ck, rk):
    """Whether three spheres meet, and the two points where they do."""
    line, other = minus(cj, ci), minus(ck, ci)
    gap = np.sqrt(dot(line, line))
    if not gap > 0.0:
        return False, NONE, NONE
    ex = scaled(1.0 / gap, line)
    i = dot(ex, other)
    rest = minus(other, scaled(i, ex))
    j = np.sqrt(dot(rest, rest))
    if not j > 0.0:
        return False, NONE, NONE
    ey = scaled(1.0 / j, rest)
    x = (ri * ri - rj * rj + gap * gap) / (2.0 * gap)
    y = (ri * ri - rk * rk + i * i + j * j - 2.0 * i * x) / (2.0 * j)
    z_sq = ri * ri - x * x - y * y
    if z_sq < -_INSIDE * ri * ri:
        return False, NONE, NONE
    flat = plus(ci, plus(scaled(x, ex), scaled(y, ey)))
    up = scaled(np.sqrt(max(0.0, z_sq)), cross(ex, ey))
    return True, plus(flat, up), minus(flat, up)


@dense()
def nearest(centres, radii, count):
    """Whether the first ``count`` balls intersect, and the point of the intersection that is nearest to the origin."""
    if inside(NONE, centres, radii, count):
        return True, NONE
    for i in range(count):
        c = row_of(centres, i)
        if dot(c, c) > radii[i] * radii[i]:
            x = on_sphere(c, radii[i])
            if inside(x, centres, radii, count):
                return True, x
    best, distance = NONE, np.inf
    for i in range(count):
        for j in range(i):
            meets, x = on_circle(row_of(centres, i), radii[i], row_of(centres, j), radii[j])
            if meets and dot(x, x) < distance and inside(x, centres, radii, count):
                best, distance = x, dot(x, x)
            for k in range(j):
                meets, x, y = on_three(
                    row_of(centres, i), radii[i], row_of(centres, j), radii[j], row_of(centres, k), radii[k]
                )
                if meets and dot(x, x) < distance and inside(x, centres, radii, count):
                    best, distance = x, dot(x, x)
                if meets and dot(y, y) < distance and inside(y, centres, radii, count):
                    best, distance = y, dot(y, y)
    return distance < np.inf, best


@dense()
def violation(x, centres, radii, start, stop):
    """How far a point is outside the furthest of some balls."""
    worst = 0.0
    for i in range(start, stop):
        away = minus(x, row_of(centres, i))
        worst = max(worst, np.sqrt(dot(away, away)) - radii[i])
    return worst


@dense()
def nearest_of(centres, radii, count, first, grown):
    """The nearest point of n balls, the first ``first`` of which come before the others where they do not intersect.

    n is ``count``; ``centres`` (n, 3), ``radii`` (n,), or more than that: views would be counted, which takes longer
    than most frames need. Where even the first ones do not intersect, all of them grow by the least that makes them;
    where the others do not intersect with those, the others grow by the least: so the largest violation is the smallest
    possible, first of the first, then of the others. It is continuous: where nothing has to grow, nothing jumps.
    ``grown`` (n,) is room for the radii, and holds the ones that were used.
    """
    for i in range(count):
        grown[i] = radii[i]
    x, stop = NONE, 0
    for part in range(2):
        start, stop = stop, (min(first, count) if part == 0 else count)
        if start == stop:
            continue
        met, found = nearest(centres, grown, stop)
        if not met:
            low, high = 0.0, violation(x, centres, radii, start, stop)
            for _ in range(_HALVINGS):
                half = 0.5 * (low + high)
                for i in range(start, stop):
                    grown[i] = radii[i] + half
                met, _ = nearest(centres, grown, stop)
                low, high = (low, half) if met else (half, high)
            for i in range(start, stop):
                grown[i] = radii[i] + high
            met, found = nearest(centres, grown, stop)
        if met:
            x = found
    return x
