"""From coordinates to markers: the part that TRC and CSV share, and C3D in part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.core.arrays import frozen
from supple.core.axes import vectors_from
from supple.core.markers import Markers
from supple.core.provenance import Provenance
from supple.errors import FileError
from supple.io.clock import decide_clock, with_gaps
from supple.io.marker_axes import LabEvidence, decide_scale, decide_up
from supple.io.marker_labels import unique_labels
from supple.io.options import ReadOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerTable:
    """What a text file says, before anything is decided."""

    labels: Sequence[str]
    points: np.ndarray  # (N, M, 3) in file units and axes
    times: np.ndarray  # (N,) [s], NaN where not stated
    rate: float  # [Hz], NaN where not stated
    unit: str  # as the file spells it, "" where not stated
    lab: LabEvidence
    warnings: tuple[str, ...] = ()


def to_markers(table: MarkerTable, path: Path, format_name: str, options: ReadOptions) -> Markers:
    """Decide units, axes and rate, and say how."""
    if table.points.size == 0:
        raise FileError(
            path, f"the file has {len(table.labels)} markers and {len(table.points)} rows of data. Is it cut off?"
        )
    labels, renamed = unique_labels(table.labels)
    clock = decide_clock(table.times, table.rate)
    points = with_gaps(table.points, clock)
    points[np.isnan(points).any(axis=2)] = np.nan  # a point that lacks a coordinate
    hidden = hide_zeros(points)
    scale, scale_reason, scale_words = decide_scale(points, labels, table.unit, options)
    up, up_reason, up_words = decide_up(points, labels, table.lab, options)
    points = np.ascontiguousarray(vectors_from(up, points * scale))
    return Markers(
        labels,
        frozen(points),
        clock.frame_time,
        clock.start,
        provenance=Provenance(
            source=path.name,
            format=format_name,
            unit_scale=scale,
            up=up,
            decisions=(("units", scale_reason), ("up", up_reason), ("rate", clock.reason)),
            warnings=(*table.warnings, *renamed, *hidden, *clock.warnings, *scale_words, *up_words),
        ),
    )


def hide_zeros(points: np.ndarray) -> tuple[str, ...]:
    """Make points (F, M, 3) that are exactly zero missing: no lab measures that, but many programs write it."""
    zero = (points == 0.0).all(axis=2)
    points[zero] = np.nan
    return (f"{int(zero.sum())} points that are exactly (0, 0, 0) were read as missing.",) if zero.any() else ()
