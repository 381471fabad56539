"""Whether a still point stands on something, or only pauses in the air.

A foot comes down on what it stands on and is lifted off it. One that rises into a pause and sinks out of it hung in
the air: the top of a jump, a raised knee, a foot that waits above the next step.
"""

from __future__ import annotations

import numpy as np

from supple.detect.settings import ContactRule
from supple.detect.stillness import Still, Watched

_LOOK = 0.30  # [s] before landing and after leaving
_SLOPE = 0.35  # a way that is flatter than this may follow a ramp


def stands(span: Still, point: Watched, rule: ContactRule, size: float) -> bool:
    """False where the point comes up to the pause and goes down from it; of an open end nothing is known."""
    path, valid, rate = point.path, point.valid, point.rate
    first, last = (max(0, min(round(t * rate), len(path) - 1)) for t in (span.start, span.stop))
    look = max(1, round(_LOOK * rate))
    before, after = slice(max(0, first - look), first), slice(last + 1, last + 1 + look)
    if span.open_start or span.open_stop:
        return True
    came = _over(path[before][valid[before]], path[first], rule, size)
    return came or _over(path[after][valid[after]], path[last], rule, size)


def _over(way: np.ndarray, place: np.ndarray, rule: ContactRule, size: float) -> bool:
    """True for a way (n, 3) that is not below a place, or that clears it."""
    x, y, z = (way - place).T
    below = y < -np.maximum(rule.dip * size, _SLOPE * np.hypot(x, z))
    return not below.any() or bool((y > rule.clear * size).any())


def stays(span: Still, point: Watched, farthest: float) -> bool:
    """False for what slides along slowly: most of the time it is within ``farthest`` [m] of its place."""
    path = point.path[int(span.start * point.rate) : int(span.stop * point.rate) + 1]
    away = np.linalg.norm(path - path[len(path) // 2], axis=1)
    return bool(away.max() <= farthest or np.percentile(away, 90.0) <= farthest)


def below_body(span: Still, point: Watched, centre: np.ndarray, margin: float) -> bool:
    """False for what is above the body's middle, such as the feet of a handstand. ``centre`` (N,) is its height."""
    at = slice(int(span.start * point.rate), int(span.stop * point.rate) + 1)
    return bool(np.mean(point.path[at, 1] - centre[at]) < margin)
