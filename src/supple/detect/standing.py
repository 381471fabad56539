"""Whether a still point stands on something, or only pauses in the air.

A foot comes down on what it stands on and is lifted off it. One that rises into a pause, or sinks out of it, hung in
the air: the top of a jump, a raised knee, a foot that waits above the next step.
"""

from __future__ import annotations

import numpy as np

from supple.detect.settings import ContactRule
from supple.detect.stillness import Still

_LOOK = 0.10  # [s] before landing and after leaving
_SLOPE = 0.35  # a way down that is flatter than this may follow a ramp


def stands(span: Still, path: np.ndarray, valid: np.ndarray, rate: float, rule: ContactRule, size: float) -> bool:
    """False where the path (N, 3), against the ground, comes up to the pause or goes down from it."""
    first, last = (int(np.clip(round(t * rate), 0, len(path) - 1)) for t in (span.start, span.stop))
    look = max(1, round(_LOOK * rate))
    before, after = max(0, first - look), min(len(path) - 1, last + look)
    came = span.open_start or not valid[before] or _not_below(path[before], path[first], rule.dip * size)
    went = span.open_stop or not valid[after] or _not_below(path[after], path[last], rule.dip * size)
    return bool(came and went)


def _not_below(away: np.ndarray, place: np.ndarray, dip: float) -> bool:
    x, y, z = away - place
    return bool(y >= -max(dip, _SLOPE * float(np.hypot(x, z))))


def below_body(span: Still, heights: np.ndarray, centre: np.ndarray, rate: float, margin: float) -> bool:
    """False for what is above the body's middle, such as the feet of a handstand. ``centre`` (N,) is its height."""
    at = slice(int(span.start * rate), int(span.stop * rate) + 1)
    return bool(np.median(heights[at] - centre[at]) < margin)
