"""Which joint limits a motion breaks. Captures break those of their own files, so this is information, not an error."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.angles import perpendicular, solve, wrapped
from supple.core.freedom import Freedom
from supple.core.motion import Motion

_SLACK = 1e-9  # [rad] rounding is no excess


class BrokenLimit(NamedTuple):
    """One axis of one joint that leaves its range."""

    joint: str
    axis: int  # index into the freedom's axes
    frames: int  # how many frames break it
    worst: float  # largest excess [rad]


def broken_limits(motion: Motion) -> list[BrokenLimit]:
    """All limits that are broken, rest rows left out; joints in the skeleton's order."""
    broken = []
    for joint, freedom in enumerate(motion.skeleton.freedoms):
        if not freedom.limited or not perpendicular(freedom.axes):
            continue
        excess = limit_excess(motion, joint)[motion.rest_rows :]
        for axis, worst in enumerate(excess.max(axis=0, initial=0.0)):
            if worst > 0.0:
                frames = int(np.count_nonzero(excess[:, axis]))
                broken.append(BrokenLimit(motion.skeleton.names[joint], axis, frames, float(worst)))
    return broken


def limit_excess(motion: Motion, joint: int) -> np.ndarray:
    """(F, n) how far each angle of a joint lies outside its range [rad], 0 inside.

    Three angles that make a rotation come in two sets; the one that keeps better to the limits counts.
    """
    freedom = motion.skeleton.freedoms[joint]
    rest = quaternions.conjugate(motion.skeleton.rest_rotations[joint])
    found = solve(freedom.axes, quaternions.multiply(rest, motion.rotations[:, joint]))
    excess = _excess(found.angles, freedom)
    best = np.argmin(excess.sum(axis=2), axis=1)
    return excess[np.arange(len(best)), best]


def _excess(angles: np.ndarray, freedom: Freedom) -> np.ndarray:
    """How far the nearest full turn of each angle lies outside its range."""
    low, high = freedom.limits.T
    middle = np.where(np.isfinite(low) & np.isfinite(high), 0.5 * (_finite(low) + _finite(high)), 0.0)
    near = middle + wrapped(angles - middle)
    excess = np.maximum(np.maximum(low - near, near - high), 0.0)
    return np.where(excess > _SLACK, excess, 0.0)


def _finite(ends: np.ndarray) -> np.ndarray:
    return np.where(np.isfinite(ends), ends, 0.0)
