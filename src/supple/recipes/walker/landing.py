"""Where feet come down: prints on the ground, and how high feet must fly to get there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.core.ground import Height
from supple.core.quaternions import about_axis, arc, multiply, rotate
from supple.errors import InvalidValueError

_STEEPEST = np.cos(np.radians(35.0 + 1e-6))  # choice: a foot does not hold on steeper ground; the rest is rounding
_HIGHEST = 0.5  # of the leg: choice: the highest step that it climbs
_SHARES = np.linspace(0.04, 0.97, 24)  # of the flight at which the height is checked
_STEADY, _HIGH = 0.12, 0.25  # choice: near its ends a flight is not raised for all it takes; nor by more [m]
_SHIFTS = np.array([0.0, 0.03, -0.03, 0.06, -0.06, 0.09, -0.09, 0.12, -0.12, 0.15, -0.15])  # [m] that a step may give
_ROUNDS, _BENT, _HANGING = 4, np.radians(25.0), 0.02  # of toes: how far they bend at most; [m] over an edge
_FITS = 2e-3  # [m] a sole that is nearer to the ground everywhere lies on it


class Prints(NamedTuple):
    """k footprints: the place of the sole below the ankle, and the turn of the sole."""

    places: np.ndarray  # (k, 3) [m]
    turns: np.ndarray  # (k, 4)


def level_prints(places: np.ndarray, yaws: np.ndarray, height: float) -> Prints:
    """Prints on level ground at x, z (k, 2)."""
    return Prints(np.stack([places[:, 0], np.full(len(places), height), places[:, 1]], axis=1), about_axis("y", yaws))


def prints_on(ground: Height, places: np.ndarray, yaws: np.ndarray, shapes: np.ndarray) -> Prints:
    """Prints on any ground: where a sole would hang over an edge it is moved along the foot, 15 cm at most."""
    ahead = np.stack([np.sin(yaws), np.cos(yaws)], axis=1)
    best, misfit = places, np.full(len(places), np.inf)
    for shift in _SHIFTS:
        moved = places + shift * ahead
        off = _misfit(ground, moved, ahead, shapes)
        better = off < misfit - _FITS
        best, misfit = np.where(better[:, None], moved, best), np.where(better, off, misfit)
        if (misfit <= _FITS).all():
            break
    return _tilted(ground, best, ahead, yaws, shapes)


def _sole(places: np.ndarray, ahead: np.ndarray, shapes: np.ndarray, share: float) -> np.ndarray:
    """(k, 2) a point of the sole, from the heel (0) to the tip of the toes (1)."""
    long = shapes[:, 1] + shapes[:, 2] + shapes[:, 3]
    return places + (share * long - shapes[:, 1])[:, None] * ahead


def _misfit(ground: Height, places: np.ndarray, ahead: np.ndarray, shapes: np.ndarray) -> np.ndarray:
    """(k,) how far the ground is from the plane of heel and tip, between them [m]."""
    ends, shares = [_ground(ground, _sole(places, ahead, shapes, s)) for s in (0.0, 1.0)], (0.2, 0.4, 0.6, 0.8)
    rise = np.abs(ends[1] - ends[0]) / np.sum(shapes[:, 1:], axis=1)
    off = [np.abs(_ground(ground, _sole(places, ahead, shapes, s)) - (1 - s) * ends[0] - s * ends[1]) for s in shares]
    return np.max(off, axis=0) + np.where(rise > 0.7, 1.0, 0.0)


def _tilted(ground: Height, places: np.ndarray, ahead: np.ndarray, yaws: np.ndarray, shapes: np.ndarray) -> Prints:
    long = np.sum(shapes[:, 1:3], axis=1)
    heel, ball = places - shapes[:, 1:2] * ahead, places + shapes[:, 2:3] * ahead
    side = np.stack([ahead[:, 1], -ahead[:, 0]], axis=1) * 0.03
    low, high = _ground(ground, heel), _ground(ground, ball)
    across = (_ground(ground, places + side) - _ground(ground, places - side)) / 0.06
    across = np.where(np.abs(across) < 0.7, across, 0.0)  # beside an edge the sole stays level
    forward = np.stack([ahead[:, 0], (high - low) / long, ahead[:, 1]], axis=1)
    left = np.stack([side[:, 0] / 0.03, across, side[:, 1] / 0.03], axis=1)
    normal = np.cross(forward, left)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    _refuse_steep(normal, places)
    y = low + (high - low) * shapes[:, 1] / long
    up = np.broadcast_to([0.0, 1.0, 0.0], normal.shape)
    turns = multiply(arc(up, normal), about_axis("y", yaws))
    return Prints(np.stack([places[:, 0], y, places[:, 1]], axis=1), turns)


def toe_bends(ground: Height, places: np.ndarray, turns: np.ndarray, shapes: np.ndarray) -> np.ndarray:
    """(k,) how far toes bend down from the soles of prints, so that their tips lie on the ground [rad].

    The ground is curved: a sole that lies on its heel and its ball would have the tips in it, or above it.
    """
    bends = np.zeros(len(places))
    ball = places + rotate(turns, np.stack([0.0 * shapes[:, 2], 0.0 * shapes[:, 2], shapes[:, 2]], axis=1))
    for _ in range(_ROUNDS):
        arms = shapes[:, 3:] * np.stack([0.0 * bends, -np.sin(bends), np.cos(bends)], axis=1)
        tips = ball + rotate(turns, arms)
        above = tips[:, 1] - _ground(ground, tips[:, [0, 2]])
        above = np.where(above > _HANGING, 0.0, above)  # over an edge there is nothing to lie on
        bends = np.clip(bends + above / np.maximum(shapes[:, 3], 1e-6), -_BENT, _BENT)
    return bends


def _ground(ground: Height, places: np.ndarray) -> np.ndarray:
    heights = np.asarray(ground(places[:, 0], places[:, 1]), float) * np.ones(len(places))
    bad = np.flatnonzero(~np.isfinite(heights))
    if len(bad):
        x, z = places[bad[0]]
        raise InvalidValueError(f"the ground has no height at x = {x:.3g} m, z = {z:.3g} m, where the walk goes.")
    return heights


def _refuse_steep(normal: np.ndarray, places: np.ndarray) -> None:
    steep = np.flatnonzero(normal[:, 1] < _STEEPEST)
    if len(steep):
        (x, z), angle = places[steep[0]], np.degrees(np.arccos(normal[steep[0], 1]))
        raise InvalidValueError(
            f"the ground at x = {x:.3g} m, z = {z:.3g} m has a slope of {angle:.4g} degrees; a walker stands on 35 "
            "at most. Choose flatter ground, or another path."
        )


def refuse_high_steps(rises: np.ndarray, legs: np.ndarray, places: np.ndarray) -> None:
    """Steps that a leg cannot climb: ``rises`` (k,) between the prints of one foot and the other [m]."""
    high = np.flatnonzero(np.abs(rises) > _HIGHEST * legs)
    if len(high):
        k, (x, z) = high[0], places[high[0]][[0, 2]]
        raise InvalidValueError(
            f"a step of {rises[k]:.2f} m at x = {x:.3g} m, z = {z:.3g} m is more than these legs climb "
            f"({_HIGHEST * legs[k]:.2f} m). Choose lower ground or shorter strides."
        )


def lifts_of(
    ground: Height | None, level: float, prints: tuple[np.ndarray, np.ndarray], rolls: np.ndarray,
    shapes: np.ndarray, curves: tuple[np.ndarray, ...], clearances: np.ndarray,
) -> np.ndarray:  # fmt: skip
    """(k,) how much feet are raised in flight so that no part of the sole meets the ground [m].

    ``prints`` are places (k, 2, 3) and turns (k, 2, 4) of the flight's ends; ``curves`` knots, swing and extra;
    ``clearances`` (k,) what is to be under the sole in mid flight [m].
    """
    from supple.kernels.walking.feet import flight_height, sample_flights

    count, knots, swing, extra = len(rolls), *curves
    soles = np.zeros((count, len(_SHARES), 3, 3))
    sample_flights(_SHARES, *prints, rolls, np.zeros(count), shapes, knots, swing, extra, soles)
    under = np.full(soles.shape[:3], level)
    if ground is not None:
        under = _ground(ground, soles[..., [0, 2]].reshape(-1, 2)).reshape(soles.shape[:3])
    hump = 16.0 * _SHARES**2 * (1.0 - _SHARES) ** 2
    missing = clearances[:, None] * hump - (soles[..., 1] - under).min(axis=2)
    curve = np.array([flight_height(u) for u in _SHARES])
    return np.clip((missing / np.maximum(curve, _STEADY)).max(axis=1), 0.0, _HIGH)
