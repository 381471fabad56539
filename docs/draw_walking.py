"""Draw the pictures of docs/walking.md: walks that Supple makes by itself. ``make docs``."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
from draw_terrain import draw_above, draw_bones, draw_side, save
from matplotlib.axes import Axes

import supple
from supple.core.heights import parse_heights
from supple.io.documents.body import parse_body
from supple.io.documents.heights import read_heights
from supple.plots.figure import figure_of

STAIRS = "stairs:rise=0.17,run=0.35,start=0.8,steps=6"
GARDEN = ((0.0, 0.0), (0.3, 1.5), (-0.5, 3.0), (0.5, 4.5), (0.0, 6.0))  # (x, z) [m]
BODIES = {
    "legs = 0.75, trunk = 1.2": "legs = 0.75\ntrunk = 1.2",
    "the average person": "",
    "all = 1.2, legs = 1.1": "all = 1.2\nlegs = 1.1",
}


def main() -> None:
    """All four pictures."""
    grounds()
    ways()
    limps()
    bodies()


def grounds() -> None:
    """The plain walk, from standing to standing, and the same up stairs."""
    shown = {"supple walk -o walk.bvh": "flat", f"--terrain {STAIRS}": STAIRS, "--terrain waves:height=0.2,length=2.5":
             "waves:height=0.2,length=2.5"}  # fmt: skip
    figure, axes = plt.subplots(
        len(shown), 1, figsize=(9.0, 10.4), height_ratios=(1.0, 2.0, 1.0), constrained_layout=True
    )
    for axis, (title, ground) in zip(axes, shown.items(), strict=True):
        draw_side(axis, supple.walk(7.0 if ground == STAIRS else 6.0, ground=ground).motion, read_heights(ground))
        axis.set_title(title, loc="left", fontsize=10)
    save(figure, "walking_grounds")


def ways() -> None:
    """From above: a straight walk, a circle, a path through points."""
    from supple.io.documents.path import PathGiven

    garden = PathGiven(source="garden.toml", points=np.array(GARDEN))
    walks = {
        "straight": supple.walk(6.0),
        "--turn 2": supple.walk(8.0, turn=2.0),
        "--path garden.toml": supple.walk(8.0, path=garden),
    }
    figure, axes = plt.subplots(1, 3, figsize=(9.0, 5.6), constrained_layout=True)
    for axis, (title, walked) in zip(axes, walks.items(), strict=True):
        draw_above(axis, walked.motion, walked.contacts)
        axis.set_title(title, loc="left", fontsize=10)
        axis.invert_xaxis()  # seen from above, left is left
    axes[2].plot(*np.array(GARDEN).T, "x", color="#888888")
    save(figure, "walking_ways")


def limps() -> None:
    """A limp with free joints, and with a stiff knee: one stride pose by pose, and the knee over time."""
    walks = {
        "as usual": supple.walk(8.0),
        "limp, all joints free (leg-left)": supple.walk(8.0, style=supple.limp_style("leg-left")),
        "limp, left knee stiff (knee-left)": supple.walk(8.0, style=supple.limp_style("knee-left")),
    }
    figure, axes = plt.subplots(len(walks), 2, figsize=(10.0, 7.6), width_ratios=(2.2, 1.0), constrained_layout=True)
    for (strip, knee), (title, walked) in zip(axes, walks.items(), strict=True):
        _strip(strip, walked.motion, range(180, 288, 9))
        strip.set_title(title, loc="left", fontsize=10)
        for side, colour in (("Left", "#2a6fb0"), ("Right", "#d9822b")):
            turn = walked.motion.rotations[180:300, walked.motion.skeleton.index(f"{side}Leg")]
            bend = np.degrees(2.0 * np.arctan2(turn[:, 1], turn[:, 0]))
            knee.plot(np.arange(len(bend)) / 60.0, bend, color=colour, linewidth=1.6)
        knee.set_ylim(0.0, 75.0)
        knee.set_ylabel("knee [deg]")
        knee.grid(visible=True, alpha=0.3)
    axes[0, 1].set_title("left blue, right orange", fontsize=9)
    axes[-1, 1].set_xlabel("time [s]")
    save(figure, "walking_limps")


def bodies() -> None:
    """Three bodies with the same style: steps and speed grow with the legs."""
    walks = {
        title: supple.walk(5.0, body=parse_body(f"format = 1\n[scale]\n{scale}\n", "body"))
        for title, scale in BODIES.items()
    }
    tall = [float(figure_of(walked.motion).points[..., 1].max()) + 0.2 for walked in walks.values()]
    figure, axes = plt.subplots(len(walks), 1, figsize=(9.0, 10.0), height_ratios=tall, constrained_layout=True)
    for axis, high, (title, walked) in zip(axes, tall, walks.items(), strict=True):
        draw_side(axis, walked.motion, parse_heights("flat"))
        marks = np.array([c.position_m for c in walked.contacts.contacts if c.point.endswith("heel")])
        axis.plot(marks[:, 2], np.full(len(marks), -0.06), "^", color="#888888", markersize=5)
        axis.set_title(f"{title}: steps of {walked.step_m:.2f} m, {walked.speed_m_s:.2f} m/s", loc="left", fontsize=10)
        axis.set_xlim(-0.4, 4.4)
        axis.set_ylim(-0.12, high - 0.1)
    save(figure, "walking_bodies")


def _strip(axis: Axes, motion: supple.Motion, frames: range) -> None:
    """Poses of one stride, drawn apart so that none hides another."""
    points = figure_of(motion).points
    for number, frame in enumerate(frames):
        here = points[frame][:, [2, 1]].copy()
        here[:, 0] += 0.55 * number - motion.root_positions[frame, 2]
        draw_bones(axis, motion, here)
    axis.axhline(0.0, color="#888888", linewidth=0.8)
    axis.set_aspect("equal")
    axis.set_axis_off()


if __name__ == "__main__":
    main()
