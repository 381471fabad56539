r"""Angles of a rotation about listed axes: the inverse of a product of turns. NumPy only.

For one, two or three perpendicular axes, ``q`` is written as ``R(axes[0]) R(axes[1]) ...``. For three axes, with
``x y z`` the components of ``q`` along them and ``e`` = +1 where they are right-handed and -1 where they are
left-handed, the angles ``a b c`` obey

.. math:: (\cos \tfrac b2 + e \sin \tfrac b2)\,(\cos, \sin)\tfrac{a + c}2 = (w + e y,\; x + z), \\
          (\cos \tfrac b2 - e \sin \tfrac b2)\,(\cos, \sin)\tfrac{a - c}2 = (w - e y,\; x - z),

so that sum, difference and ``b`` come from three arc tangents, accurate for every rotation. Where one left side
vanishes (gimbal lock) only the other combination of ``a`` and ``c`` is determined. Two turns work alike, with the
component along the third axis in place of ``b``, which must be none. :mod:`supple.core.angle_paths` chooses among
the solutions over time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.core import quaternions

_LOCKED = 1e-9  # a factor below this is lock; the rotation is then off by less than 1e-9 rad
_SQUARE = 1e-6  # how far from perpendicular axes may be
_TURN = 2.0 * np.pi


class Solutions(NamedTuple):
    """All angles, up to whole turns, that give rotations; or the nearest rotations that the axes can make."""

    angles: np.ndarray  # (..., K, n) [rad]: K = 2 sets for three axes, else 1; of the first, b is within a quarter turn
    locked: np.ndarray  # (...) -1, 0 or 1: at lock ``a + c`` (1) or ``a - c`` (-1) is all that is known
    sums: np.ndarray  # (...) that combination [rad]
    misfit: np.ndarray  # (...) how far the rotation is from what the axes can do [rad]


def perpendicular(axes: np.ndarray) -> bool:
    """Whether ``axes`` (n, 3) are unit vectors at right angles, which the formulas here need."""
    return bool(np.abs(axes @ axes.T - np.eye(len(axes))).max(initial=0.0) < _SQUARE)


def solve(axes: np.ndarray, q: np.ndarray) -> Solutions:
    """Angles of ``q`` (..., 4) about none to three perpendicular ``axes`` (n, 3)."""
    if len(axes) == 3:
        return _three(axes, q)
    if len(axes) == 2:
        return _two(axes, q)
    along = q[..., 1:] @ axes.T  # (..., n)
    left = np.linalg.norm(q[..., 1:] - along @ axes, axis=-1)
    kept = np.hypot(q[..., 0], along[..., 0]) if len(axes) else np.abs(q[..., 0])
    angles = 2.0 * np.arctan2(along, q[..., :1])
    return _unlocked(angles, 2.0 * np.arctan2(left, kept))


def angles_about(axes: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Angles (..., n) [rad] of ``q`` (..., 4) about ``axes`` (n, 3), each in (-pi, pi].

    Of three, the middle one is in [-pi/2, pi/2]; at gimbal lock the outer two share their sum or difference alike.
    """
    return wrapped(solve(axes, q).angles[..., 0, :])


def _three(axes: np.ndarray, q: np.ndarray) -> Solutions:
    e = float(np.sign(np.cross(axes[0], axes[1]) @ axes[2]))
    w, (x, y, z) = q[..., 0], (q[..., 1:] @ axis for axis in axes)
    y = e * y
    half_sum, plus = _polar(w + y, x + z)
    half_difference, minus = _polar(w - y, x - z)
    locked = np.where(minus < _LOCKED, 1, np.where(plus < _LOCKED, -1, 0))
    half_sum, half_difference = np.where(locked < 0, 0.0, half_sum), np.where(locked > 0, 0.0, half_difference)
    b = 2.0 * e * (np.arctan2(plus, minus) - 0.25 * np.pi)
    a, c = half_sum + half_difference, half_sum - half_difference
    first = np.stack([a, b, c], axis=-1)
    second = np.stack([a + np.pi, np.pi - b, c + np.pi], axis=-1)
    sums = 2.0 * (half_sum + half_difference)  # one of the two is zero at lock
    return Solutions(np.stack([first, second], axis=-2), locked, sums, np.zeros(w.shape))


def _two(axes: np.ndarray, q: np.ndarray) -> Solutions:
    w, x, y, z = q[..., 0], q[..., 1:] @ axes[0], q[..., 1:] @ axes[1], q[..., 1:] @ np.cross(axes[0], axes[1])
    half_sum, plus = _polar(w - z, x + y)
    half_difference, minus = _polar(w + z, x - y)
    angles = np.stack([half_sum + half_difference, half_sum - half_difference], axis=-1)
    return _unlocked(angles, 2.0 * np.abs(np.arctan2(plus, minus) - 0.25 * np.pi))


def _polar(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return np.arctan2(y, x), np.sqrt(x * x + y * y)


def _unlocked(angles: np.ndarray, misfit: np.ndarray) -> Solutions:
    zeros = np.zeros(misfit.shape)
    return Solutions(angles[..., None, :], zeros, zeros, misfit)


def product_of(axes: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """(..., 4) the product of turns by ``angles`` (..., n) [rad] about ``axes`` (n, 3), in the order listed."""
    product = quaternions.identity(*angles.shape[:-1])
    for k, axis in enumerate(axes):
        half = 0.5 * angles[..., k, None]
        turn = np.concatenate([np.cos(half), np.sin(half) * axis], axis=-1)
        product = quaternions.multiply(product, turn) if k else turn
    return product


def wrapped(angles: np.ndarray) -> np.ndarray:
    """Angles in (-pi, pi]."""
    return angles - _TURN * np.ceil((angles - np.pi) / _TURN)
