"""What a capture system delivers: labelled points, signals, force plates."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial

import numpy as np

from supple.core.arrays import rebuilt, sealed
from supple.core.provenance import MADE_HERE, Provenance
from supple.errors import InvalidValueError, ShapeError


@dataclass(frozen=True, slots=True, eq=False)
class Signals:
    """Named columns of numbers over time, in the units that stand beside them."""

    labels: tuple[str, ...]
    values: np.ndarray  # (N, C), NaN where missing
    times: np.ndarray  # (N,) [s], rising
    units: tuple[str, ...] = ()  # one per label, "" where unknown
    provenance: Provenance = MADE_HERE

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        put = partial(object.__setattr__, self)
        put("labels", tuple(self.labels))
        put("values", sealed(self.values, ("N", len(self.labels)), "values"))
        put("times", sealed(self.times, (len(self.values),), "times"))
        put("units", tuple(self.units) or ("",) * len(self.labels))
        if len(self.units) != len(self.labels):
            raise ShapeError(f"{len(self.units)} units for {len(self.labels)} labels.")
        if not np.isfinite(self.times).all() or (np.diff(self.times) <= 0.0).any():
            raise InvalidValueError("times must be finite and rise from row to row.")

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return f"<Signals: {len(self.labels)} columns, {len(self)} rows, from {self.provenance.source or 'a program'}>"

    @property
    def frame_time(self) -> float:
        """Mean seconds between rows."""
        return float(self.times[-1] - self.times[0]) / (len(self) - 1) if len(self) > 1 else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class ForcePlate:
    """What the ground pushed back with, in Supple's world."""

    name: str
    forces: np.ndarray  # (N, 3) on the body [N]
    points: np.ndarray  # (N, 3) centre of pressure [m], NaN where the plate is not loaded
    moments: np.ndarray  # (N, 3) about the centre of pressure [N m]
    frame_time: float  # [s]
    corners: np.ndarray | None = None  # (4, 3) [m]
    start_time: float = 0.0  # time of the first row [s]

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        put = partial(object.__setattr__, self)
        put("forces", sealed(self.forces, ("N", 3), "forces"))
        put("points", sealed(self.points, (len(self.forces), 3), "points"))
        put("moments", sealed(self.moments, (len(self.forces), 3), "moments"))
        if self.corners is not None:
            put("corners", sealed(self.corners, (4, 3), "corners"))
        _check_frame_time(self.frame_time)


@dataclass(frozen=True, slots=True, eq=False)
class Markers:
    """Labelled points over F frames at a constant rate; a missing point is NaN.

    Metres, seconds; right-handed world, +Y up; the file's own units and axes stand in the provenance.
    """

    labels: tuple[str, ...]
    positions: np.ndarray  # (F, M, 3) [m]
    frame_time: float  # [s]
    start_time: float = 0.0  # time of the first frame [s]
    analog: Signals | None = None
    plates: tuple[ForcePlate, ...] = ()
    events: tuple[tuple[str, float], ...] = ()  # (what, seconds)
    provenance: Provenance = MADE_HERE

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        put = partial(object.__setattr__, self)
        put("labels", tuple(self.labels))
        put("positions", sealed(self.positions, ("F", len(self.labels), 3), "positions"))
        if len(set(self.labels)) != len(self.labels):
            twice = Counter(self.labels).most_common(1)[0][0]
            raise InvalidValueError(f"marker labels must be unique; {twice!r} occurs more than once.")
        _check_frame_time(self.frame_time)
        if np.isinf(self.positions).any():
            raise InvalidValueError("marker positions must be finite, or NaN where missing.")

    def __len__(self) -> int:
        return len(self.positions)

    def __repr__(self) -> str:
        size = f"{len(self.labels)} markers, {len(self)} frames at {self.fps:g} fps"
        return f"<Markers: {size}, {len(self.plates)} force plates, from {self.provenance.source or 'a program'}>"

    @property
    def fps(self) -> float:
        """Frames per second."""
        return 1.0 / self.frame_time

    @property
    def duration(self) -> float:
        """Seconds from the first frame's start to the last frame's end."""
        return len(self) * self.frame_time


def _check_frame_time(seconds: float) -> None:
    if not 0.0 < seconds < float("inf"):
        raise InvalidValueError(f"frame_time must be a positive number of seconds; got {seconds}.")
