"""Draw the picture of docs/retargeting.md: one walk on three bodies. ``make docs`` runs it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np

import supple
from supple.core.motion import rest_pose
from supple.plots import svg
from supple.recipes.samples import sample

PICTURES = Path(__file__).resolve().parent / "pictures"
POSES, APART = 8, 1.15  # moments of the walk, and metres between them
BODIES = {  # how much longer bones are whose child has one of these words in its name
    "the walk": {},
    "long legs, short arms": {"Leg": 1.35, "Foot": 1.35, "Arm": 0.8, "Hand": 0.7},
    "a short one with a big head": {"Leg": 0.5, "Foot": 0.5, "Arm": 0.75, "Hand": 0.8, "Head": 1.9, "Spine": 0.8},
}


def main() -> None:
    """The same 1.2 s on all of them."""
    matplotlib.use("agg")
    from matplotlib.figure import Figure

    walk = sample("walk")
    with matplotlib.rc_context(svg.STYLE):
        figure = Figure(figsize=(11.0, 7.5), layout="constrained", facecolor="white")
        for axes, (name, longer) in zip(figure.subplots(len(BODIES), 1), BODIES.items(), strict=True):
            _draw(axes, name, walk if not longer else supple.retarget(walk, body(walk, longer)).motion)
        figure.savefig(PICTURES / "retargeting.png", dpi=100, metadata={"Software": None})


def body(walk: supple.Motion, longer: dict[str, float]) -> supple.Motion:
    """The walker's figure at rest, with other proportions."""
    factors = [np.prod([f for word, f in longer.items() if word in name]) for name in walk.skeleton.names]
    return rest_pose(replace(walk.skeleton, offsets=walk.skeleton.offsets * np.array(factors)[:, None]))


def _draw(axes: Any, name: str, motion: supple.Motion) -> None:
    places, names = supple.world_pose(motion).positions, motion.skeleton.names
    for k, frame in enumerate(np.linspace(60, 60 + 1.2 * motion.fps, POSES).astype(int)):
        along = places[frame, :, 2] - places[frame, 0, 2] + APART * k
        for joint in range(1, len(names)):
            ends = [int(motion.skeleton.parents[joint]), joint]
            side = next((s for s in ("left", "right") if s.title() in names[joint]), "middle")
            axes.plot(along[ends], places[frame, ends, 1], color=svg.COLOURS[side], linewidth=2.2)
    axes.axhline(0.0, color=svg.INK, linewidth=0.8)
    axes.set_aspect("equal")
    axes.set_title(name)
    axes.set_xticks([])


if __name__ == "__main__":
    main()
