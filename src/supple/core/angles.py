"""Angles of a rotation about listed axes: the inverse of a product of turns.

For one, two or three perpendicular axes, ``q`` is written as ``R(axes[0]) R(axes[1]) ...``. With fewer
axes than the rotation needs, the angles are those of the nearest rotation that can be had. NumPy only.
"""

from __future__ import annotations

import numpy as np

from supple.core import quaternions

_GIMBAL = 1e-9  # below this the sum or the difference of the outer angles is free
_SQUARE = 1e-6  # how far from perpendicular axes may be


def perpendicular(axes: np.ndarray) -> bool:
    """Whether ``axes`` (n, 3) are unit vectors at right angles, which the formulas here need."""
    return bool(np.abs(axes @ axes.T - np.eye(len(axes))).max(initial=0.0) < _SQUARE)


def angles_about(axes: np.ndarray, q: np.ndarray) -> np.ndarray:
    r"""Angles (..., n) [rad] of ``q`` (..., 4) about ``axes`` (n, 3), each in (-pi, pi]; of three, the middle one
    in [-pi/2, pi/2].

    In half angles a, b, c the product of three turns about right-handed axes has components with

    .. math:: w + y = (\cos b + \sin b) \cos(a + c),\quad x + z = (\cos b + \sin b) \sin(a + c), \\
              w - y = (\cos b - \sin b) \cos(a - c),\quad x - z = (\cos b - \sin b) \sin(a - c),

    which gives all angles without loss near a = +-90 degrees; two turns work alike. Where only the sum
    or the difference of the outer angles is defined (gimbal lock), the other is taken as zero.
    """
    if len(axes) == 0:
        return np.zeros((*q.shape[:-1], 0))
    if len(axes) == 1:
        return wrapped(2.0 * np.arctan2(q[..., 1:] @ axes[0], q[..., 0]))[..., None]
    third = np.cross(axes[0], axes[1])
    w = q[..., 0]
    x, y, z = (q[..., 1:] @ axis for axis in (axes[0], axes[1], third))
    if len(axes) == 2:
        total, difference = np.arctan2(x + y, w - z), np.arctan2(x - y, w + z)
        return wrapped(np.stack([total + difference, total - difference], axis=-1))
    plus, minus = np.hypot(w + y, x + z), np.hypot(w - y, x - z)
    total = np.where(plus > _GIMBAL, np.arctan2(x + z, w + y), 0.0)
    difference = np.where(minus > _GIMBAL, np.arctan2(x - z, w - y), 0.0)
    middle = 0.5 * np.pi - 2.0 * np.arctan2(minus, plus)
    hand = np.sign(third @ axes[2])
    return wrapped(np.stack([total + difference, middle, hand * (total - difference)], axis=-1))


def other_branch(angles: np.ndarray) -> np.ndarray:
    """The second set of three angles that makes the same rotation; of one or two angles there is none."""
    if angles.shape[-1] < 3:
        return angles
    return wrapped(np.stack([angles[..., 0] + np.pi, np.pi - angles[..., 1], angles[..., 2] + np.pi], axis=-1))


def nearest_to(angles: np.ndarray, reference: np.ndarray) -> np.ndarray:
    """Of all sets that make the same rotation as ``angles`` (..., n), the one nearest to ``reference``."""
    choices = [reference + wrapped(one - reference) for one in (angles, other_branch(angles))]
    far = [np.abs(one - reference).sum(axis=-1) for one in choices]
    return np.where((far[1] < far[0])[..., None], choices[1], choices[0])


def continued(angles: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Sets (F, n) that make the same rotations as ``angles`` and go on from ``start`` (n,) without needless leaps."""
    line = np.concatenate([start[None], angles])
    other = other_branch(line)
    stay = np.abs(wrapped(line[1:] - line[:-1])).sum(axis=1)
    cross = np.abs(wrapped(other[1:] - line[:-1])).sum(axis=1)
    crossed = np.cumsum(cross < stay) % 2 == 1  # a second crossing leads back
    line[1:][crossed] = other[1:][crossed]
    return np.unwrap(line, axis=0)[1:]


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
    return np.pi - np.mod(np.pi - angles, 2.0 * np.pi)
