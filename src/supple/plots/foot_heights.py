"""Heights of heels and toes over time, with the true contacts behind them."""

from __future__ import annotations

from typing import Any

import numpy as np

from supple.plots.scene import SIDES, Scene
from supple.plots.svg import COLOURS, INK, drawn
from supple.recipes.walk import TrueContact

_SHADE = 0.13  # twice as dark where heel and ball stand


def foot_heights(scene: Scene, contacts: tuple[TrueContact, ...]) -> str:
    """One row for each foot, as SVG."""

    def draw(figure: Any) -> None:
        rows = figure.subplots(2, 1, sharex=True, sharey=True)
        for axes, side in zip(rows, SIDES, strict=True):
            _draw_foot(axes, scene, side, [c for c in contacts if c.foot == f"{side}Foot"])
        rows[0].legend(loc="upper right", ncols=4, frameon=False, fontsize=9)
        rows[1].set_xlabel("time [s]")

    return drawn("foot-heights", (11.0, 4.2), draw)


def _draw_foot(axes: Any, scene: Scene, side: str, contacts: list[TrueContact]) -> None:
    times, colour = np.arange(len(scene.points)) * scene.frame_time, COLOURS[side.lower()]
    labelled: set[str] = set()
    for contact in contacts:
        label = "_" if contact.part in labelled else f"{contact.part} stands"
        labelled.add(contact.part)
        span = (times[contact.start], times[contact.stop - 1])
        axes.axvspan(*span, color=colour if contact.part == "ball" else INK, alpha=_SHADE, lw=0, label=label)
    axes.plot(times, 100.0 * scene.path(f"{side}Heel")[:, 1], color=colour, linewidth=1.8, label="heel")
    tip = 100.0 * scene.path(f"{side}ToeBase_end")[:, 1]
    axes.plot(times, tip, color=colour, linewidth=1.5, linestyle=(0, (4, 2)), label="tip of the toes")
    axes.set_ylabel(f"{side.lower()} foot\nheight [cm]")
    axes.set_xlim(times[0], times[-1])
    axes.set_ylim(-1.0, 28.0)
    axes.grid(True)
