"""One pose of a figure as lines, seen from its left side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from supple.plots.svg import COLOURS

Bones = Sequence[tuple[int, int, str]]  # two points, and the side of the body


def draw_pose(
    axes: Any, at: np.ndarray, along: np.ndarray, bones: Bones, head: tuple[int, int] | None, colour: str | None = None
) -> None:
    """Points ``at`` (P, 3) at places ``along`` (P,) of the picture; in the colours of the sides, or all in one."""
    for side in ("right", "middle", "left"):  # the left side is nearer to the eye
        for a, b, belongs in bones:
            if belongs == side and (a, b) != head:
                line = {"color": colour or COLOURS[side], "linewidth": 2.6, "solid_capstyle": "round"}
                axes.plot(along[[a, b]], at[[a, b], 1], **line)
    if head is not None:
        ends = list(head)
        height = float(np.linalg.norm(at[head[1]] - at[head[0]]))
        centre = (float(along[ends].mean()), float(at[ends, 1].mean()))
        axes.add_patch(_ellipse(centre, 0.75 * height, height, colour or COLOURS["middle"]))


def _ellipse(centre: tuple[float, float], width: float, height: float, colour: str) -> Any:
    from matplotlib.patches import Ellipse

    return Ellipse(centre, width, height, facecolor="none", edgecolor=colour, linewidth=2.2)
