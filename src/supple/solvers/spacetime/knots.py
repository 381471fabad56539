"""Cubic B-splines on knots that lie where contacts begin and end, and closer together around them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

_SAME = 0.3  # of the spacing: events nearer to each other share a knot


@dataclass(frozen=True, slots=True, eq=False)
class Knots:
    """Breaks of a curve; between two of them it is one cubic."""

    breaks: np.ndarray  # (K + 1,) [s], increasing

    @property
    def vector(self) -> np.ndarray:
        """The knot vector, with its ends four times."""
        return np.concatenate([3 * [self.breaks[0]], self.breaks, 3 * [self.breaks[-1]]])

    @property
    def spans(self) -> int:
        """How many cubics there are."""
        return len(self.breaks) - 1

    @property
    def points(self) -> int:
        """How many control points there are."""
        return len(self.breaks) + 2

    def span_of(self, times: np.ndarray) -> np.ndarray:
        """(S,) the span that a time is in; the end belongs to the last one."""
        return np.clip(np.searchsorted(self.breaks, times, side="right") - 1, 0, self.spans - 1)

    def basis(self, times: np.ndarray) -> np.ndarray:
        """(3, S, 4) the four basis functions that count at each time, and their first two derivatives."""
        vector, spans = self.vector, self.span_of(times)
        values = np.zeros((3, len(times), 4))
        for s in np.unique(spans):
            here = spans == s
            values[:, here] = _pieces(vector, int(s), times[here])
        return values

    def nearest(self, time: float) -> int:
        """The break that is nearest to a time."""
        return int(np.argmin(np.abs(self.breaks - time)))


def _pieces(vector: np.ndarray, span: int, times: np.ndarray) -> np.ndarray:
    """(3, n, 4) the four basis functions of one span and their derivatives."""
    from scipy.interpolate import BSpline

    local = vector[span : span + 8]
    spline = BSpline(local, np.eye(4), 3)
    return np.stack([spline(times, nu) for nu in range(3)])


def knots_for(duration: float, events: Iterable[float], spacing: float) -> Knots:
    """Knots at most ``spacing`` apart, with one at every event; events that are nearly at one time share one."""
    marks = [0.0]
    for event in sorted(e for e in events if 0.0 < e < duration):
        if event - marks[-1] > _SAME * spacing and duration - event > _SAME * spacing:
            marks.append(event)
    marks.append(duration)
    pieces = [
        np.linspace(a, b, max(1, int(np.ceil((b - a) / spacing - 1e-9))), endpoint=False) for a, b in pairwise(marks)
    ]
    return Knots(np.concatenate([*pieces, [duration]]))


def samples_of(knots: Knots, each: int) -> tuple[np.ndarray, np.ndarray]:
    """Sample times, ``each`` in every span and the end, and the time that each stands for (c n + 1 of both) [s]."""
    starts, lengths = knots.breaks[:-1, None], np.diff(knots.breaks)[:, None]
    times = np.append((starts + lengths * np.arange(each) / each).ravel(), knots.breaks[-1])
    steps = np.diff(times)
    return times, np.append(steps, steps[-1])


def scale_weights(times: np.ndarray) -> np.ndarray:
    """What each sample counts, at most 1; the last one counts as the one before (the source's 5.44)."""
    steps = np.diff(times)
    return np.append(steps, steps[-1]) / steps.max()


def refined(knots: Knots, points: np.ndarray, times: Iterable[float]) -> tuple[Knots, np.ndarray]:
    """The same curve with knots at more ``times``, and its control points (n, ...): Oslo's knot insertion."""
    vector, values = knots.vector, np.asarray(points, dtype=np.float64)
    for time in times:
        span = int(np.searchsorted(vector, time, side="right")) - 1
        new = np.concatenate([values[: span - 2], np.zeros((3, *values.shape[1:])), values[span:]])
        for i in range(span - 2, span + 1):
            share = (time - vector[i]) / (vector[i + 3] - vector[i])
            new[i] = share * values[i] + (1.0 - share) * values[i - 1]
        vector, values = np.insert(vector, span + 1, time), new
    return Knots(vector[3:-3]), values
