"""A map of what changed: joints from top to bottom, time from left to right."""

from __future__ import annotations

import io
from importlib.util import find_spec
from typing import Any

import numpy as np

from supple.errors import MissingExtraError
from supple.recipes.everyday.differences import Difference

_TALL = 0.17  # [inch] of a row
_MOST = 120  # joints that are shown; names of more could not be read


def difference_map(found: Difference, kind: str) -> bytes:
    """A picture (png, svg or pdf) of the distances and turns of all joints that changed, over time."""
    if find_spec("matplotlib") is None:
        raise MissingExtraError("the plot of a difference", "plots")
    from matplotlib.figure import Figure

    names = [row.joint for row in found.rows()][:_MOST]
    shown = sorted(found.joints.index(name) for name in names) or list(range(min(len(found.joints), _MOST)))
    figure = Figure(figsize=(11.0, 1.8 + 2.0 * _TALL * len(shown)), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True)
    _map(figure, upper, found, found.mm, shown, "mm")
    _map(figure, lower, found, found.deg, shown, "degrees")
    lower.set_xlabel("time [s]")
    out = io.BytesIO()
    figure.savefig(out, format=kind, dpi=110)
    return out.getvalue()


def _map(figure: Any, axes: Any, found: Difference, values: np.ndarray, shown: list[int], unit: str) -> None:
    start = found.first_frame * found.frame_time
    stop = start + len(values) * found.frame_time
    extent = (start, stop, len(shown) - 0.5, -0.5)
    top = max(float(values[:, shown].max()), 1e-9)
    image = axes.imshow(values[:, shown].T, aspect="auto", extent=extent, cmap="magma_r", vmin=0.0, vmax=top)
    axes.set_yticks(range(len(shown)), [found.joints[j] for j in shown], fontsize=7)
    figure.colorbar(image, ax=axes, label=unit)
