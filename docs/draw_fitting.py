"""Draw the picture of docs/hierarchical.md: one edit with three spacings of knots. ``make docs`` runs it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib

import supple
from supple.plots import svg
from supple.recipes.samples import sample

HERE = Path(__file__).resolve().parent
EXAMPLE, PICTURE = HERE.parent / "examples" / "bend_forward.toml", HERE / "pictures" / "bend_forward.png"
SPACINGS = {0.1: "#d0266b", 0.25: "#e8743b", 0.5: "#2f7fe0"}  # [s]
SHOWN = {"Head": "head", "RightHand": "right wrist"}
BEFORE = "#8a8f98"


def main() -> None:
    """Fit the example with each spacing and draw heights over time."""
    from matplotlib.figure import Figure

    matplotlib.use("agg")
    walk, edit = sample("walk"), supple.read_edit(EXAMPLE)
    bent = {
        spacing: supple.edit(walk, edit, solver="hierarchical", fit=supple.FitSettings(spacing_s=spacing)).motion
        for spacing in SPACINGS
    }
    with matplotlib.rc_context(svg.STYLE):
        figure = Figure(figsize=(11.0, 4.6), layout="constrained", facecolor="white")
        draw(figure, walk, bent, edit.constraints[-1].goals[0].when[0])
        figure.savefig(PICTURE, dpi=100, metadata={"Software": None})


def draw(figure: Any, walk: supple.Motion, bent: dict[float, supple.Motion], moment: float) -> None:
    """A row for each joint: its height as it was, and for each spacing."""
    rows = figure.subplots(len(SHOWN), 1, sharex=True)
    for axes, (joint, name) in zip(rows, SHOWN.items(), strict=True):
        axes.axvline(moment, color=svg.INK, linewidth=0.8, linestyle=":")
        for spacing, motion in sorted(bent.items(), reverse=True):
            label = f"knots every {spacing:g} s"
            axes.plot(*heights(motion, joint), color=SPACINGS[spacing], linewidth=1.6, label=label)
        axes.plot(*heights(walk, joint), color=BEFORE, linewidth=1.6, label="the walk as it was")
        axes.set_ylabel(f"{name}\nheight [m]")
        axes.grid(True)
        axes.set_xlim(0.0, walk.duration)
    rows[-1].set_xlabel("time [s]; the dotted line is the one frame that is asked")
    figure.legend(*rows[0].get_legend_handles_labels(), loc="outside upper right", ncols=4, frameon=False, fontsize=9)


def heights(motion: supple.Motion, joint: str) -> tuple[list[float], list[float]]:
    """Times [s] and heights [m] of a joint."""
    path = supple.world_pose(motion).positions[:, motion.skeleton.index(joint), 1]
    return [frame * motion.frame_time for frame in range(motion.frames)], path.tolist()


if __name__ == "__main__":
    main()
