"""Ways over the ground by their arc length: straight, round, or a smooth curve through given points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from supple.core.arrays import rebuilt, sealed
from supple.errors import InvalidValueError

_STEP = 0.01  # [m] between the samples of a curve
_MOST = 200_000  # samples
_SAME = 1e-3  # [m] points that are nearer to the one before say nothing
_ROUNDINGS = (0.35, 0.5, 0.7, 1.0, 1.4)  # widths that are tried for a corner, by the tightest radius
_LEFT_BY = 1.5  # tightest radii that a rounded way may leave a point by


@dataclass(frozen=True, slots=True, eq=False)
class GroundPath:
    """A way over the ground; before its start and beyond its end it goes straight on."""

    along: np.ndarray  # (N,) arc length from the start, rising [m]
    places: np.ndarray  # (N, 2) x and z [m]
    headings: np.ndarray  # (N,) [rad] without jumps; 0 is +Z, a quarter turn +X
    notes: tuple[str, ...] = ()

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        put = partial(object.__setattr__, self)
        put("along", sealed(self.along, ("N",), "along"))
        put("places", sealed(self.places, (len(self.along), 2), "places"))
        put("headings", sealed(self.headings, (len(self.along),), "headings"))

    @property
    def length(self) -> float:
        """[m]"""
        return float(self.along[-1])

    def heading_at(self, along: np.ndarray) -> np.ndarray:
        """Headings [rad] at arc lengths."""
        return np.interp(along, self.along, self.headings)

    def place_at(self, along: np.ndarray) -> np.ndarray:
        """(..., 2) x and z at arc lengths."""
        beyond = along - np.clip(along, 0.0, self.length)
        heading = self.heading_at(along)
        inside = [np.interp(along, self.along, self.places[:, k]) for k in range(2)]
        return np.stack([inside[0] + beyond * np.sin(heading), inside[1] + beyond * np.cos(heading)], axis=-1)


def arc_path(start: np.ndarray, heading: float, length: float, radius: float = np.inf) -> GroundPath:
    """From ``start`` (2,) on a circle, to the left for a positive ``radius``; straight where that is infinite."""
    along = np.linspace(0.0, length, _samples(length))
    headings = heading + along / radius
    steps = np.diff(along)[:, None] * _ahead(0.5 * (headings[1:] + headings[:-1]))
    places = start + np.concatenate([np.zeros((1, 2)), np.cumsum(steps, axis=0)])
    return GroundPath(along, places, headings)


def path_through(points: np.ndarray, tightest: float, source: str = "path") -> GroundPath:
    """A smooth curve through ground points (N, 2), which turns with no smaller radius than ``tightest`` [m].

    A corner that is sharper is rounded, and the notes say by how much that leaves the point; one that cannot be rounded
    within one and a half radii, such as a cusp that turns back on itself, is :class:`InvalidValueError`.
    """
    points = _apart(points, source)
    curve = _even(_spline(points))
    radius, where = _tightest(curve)
    if radius >= tightest:
        return _path(curve)
    corner = int(np.argmin(np.linalg.norm(points - where, axis=1)))
    called = f"{source}: at point {corner + 1} (x = {points[corner, 0]:.3g} m, z = {points[corner, 1]:.3g} m) the path"
    for width in _ROUNDINGS:
        rounded = _even(_rounded(curve, width * tightest))
        left = max(float(np.linalg.norm(rounded - point, axis=1).min()) for point in points)
        if left > _LEFT_BY * tightest:
            break
        if _tightest(rounded)[0] >= tightest:
            return _path(rounded, (f"{called} turns too sharply; it was rounded, by {100 * left:.0f} cm at most.",))
    raise InvalidValueError(
        f"{called} turns back with a radius of {100 * radius:.2g} cm, which a body cannot follow. Leave room for a "
        f"turn of {100 * tightest:.0f} cm or more, with points along it."
    )


def _apart(points: np.ndarray, source: str) -> np.ndarray:
    keep = [0]
    for n in range(1, len(points)):
        if np.linalg.norm(points[n] - points[keep[-1]]) > _SAME:
            keep.append(n)
    if len(keep) < 2:
        raise InvalidValueError(f"{source}: a path needs at least two points that are apart; got {len(keep)}.")
    return points[keep]


def _spline(points: np.ndarray) -> np.ndarray:
    """(N, 2) close samples of a curve through points; centripetal, so that it makes no loops of its own."""
    from scipy.interpolate import CubicSpline  # loads SciPy

    chords = np.linalg.norm(np.diff(points, axis=0), axis=1)
    knots = np.concatenate([[0.0], np.cumsum(np.sqrt(chords))])
    if len(points) == 2:
        return np.linspace(points[0], points[1], _samples(float(chords.sum())))
    curve = CubicSpline(knots, points, bc_type="natural")
    return np.asarray(curve(np.linspace(0.0, knots[-1], 4 * _samples(float(chords.sum())))))


def _samples(length: float) -> int:
    return int(np.clip(round(length / _STEP), 2, _MOST)) + 1


def _even(curve: np.ndarray) -> np.ndarray:
    """The same curve with samples at even distances."""
    along = _arc_length(curve)
    at = np.linspace(0.0, along[-1], _samples(float(along[-1])))
    return np.stack([np.interp(at, along, curve[:, k]) for k in range(2)], axis=1)


def _arc_length(curve: np.ndarray) -> np.ndarray:
    return np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(curve, axis=0), axis=1))])


def _headings(curve: np.ndarray) -> np.ndarray:
    ahead = np.gradient(curve, axis=0)
    return np.unwrap(np.arctan2(ahead[:, 0], ahead[:, 1]))


def _tightest(curve: np.ndarray) -> tuple[float, np.ndarray]:
    """The smallest radius of a curve [m], and where it is."""
    steps = np.diff(curve, axis=0)
    turn = np.abs(np.diff(np.unwrap(np.arctan2(steps[:, 0], steps[:, 1]))))
    bend = turn / np.linalg.norm(steps, axis=1)[1:]
    if not len(bend) or bend.max() == 0.0:
        return np.inf, curve[0]
    worst = int(np.argmax(bend))
    return 1.0 / float(bend[worst]), curve[worst + 1]


def _rounded(curve: np.ndarray, width: float) -> np.ndarray:
    """A curve averaged over a bell of a width [m], with ends that stay."""
    from scipy.ndimage import gaussian_filter1d  # loads SciPy

    step = float(np.linalg.norm(curve[1] - curve[0])) or _STEP
    reach = min(len(curve) - 1, int(4.0 * width / step) + 1)
    before, after = 2.0 * curve[0] - curve[reach:0:-1], 2.0 * curve[-1] - curve[-2 : -2 - reach : -1]
    smooth = gaussian_filter1d(np.concatenate([before, curve, after]), width / step, axis=0)
    return np.asarray(smooth[reach : reach + len(curve)])


def _path(curve: np.ndarray, notes: tuple[str, ...] = ()) -> GroundPath:
    return GroundPath(_arc_length(curve), curve, _headings(curve), notes)


def _ahead(headings: np.ndarray) -> np.ndarray:
    return np.stack([np.sin(headings), np.cos(headings)], axis=-1)
