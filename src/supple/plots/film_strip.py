"""One stride, seen from the side at a few moments."""

from __future__ import annotations

from typing import Any

import numpy as np

from supple.plots.scene import Scene
from supple.plots.svg import COLOURS, INK, drawn

_MOMENTS, _SPACING = 8, 1.0  # pictures of a stride, and metres between them on the strip


def film_strip(scene: Scene, first: int, last: int) -> str:
    """The figure at eight moments from frame ``first`` (0 % of the stride) to before ``last``, as SVG."""

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        for k in range(_MOMENTS):
            frame = round(first + (last - first) * k / _MOMENTS)
            _draw_pose(axes, scene, frame, k * _SPACING)
        axes.axhline(0.0, color=INK, linewidth=0.8)
        axes.set_aspect("equal")
        axes.set_xlim(-0.62, (_MOMENTS - 1) * _SPACING + 0.62)
        axes.set_ylim(-0.05, 1.85)
        axes.set_ylabel("height [m]")
        axes.set_yticks(np.arange(0.0, 1.9, 0.5))
        axes.set_xticks([k * _SPACING for k in range(_MOMENTS)])
        axes.set_xticklabels([f"{100 * k / _MOMENTS:g} %" for k in range(_MOMENTS)])
        axes.set_xlabel("share of the stride, from the strike of the left heel")
        axes.tick_params(axis="x", length=0)
        axes.spines["bottom"].set_visible(False)

    return drawn("film-strip", (11.0, 3.0), draw)


def _draw_pose(axes: Any, scene: Scene, frame: int, place: float) -> None:
    at = scene.points[frame]
    along = at[:, 2] - at[0, 2] + place
    for side in ("right", "middle", "left"):  # the left side is nearer to the eye
        for a, b, belongs in scene.bones:
            if belongs == side:
                line = {"color": COLOURS[side], "linewidth": 2.6, "solid_capstyle": "round"}
                axes.plot(along[[a, b]], at[[a, b], 1], **line)
    low, top = scene.head
    height = float(at[top, 1] - at[low, 1])
    centre = (float(along[[low, top]].mean()), float(at[[low, top], 1].mean()))
    axes.add_patch(_ellipse(centre, 0.75 * height, height))


def _ellipse(centre: tuple[float, float], width: float, height: float) -> Any:
    from matplotlib.patches import Ellipse

    return Ellipse(centre, width, height, facecolor="none", edgecolor=COLOURS["middle"], linewidth=2.2)
