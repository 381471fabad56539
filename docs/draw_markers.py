"""Draw the pictures of docs/markers.md: a capture and its skeleton, the error before and after, and a gap."""

from __future__ import annotations

from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.recipes.demo_markers import captured
from supple.recipes.markers.solving import solve_markers
from supple.recipes.walk import walking
from supple.solvers.markers.average import average_actor
from supple.solvers.markers.solving import solve_poses
from supple.solvers.markers.tagging import tag_labels

PICTURES = Path(__file__).resolve().parent / "pictures"
BLUE, ORANGE, GREY = "#2a6fb0", "#d9822b", "#777777"
GAP = (120, 150)


def main() -> None:
    """Two pictures."""
    truth = walking(3.0, 100.0)
    capture = captured(truth, gap=GAP)
    solved = solve_markers(capture)
    steps(capture, solved)
    errors(truth, capture, solved)


def steps(capture, solved) -> None:
    """Points, points with the skeleton, and the skeleton, from the side."""
    figure, axes = plt.subplots(1, 3, figsize=(12.0, 4.4), constrained_layout=True, sharey=True)
    frames = (20, 60, 100, 140, 180)
    titles = ("the capture: 40 labelled points", "points and skeleton", "the skeleton; orange where it is guessed")
    for axis, title, points, bones in zip(axes, titles, (True, True, False), (False, True, True), strict=True):
        for frame in frames:
            if bones:
                guessed = solved.solved.guessed[frame] if not points else np.zeros(len(solved.motion.skeleton), bool)
                _bones(axis, solved.motion, frame, guessed)
            if points:
                axis.plot(capture.positions[frame, :, 2], capture.positions[frame, :, 1], ".", color=ORANGE, ms=3)
        axis.set_aspect("equal")
        axis.set_title(title, fontsize=9, loc="left")
        axis.set_xlabel("forward [m]")
    axes[0].set_ylabel("height [m]")
    figure.savefig(PICTURES / "markers_steps.png", dpi=110)
    plt.close(figure)


def _bones(axis, motion: Motion, frame: int, guessed: np.ndarray) -> None:
    places = world_pose(motion).positions[frame]
    for joint, parent in enumerate(motion.skeleton.parents):
        if parent >= 0:
            colour = ORANGE if guessed[parent] else BLUE
            axis.plot(places[[parent, joint], 2], places[[parent, joint], 1], "-", color=colour, lw=1.4)


def errors(truth: Motion, capture, solved) -> None:
    """Marker error with an average and the estimated skeleton; an elbow through a gap, frame by frame and refined."""
    figure, axes = plt.subplots(1, 2, figsize=(12.0, 3.6), constrained_layout=True)
    tagged = tag_labels(capture.labels).markers
    plain = average_actor(tagged, solved.actor.stature)
    average = solve_poses(plain, capture.positions, capture.frame_time)
    for found, colour, label in ((average, GREY, "an average person"), (solved.solved, BLUE, "the estimated actor")):
        rms = 1e3 * np.sqrt(np.nanmean(found.off**2, axis=1))
        axes[0].plot(rms, color=colour, label=label, lw=1.5)
    axes[0].set_title("distance of markers from the skeleton [mm], rms", fontsize=9, loc="left")
    axes[0].set_ylim(bottom=0.0)
    raw = solve_markers(capture, actor=solved.actor, refined=False).motion
    axes[1].axvspan(*GAP, color=GREY, alpha=0.15, lw=0)
    for motion, colour, label in (
        (truth, "black", "true"),
        (raw, ORANGE, "frame by frame"),
        (solved.motion, BLUE, "refined"),
    ):
        axes[1].plot(_swing(motion), color=colour, label=label, lw=1.4)
    axes[1].set_title("left upper arm forward of the vertical [deg]; shaded: no markers", fontsize=9, loc="left")
    for axis in axes:
        axis.set_xlabel("frame")
        axis.legend(fontsize=8, frameon=False)
    figure.savefig(PICTURES / "markers_error.png", dpi=110)
    plt.close(figure)


def _swing(motion: Motion) -> np.ndarray:
    places = world_pose(motion).positions
    arm = places[:, motion.skeleton.index("LeftForeArm")] - places[:, motion.skeleton.index("LeftArm")]
    return np.degrees(np.arctan2(arm[:, 2], -arm[:, 1]))


if __name__ == "__main__":
    main()
