"""Heights and slides of heels and balls, and bends of knees, over time, before and after a cleanup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from supple.core.motion import Motion
from supple.core.roles import SIDES
from supple.plots.svg import COLOURS, INK, drawn
from supple.recipes.clean import Cleaned
from supple.recipes.measures.bending import flexion, hinge_axes
from supple.recipes.measures.scene import Scene
from supple.recipes.metrics import scene_of

_PARTS = ("heel", "ball")
_SHADE = 0.10
_HEAD_ROOM = 1.08


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
    scenes = [_scene(cleaned, motion) for motion in (cleaned.original, cleaned.motion)]
    return tuple(
        _curves(cleaned, scenes, side, part)
        for side in SIDES
        for part in _PARTS
        if part in scenes[0].feet().get(side, {})
    )


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
    scenes = [_scene(cleaned, motion) for motion in (cleaned.original, cleaned.motion)]
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


def _scene(cleaned: Cleaned, motion: Motion) -> Scene:
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


def knee_bends(cleaned: Cleaned) -> str:
    """How much knees are bent as SVG, shaded where a point of the foot is planted: what pops shows as a corner."""
    bends = bends_of(cleaned)
    return drawn("knee-bends", (11.0, 1.75 * max(1, len(bends))), lambda figure: draw_bends(figure, bends))


def draw_heights(figure: Any, curves: tuple[Curves, ...]) -> None:
    """Draw heights onto a figure of matplotlib."""
    _draw(figure, curves, "height [cm]", [c.heights for c in curves])


def draw_slides(figure: Any, curves: tuple[Curves, ...]) -> None:
    """Draw slides onto a figure of matplotlib."""
    _draw(figure, curves, "slide [mm]", [c.slides for c in curves])


def draw_bends(figure: Any, bends: tuple[Bends, ...]) -> None:
    """Draw bends of knees onto a figure of matplotlib."""
    _draw(figure, bends, "bend [deg]", [b.degrees for b in bends])


def _draw(
    figure: Any, curves: Sequence[Curves | Bends], unit: str, values: list[tuple[np.ndarray, np.ndarray]]
) -> None:
    if not curves:
        return
    rows = np.atleast_1d(figure.subplots(len(curves), 1, sharex=True, sharey=True))
    top = max((float(np.nanmax(v, initial=0.0)) for pair in values for v in pair), default=0.0)
    low = min((float(np.nanmin(v, initial=0.0)) for pair in values for v in pair), default=0.0)
    for axes, curve, (before, after) in zip(rows, curves, values, strict=True):
        for start, stop in curve.spans:
            axes.axvspan(start, stop, color=INK, alpha=_SHADE, lw=0)
        axes.plot(curve.times, before, color=COLOURS["right"], linewidth=1.1, label="before")
        axes.plot(curve.times, after, color=COLOURS["left"], linewidth=1.6, label="after")
        axes.set_ylabel(f"{curve.side} {curve.part}\n{unit}")
        axes.set_xlim(curve.times[0], max(curve.times[-1], curve.times[0] + 1e-6))
        axes.set_ylim(_HEAD_ROOM * low - 0.02 * top, max(_HEAD_ROOM * top, 1e-3))
        axes.grid(True)
    figure.legend(*rows[0].get_legend_handles_labels(), loc="outside upper right", ncols=2, frameon=False, fontsize=9)
    rows[-1].set_xlabel("time [s]")
