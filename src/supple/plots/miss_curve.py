"""By how much one wish is missed over time."""

from __future__ import annotations

from typing import Any

import numpy as np

from supple.plots.svg import COLOURS, INK, drawn

_LEAST = {"mm": 1.0, "deg": 1.0}  # the axis shows at least this much, so that rounding does not look like a miss


def miss_curve(name: str, misses: np.ndarray, unit: str, frame_time: float) -> str:
    """The misses (F,) [unit] of one wish as SVG; NaN where nothing is asked. ``name`` is unique on the page."""

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        times = np.arange(len(misses)) * frame_time
        asked = np.isfinite(misses)
        axes.fill_between(
            times, 0.0, 1.0, where=asked, transform=axes.get_xaxis_transform(), color=INK, alpha=0.06, lw=0
        )
        axes.plot(times, misses, color=COLOURS["left"], linewidth=1.6)
        if asked.any():
            worst = int(np.nanargmax(misses))
            axes.plot(times[worst], misses[worst], "o", color=COLOURS["right"], markersize=5)
        axes.set_xlim(times[0], times[-1])
        axes.set_ylim(0.0, 1.15 * max(_LEAST[unit], float(np.nanmax(misses, initial=0.0))))
        axes.set_xlabel("time [s]")
        axes.set_ylabel(f"miss [{unit}]")
        axes.grid(True)

    return drawn(name, (11.0, 1.9), draw)
