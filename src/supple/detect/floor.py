"""The floor under the feet: its height and tilt, or several heights of support."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

_STEEPEST = np.tan(np.radians(15.0))  # what is steeper is a staircase
_LEAST_TILT = np.tan(np.radians(0.2))
_APART = 0.06  # [m] heights that lie nearer belong to one support
_FLAT = 0.02  # [m] the typical footing of a tilted floor lies so near to its plane
_WIDE = 1.0  # [m] footings have to spread so far, and be so many, before a tilt is believed
_MANY = 4
_BETTER = 0.6  # a tilt has to shrink what is left over at least to this share
_MUCH = 0.5  # the floor is the lowest support on which so much of the most time is spent
_POLISHES, _REWEIGHTS = 4, 12


class Footings(NamedTuple):
    """What stands: S contacts of points, each part of one of K footings of a foot."""

    places: np.ndarray  # (S, 3) [m]
    points: np.ndarray  # (S,) which point
    footings: np.ndarray  # (S,) which footing
    weights: np.ndarray  # (S,) how long [s]


class Plane(NamedTuple):
    """Height over the level plane: ``height + slope_x x + slope_z z``."""

    height: float = 0.0
    slope_x: float = 0.0
    slope_z: float = 0.0

    def under(self, places: np.ndarray) -> np.ndarray:
        """(S,) the plane's height under places (S, 3)."""
        return np.asarray(self.height + self.slope_x * places[:, 0] + self.slope_z * places[:, 2])

    @property
    def normal(self) -> np.ndarray:
        """(3,) of length one, up."""
        n = np.array([0.0 - self.slope_x, 1.0, 0.0 - self.slope_z])
        return np.asarray(n / np.linalg.norm(n))


class FoundFloor(NamedTuple):
    """The lowest support that much of the standing is done on, and all heights at which something stands."""

    plane: Plane
    supports: tuple[float, ...]  # from low to high, of a tilted floor at the origin [m]


def standing_heights(found: Footings, limbs: np.ndarray, highest: np.ndarray) -> np.ndarray:
    """(P,) how high each point is above what its foot stands on [m]: 0 for the lowest of a foot, NaN without contacts.

    The heights of points and those of footings are told apart by a median polish. ``limbs`` (P,) numbers the feet;
    no point is higher than ``highest`` (P,) when it stands: a raised heel does not stand however often it is raised.
    """
    count = len(limbs)
    heights, own = found.places[:, 1], np.zeros(count)
    for _ in range(_POLISHES):
        base = grouped_median(heights - own[found.points], found.footings)
        before, own = own, np.nan_to_num(grouped_median(heights - base[found.footings], found.points, count))
        if np.array_equal(before, own):
            break
    own[np.setdiff1d(np.arange(count), found.points)] = np.nan
    for limb in np.unique(limbs):
        here = limbs == limb
        if np.isfinite(own[here]).any():
            own[here] -= np.nanmin(own[here])
    return np.minimum(own, highest)


def find_floor(places: np.ndarray, weights: np.ndarray, size: float) -> FoundFloor | None:
    """The floor under footings at places (K, 3), of which each lasts for a weight (K,); None where nothing stands."""
    if not len(places):
        return None
    plane = _tilted(places, weights, size) or Plane()
    heights = places[:, 1] - plane.under(places) + plane.height
    order = np.argsort(heights)
    groups = np.split(order, np.flatnonzero(np.diff(heights[order]) > _APART * size) + 1)
    supports = [float(np.average(heights[g], weights=weights[g])) for g in groups]
    stood = np.array([weights[g].sum() for g in groups])
    main = int(np.argmax(stood >= _MUCH * stood.max()))
    return FoundFloor(plane._replace(height=supports[main]), tuple(supports))


def _tilted(places: np.ndarray, weights: np.ndarray, size: float) -> Plane | None:
    """The plane through footings that lie on one, with the least absolute errors; None where level floors do as well.

    It tilts only along ways on which footings spread widely: what is under one line of footsteps does not say how the
    floor leans to the side.
    """
    middle, heights = np.median(places, axis=0), places[:, 1]
    level = (places - middle)[:, [0, 2]]
    ways = np.linalg.svd(level, full_matrices=False)[2]
    ways = ways[np.ptp(level @ ways.T, axis=0) > _WIDE * size]
    if len(places) < _MANY or not len(ways):
        return None
    columns = np.column_stack([np.ones(len(places)), level @ ways.T])
    shares = weights.copy()
    for _ in range(_REWEIGHTS):
        root = np.sqrt(shares)
        solution = np.linalg.lstsq(columns * root[:, None], heights * root, rcond=None)[0]
        left = np.abs(columns @ solution - heights)
        shares = weights / np.maximum(left, 1e-4 * size)
    sx, sz = solution[1:] @ ways
    tilted, flat = (float(np.average(e, weights=weights)) for e in (left, np.abs(heights - _median(heights, weights))))
    fits = tilted < _FLAT * size and tilted < _BETTER * flat
    if not (fits and _LEAST_TILT < np.hypot(sx, sz) < _STEEPEST):
        return None
    return Plane(float(solution[0] - sx * middle[0] - sz * middle[2]), float(sx), float(sz))


def _median(values: np.ndarray, weights: np.ndarray) -> float:
    order = np.argsort(values)
    total = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(total, 0.5 * total[-1])])


def grouped_median(values: np.ndarray, groups: np.ndarray, count: int | None = None) -> np.ndarray:
    """(G,) the median of the values of each group 0, 1, ...; NaN where a group has none."""
    size = (int(groups.max()) + 1 if len(groups) else 0) if count is None else count
    many = np.bincount(groups, minlength=size)
    sorted_values = np.append(values[np.lexsort((values, groups))], np.nan)
    first = np.cumsum(many) - many
    middle = np.where(many > 0, [first + (many - 1) // 2, first + many // 2], len(values))
    return np.asarray(0.5 * (sorted_values[middle[0]] + sorted_values[middle[1]]))
