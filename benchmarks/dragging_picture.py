"""``python -m benchmarks.dragging_picture OUT.png``: what an edit costs against frames and against constraint rows."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from benchmarks.dragging import FPS, Clip, clip, drag, seconds_of, solve_clip
from supple.constraints.model import Edit, PlaceGoal, Position, Preserve
from supple.core.threads import one_blas_thread
from supple.recipes.walk import walking

FRAMES = (75, 150, 300, 600, 1200, 2400)
POINTS = ("left_ankle", "right_ankle", "left_wrist", "head", "left_ball", "right_ball", "left_knee", "right_knee",
          "left_elbow", "neck", "chest", "spine")  # fmt: skip
LIFT = 0.03  # [m]


def over_frames() -> np.ndarray:
    """(N, 2) frames, and milliseconds of a drag in clips of that length."""
    found = []
    for frames in FRAMES:
        asked = clip("walker", walking(frames / FPS, FPS))
        found.append((frames, 1e3 * seconds_of(solve_clip(asked, drag(asked.motion, LIFT)), 4)))
    return np.array(found)


def over_rows() -> np.ndarray:
    """(N, 2) rows, and milliseconds of 300 frames in which a hand is lifted and ever more points are kept."""
    asked = clip("walker", walking(300 / FPS, FPS))
    known = [name for name in POINTS if name in asked.names.known()]
    return np.array([(3 * (n + 1), 1e3 * _seconds(asked, known[:n])) for n in range(0, len(known) + 1, 2)])


def _seconds(asked: Clip, kept: list[str]) -> float:
    lifted = Position(effector="right_wrist", priority=2, goals=(PlaceGoal(offset=(0.0, LIFT, 0.0)),))
    edit = Edit(constraints=(*(Preserve(effector=name, priority=1) for name in kept), lifted))
    return seconds_of(solve_clip(asked, edit), 4)


def draw(axes: Any, found: np.ndarray, power: int, words: str) -> None:
    """Measured points on double logarithmic axes; nowhere may they be steeper than the dotted power."""
    axes.loglog(*found.T, "o-", label="measured")
    last = found[-1]
    axes.loglog(found[:, 0], last[1] * (found[:, 0] / last[0]) ** power, "k:", label=f"power {power}")
    axes.set_xticks(found[:, 0], [f"{x:.0f}" for x in found[:, 0]])
    axes.minorticks_off()
    axes.set(xlabel=words, ylabel="one core [ms]")
    axes.legend()


def main() -> None:
    """Draw both side by side."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10.0, 4.0), layout="constrained")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2)
    with one_blas_thread():
        draw(left, over_frames(), 1, "frames, a hand dragged over half of them")
        draw(right, over_rows(), 2, "constraint rows, 300 frames")
    figure.savefig(sys.argv[1], dpi=110)


if __name__ == "__main__":
    main()
