"""Curves before and after a cleanup, a row for each point or joint of a foot or leg."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from supple.plots.svg import COLOURS, INK

_SHADE = 0.10
_HEAD_ROOM = 1.08


class Planted(Protocol):
    """A row: whose it is, and when it is planted."""

    @property
    def side(self) -> str:
        """Left or right."""

    @property
    def part(self) -> str:
        """Of the leg."""

    @property
    def times(self) -> np.ndarray:
        """(F,) [s]."""

    @property
    def spans(self) -> tuple[tuple[float, float], ...]:
        """When it, or a point of its foot, is planted [s]."""


def draw_pairs(figure: Any, rows: Sequence[Planted], unit: str, values: list[tuple[np.ndarray, np.ndarray]]) -> None:
    """Draw values (F,) before and after onto a figure of matplotlib, shaded where a row is planted."""
    if not rows:
        return
    grid = np.atleast_1d(figure.subplots(len(rows), 1, sharex=True, sharey=True))
    top = max((float(np.nanmax(v, initial=0.0)) for pair in values for v in pair), default=0.0)
    low = min((float(np.nanmin(v, initial=0.0)) for pair in values for v in pair), default=0.0)
    for axes, row, (before, after) in zip(grid, rows, values, strict=True):
        for start, stop in row.spans:
            axes.axvspan(start, stop, color=INK, alpha=_SHADE, lw=0)
        axes.plot(row.times, before, color=COLOURS["right"], linewidth=1.1, label="before")
        axes.plot(row.times, after, color=COLOURS["left"], linewidth=1.6, label="after")
        axes.set_ylabel(f"{row.side} {row.part}\n{unit}")
        axes.set_xlim(row.times[0], max(row.times[-1], row.times[0] + 1e-6))
        axes.set_ylim(_HEAD_ROOM * low - 0.02 * top, max(_HEAD_ROOM * top, 1e-3))
        axes.grid(True)
    figure.legend(*grid[0].get_legend_handles_labels(), loc="outside upper right", ncols=2, frameon=False, fontsize=9)
    grid[-1].set_xlabel("time [s]")
