"""Postures side by side: the figure over its start, the goals, and the centre of mass above the ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from supple.plots.svg import COLOURS, INK, drawn

_GOAL, _MASS = "#d4327c", "#2e9e5b"
_TILT = np.radians(9.0)  # the eye looks down a little
_WIDTH, _HEIGHT = 2.3, 3.2  # inches of one posture


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Posture:
    """One picture: two poses of the same bones, and what was asked."""

    title: str
    points: np.ndarray  # (P, 3) [m]
    start: np.ndarray  # (P, 3) the pose before, drawn as a ghost
    bones: tuple[tuple[int, int, str], ...]  # two points, and "left", "right" or "middle"
    head: tuple[int, int] | None = None  # bottom and top of the head
    goals: np.ndarray  # (N, 3)
    effectors: np.ndarray  # (N, 3) what should be there
    centre: np.ndarray | None = None  # (3,) of mass, where it is of interest


def posture_row(name: str, postures: Sequence[Posture], yaw_deg: float = 50.0) -> str:
    """All postures in one scale as SVG, seen from ``yaw_deg`` left of the front."""

    def draw(figure: Any) -> None:
        panels = figure.subplots(1, len(postures), squeeze=False, sharex=True, sharey=True)[0]
        for axes, posture in zip(panels, postures, strict=True):
            _draw(axes, posture, np.radians(yaw_deg))

    return drawn(name, (_WIDTH * len(postures), _HEIGHT), draw)


def _draw(axes: Any, posture: Posture, yaw: float) -> None:
    _figure(axes, posture, _seen(posture.start, yaw), ghost=True)
    _figure(axes, posture, _seen(posture.points, yaw), ghost=False)
    for goal, effector in zip(_seen(posture.goals, yaw), _seen(posture.effectors, yaw), strict=True):
        axes.plot(*np.stack([effector, goal]).T, color=_GOAL, linewidth=1.0, linestyle=":")
        axes.plot(*goal, color=_GOAL, marker="x", markersize=6, markeredgewidth=1.6)
    if posture.centre is not None:
        plumb = np.stack([posture.centre, posture.centre * (1.0, 0.0, 1.0)])
        axes.plot(*_seen(plumb, yaw).T, color=_MASS, linewidth=1.2, marker="o", markersize=5, markevery=[0])
    axes.set_title(posture.title, fontsize=9.5)
    axes.set_aspect("equal")
    axes.axis("off")


def _figure(axes: Any, posture: Posture, at: np.ndarray, *, ghost: bool) -> None:
    """Bones from the right side, which is further from the eye, to the left one."""
    for side in ("right", "middle", "left"):
        colour = INK if ghost else COLOURS[side]
        line = {"color": colour, "linewidth": 1.4 if ghost else 2.6, "alpha": 0.18 if ghost else 1.0}
        for a, b, belongs in posture.bones:
            if belongs == side:
                axes.plot(*at[[a, b]].T, solid_capstyle="round", **line)
    if posture.head is not None:
        _head(axes, at[list(posture.head)], ghost=ghost)


def _head(axes: Any, ends: np.ndarray, *, ghost: bool) -> None:
    from matplotlib.patches import Ellipse

    way = ends[1] - ends[0]
    length = float(np.hypot(*way))
    colour, alpha = (INK, 0.18) if ghost else (COLOURS["middle"], 1.0)
    axes.add_patch(
        Ellipse(ends.mean(axis=0), length, 0.75 * length, angle=float(np.degrees(np.arctan2(way[1], way[0]))),
                facecolor="none", edgecolor=colour, alpha=alpha, linewidth=1.4 if ghost else 2.2)
    )  # fmt: skip


def _seen(points: np.ndarray, yaw: float) -> np.ndarray:
    """(P, 2) across and up, as an eye sees them that is far away, ``yaw`` to the left of the front."""
    x, y, z = np.moveaxis(np.asarray(points, dtype=np.float64).reshape(-1, 3), 1, 0)
    across, towards = x * np.cos(yaw) - z * np.sin(yaw), x * np.sin(yaw) + z * np.cos(yaw)
    return np.stack([across, y * np.cos(_TILT) - towards * np.sin(_TILT)], axis=1)
