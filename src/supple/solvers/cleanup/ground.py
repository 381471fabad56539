"""The ground that end effectors stand on and do not sink into: level, tilted, in steps, or any field of heights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.arrays import sealed
from supple.core.contacts import Floor
from supple.core.ground import Height, upward
from supple.errors import InvalidValueError
from supple.solvers.cleanup.settings import CleanSettings


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """Heights over the level plane, or a plane with several levels.

    ``field`` goes before the plane. Of the levels the lowest is what nothing sinks below.
    """

    normal: np.ndarray  # (3,) unit
    levels: tuple[float, ...]  # heights at the origin, from low to high [m]
    field: Height | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "normal", sealed(self.normal, (3,), "normal"))

    @property
    def is_flat(self) -> bool:
        """Whether one level height is all there is to it."""
        return self.field is None and self.normal[1] == 1.0

    def heights(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        """The height below (or above) places, of their shape [m]."""
        if self.field is not None:
            return _checked(self.field(x, z), x)
        if self.is_flat:
            return np.full(x.shape, self.levels[0])
        nx, ny, nz = self.normal
        return np.asarray(self.levels[0] - (nx * x + nz * z) / ny)

    def deepest(self, points: np.ndarray) -> np.ndarray:
        """(F, L) how far the deepest of the three points (F, L, 3, 3) of limbs is in the ground [m]; negative above."""
        if self.is_flat:
            up = points[..., 1]
            return np.asarray(self.levels[0] - np.minimum(np.minimum(up[..., 0], up[..., 1]), up[..., 2]))
        below = self.heights(points[..., 0], points[..., 2]) - points[..., 1]
        return np.asarray(np.maximum(np.maximum(below[..., 0], below[..., 1]), below[..., 2]))

    def steps(self) -> np.ndarray:
        """(n,) the levels along the normal, as kernels take them; none where there is a field."""
        return np.array([self.normal[1] * level for level in self.levels])


def ground_of(settings: CleanSettings, floor: Floor | None) -> Ground | None:
    """The ground that was asked for, else the one that was found; None: there is none."""
    up = np.array([0.0, 1.0, 0.0])
    if callable(settings.floor):
        return Ground(up, (), settings.floor)
    if settings.floor is not None:
        return Ground(up, (float(settings.floor),))
    if floor is None:
        return None
    normal, heights = upward(floor), (floor.height_m, *floor.supports)
    if not np.isfinite(heights).all():
        raise InvalidValueError(
            f"the floor must have finite heights; got height_m {floor.height_m}, supports {floor.supports}."
        )
    return Ground(normal, tuple(sorted(set(heights))))


def _checked(heights: np.ndarray, x: np.ndarray) -> np.ndarray:
    heights = np.asarray(heights, dtype=np.float64)
    if heights.shape != x.shape or not np.isfinite(heights).all():
        raise InvalidValueError(
            f"a floor must give one finite height for each place; for {x.shape} it gave {heights.shape}."
        )
    return heights
