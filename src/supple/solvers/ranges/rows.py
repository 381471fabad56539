"""All that has a bound while limbs are brought back into range: limits of joints, depths of feet, reaches of limbs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.body.joint_limits import limit_angles, limits_broken
from supple.solvers.cleanup.working import Posed
from supple.solvers.ranges.allowed import Allowed
from supple.solvers.ranges.span import OF_LIMB, ROOT, Span

_INSIDE = np.radians(0.05)  # so far inside a range is aimed at, and what is less beyond it is none
_CLEAR = 1e-6  # of a leg's length: so far above the ground is aimed at
_STEP = 1e-5  # of differences
_POINTS = 4  # of a limb's end that stay out of the ground


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """R values in each of n frames of a span: angles of limits, then depths, then reaches, in radians or alike."""

    span: Span
    ranges: Allowed  # what is asked
    angles: np.ndarray  # (A,) the limits that have rows
    owner: np.ndarray  # (R,) whose row it is: a number among the limbs that take part
    low: np.ndarray  # (n, R)
    high: np.ndarray  # (n, R)

    def excess(self, rotations: np.ndarray) -> np.ndarray:
        """(n,) all that is beyond the ranges of joints in poses (n, J, 4) [rad]."""
        over = limits_broken(self.ranges.limits, self.ranges.low, self.ranges.high, rotations)
        return np.asarray(np.where(over > _INSIDE, over, 0.0).sum(axis=1))

    def over(self, x: np.ndarray) -> np.ndarray:
        """(n, R) by how much values are beyond their bounds with changes (n, V), and a little before them."""
        values = self._values(x)
        beyond = np.where(self._signs(values) > 0.0, values - self.high, self.low - values)
        beyond[:, : len(self.angles)] += _INSIDE
        return beyond

    def slopes(self, x: np.ndarray) -> np.ndarray:
        """(n, R, V) how that changes with each number; limbs do not know of each other, and are moved together."""
        here, out = self._values(x), np.zeros((len(x), len(self.owner), self.span.count))
        signs, every = self._signs(here), np.arange(len(self.owner))
        for v in range(ROOT + OF_LIMB):
            moved = x.copy()
            moved[:, [v] if v < ROOT else slice(v, None, OF_LIMB)] += _STEP
            change = self._values(moved) - here
            turned = change[:, : len(self.angles)]
            turned[:] = (turned + np.pi) % (2.0 * np.pi) - np.pi
            column = np.full(len(every), v) if v < ROOT else v + OF_LIMB * self.owner
            out[:, every, column] = signs * change / _STEP
        return out

    def _values(self, x: np.ndarray) -> np.ndarray:
        clip, pose = self.span.posed(x)
        angles = limit_angles(self.ranges.limits, clip.rotations)[:, self.angles]
        return np.concatenate([angles, _others(self.span, pose, x)], axis=1)

    def _signs(self, values: np.ndarray) -> np.ndarray:
        """1 where the upper bound is the nearer one, else -1."""
        middle = np.where(np.isfinite(self.low), 0.5 * (self.low + self.high), -np.inf)
        return np.where(values >= middle, 1.0, -1.0)


def rows_of(span: Span, meant: np.ndarray, left: np.ndarray) -> Rows:
    """The rows of a span; limbs that are not ``meant`` (L,) bool only get no further out of range than they are.

    The same holds for all limbs in frames that are ``left`` (n,) bool.
    """
    limits, count = span.ranges.limits, len(span.numbers)
    now = limit_angles(limits, span.clip.rotations)
    asked = (
        np.isin(limits.joint, [j for limb in np.flatnonzero(meant) for j in span.joints(int(limb))]) & ~left[:, None]
    )
    low = np.where(asked, span.ranges.low, np.minimum(span.ranges.low, now))
    high = np.where(asked, span.ranges.high, np.maximum(span.ranges.high, now))
    mine = [np.flatnonzero(np.isin(limits.joint, span.joints(int(limb)))) for limb in span.numbers]
    angles = np.concatenate(mine)
    owner = [
        *np.repeat(np.arange(count), [len(own) for own in mine]),
        *np.repeat(np.arange(count), _POINTS),
        *range(count),
    ]
    others = np.maximum(_others(span, span.pose, np.zeros((len(now), span.count))), 0.0)  # as deep as they are
    return Rows(
        span, Allowed(limits, low, high), angles, np.array(owner, dtype=int),
        np.concatenate([low[:, angles], np.full(others.shape, -np.inf)], axis=1),
        np.concatenate([high[:, angles], others], axis=1),
    )  # fmt: skip


def _others(span: Span, pose: Posed, x: np.ndarray) -> np.ndarray:
    """(n, R - A) depths and reaches."""
    depths = span.depths(pose) / span.size + _CLEAR
    return np.concatenate([depths.reshape(len(x), -1), span.reaches(x)[:, span.numbers]], axis=1)
