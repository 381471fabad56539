"""Whether a still point stands on something, or only pauses in the air.

A foot comes down on what it stands on and is lifted off it. One that rises into a pause and sinks out of it hung in
the air: the top of a jump, a raised knee, a foot that waits above the next step. So did one that rose straight from
where it stood a moment ago, or that sinks straight to where it stands in a moment: a heel that bounces.
"""

from __future__ import annotations

import numpy as np

from supple.detect.settings import ContactRule
from supple.detect.stillness import Ends, Still, Watched, spans_of, still_rows

_LOOK = 0.30  # [s] before landing and after leaving
# choice: a step takes a third of a second at least, a foot that leaves the ground and comes down higher up no less
_HOP = 0.10  # [s] between two stands of one point without a step
_SLOPE = 0.35  # as in the kernel: a way that is flatter than this may follow a ramp
_ABOVE = 0.10  # [m] feet are never so far above the middle of the body


def standing_spans(point: Watched, ends: Ends, rule: ContactRule, centre: np.ndarray, size: float) -> list[Still]:
    """Where a point of a foot is still, stands, does not slide, and is below the body's ``centre`` (N,) [m]."""
    from supple.kernels.detecting.standing import keep_standing

    rows = _without_bounces(still_rows(point, ends, rule), point, rule, size)
    kept = keep_standing(
        point.path, point.valid, centre, point.rate, _looked(point), rule.dip * size, rule.clear * size,
        rule.slide * size, _ABOVE * size, len(rows), np.empty(len(point.path)), rows,
    )  # fmt: skip
    return spans_of(rows[:kept])


def stands(span: Still, point: Watched, rule: ContactRule, size: float) -> bool:
    """False where the point comes up to the pause and goes down from it; of an open end nothing is known."""
    from supple.kernels.detecting import standing

    row = np.array(span, dtype=np.float64)
    dip, clear = rule.dip * size, rule.clear * size
    return bool(standing.stands(point.path, point.valid, point.rate, row, _looked(point), dip, clear))


def _without_bounces(rows: np.ndarray, point: Watched, rule: ContactRule, size: float) -> np.ndarray:
    """The rows (S, 4) but for the higher of two that follow each other at once, if nothing came down on it.

    A heel lands faster than it is peeled off, so that a while in which it pauses seems to begin before it left: of two
    that overlap the second begins where the first ends, and is gone where too little of it is left.
    """
    stays = np.ones(len(rows), bool)
    for k in np.flatnonzero(rows[1:, 0] - rows[:-1, 1] < _HOP).tolist():
        rows[k + 1, 0] = max(rows[k + 1, 0], rows[k, 1])
        if rows[k + 1, 1] - rows[k + 1, 0] < rule.least and rows[k + 1, 3] == 0.0:
            stays[k + 1] = False
            continue
        first, last = (int(0.5 * (start + stop) * point.rate) for start, stop in rows[k : k + 2, :2])
        way = point.path[first : last + 1]
        x, y, z = way[-1] - way[0]
        top = max(way[0, 1], way[-1, 1]) + rule.clear * size
        if abs(y) > max(rule.dip * size, _SLOPE * np.hypot(x, z)) and way[:, 1].max() <= top:
            stays[k + 1 if y > 0.0 else k] = False
    return np.ascontiguousarray(rows[stays])


def _looked(point: Watched) -> int:
    return max(1, round(_LOOK * point.rate))
