"""Where the eye is: the same for pictures, strips and films."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.errors import InvalidValueError
from supple.plots.figure import Figure

ANGLES_DEG = {"front": 0.0, "side": -90.0, "three-quarter": -43.0, "top": 0.0}  # to the left of the figure's front
_TILT, _FROM_ABOVE = np.radians(9.0), np.radians(89.0)  # how far the eye looks down
_FOCAL = 1.55  # of the height of the picture
_FILLED = 0.86  # of the picture, by a figure that fits just so
_FOLLOWED = 0.25  # [s] to both sides, over which the eye smooths the way of the figure


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """An eye that looks at ``centre`` from ``distance``; pixels count from the top left."""

    yaw: float  # [rad] 0 looks at what faces +Z
    pitch: float  # [rad]
    size: tuple[int, int]
    centre: np.ndarray  # (3,) [m]
    distance: float  # [m]

    @property
    def focal(self) -> float:
        """[pixel]"""
        return _FOCAL * self.size[1]

    def project(self, points: np.ndarray) -> np.ndarray:
        """(..., 4): x and y in pixels, depth towards the eye [m], pixels per metre there."""
        across, up, depth = _turned(np.asarray(points, np.float64) - self.centre, self.yaw, self.pitch)
        scale = self.focal / np.maximum(self.distance - depth, 0.1 * self.distance)
        x, y = 0.5 * self.size[0] + scale * across, 0.5 * self.size[1] - scale * up
        return np.stack([x, y, depth, scale], axis=-1)

    def sees(self, projected: np.ndarray) -> np.ndarray:
        """Whether projected points are well before the eye."""
        return np.asarray(projected[..., 2] < 0.85 * self.distance)


def angles_of(camera: str, figure: Figure) -> tuple[float, float]:
    """Yaw and pitch [rad] of a name, or of degrees to the left of the figure's front."""
    try:
        degrees = ANGLES_DEG[camera] if camera in ANGLES_DEG else float(camera)
        if not abs(degrees) <= 3600.0:
            raise ValueError
    except ValueError:
        known = ", ".join(ANGLES_DEG)
        raise InvalidValueError(f"a camera is {known}, or degrees to the left of the front; got {camera!r}.") from None
    return figure.heading + np.radians(degrees), float(_FROM_ABOVE if camera == "top" else _TILT)


def distance_for(
    points: np.ndarray, centres: np.ndarray, angles: tuple[float, float], size: tuple[int, int], height: float
) -> float:
    """How far the eye must be so that all points (n, P, 3) are in the picture when it looks at ``centres`` (n, 3)."""
    seen = Camera(*angles, size, np.zeros(3), 1.0)
    across, up, depth = _turned(np.asarray(points, np.float64) - centres[:, None], *angles)
    need = [depth + np.abs(side) * seen.focal / (0.5 * _FILLED * extent)
            for side, extent in ((across, size[0]), (up, size[1]))]  # fmt: skip
    most = max(float(value[np.isfinite(value)].max(initial=0.0)) for value in need)
    return max(most, _FOCAL * height / _FILLED)  # a crouching figure does not fill the picture


def followed(figure: Figure) -> np.ndarray:
    """(F, 3) what the eye looks at when it goes with the figure: the middle of its points, smoothed, at half height."""
    body = figure.body
    there = np.isfinite(body).all(axis=-1)
    count = there.sum(axis=1)
    total = np.where(there[..., None], body, 0.0).sum(axis=1, dtype=np.float64)
    middle = total / np.maximum(count, 1)[:, None]
    known = np.flatnonzero(count)
    if len(known):  # frames without a single marker look where the last one did
        middle = middle[known[np.clip(np.searchsorted(known, np.arange(figure.frames), "right") - 1, 0, None)]]
    middle = _smoothed(middle, round(_FOLLOWED / figure.frame_time))
    # choice: the eye stays level; it rises only with a figure that climbs
    middle[:, 1] = np.maximum(figure.floor + 0.5 * figure.height, middle[:, 1] - 0.12 * figure.height)
    return middle


def _smoothed(path: np.ndarray, reach: int) -> np.ndarray:
    """The mean over ``reach`` frames to both sides, fewer near the ends."""
    sums = np.concatenate([np.zeros((1, 3)), np.cumsum(path, axis=0)])
    at = np.arange(len(path))
    half = np.minimum(reach, np.minimum(at, at[::-1]))
    return np.asarray((sums[at + half + 1] - sums[at - half]) / (2 * half + 1)[:, None])


def _turned(away: np.ndarray, yaw: float, pitch: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Across, up and towards the eye."""
    x, y, z = away[..., 0], away[..., 1], away[..., 2]
    across, along = np.cos(yaw) * x - np.sin(yaw) * z, np.sin(yaw) * x + np.cos(yaw) * z
    return across, np.cos(pitch) * y - np.sin(pitch) * along, np.sin(pitch) * y + np.cos(pitch) * along
