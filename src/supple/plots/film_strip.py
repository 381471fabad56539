"""One stride, seen from the side at a few moments."""

from __future__ import annotations

from typing import Any

import numpy as np

from supple.plots.pose_lines import draw_pose
from supple.plots.scene import Scene
from supple.plots.svg import INK, drawn

_MOMENTS, _SPACING = 8, 1.0  # pictures of a stride, and metres between them on the strip


def film_strip(scene: Scene, first: int, last: int) -> str:
    """The figure at eight moments from frame ``first`` (0 % of the stride) to before ``last``, as SVG."""

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        for k in range(_MOMENTS):
            frame = round(first + (last - first) * k / _MOMENTS)
            at = scene.points[frame]
            draw_pose(axes, at, at[:, 2] - at[0, 2] + k * _SPACING, scene.bones, scene.head)
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
