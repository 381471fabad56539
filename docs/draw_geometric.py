"""Draw the picture of docs/geometric.md: what a foot keeps still, and the numbers for it. ``make docs`` runs it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib
import numpy as np

import supple
from supple.core.contacts import Geometric
from supple.core.quaternions import rotate
from supple.detect.geometric import GeometricSettings, detect_geometric
from supple.detect.geometric.automatic import automatic
from supple.detect.geometric.detection import measures_of
from supple.detect.geometric.displacements import displacements, joint_path
from supple.recipes.figure import heel_offset

PICTURE = Path(__file__).resolve().parent / "pictures" / "geometric.png"
FOOT, BALL, TIP = "LeftFoot", "LeftToeBase", "LeftToeBase_end"
COLOURS = {"space": "#2f7fe0", "line": "#e8743b", "point": "#d0266b"}
GREY, INK = "#b9bdc4", "#3f444c"
FRAMES, STEP = slice(40, 160), slice(40, 100)  # two strides of the curves, one of the foot


def main() -> None:
    """Two strides of a made walk: the foot from the side above, speed and turn over time below."""
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    motion = supple.walking(4.0, 60.0)
    pose = supple.world_pose(motion)
    found = detect_geometric(pose, motion.skeleton, motion.fps, FOOT)
    figure, (above, speed, turn) = plt.subplots(3, 1, figsize=(10.0, 6.4), height_ratios=(2.1, 1.0, 1.0))
    draw_foot(above, motion, pose, found)
    draw_curves(speed, turn, motion, pose, found)
    figure.tight_layout()
    figure.savefig(PICTURE, dpi=110)


def draw_foot(axes: Any, motion: supple.Motion, pose: supple.WorldPose, found: tuple[Geometric, ...]) -> None:
    """The outline of the foot every few frames, in the colour of what it keeps still."""
    foot, ball, tip = (motion.skeleton.index(name) for name in (FOOT, BALL, TIP))
    heel = pose.positions[:, foot] + rotate(pose.rotations[:, foot], heel_offset())
    outline = np.stack([pose.positions[:, foot], heel, pose.positions[:, ball], pose.positions[:, foot]], axis=1)
    toes = np.stack([pose.positions[:, ball], pose.positions[:, tip]], axis=1)
    for frame in range(STEP.start, STEP.stop, 3):
        kind = kind_of(found, frame)
        colour, width = (COLOURS[kind], 1.3) if kind else (GREY, 0.8)
        for part in (outline, toes):
            axes.plot(part[frame, :, 2], part[frame, :, 1], color=colour, lw=width, alpha=0.8)
    for g in found:
        if STEP.start <= g.start and g.stop <= STEP.stop:
            axes.plot(
                g.origin_m[2], g.origin_m[1], "o" if g.kind == "line" else "s", color=COLOURS[g.kind], mec=INK, ms=7
            )
    axes.axhline(0.0, color=INK, lw=0.8)
    axes.set(
        aspect="equal",
        xlabel="way [m]",
        ylabel="height [m]",
        title="the left foot: all of it still (blue), turning about a line (orange)",
    )


def draw_curves(
    speed: Any, turn: Any, motion: supple.Motion, pose: supple.WorldPose, found: tuple[Geometric, ...]
) -> None:
    """Speed and rate of turning with the thresholds that the clip gives."""
    measures = measures_of(GeometricSettings(), motion.fps, motion.frames, [], 1.75)
    moves = displacements(joint_path(pose, motion.skeleton.index(FOOT)), measures.lag)
    limits, seconds = automatic(moves, measures, motion.fps), measures.lag / motion.fps
    times = (np.arange(len(moves.sigma)) + 0.5 * measures.lag) / motion.fps
    rows = ((speed, moves.moved, limits.space[0], 1.0 / seconds, 1e-2, "speed [m/s]"),
            (turn, moves.sigma, limits.sigma[0], np.degrees(1.0) / seconds, 1.0, "turn [deg/s]"))  # fmt: skip
    for axes, values, limit, unit, least, label in rows:
        axes.semilogy(times, np.maximum(values * unit, least), color=INK, lw=1.2)
        axes.axhline(limit * unit, color=INK, lw=0.8, ls="--")
        for g in found:
            axes.axvspan(g.start / motion.fps, (g.stop - 1) / motion.fps, color=COLOURS[g.kind], alpha=0.25, lw=0)
        axes.set(ylabel=label, xlim=(FRAMES.start / motion.fps, FRAMES.stop / motion.fps))
    turn.set_xlabel("time [s]; dashed: the thresholds that this clip gives")


def kind_of(found: tuple[Geometric, ...], frame: int) -> str | None:
    """What the foot keeps still in a frame."""
    return next((g.kind for g in found if g.start <= frame < g.stop), None)


if __name__ == "__main__":
    main()
