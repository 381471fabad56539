"""The ground that end effectors stand on and do not sink into: level, tilted, in steps, or any field of heights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.arrays import sealed
from supple.core.contacts import Floor
from supple.errors import InvalidValueError
from supple.solvers.cleanup.settings import CleanSettings, Height


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

    def plane_for(self, place: np.ndarray, reach: float, on_surface: bool) -> np.ndarray | None:
        """(5,) the plane that a plant at ``place`` (3,) is bound to, as kernels take it; None: it stands free.

        What is nearer than ``reach`` stands on the ground, and so does what is below all of it. A point inside the
        body (a wrist; ``on_surface`` is false) is only held above.
        """
        normal, levels = self.normal, self.levels
        if self.field is not None:
            levels = (float(self.heights(place[:1], place[2:])[0]),)
        along = float(normal @ place)
        steps = [float(normal[1]) * level for level in levels]
        near = min(steps, key=lambda step: abs(step - along))
        low = along < steps[0]
        if not (low or (on_surface and abs(near - along) <= reach)):
            return None
        return np.array([*normal, steps[0] if low else near, 1.0])


def ground_of(settings: CleanSettings, floor: Floor | None) -> Ground | None:
    """The ground that was asked for, else the one that was found; None: there is none."""
    up = np.array([0.0, 1.0, 0.0])
    if callable(settings.floor):
        return Ground(up, (), settings.floor)
    if settings.floor is not None:
        return Ground(up, (float(settings.floor),))
    if floor is None:
        return None
    normal = np.array(floor.normal)
    length = float(np.linalg.norm(normal))
    heights = (floor.height_m, *floor.supports)
    if not (np.isfinite(heights).all() and np.isfinite(length) and length > 0.0 and normal[1] > 0.1 * length):
        raise InvalidValueError(
            f"the floor must have finite heights and a normal that points up; got height_m {floor.height_m}, "
            f"supports {floor.supports}, normal {floor.normal}."
        )
    return Ground(normal / length, tuple(sorted(set(heights))))


def _checked(heights: np.ndarray, x: np.ndarray) -> np.ndarray:
    heights = np.asarray(heights, dtype=np.float64)
    if heights.shape != x.shape or not np.isfinite(heights).all():
        raise InvalidValueError(
            f"a floor must give one finite height for each place; for {x.shape} it gave {heights.shape}."
        )
    return heights
