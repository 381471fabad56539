"""How far knees are bent over time, before and after a cleanup."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.roles import SIDES
from supple.plots.pairs import draw_pairs
from supple.plots.planted_heights import curves_of, scene_of_cleaned
from supple.plots.svg import drawn
from supple.recipes.clean import Cleaned
from supple.recipes.measures.bending import flexion, hinge_axes


@dataclass(frozen=True, slots=True, eq=False)
class Bends:
    """What is drawn of one knee, over the frames that count."""

    side: str
    times: np.ndarray  # (F,) [s]
    degrees: tuple[np.ndarray, np.ndarray]  # (F,) bent from straight, before and after
    spans: tuple[tuple[float, float], ...]  # when a point of its foot is planted [s]
    part: str = "knee"


def bends_of(cleaned: Cleaned) -> tuple[Bends, ...]:
    """Of both knees, those that the figure has."""
    scenes = [scene_of_cleaned(cleaned, motion) for motion in (cleaned.original, cleaned.motion)]
    axes, curves, found = hinge_axes(cleaned.original, cleaned.names.roles), curves_of(cleaned), []
    for side in SIDES:
        axis = axes.of.get(f"{side}_knee")
        bent = [None if axis is None else flexion(scene, f"{side}_knee", axis) for scene in scenes]
        before, after = (None if angle is None else np.degrees(angle) for angle in bent)
        if before is None or after is None:
            continue
        sign = 1.0 if before.sum() >= 0.0 else -1.0  # knees bend one way: that is up
        times = (scenes[0].first + np.arange(len(before))) * cleaned.motion.frame_time
        spans = tuple(span for curve in curves if curve.side == side for span in curve.spans)
        found.append(Bends(side, times, (sign * before, sign * after), spans))
    return tuple(found)


def knee_bends(bends: tuple[Bends, ...]) -> str:
    """How much knees are bent as SVG, shaded where a point of the foot is planted: what pops shows as a corner."""
    size = (11.0, 1.75 * len(bends))
    return drawn("knee-bends", size, lambda figure: draw_pairs(figure, bends, "bend [deg]", [b.degrees for b in bends]))
