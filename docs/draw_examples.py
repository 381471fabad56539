"""Draw the examples of fits: a climb on a swinging rope, rough ground with beams, a cartoon figure, cartwheels.

``make docs`` runs it. The cartwheels need the capture that is blended; without it their picture stays as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from draw_terrain import COLOURS, save
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

import supple
from supple.core import quaternions
from supple.plots.figure import figure_of
from supple.recipes.samples import sample

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "examples"))
CAPTURE = ROOT.parent / "shared" / "data" / "cmu-bvh" / "49_08.bvh"
ROPE, EARTH, BEAM = "#a08050", "#b8b49c", "#8a6f52"
APART = 1.7  # [m] between climbers
ASIDE, AWAY = 0.45, 0.28  # how far a metre to the left goes right and up in an oblique view


def main() -> None:
    """All pictures."""
    rope()
    rough_ground()
    cartoon()
    if CAPTURE.is_file():
        cartwheels()


def rope() -> None:
    """From the front, every second: the climb as it was, and the other body's on the rope that swings."""
    import rope_climb as example

    climb, done = example.climbing(), example.rope_climb().motion
    still, swung = quaternions.identity(climb.frames), example.swing()
    figure, axes = plt.subplots(2, 1, figsize=(10.0, 7.4), constrained_layout=True)
    titles = ("the climb", "longer legs, a shorter trunk, shorter arms, and a rope that swings by 8 degrees")
    for axis, motion, turned, title in zip(axes, (climb, done), (still, swung), titles, strict=True):
        for k, frame in enumerate(range(0, climb.frames, 45)):
            points = figure_of(motion, ROOT).points[frame][:, [0, 1]] + (APART * k, 0.0)
            ends = example.TOP + quaternions.rotate(turned[frame], np.array([[0.0, -5.3, 0.0], [0.0, -1.2, 0.0]]))
            axis.plot(ends[:, 0] + APART * k, ends[:, 1], color=ROPE, linewidth=2.5, zorder=0)
            person(axis, motion, points)
            axis.text(APART * k, 0.0, f"{frame / climb.fps:.1f} s", ha="center", fontsize=8)
        finish(axis, title)
        axis.set_ylim(-0.1, 4.3)
        axis.set_xlim(-0.8, 6.0 * APART + 0.8)
    save(figure, "rope_climb")


def rough_ground() -> None:
    """Obliquely, in two parts: the ground as a net of lines, the beams, and the figure every 0.8 s."""
    import rough_ground as example

    heights, motion = example.ground(), example.rough_ground().motion
    figure, axes = plt.subplots(2, 1, figsize=(9.0, 5.2), constrained_layout=True)
    points = figure_of(motion, ROOT).points
    for axis, (begin, end) in zip(axes, ((-0.6, 9.4), (9.4, 19.4)), strict=True):
        net(axis, heights, begin, end)
        for frame in range(6, motion.frames, 24):
            if begin + 0.3 < points[frame, 0, 2] < end - 0.3:
                person(axis, motion, oblique(points[frame]))
        for beam in example.beams(heights):
            if begin < beam.z_m[0] < end:
                lintel(axis, beam, heights)
        finish(axis, f"{max(begin, 0.0):.0f} to {end:.0f} m")
    save(figure, "rough_ground")


def net(axis: Axes, heights: object, begin: float, end: float) -> None:
    """The ground in lines along and across."""
    z, x = np.linspace(begin, end, 400), np.linspace(-1.4, 1.4, 40)
    for along in np.linspace(-1.4, 1.4, 9):
        axis.plot(*oblique(surface(heights, np.full_like(z, along), z)).T, color=EARTH, linewidth=0.8, zorder=0)
    for across in np.arange(begin, end + 1e-9, 0.35):
        axis.plot(*oblique(surface(heights, x, np.full_like(x, across))).T, color=EARTH, linewidth=0.8, zorder=0)


def lintel(axis: Axes, beam: supple.HeightLimit, heights: object) -> None:
    """A beam across the way on two posts."""
    z, ends = np.mean(beam.z_m), np.array([-1.2, 1.2])
    top = np.stack([ends, np.full(2, beam.max_height_m + 0.05), np.full(2, z)], axis=1)
    foot = surface(heights, ends, np.full(2, z))
    axis.plot(*oblique(top).T, color=BEAM, linewidth=6, solid_capstyle="butt", zorder=3)
    for side in (0, 1):
        axis.plot(*oblique(np.stack([foot[side], top[side]])).T, color=BEAM, linewidth=3, zorder=0 if side else 3)


def surface(heights: object, x: np.ndarray, z: np.ndarray) -> np.ndarray:
    """(n, 3) points of the ground."""
    return np.stack([x, heights(x, z), z], axis=1)  # type: ignore[operator]


def oblique(points: np.ndarray) -> np.ndarray:
    """(n, 2) forward to the right; what is to the left is further away."""
    x, y, z = points.T
    return np.stack([z + ASIDE * x, y + AWAY * x], axis=1)


def cartoon() -> None:
    """Three clips on a person and on the cartoon figure."""
    import cartoon as example

    figure, axes = plt.subplots(len(example.CLIPS), 1, figsize=(9.0, 5.6), constrained_layout=True)
    views = {"walk": ((2, 1), (60, 130)), "kick": ((2, 1), (45, 125)), "dance": ((0, 1), (60, 150))}
    for axis, clip in zip(axes, example.CLIPS, strict=True):
        view, span = views[clip]
        both = (sample(clip), example.on_cartoon(clip).motion)
        for k, (motion, wide) in enumerate(zip(both, (1.15, 1.35), strict=True)):
            row(axis, motion, np.linspace(*span, 5).astype(int), view, 5.9 * k, wide)
        axis.axhline(0.0, color=EARTH, linewidth=1.0, zorder=0)
        finish(axis, clip)
    save(figure, "cartoon")


def cartwheels() -> None:
    """The first, the one between, the second."""
    import cartwheels as example

    capture = supple.read(CAPTURE)
    first, second = example.cartwheels(capture)
    shown = {"the first cartwheel": first, "between: --weight 0.5": example.between(capture), "the second": second}
    figure, axes = plt.subplots(3, 1, figsize=(9.0, 4.6), constrained_layout=True)
    for axis, (title, clip) in zip(axes, shown.items(), strict=True):
        motion, floor = clip.motion, 0.0 if clip.contacts is None else clip.contacts.floor.height_m
        row(axis, motion, np.linspace(8, motion.frames - 30, 9).astype(int), (2, 1), 0.0, 1.75)
        axis.axhline(floor, color=EARTH, linewidth=1.0, zorder=0)
        finish(axis, title)
    save(figure, "cartwheels")


def row(
    axis: Axes, motion: supple.Motion, frames: Iterable[int], view: tuple[int, int], at: float, wide: float
) -> None:
    """Poses beside each other, each with its hips in the middle."""
    points = figure_of(motion, ROOT).points
    for k, frame in enumerate(frames):
        flat = points[frame][:, list(view)]
        person(axis, motion, flat - (flat[0, 0], 0.0) + (at + wide * k, 0.0))


def person(axis: Axes, motion: supple.Motion, points: np.ndarray) -> None:
    """One pose in two coordinates: bones, and a head as round as it is long."""
    names = motion.skeleton.names
    for a, b, side in figure_of(motion, ROOT).bones:
        if "head" not in names[b].lower() or not names[b].lower().endswith("_end"):
            axis.plot(*points[[a, b]].T, color=COLOURS[side], linewidth=1.6, solid_capstyle="round")
    top = next((j for j, name in enumerate(names) if name.lower().endswith("head_end")), None)
    if top is not None:
        base = points[motion.skeleton.parents[top]]
        tall = float(np.linalg.norm(motion.skeleton.offsets[top]))
        circle = plt.Circle(0.5 * (base + points[top]), 0.5 * tall, fill=False, color=COLOURS["middle"], linewidth=1.6)
        axis.add_patch(circle)


def finish(axis: Axes, title: str) -> None:
    """Metres alike in both directions; no frame."""
    axis.set_aspect("equal")
    axis.set_axis_off()
    axis.set_title(title, loc="left", fontsize=10)


if __name__ == "__main__":
    main()
