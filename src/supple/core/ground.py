"""Any ground as its height above every place: that of a floor that was found, waves, grids."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import numpy as np

from supple.core.contacts import Floor
from supple.errors import InvalidValueError

_STEEPEST = 0.1  # the height of a unit normal of ground that somebody may stand on is more than this
Height = Callable[[np.ndarray, np.ndarray], np.ndarray]  # height(x, z), arrays of one shape [m]


def ground_of(floor: Floor | Height | float | None) -> Height | None:
    """The ground of a floor that was found, of a height, or of a function itself; None stays None."""
    if floor is None or callable(floor):
        return floor
    if not isinstance(floor, Floor):
        return plane(float(floor))
    x, y, z = upward(floor)
    lowest = min((floor.height_m, *floor.supports))  # of several supports nothing says where they are
    return plane(lowest, -x / y, -z / y)


def upward(floor: Floor) -> np.ndarray:
    """(3,) the unit normal of a floor; one that does not point up is refused: nothing stands on a wall."""
    normal = np.array(floor.normal)
    length = float(np.linalg.norm(normal))
    if not (0.0 < length < np.inf and normal[1] > _STEEPEST * length):
        raise InvalidValueError(f"floor.normal = {floor.normal}: the normal of a floor points up, such as (0, 1, 0).")
    return np.asarray(normal / length)


def old_ground(floor: Floor | None, x: np.ndarray, z: np.ndarray) -> np.ndarray:
    """The height of the plane that a motion was made on."""
    if floor is None:
        return np.zeros(np.shape(x))
    nx, ny, nz = floor.normal
    return np.asarray(floor.height_m - (nx * np.asarray(x) + nz * np.asarray(z)) / ny)


def on_ground(place: np.ndarray, floor: Floor | None) -> np.ndarray:
    """A place (3,) on the level of the ground that is nearest to it; supports are above or below the floor's plane."""
    if floor is None:
        return place
    flat = float(old_ground(floor, place[0], place[2]))
    levels = [flat + height - floor.height_m for height in floor.supports or (floor.height_m,)]
    return np.array([place[0], min(levels, key=lambda height: abs(height - place[1])), place[2]])


def scaled_floor(floor: Floor | None, factor: float) -> Floor | None:
    """The same plane; its steps, and the way of its belt, so many times as large."""
    if floor is None:
        return None
    supports = tuple(floor.height_m + factor * (height - floor.height_m) for height in floor.supports)
    belt = None
    if floor.belt_m_s is not None:
        x, y, z = floor.belt_m_s
        belt = (factor * x, factor * y, factor * z)
    return msgspec.structs.replace(floor, supports=supports, belt_m_s=belt)


def plane(height: float, along_x: float = 0.0, along_z: float = 0.0) -> Height:
    """A plane: its height at the origin, and how it rises along x and z."""
    return lambda x, z: height + along_x * np.asarray(x) + along_z * np.asarray(z)


def waves(height: float, length: float) -> Height:
    """Hills along z, ``height`` from trough to crest, which begin with a trough at 0."""
    return lambda x, z: 0.5 * height * (1.0 - np.cos(2.0 * np.pi * np.asarray(z) / length)) + 0.0 * np.asarray(x)


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Heights (X, Z) over increasing ``xs`` and ``zs``: straight between them, beyond the edge as at the edge."""

    xs: np.ndarray  # (X,) [m]
    zs: np.ndarray  # (Z,) [m]
    heights: np.ndarray  # (X, Z) [m]
    known: np.ndarray | None = None  # (X, Z) where there is a ground at all; everywhere, unless given

    def __call__(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        """The height above every place."""
        (i, u), (k, v) = _cell(self.xs, np.asarray(x)), _cell(self.zs, np.asarray(z))
        near = (1.0 - v) * self.heights[i, k] + v * self.heights[i, k + 1]
        far = (1.0 - v) * self.heights[i + 1, k] + v * self.heights[i + 1, k + 1]
        return np.asarray((1.0 - u) * near + u * far)

    def covers(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        """Whether a place is on the grid, and not in a hole of it."""
        x, z = np.asarray(x), np.asarray(z)
        on = (x >= self.xs[0]) & (x <= self.xs[-1]) & (z >= self.zs[0]) & (z <= self.zs[-1])
        if self.known is None:
            return np.asarray(on)
        (i, u), (k, v) = _cell(self.xs, x), _cell(self.zs, z)
        return np.asarray(on & self.known[i + np.rint(u).astype(int), k + np.rint(v).astype(int)])


def _cell(edges: np.ndarray, at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The cell that a place is in, and how far it is across."""
    k = np.clip(np.searchsorted(edges, at, side="right") - 1, 0, len(edges) - 2)
    return k, np.clip((at - edges[k]) / (edges[k + 1] - edges[k]), 0.0, 1.0)
