"""Thresholds learned from templates: up to which numbers a displacement counts as still."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from supple.detect.geometric.displacements import Displacements
from supple.detect.geometric.settings import Measures
from supple.detect.geometric.templates import Template

_REJECT = 2.5  # standard deviations
_CONSISTENT = 1.4826  # of the median of a normal distribution
LEAST_SIGMA, LEAST_STEP = 1e-6, 1e-6  # [1], [m] of a figure of reference height: what rounding alone does


@dataclass(frozen=True, slots=True, eq=False)
class Thresholds:
    """Up to here, and including it, n displacements count as still."""

    sigma: np.ndarray  # (n,) singular values up to this are zero: a space, else a line
    space: np.ndarray  # (n,) residual of a space [m]
    line: np.ndarray  # (n,) residual of a line [m]


def learned(
    found: Displacements, templates: Sequence[Template], automatic: Thresholds, measures: Measures, robust: bool = True
) -> Thresholds:
    """Thresholds that vary in time so that each template is found as what it is.

    Choices: residuals of spaces and of lines are different things and have a curve each (the thesis has one for both,
    which templates of two kinds tear apart); a kind without a template takes the other's residuals. The singular value
    tells spaces from lines and comes from spaces alone: of a line the thesis would take the third, which is 0. Where
    only lines are shown, it is the automatic one, and at most half of what the shown lines turn. Points are shown as
    turning about some axis, so they count as lines.
    """
    estimate = least_median if robust else largest
    spaces = [t for t in templates if t.kind == "space"]
    lines = [t for t in templates if t.kind != "space"]
    times = np.arange(len(found.sigma)) + 0.5 * measures.lag

    def curve(values: np.ndarray, shown: Sequence[Template], least: float) -> np.ndarray:
        knots = [(t, max(least, estimate(values[_inside(t, measures.lag)]))) for t in shown]
        return in_time(times, knots)

    least = LEAST_STEP * measures.scale
    space = curve(found.moved, spaces, least) if spaces else None
    line = curve(found.slid, lines, least) if lines else None
    if spaces:
        sigma = curve(found.sigma, spaces, LEAST_SIGMA)
    else:
        turned = in_time(times, [(t, float(np.median(found.sigma[_inside(t, measures.lag)]))) for t in lines])
        sigma = np.maximum(LEAST_SIGMA, np.minimum(automatic.sigma, 0.5 * turned))
    space, line = (line if space is None else space), (space if line is None else line)
    assert space is not None
    assert line is not None
    return Thresholds(sigma, space, line)


def _inside(template: Template, lag: int) -> slice:
    """The displacements whose both poses belong to a template."""
    return slice(template.start, template.end - lag + 1)


def largest(values: np.ndarray) -> float:
    """The naive estimate: every frame of the template counts."""
    return float(values.max())


def least_median(values: np.ndarray) -> float:
    """The largest value without outliers, which are told by the least median of squares.

    Choices: one value alone, and values of which half are alike, have no spread; then only what equals the most
    common one is kept.
    """
    squares = (values[:, None] - values[None, :]) ** 2
    medians = np.median(squares, axis=1)
    best = int(np.argmin(medians))
    deviation = _CONSISTENT * (1.0 + 5.0 / max(len(values) - 1, 1)) * np.sqrt(medians[best])
    return float(values[np.sqrt(squares[best]) <= _REJECT * deviation].max())


def in_time(times: np.ndarray, knots: Sequence[tuple[Template, float]]) -> np.ndarray:
    """Values (n,) that keep those of each template from its start to its end, and go smoothly between.

    A monotone cubic: as values stay the same within a template, its slopes vanish at every knot. Held before the first
    and after the last. Choice: where two templates share a frame, the larger value counts there.
    """
    values: dict[int, float] = {}
    for template, value in knots:
        for frame in (template.start, template.end):
            values[frame] = max(values.get(frame, 0.0), value)
    at = np.array(sorted(values), dtype=np.float64)
    heights = np.array([values[int(frame)] for frame in at])
    after = np.clip(np.searchsorted(at, times), 1, len(at) - 1)
    u = np.clip((times - at[after - 1]) / (at[after] - at[after - 1]), 0.0, 1.0)
    return np.asarray(heights[after - 1] + (heights[after] - heights[after - 1]) * u * u * (3.0 - 2.0 * u))
