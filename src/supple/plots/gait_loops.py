"""Hip against knee: every cycle thin, their mean thick, extrema marked; a panel for each clip, and one with all."""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from supple.detect.signature.signature import GaitSignature, LegGait
from supple.errors import MissingExtraError
from supple.plots.svg import COLOURS, STYLE

_COLUMNS = 4
_PANEL = 2.9  # [inch]
_MARGIN = 5.0  # [deg]


def gait_loops(signatures: Sequence[GaitSignature], kind: str) -> bytes:
    """A picture (png, svg or pdf)."""
    if find_spec("matplotlib") is None:
        raise MissingExtraError("the plot of a gait", "plots")
    import matplotlib
    from matplotlib.figure import Figure

    panels = len(signatures) + (len(signatures) > 1)
    columns = min(panels, _COLUMNS)
    rows = -(-panels // columns)
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(_PANEL * columns + 0.6, _PANEL * rows + 0.4), layout="constrained", facecolor="white")
        grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
        _draw(grid, signatures)
        out = io.BytesIO()
        figure.savefig(out, format=kind, dpi=110, metadata={"Software": None} if kind == "png" else None)
    return out.getvalue()


def _draw(grid: Any, signatures: Sequence[GaitSignature]) -> None:
    panels = list(grid.flat)
    for axes, signature in zip(panels, signatures, strict=False):
        for leg in signature.legs:
            _loop(axes, leg)
        axes.set_title(f"{signature.name}\n{signature.stride_m:.2f} m, {signature.stride_s:.2f} s", fontsize=9)
    if len(signatures) > 1:
        _together(panels[len(signatures)], signatures)
    for axes in panels[len(signatures) + (len(signatures) > 1) :]:
        axes.set_axis_off()
    grid[0, 0].legend(frameon=False, fontsize=8, loc="upper left")
    curves = np.degrees(np.concatenate([leg.curves.reshape(-1, 2) for s in signatures for leg in s.legs]))
    grid[0, 0].set_xlim(curves[:, 0].min() - _MARGIN, curves[:, 0].max() + _MARGIN)
    grid[0, 0].set_ylim(curves[:, 1].min() - _MARGIN, curves[:, 1].max() + 2.0 * _MARGIN)
    used = panels[: len(signatures) + (len(signatures) > 1)]
    for axes in used[-grid.shape[1] :]:  # the lowest of each column
        axes.set_xlabel("hip flexion [deg]")
        axes.tick_params(labelbottom=True)
    for axes in grid[:, 0]:
        axes.set_ylabel("knee flexion [deg]")


def _loop(axes: Any, leg: LegGait) -> None:
    colour = COLOURS[leg.side]
    for curve in leg.curves:
        axes.plot(*_closed(curve), color=colour, linewidth=0.6, alpha=0.5)
    mean = leg.curve
    axes.plot(*_closed(mean), color=colour, linewidth=2.2, label=leg.side)
    for found in (leg.hip_extrema, leg.knee_extrema):
        points = np.degrees(mean[[round(e.phase * len(mean)) % len(mean) for e in found]])
        axes.plot(*points.T, "o", color=colour, markersize=3.5)
    axes.plot(*np.degrees(mean[0]), "s", color=colour, markersize=5.5, markerfacecolor="white")
    axes.grid(True)


def _together(axes: Any, signatures: Sequence[GaitSignature]) -> None:
    from matplotlib import colormaps

    colours = colormaps["turbo"](np.linspace(0.05, 0.95, len(signatures)))
    for colour, signature in zip(colours, signatures, strict=True):
        axes.plot(*_closed(signature.leg("left").curve), color=colour, linewidth=1.5, label=signature.name)
    axes.set_title("all, left leg", fontsize=9)
    axes.legend(frameon=False, fontsize=6, loc="upper left", ncols=2)
    axes.grid(True)


def _closed(curve: np.ndarray) -> np.ndarray:
    """(2, n + 1) a loop in degrees."""
    return np.degrees(np.concatenate([curve, curve[:1]])).T
