"""How long steps may be on a ground that rises and falls."""

from __future__ import annotations

import numpy as np

from supple.core.ground import Height
from supple.core.heights import Heights
from supple.core.paths import GroundPath

_EASY = 0.3  # of the leg: choice: a rise that a step takes without climbing
_SHARES = np.arange(1.0, 0.3, -0.05)  # of the wanted step that are tried
_SAMPLE = 0.05  # [m]


def step_on(ground: Height | None, way: GroundPath, step: float, leg: float) -> float:
    """The step [m] that suits a ground: whole treads on stairs, and elsewhere no rise that would have to be climbed."""
    if ground is None:
        return step
    if isinstance(ground, Heights) and ground.run:
        easy = max(1, int(_EASY * leg / max(abs(ground.rise), 1e-9)))
        return ground.run * max(1, min(easy, int(1.05 * step / ground.run)))
    along = np.arange(0.0, way.length, _SAMPLE)
    for share in _SHARES:
        if _rise(ground, way, along, share * step) <= _EASY * leg:
            return float(share * step)
    return float(_SHARES[-1] * step)


def _rise(ground: Height, way: GroundPath, along: np.ndarray, step: float) -> float:
    places = way.place_at(np.concatenate([along, along + step]))
    heights = np.asarray(ground(places[:, 0], places[:, 1]), float)
    rises = np.abs(heights[len(along) :] - heights[: len(along)])
    return float(np.nanmax(rises)) if np.isfinite(rises).any() else 0.0
