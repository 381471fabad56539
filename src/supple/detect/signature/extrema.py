"""Feature lines and principal axes of a curve over a cycle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

_PROMINENT = np.radians(1.5)  # a hump that is lower is noise


@dataclass(frozen=True, slots=True)
class Extremum:
    """A place where an angle turns round."""

    kind: Literal["min", "max"]
    phase: float  # share of the cycle
    angle: float  # [rad]


@dataclass(frozen=True, slots=True, eq=False)
class PrincipalAxes:
    """Where the points of a curve lie, and along which directions they spread."""

    centre: np.ndarray  # (2,) hip, knee [rad]
    directions: np.ndarray  # (2, 2) rows: unit vectors, the longest spread first, knee component not negative
    spreads: np.ndarray  # (2,) standard deviations along them [rad]


def extrema(curve: np.ndarray) -> tuple[Extremum, ...]:
    """The minima and maxima of a periodic curve (n,), by phase; humps of less than 1.5 degrees do not count."""
    found = [*_peaks(curve, "max"), *_peaks(curve, "min")]
    return tuple(sorted(found, key=lambda e: e.phase))


def _peaks(curve: np.ndarray, kind: Literal["min", "max"]) -> list[Extremum]:
    from scipy.signal import find_peaks

    sign, n = (1.0 if kind == "max" else -1.0), len(curve)
    thrice = sign * np.tile(curve, 3)
    places, _ = find_peaks(thrice, prominence=_PROMINENT)
    return [_refined(curve, int(k) - n, sign, kind) for k in places if n <= k < 2 * n]


def _refined(curve: np.ndarray, k: int, sign: float, kind: Literal["min", "max"]) -> Extremum:
    """The top of the parabola through three neighbours."""
    n = len(curve)
    before, here, after = (sign * curve[(k + d) % n] for d in (-1, 0, 1))
    bend = before - 2.0 * here + after
    shift = 0.5 * (before - after) / bend if bend < 0.0 else 0.0
    return Extremum(kind, ((k + shift) / n) % 1.0, float(sign * (here - 0.25 * (before - after) * shift)))


def principal_axes(curve: np.ndarray) -> PrincipalAxes:
    """The principal axes of points (n, 2)."""
    centre = curve.mean(axis=0)
    values, vectors = np.linalg.eigh(np.cov(curve.T, bias=True))
    directions = vectors.T[::-1]
    directions = directions * np.where(directions[:, 1:] < 0.0, -1.0, 1.0)
    return PrincipalAxes(centre, directions, np.sqrt(np.maximum(values[::-1], 0.0)))
