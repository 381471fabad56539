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
        own = self.vector[self.span_of(times)[:, None] + np.arange(8)]  # (S, 8) those of the four functions
        steps = np.ones((len(times), 1))
        lines, _ = _next(steps, own, times)
        squares, bends = _next(lines, own, times)
        cubes, first = _next(squares, own, times)
        return np.stack([cubes, first, _next(bends, own, times)[1]])

    def nearest(self, time: float) -> int:
        """The break that is nearest to a time."""
        return int(np.argmin(np.abs(self.breaks - time)))


def _next(functions: np.ndarray, knots: np.ndarray, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(S, n + 1) functions of degree n, and their slopes, from those (S, n) of the degree before: Cox and de Boor.

    Times lie between the fourth and the fifth of their eight knots (S, 8). Slopes are taken on in the same way: those
    of the degree before come to second derivatives.
    """
    degree = functions.shape[1]
    starts, stops = knots[:, 4 - degree : 4], knots[:, 4 : 4 + degree]
    share, slope = (times[:, None] - starts) / (stops - starts), degree / (stops - starts)
    raised, sloped = np.zeros((2, len(times), degree + 1))
    raised[:, 1:], sloped[:, 1:] = share * functions, slope * functions
    raised[:, :-1] += (1.0 - share) * functions
    sloped[:, :-1] -= slope * functions
    return raised, sloped


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
