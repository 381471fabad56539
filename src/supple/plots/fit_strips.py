"""A walk on its ground, and one motion on two figures: the film strips of the demo's fits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from supple.core.ground import Height
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.plots.before_after import bones_of, head_of
from supple.plots.pose_lines import draw_pose
from supple.plots.svg import COLOURS, INK, drawn

_ON_GROUND, _PAIRS = 6, 5  # moments that are shown
_APART, _BESIDE = 2.1, 0.85  # [m] between two pairs, and between the figures of one
_MARGIN = 0.6  # [m]


def ground_strip(motion: Motion, roles: Mapping[str, str], ground: Height) -> str:
    """A figure that goes along +Z, where it is at a few moments, on its ground, as SVG."""
    places = world_pose(motion).positions
    frames = _moments(motion, _ON_GROUND)
    z = np.linspace(places[0, 0, 2] - _MARGIN, places[-1, 0, 2] + _MARGIN, 400)
    under = np.asarray(ground(np.full(len(z), float(places[:, 0, 0].mean())), z))

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        for frame in frames:
            _draw(axes, motion, roles, places[frame], places[frame, :, 2])
        axes.fill_between(z, under, under.min() - 0.1, color=INK, alpha=0.12, linewidth=0)
        axes.plot(z, under, color=INK, linewidth=0.8)
        axes.set_xlim(z[0], z[-1])
        axes.set_ylim(float(under.min()) - 0.1, float(places[..., 1].max()) + 0.1)
        axes.set_xlabel("way [m]")
        _upright(axes)

    return drawn("ground-strip", (11.0, 3.6), draw)


def pair_strip(first: Motion, roles: Mapping[str, str], second: Motion, other_roles: Mapping[str, str]) -> str:
    """Two figures side by side at the same moments, the first one pale, as SVG."""
    places = [world_pose(motion).positions for motion in (first, second)]
    frames = _moments(first, _PAIRS)

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        for k, frame in enumerate(frames):
            for at, motion, own, place, colour in (
                (places[0][frame], first, roles, k * _APART, COLOURS["middle"]),
                (places[1][frame], second, other_roles, k * _APART + _BESIDE, None),
            ):
                _draw(axes, motion, own, at, at[:, 2] - at[0, 2] + place, colour)
        axes.axhline(0.0, color=INK, linewidth=0.8)
        axes.set_xlim(-_MARGIN, (_PAIRS - 1) * _APART + _BESIDE + _MARGIN)
        axes.set_ylim(-0.05, float(max(at[..., 1].max() for at in places)) + 0.1)
        middles = [k * _APART + 0.5 * _BESIDE for k in range(_PAIRS)]
        axes.set_xticks(middles, [f"{frame * first.frame_time:.2f} s" for frame in frames])
        _upright(axes)

    return drawn("pair-strip", (11.0, 2.6), draw)


def _moments(motion: Motion, count: int) -> list[int]:
    return np.linspace(0.05 * motion.frames, 0.95 * (motion.frames - 1), count).round().astype(int).tolist()


def _draw(
    axes: Any, motion: Motion, roles: Mapping[str, str], at: np.ndarray, along: np.ndarray, colour: str | None = None
) -> None:
    draw_pose(axes, at, along, bones_of(motion.skeleton, roles), head_of(motion.skeleton, roles), colour)


def _upright(axes: Any) -> None:
    axes.set_aspect("equal")
    axes.set_ylabel("height [m]")
    axes.set_yticks(np.arange(0.0, 2.1, 0.5))
    axes.tick_params(axis="x", length=0)
    axes.spines["bottom"].set_visible(False)
