"""Force plates of a C3D file: channels and geometry to forces on the body.

A plate reports in its own axes: x and y along its sides as the corners tell (corner 1 lies in the quadrant
+x +y, corner 2 in -x +y, 3 in -x -y), z into the floor for most makers. Everything here is in metres,
newtons and newton metres, in the axes of the file.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.io.c3d.parameters import Parameters

LOADED = 20.0  # [N] below this the centre of pressure is noise
_CHANNELS = {1: 6, 2: 6, 3: 8, 4: 6}  # per type of plate
_MAX_PLATES = 100


@dataclass(frozen=True, slots=True)
class Plate:
    """One plate's geometry and channels."""

    type: int
    corners: np.ndarray  # (4, 3) [m]
    origin: np.ndarray  # (3,) [m], the meaning differs by type
    channels: np.ndarray  # (6,) or (8,) columns of the analog signals
    calibration: np.ndarray  # (6, 6)

    @property
    def axes(self) -> np.ndarray:
        """(3, 3) columns are the plate's x, y, z in the file's axes."""
        x = self.corners[0] - self.corners[1]
        z = np.cross(x, self.corners[0] - self.corners[3])
        return np.stack([_unit(x), _unit(np.cross(z, x)), _unit(z)], axis=1)


def read_plates(parameters: Parameters, channels: int, metres: float) -> tuple[tuple[Plate, ...], tuple[str, ...]]:
    """The plates whose description is whole, and warnings about the others."""
    used = parameters.number("FORCE_PLATFORM", "USED")
    count = int(min(max(np.nan_to_num(used), 0.0), _MAX_PLATES))
    types = parameters.numbers("FORCE_PLATFORM", "TYPE").astype(int)
    plates, warnings = [], []
    for k in range(count):
        kind = int(types[k]) if k < len(types) else 0
        plate = _plate(parameters, k, count, kind, channels, metres)
        if isinstance(plate, Plate):
            plates.append(plate)
        else:
            warnings.append(f"force plate {k + 1} was left out: {plate}.")
    return tuple(plates), tuple(warnings)


def _plate(parameters: Parameters, k: int, count: int, kind: int, channels: int, metres: float) -> Plate | str:
    if kind not in _CHANNELS:
        return f"plates of type {kind} are not known (1, 2, 3, 4 are)"
    corners = _slice(parameters, "CORNERS", k, count, 12)
    origin = _slice(parameters, "ORIGIN", k, count, 3)
    columns = _slice(parameters, "CHANNEL", k, count, None)
    if corners is None or columns is None or len(columns) < _CHANNELS[kind]:
        return "its corners or channels are not stated"
    columns = columns[: _CHANNELS[kind]].astype(int) - 1
    if columns.min() < 0 or columns.max() >= channels:
        return f"it asks for channel {columns.max() + 1} of {channels}"
    calibration = _slice(parameters, "CAL_MATRIX", k, count, 36) if kind == 4 else np.eye(6)
    if calibration is None:
        return "it is of type 4 and has no calibration matrix"
    corners = corners.reshape(4, 3) * metres
    if np.linalg.norm(np.cross(corners[0] - corners[1], corners[0] - corners[3])) < 1e-6:
        return "its corners span no area"
    origin = np.zeros(3) if origin is None else origin * metres
    return Plate(kind, corners, origin, columns, calibration.reshape(6, 6).T)


def _slice(parameters: Parameters, name: str, k: int, count: int, size: int | None) -> np.ndarray | None:
    """The numbers of plate ``k``; None where the list is too short or holds what is no number."""
    values = parameters.numbers("FORCE_PLATFORM", name)
    size = len(values) // count if size is None else size
    piece = values[k * size : (k + 1) * size]
    return piece if len(piece) == size > 0 and (np.abs(piece) < 1e9).all() else None


def plate_loads(plate: Plate, analog: np.ndarray, moment_scale: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Forces, centres of pressure and moments about them, each (N, 3), in the file's axes.

    ``moment_scale`` is newton metres per unit of the moment channels.
    """
    values = analog[:, plate.channels] @ plate.calibration.T if plate.type == 4 else analog[:, plate.channels]
    if plate.type == 1:
        force, point, moment = _measured_centre(values, moment_scale)
    else:
        force, moment = _eight_channels(values, plate) if plate.type == 3 else _six_channels(values, moment_scale)
        moment = moment + np.cross(force, _below(plate))
        point = _centre(force, moment)
        moment = moment - np.cross(np.nan_to_num(point), force)
    axes = plate.axes
    return force @ axes.T, plate.corners.mean(axis=0) + point @ axes.T, moment @ axes.T


def _measured_centre(values: np.ndarray, moment_scale: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Type 1 reports the centre of pressure itself, in the unit of length of its moments, and the free moment."""
    point, moment = np.zeros((len(values), 3)), np.zeros((len(values), 3))
    point[:, :2] = values[:, 3:5] * moment_scale
    moment[:, 2] = values[:, 5] * moment_scale
    point[np.abs(values[:, 2]) < LOADED] = np.nan
    return values[:, :3], point, moment


def _six_channels(values: np.ndarray, moment_scale: float) -> tuple[np.ndarray, np.ndarray]:
    return values[:, :3], values[:, 3:] * moment_scale


def _eight_channels(values: np.ndarray, plate: Plate) -> tuple[np.ndarray, np.ndarray]:
    """Type 3: four sensors at (±a, ±b) below the surface; horizontal forces are summed in pairs."""
    x12, x34, y14, y23, z1, z2, z3, z4 = values.T
    a, b = plate.origin[0], plate.origin[1]
    force = np.stack([x12 + x34, y14 + y23, z1 + z2 + z3 + z4], axis=1)
    moment = np.stack([b * (z1 + z2 - z3 - z4), a * (-z1 + z2 + z3 - z4), b * (-x12 + x34) + a * (y14 - y23)], axis=1)
    return force, moment


def _below(plate: Plate) -> np.ndarray:
    """(3,) from where moments are measured to the middle of the surface, in plate axes.

    z points into the floor, so the surface has a negative z; files with the opposite sign are common.
    """
    if plate.type == 3:
        return np.array([0.0, 0.0, -abs(plate.origin[2])])
    return -plate.origin if plate.origin[2] > 0.0 else plate.origin


def _centre(force: np.ndarray, moment: np.ndarray) -> np.ndarray:
    """Where on the surface the force acts alone, without a moment in the plane of the plate."""
    down = force[:, 2]
    safe = np.where(np.abs(down) < LOADED, np.nan, down)
    return np.stack([-moment[:, 1] / safe, moment[:, 0] / safe, 0.0 * safe], axis=1)


def _unit(v: np.ndarray) -> np.ndarray:
    return v / np.linalg.norm(v)
