"""Draw the pictures of docs/transitions.md: a walk that becomes a sneak and back, and what lies between the two."""

from __future__ import annotations

import runpy
import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

import supple
from supple.core import quaternions
from supple.core.pose import world_pose

PICTURES = Path(__file__).resolve().parent / "pictures"
EXAMPLE = PICTURES.parents[1] / "examples" / "walk_sneak_walk.py"
WEIGHTS = (0.0, 0.25, 0.5, 0.75, 1.0)


def main() -> None:
    """Both pictures."""
    example = runpy.run_path(str(EXAMPLE))
    strip(example["walk_sneak_walk"]())
    between(supple.walking(seconds=4.0, speed=1.3), example["sneaking"]())


def strip(made: supple.Transition) -> None:
    """The way down and the way up again, and how planted feet slide before and after they are made to stand."""
    figure, axes = plt.subplots(3, 1, figsize=(9.0, 6.6), constrained_layout=True, height_ratios=(1.0, 1.0, 0.8))
    margin = round(0.35 * made.motion.fps)
    with tempfile.TemporaryDirectory() as folder:
        for axis, seam, title in zip(axes, made.seams, ("walk to sneak", "sneak to walk"), strict=False):
            picture, span = Path(folder) / "strip.png", (seam.start - margin, seam.stop + margin)
            supple.render(made.motion, picture, strip=10, frames=span, camera="side", size=(1800, 420), overwrite=True)
            axis.imshow(plt.imread(picture))
            axis.set_title(f"{title}: frames {seam.start} to {seam.stop} are mixed", fontsize=9, loc="left")
            axis.set_axis_off()
    slides(axes[-1], made)
    figure.savefig(PICTURES / "transition_sneak.png", dpi=110)
    plt.close(figure)


def slides(axis: plt.Axes, made: supple.Transition) -> None:
    """How far planted points are from where they came down."""
    assert made.contacts is not None
    for motion, colour, label in ((made.mixed, "#d9822b", "mixed"), (made.motion, "#2a6fb0", "with feet that stand")):
        pose = world_pose(motion)
        off = np.zeros(motion.frames)
        for c in made.contacts.contacts:
            joint, span = motion.skeleton.index(c.joint or ""), slice(c.start, c.stop)
            turned = quaternions.rotate(pose.rotations[span, joint], np.array(c.offset_m))
            path = pose.positions[span, joint] + turned
            off[span] = np.maximum(off[span], np.linalg.norm(path - path[0], axis=1))
        axis.plot(np.arange(motion.frames) * motion.frame_time, 1e3 * off, color=colour, label=label, lw=1.2)
    for seam in made.seams:
        axis.axvspan(seam.start * made.motion.frame_time, seam.stop * made.motion.frame_time, color="0.93", zorder=0)
    axis.set_xlabel("s")
    axis.set_ylabel("slide of planted\npoints [mm]")
    axis.legend(frameon=False, fontsize=8)


def between(walk: supple.Motion, sneak: supple.Motion) -> None:
    """The walk, the sneak, and what lies between."""
    figure, axes = plt.subplots(1, len(WEIGHTS), figsize=(9.0, 2.4), constrained_layout=True)
    with tempfile.TemporaryDirectory() as folder:
        for axis, weight in zip(axes, WEIGHTS, strict=True):
            motion = supple.blend(walk, sneak, weight).motion
            picture = Path(folder) / "pose.png"
            supple.render(motion, picture, frame=_stride(motion), camera="side", size=(360, 420), overwrite=True)
            axis.imshow(plt.imread(picture))
            axis.set_title(f"--weight {weight:g}", fontsize=9)
            axis.set_axis_off()
    figure.savefig(PICTURES / "transition_blend.png", dpi=110)
    plt.close(figure)


def _stride(motion: supple.Motion) -> int:
    """A frame in the middle of the clip in which the feet are far apart."""
    places = world_pose(motion).positions
    left, right = (motion.skeleton.index(name) for name in ("LeftFoot", "RightFoot"))
    apart = places[:, left, 2] - places[:, right, 2]
    middle = motion.frames // 2
    near = slice(middle - round(0.6 * motion.fps), middle + round(0.6 * motion.fps))
    return near.start + int(np.argmax(apart[near]))


if __name__ == "__main__":
    main()
