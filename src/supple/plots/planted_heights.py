"""Heights and slides of heels and balls over time, before and after a cleanup."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from supple.core.motion import Motion
from supple.core.roles import SIDES
from supple.plots.pairs import draw_pairs
from supple.plots.svg import drawn
from supple.recipes.clean import Cleaned
from supple.recipes.measures.scene import Scene
from supple.recipes.metrics import scene_of

_PARTS = ("heel", "ball")


@dataclass(frozen=True, slots=True, eq=False)
class Curves:
    """What is drawn of one point of a foot, over the frames that count."""

    side: str
    part: str
    times: np.ndarray  # (F,) [s]
    heights: tuple[np.ndarray, np.ndarray]  # (F,) above the ground, before and after [cm]
    slides: tuple[np.ndarray, np.ndarray]  # (F,) from where it comes down, while it is planted; else NaN [mm]
    spans: tuple[tuple[float, float], ...]  # when it is planted [s]


def curves_of(cleaned: Cleaned) -> tuple[Curves, ...]:
    """Of both heels and both balls, those that the figure has."""
    scenes = [scene_of_cleaned(cleaned, motion) for motion in (cleaned.original, cleaned.motion)]
    return tuple(
        _curves(cleaned, scenes, side, part)
        for side in SIDES
        for part in _PARTS
        if part in scenes[0].feet().get(side, {})
    )


def scene_of_cleaned(cleaned: Cleaned, motion: Motion) -> Scene:
    """A motion, before or after, with the contacts and the ground of the cleanup."""
    return scene_of(motion, cleaned.contacts, roles=cleaned.names, floor=cleaned.floor)


def _curves(cleaned: Cleaned, scenes: list[Scene], side: str, part: str) -> Curves:
    first, step = scenes[0].first, cleaned.motion.frame_time
    point = scenes[0].feet()[side][part]
    paths = [scene.path(point) for scene in scenes]
    spans = [
        (max(c.start - first, 0), c.stop - first)
        for c in cleaned.contacts.contacts
        if c.point == f"{side}_{part}" and c.stop > first
    ]
    before, after = (100.0 * _over_ground(scene, path) for scene, path in zip(scenes, paths, strict=True))
    slid, slides = (_slides(path, spans) for path in paths)
    times = (first + np.arange(len(paths[0]))) * step
    seconds = tuple((float(times[start]), float(times[stop - 1])) for start, stop in spans)
    return Curves(side, part, times, (before, after), (slid, slides), seconds)


def _over_ground(scene: Scene, path: np.ndarray) -> np.ndarray:
    return path[:, 1] if scene.ground is None else scene.above_ground(path)


def _slides(path: np.ndarray, spans: list[tuple[int, int]]) -> np.ndarray:
    out = np.full(len(path), np.nan)
    for start, stop in spans:
        out[start:stop] = 1e3 * np.linalg.norm(path[start:stop] - path[start], axis=1)
    return out


def planted_heights(cleaned: Cleaned) -> str:
    """Heights above the ground as SVG: a row for each point, shaded where it is planted."""
    curves = curves_of(cleaned)
    return drawn("planted-heights", (11.0, 1.75 * max(1, len(curves))), lambda figure: draw_heights(figure, curves))


def planted_slides(cleaned: Cleaned) -> str:
    """How far planted points travel from where they came down, as SVG."""
    curves = curves_of(cleaned)
    return drawn("planted-slides", (11.0, 1.5 * max(1, len(curves))), lambda figure: draw_slides(figure, curves))


def draw_heights(figure: Any, curves: tuple[Curves, ...]) -> None:
    """Draw heights onto a figure of matplotlib."""
    draw_pairs(figure, curves, "height [cm]", [c.heights for c in curves])


def draw_slides(figure: Any, curves: tuple[Curves, ...]) -> None:
    """Draw slides onto a figure of matplotlib."""
    draw_pairs(figure, curves, "slide [mm]", [c.slides for c in curves])
