"""The data section of a C3D file as arrays."""

from __future__ import annotations

import numpy as np

from supple.io.c3d.header import Header
from supple.io.c3d.layout import Layout
from supple.io.c3d.parameters import Parameters


def read_samples(data: bytes, header: Header, layout: Layout) -> tuple[np.ndarray, np.ndarray]:
    """Points (F, M, 3) in file units, NaN where missing, and raw analog numbers (F * samples, channels)."""
    piece = memoryview(data)[layout.start : layout.stop]
    numbers = header.machine.floats(piece) if layout.is_float else header.machine.shorts(piece)
    numbers = numbers.reshape(layout.frames, layout.numbers)
    split = 4 * layout.points
    points = _points(numbers[:, :split].reshape(layout.frames, layout.points, 4), layout)
    analog = numbers[:, split:].reshape(layout.frames * layout.samples, layout.channels)
    return points, analog


def _points(raw: np.ndarray, layout: Layout) -> np.ndarray:
    """A point is missing where its fourth number is negative; floats that no lab measures count as missing too."""
    with np.errstate(all="ignore"):  # any bytes may stand here
        points = raw[..., :3].astype(np.float64)
        if not layout.is_float:
            points *= layout.scale
        missing = (raw[..., 3] < 0) | ~(np.abs(points) < 1e9).all(axis=2)
    points[missing] = np.nan
    return points


def scaled_analog(raw: np.ndarray, parameters: Parameters, layout: Layout) -> np.ndarray:
    """Analog numbers (N, C) in their units: ``(raw - OFFSET) * SCALE * GEN_SCALE``."""
    unsigned = parameters.text("ANALOG", "FORMAT").upper().startswith("UNSIGNED")
    with np.errstate(invalid="ignore"):
        values = raw.astype(np.float64)
    offset = _per_channel(parameters, "OFFSET", layout.channels, 0.0)
    if unsigned:
        offset = np.where(offset < 0.0, offset + 65536.0, offset)
        if not layout.is_float:
            values[values < 0.0] += 65536.0
    general = parameters.number("ANALOG", "GEN_SCALE")
    scale = _per_channel(parameters, "SCALE", layout.channels, 1.0) * (general if np.isfinite(general) else 1.0)
    with np.errstate(all="ignore"):
        values = (values - offset) * scale
    values[~np.isfinite(values)] = np.nan
    return values


def _per_channel(parameters: Parameters, name: str, channels: int, default: float) -> np.ndarray:
    values = np.full(channels, default)
    stated = parameters.long_numbers("ANALOG", name)[:channels]
    values[: len(stated)] = stated
    return np.where(np.isfinite(values), values, default)
