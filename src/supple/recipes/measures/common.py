"""The measures that the papers of the field share, each at its stated rate; docs/metrics.md has the formulas."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.recipes.measures.rates import derivative, sampled
from supple.recipes.measures.scene import Scene

_LOW = 0.05  # [m] a foot below this is taken to be in contact
_WEIGHT_HEIGHT = 0.025  # [m] above which sliding does not count, when it is weighted by height
_WINDOW = 5  # frames over which the speed of the fast ratio is also averaged
_LEVEL = [0, 2]  # x and z
_JITTER_UNIT = 100.0  # [m/s^3]


@dataclass(frozen=True, slots=True)
class Common:
    """What others measure; NaN where the figure has no feet or touches no floor."""

    skating_ratio_fast: float  # share of frames: a ball below 5 cm faster than 0.5 m/s, at 20 fps
    skating_ratio_slow: float  # share of frames: a ball below 5 cm faster than 0.2 m/s, at 30 fps
    sliding_cm_s: float  # speed of balls weighted by height, which fades to nothing at 2.5 cm, at 30 fps
    penetration_mm: float  # mean depth of heels, balls and toes below the ground
    jitter: float  # mean jerk of all joints at 60 fps [100 m/s^3]


def common(scene: Scene, penetration: float) -> Common:
    """All of them; ``penetration`` is measured already."""
    return Common(
        skating_ratio_fast=_skating(scene, 20.0, 0.5, _WINDOW),
        skating_ratio_slow=_skating(scene, 30.0, 0.2, 1),
        sliding_cm_s=_weighted_sliding(scene, 30.0),
        penetration_mm=penetration,
        jitter=mean_jerk(scene, 60.0) / _JITTER_UNIT,
    )


def mean_jerk(scene: Scene, fps: float) -> float:
    """The third derivative of all joints' paths, its mean length over joints and frames [m/s^3]."""
    path = sampled(scene.pose.positions[scene.first :], scene.motion.frame_time, fps)
    if len(path) < 4:
        return float("nan")
    return float(np.linalg.norm(derivative(path, fps, 3), axis=-1).mean())


def _skating(scene: Scene, fps: float, fastest: float, window: int) -> float:
    """The share of frames in which the ball of a foot is low in this and the next frame, and fast."""
    balls = _balls(scene, fps)
    if balls is None:
        return float("nan")
    speed, height = _level_speed(balls, fps), scene.above_ground(balls)
    low = (height[1:] < _LOW) & (height[:-1] < _LOW)
    around = np.stack([_averaged(s, window) for s in speed.T], axis=1)
    return float((low & (speed > fastest) & (around > fastest)).any(axis=1).mean())


def _averaged(values: np.ndarray, window: int) -> np.ndarray:
    """(n,) the mean of so many (odd) values around each; beyond the ends there is 0, also if there are fewer values."""
    first = window // 2
    return np.convolve(values, np.full(window, 1.0 / window))[first : first + len(values)]


def _weighted_sliding(scene: Scene, fps: float) -> float:
    """Mean of speed times (2 - 2^(h / H)) with h between 0 and H [cm/s]."""
    balls = _balls(scene, fps)
    if balls is None:
        return float("nan")
    share = np.clip(scene.above_ground(balls)[:-1] / _WEIGHT_HEIGHT, 0.0, 1.0)
    return 100.0 * float((_level_speed(balls, fps) * (2.0 - 2.0**share)).mean())


def _balls(scene: Scene, fps: float) -> np.ndarray | None:
    """(F, feet, 3) the balls of the feet at a rate; None where there is nothing to measure."""
    paths = [scene.path(points["ball"]) for points in scene.feet().values() if "ball" in points]
    if scene.ground is None or not paths:
        return None
    balls = sampled(np.stack(paths, axis=1), scene.motion.frame_time, fps)
    return balls if len(balls) > 1 else None


def _level_speed(path: np.ndarray, fps: float) -> np.ndarray:
    return np.asarray(np.linalg.norm(derivative(path, fps, 1)[..., _LEVEL], axis=-1))
