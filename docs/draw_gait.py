"""Draw the pictures of docs/gait.md: signatures of several people, a walk mapped to another person, a limp.

``make docs`` runs it; those of captured people are drawn only where the shared motions are.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib
import numpy as np

import supple
from supple.plots import svg
from supple.plots.gait_loops import gait_loops
from supple.recipes.walk import walking

PICTURES = Path(__file__).resolve().parent / "pictures"
CAPTURES = Path(__file__).resolve().parents[2] / "shared" / "data" / "cmu-bvh"
PEOPLE = ("07_01", "08_01", "12_01", "16_15", "35_01", "39_01", "39_02")
POSES = 7


def main() -> None:
    """All pictures that can be drawn here."""
    matplotlib.use("agg")
    draw_limp()
    if CAPTURES.is_dir():
        found = [supple.gait(capture(name), name=name) for name in PEOPLE]
        (PICTURES / "gait_people.png").write_bytes(gait_loops(found, "png"))
        draw_mapped("16_15", "39_01", "39_02")


def capture(name: str) -> supple.Motion:
    """One of the shared walks."""
    found = supple.read(CAPTURES / f"{name}.bvh")
    assert isinstance(found, supple.Motion)
    return found


def draw_mapped(source: str, shown: str, other: str) -> None:
    """Hip against knee of a walk, of it on the other's body, of the fit, and of the target's other walk."""
    from matplotlib.figure import Figure

    walk, target = capture(source), capture(shown)
    gaits = {
        f"{source}, retargeted": supple.gait(supple.retarget(walk, target).motion),
        f"{source}, fitted to {shown}": supple.individualise(walk, fit=target).after,
        f"{other}, the real one": supple.gait(capture(other)),
    }
    colours = (svg.COLOURS["middle"], svg.COLOURS["right"], svg.COLOURS["left"])
    with matplotlib.rc_context(svg.STYLE):
        figure = Figure(figsize=(8.6, 4.0), layout="constrained", facecolor="white")
        for axes, side in zip(figure.subplots(1, 2, sharex=True, sharey=True), ("left", "right"), strict=True):
            for colour, (name, found) in zip(colours, gaits.items(), strict=True):
                curve = np.degrees(found.leg(side).curve)
                axes.plot(*np.concatenate([curve, curve[:1]]).T, color=colour, linewidth=2.2, label=name)
            axes.set_title(f"{side} leg")
            axes.set_xlabel("hip flexion [deg]")
            axes.grid(True)
        figure.axes[0].set_ylabel("knee flexion [deg]")
        figure.axes[0].legend(frameon=False, fontsize=8, loc="upper left")
        figure.axes[0].set_ylim(-5.0, 105.0)
        figure.savefig(PICTURES / "gait_mapped.png", dpi=110, metadata={"Software": None})


def draw_limp() -> None:
    """The walk, and a limp: strips of poses from the side, and hip against knee of the hurt leg."""
    from matplotlib.figure import Figure

    walk = walking(4.0)
    motions = {"walk": walk}
    gaits = {"walk": supple.gait(walk)}
    for title, preset in (("limp, left leg spared", "leg-left"), ("limp, left knee stiff", "knee-left")):
        hurt = supple.injure(walk, preset)
        motions[title], gaits[title] = hurt.motion, hurt.after
    with matplotlib.rc_context(svg.STYLE):
        figure = Figure(figsize=(9.0, 8.4), layout="constrained", facecolor="white")
        grid = figure.add_gridspec(len(motions), 2, width_ratios=(2.0, 1.0))
        for row, (title, motion) in enumerate(motions.items()):
            strip, loop = (figure.add_subplot(grid[row, column]) for column in range(2))
            _strip(strip, motion, title)
            for leg in gaits[title].legs:
                curve = np.degrees(leg.curve)
                loop.plot(*np.concatenate([curve, curve[:1]]).T, color=svg.COLOURS[leg.side], linewidth=1.8)
            loop.set_xlim(-35.0, 45.0)
            loop.set_ylim(-5.0, 75.0)
            loop.set_ylabel("knee [deg]")
            loop.grid(True)
        loop.set_xlabel("hip [deg]")
        figure.savefig(PICTURES / "limp.png", dpi=100, metadata={"Software": None})


def _strip(axes: Any, motion: supple.Motion, title: str) -> None:
    places, names = supple.world_pose(motion).positions, motion.skeleton.names
    frames = np.linspace(0.8, 2.6, 2 * POSES) * motion.fps
    for frame in frames.astype(int):
        for joint in range(1, len(names)):
            ends = [int(motion.skeleton.parents[joint]), joint]
            side = next((s for s in ("left", "right") if s.title() in names[joint]), "middle")
            width = 1.0 if "Arm" in names[joint] or "Hand" in names[joint] else 1.8
            axes.plot(*places[frame][ends][:, [2, 1]].T, color=svg.COLOURS[side], linewidth=width, alpha=0.85)
    axes.axhline(0.0, color=svg.INK, linewidth=0.8)
    axes.set_aspect("equal")
    axes.set_title(title, fontsize=10)
    axes.set_xlim(0.4, 3.8)
    axes.set_ylim(-0.05, 1.85)


if __name__ == "__main__":
    main()
