"""Draw the pictures of docs/terrain.md: a walk on other grounds, along other paths, on other bodies. ``make docs``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

import supple
from supple.core.ground import waves
from supple.core.heights import parse_heights
from supple.io.documents.body import parse_body
from supple.io.documents.limits import HeightLimit
from supple.plots.figure import figure_of

PICTURES = Path(__file__).resolve().parent / "pictures"
COLOURS = {"left": "#2a6fb0", "right": "#d9822b", "middle": "#444444"}
EVERY_S = 0.4
DOOR = HeightLimit(x_m=(-2.0, 2.0), z_m=(3.2, 3.5), max_height_m=1.4)
MORPH = PICTURES.parents[1] / "examples" / "bodies" / "morph.toml"
Ground = Callable[[np.ndarray, np.ndarray], np.ndarray]


def main() -> None:
    """All three pictures."""
    walk = supple.walking(seconds=5.0, fps=60.0)
    contacts = supple.detect(walk)
    grounds(walk, contacts)
    ways(walk, contacts)
    bodies(walk, contacts)


def grounds(walk: supple.Motion, contacts: supple.Contacts) -> None:
    """The walk, and the same on waves, on stairs and through a door."""
    shown: list[tuple[str, Ground]] = [
        ("the walk", parse_heights("flat")),
        ("waves:height=0.25,length=2", waves(0.25, 2.0)),
        ("stairs:rise=0.17,run=0.35,start=1,steps=8", parse_heights("stairs:rise=0.17,run=0.35,start=1,steps=8")),
        ("flat, with --limits doorway.toml", parse_heights("flat")),
    ]
    figure, axes = plt.subplots(len(shown), 1, figsize=(9.0, 11.5), constrained_layout=True)
    for number, (axis, (title, ground)) in enumerate(zip(axes, shown, strict=True)):
        door = (DOOR,) if number == 3 else ()
        motion = walk if number == 0 else supple.terrain(walk, ground, contacts=contacts, limits=door).motion
        draw_side(axis, motion, ground)
        for limit in door:
            axis.fill_between(limit.z_m, limit.max_height_m, 2.1, color="#b0a090")
        axis.set_title(title, loc="left", fontsize=10)
    save(figure, "terrain_grounds")


def ways(walk: supple.Motion, contacts: supple.Contacts) -> None:
    """Seen from above: the walk, an arc, and a curve through points."""
    figure, axes = plt.subplots(1, 3, figsize=(9.0, 6.0), constrained_layout=True)
    moved = supple.follow_path(walk, "arc:radius=2", contacts=contacts)
    from supple.io.documents.path import PathGiven

    points = np.array([[0.0, 0.0], [0.6, 1.5], [-0.6, 3.0], [0.8, 4.3], [0.6, 6.0]])
    curve = supple.follow_path(walk, PathGiven(source="garden.toml", points=points), contacts=contacts)
    draw_above(axes[0], walk, contacts)
    draw_above(axes[1], moved.motion, moved.contacts, moved.path.places)
    draw_above(axes[2], curve.motion, curve.contacts, curve.path.places)
    axes[2].plot(*points.T, "x", color="#888888")
    for axis, title in zip(axes, ("the walk", "arc:radius=2", "garden.toml"), strict=True):
        axis.set_title(title, loc="left", fontsize=10)
        axis.invert_xaxis()  # seen from above, left is left
    save(figure, "terrain_paths")


def bodies(walk: supple.Motion, contacts: supple.Contacts) -> None:
    """Short legs on a long trunk, and a body that changes while it walks."""
    short = supple.scale_body(
        walk, parse_body("format = 1\n[scale]\nlegs = 0.65\ntrunk = 1.3\n", "body"), contacts=contacts
    )
    morph = supple.scale_body(walk, MORPH, contacts=contacts)
    figure, axes = plt.subplots(2, 1, figsize=(9.0, 6.4), constrained_layout=True)
    titles = (
        "legs = 0.65, trunk = 1.3",
        "bodies/morph.toml: long legs at 2 s, short ones at 4.2 s; strides stay the same",
    )
    for axis, done, title in zip(axes, (short, morph), titles, strict=True):
        draw_side(axis, done.motion, parse_heights("flat"))
        marks = np.array([c.position_m for c in done.contacts.contacts if c.point.endswith("ball")])
        axis.plot(marks[:, 2], np.full(len(marks), -0.06), "^", color="#888888", markersize=5)
        axis.set_title(title, loc="left", fontsize=10)
    save(figure, "terrain_bodies")


def draw_side(axis: Axes, motion: supple.Motion, ground: Ground) -> None:
    """Poses from the side, at even moments, on their ground."""
    points = figure_of(motion, Path("walk")).points
    for frame in moments(motion):
        draw_bones(axis, motion, points[frame][:, [2, 1]])
    z = np.linspace(points[..., 2].min() - 0.2, points[..., 2].max() + 0.2, 1200)
    axis.fill_between(z, ground(np.zeros_like(z), z), -0.12, color="#d8d8d0", linewidth=0)
    axis.set_xlim(z[0], z[-1])
    axis.set_aspect("equal")
    axis.set_axis_off()


def draw_above(axis: Axes, motion: supple.Motion, contacts: supple.Contacts, path: np.ndarray | None = None) -> None:
    """Poses and planted points from above."""
    points = figure_of(motion, Path("walk")).points
    if path is not None:
        axis.plot(*path.T, color="#bbbbbb", linewidth=6, solid_capstyle="round", zorder=0)
    for frame in moments(motion):
        draw_bones(axis, motion, points[frame][:, [0, 2]])
    for c in contacts.contacts:
        colour = COLOURS["left" if c.point.startswith("left") else "right"]
        axis.plot(c.position_m[0], c.position_m[2], "o", color=colour, markersize=4)
    axis.set_aspect("equal")
    axis.set_axis_off()


def moments(motion: supple.Motion) -> Sequence[int]:
    """Frames that are drawn."""
    return range(0, motion.frames, round(EVERY_S / motion.frame_time))


def draw_bones(axis: Axes, motion: supple.Motion, points: np.ndarray) -> None:
    """One pose, in two coordinates."""
    for a, b, side in figure_of(motion, Path("walk")).bones:
        axis.plot(*points[[a, b]].T, color=COLOURS[side], linewidth=1.8, solid_capstyle="round")


def save(figure: plt.Figure, name: str) -> None:
    """One picture."""
    figure.savefig(PICTURES / f"{name}.png", dpi=110)
    plt.close(figure)


if __name__ == "__main__":
    main()
