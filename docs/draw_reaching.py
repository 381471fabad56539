"""Draw the picture of docs/reaching.md: one catch at three heights, and feet that a new figure would drag."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

import supple
from supple.core.motion import Motion, rest_pose
from supple.core.pose import world_pose
from supple.recipes.measures.scene import point_path
from supple.recipes.online.retargeting import OnlineRetarget
from supple.recipes.samples import sample
from supple.solvers.cleanup.stream import Pose

PICTURES = Path(__file__).resolve().parent / "pictures"
FACTORS = {0.5: "#2a6fb0", 0.85: "#3d9970", 1.0: "#777777", 1.2: "#d9822b"}


def main() -> None:
    """One picture of both."""
    figure, axes = plt.subplots(1, 3, figsize=(12.0, 4.2), constrained_layout=True, width_ratios=(1.0, 1.2, 1.5))
    catches(axes[0], axes[1])
    slides(axes[2])
    figure.savefig(PICTURES / "reaching.png", dpi=110)
    plt.close(figure)


def catches(poses: plt.Axes, heights: plt.Axes) -> None:
    """The figure from the side at the catch, and the height of a hand over time."""
    motion = sample("catch")
    hand, floor = motion.skeleton.index("LeftHand"), supple.detect(motion).floor
    assert floor is not None
    was = world_pose(motion).positions[:, hand, 1]
    seconds = np.arange(motion.frames) * motion.frame_time
    for factor, colour in FACTORS.items():
        wanted = was[0] + factor * (was.max() - was[0]) - floor.height_m
        made = supple.reach(motion, wanted)
        label = f"x {factor:g}" + (" (as captured)" if factor == 1.0 else "")
        places = world_pose(made.motion).positions
        _bones(poses, made.motion, places[made.frame], colour)
        heights.plot(seconds, places[:, hand, 1] - floor.height_m, color=colour, label=label, lw=1.5)
        heights.plot(seconds[made.frame], wanted, "o", color=colour, ms=5)
    poses.set_aspect("equal")
    poses.set_title("the catch, from the side", fontsize=9, loc="left")
    poses.set_xlabel("forward [m]")
    heights.set_title("height of the left hand [m]; dots: what was asked for", fontsize=9, loc="left")
    heights.set_xlabel("time [s]")
    heights.legend(fontsize=8, frameon=False)


def _bones(axis: plt.Axes, motion: Motion, places: np.ndarray, colour: str) -> None:
    for joint, parent in enumerate(motion.skeleton.parents):
        if parent >= 0:
            axis.plot(places[[parent, joint], 2], places[[parent, joint], 1], color=colour, lw=1.6)


def slides(axis: plt.Axes) -> None:
    """Where the left heel is along the way: scaled copy and online."""
    walk = supple.walking(3.0, 60.0)
    skeleton = walk.skeleton
    offsets = skeleton.offsets.copy()
    for side in ("Left", "Right"):
        offsets[skeleton.index(f"{side}Leg")] *= 0.8
        offsets[skeleton.index(f"{side}Foot")] *= 1.2
    other = rest_pose(replace(skeleton, offsets=offsets))
    copied = supple.retarget(walk, other)
    stream = OnlineRetarget(walk, other)
    out = [stream.push(Pose(r, q)) for r, q in zip(walk.root_positions, walk.rotations, strict=True)]
    online = Motion(
        stream.skeleton,
        np.array([p.root_position for p in out]),
        np.array([p.rotations for p in out]),
        walk.frame_time,
    )
    seconds = np.arange(walk.frames) * walk.frame_time
    heel = copied.names.effector("left_heel")
    for motion, colour, label in ((copied.before, "#d9822b", "scaled copy"), (online, "#2a6fb0", "online")):
        path = point_path(world_pose(motion), heel, slice(None))
        speed = np.linalg.norm(np.gradient(path, axis=0), axis=1) / walk.frame_time
        axis.semilogy(seconds, np.maximum(speed, 1e-4), color=colour, label=label, lw=1.4)
    for contact in copied.contacts.contacts:
        if contact.point == "left_heel":
            axis.axvspan(contact.start * walk.frame_time, contact.stop * walk.frame_time, color="#000000", alpha=0.08)
    axis.set_title("speed of the left heel [m/s] on another figure; grey: it should stand", fontsize=9, loc="left")
    axis.set_xlabel("time [s]")
    axis.legend(fontsize=8, frameon=False)


if __name__ == "__main__":
    main()
