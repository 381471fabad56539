"""``python -m benchmarks.posture_pictures OUT.png``: the map of step and damping, and three goals in conflict."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from benchmarks.posture import DAMPINGS, STRIDES, step_damping_map
from benchmarks.posture_experiments import three_goals


def draw_map(axes: Any, cells: np.ndarray) -> None:
    """Shares of goals that settled, (D, S), with their numbers."""
    axes.imshow(cells, cmap="RdYlGn", vmin=0.0, vmax=1.0, origin="lower", aspect="auto")
    for (i, j), share in np.ndenumerate(cells):
        axes.text(j, i, f"{share:.2f}", ha="center", va="center")
    axes.set_xticks(range(len(STRIDES)), [f"{s:g}" for s in STRIDES])
    axes.set_yticks(range(len(DAMPINGS)), [f"{d:g}" for d in DAMPINGS])
    axes.set(
        xlabel="integration step", ylabel="damping / length", title="Goals settled, the worse of in and out of reach"
    )


def draw_goals(axes: Any, errors: np.ndarray) -> None:
    """How far three goals of falling priority are missed, (N, 3), over the steps."""
    for column, name in zip(errors.T, ("1: tip", "2: centre of mass", "3: last joint"), strict=True):
        axes.semilogy(np.maximum(column, 1e-8), label=name)
    axes.set(xlabel="steps", ylabel="miss [m]", ylim=(1e-6, 1.0), title="Three goals in conflict, by priority")
    axes.legend()


def main() -> None:
    """Draw both side by side."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11.0, 4.2), layout="constrained")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2)
    draw_map(left, step_damping_map())
    draw_goals(right, three_goals())
    figure.savefig(sys.argv[1], dpi=110)


if __name__ == "__main__":
    main()
