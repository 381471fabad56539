"""Whether a still point stands on something, or only pauses in the air.

A foot comes down on what it stands on and is lifted off it. One that rises into a pause and sinks out of it hung in
the air: the top of a jump, a raised knee, a foot that waits above the next step.
"""

from __future__ import annotations

import numpy as np

from supple.detect.settings import ContactRule
from supple.detect.stillness import Ends, Still, Watched, spans_of, still_rows

_LOOK = 0.30  # [s] before landing and after leaving
_ABOVE = 0.10  # [m] feet are never so far above the middle of the body


def standing_spans(point: Watched, ends: Ends, rule: ContactRule, centre: np.ndarray, size: float) -> list[Still]:
    """Where a point of a foot is still, stands, does not slide, and is below the body's ``centre`` (N,) [m]."""
    from supple.kernels.detecting.standing import keep_standing

    rows = still_rows(point, ends, rule)
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


def _looked(point: Watched) -> int:
    return max(1, round(_LOOK * point.rate))
