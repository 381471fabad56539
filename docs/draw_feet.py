"""Draw the pictures of docs/feet.md: heights and slides of heels and balls before and after. ``make docs`` runs it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib

import supple
from supple.plots import svg
from supple.plots.planted_heights import Curves, curves_of, draw_heights, draw_slides
from supple.recipes.samples import sample

PICTURES = Path(__file__).resolve().parent / "pictures"
SECONDS = 3.0  # a few steps are enough to see


def main() -> None:
    """Clean the skating walk and draw what its feet do."""
    matplotlib.use("agg")
    cleaned = supple.clean(sample("skating").with_frames(0, round(60 * SECONDS)), floor=0.0)
    curves = curves_of(cleaned)
    save("feet_heights", curves, draw_heights, 7.0)
    save("feet_slides", curves, draw_slides, 6.0)


def save(name: str, curves: tuple[Curves, ...], draw: Callable[[Any, tuple[Curves, ...]], None], high: float) -> None:
    """One picture, with dark ink on white."""
    from matplotlib.figure import Figure

    with matplotlib.rc_context(svg.STYLE):
        figure = Figure(figsize=(11.0, high), layout="constrained", facecolor="white")
        draw(figure, curves)
        figure.savefig(PICTURES / f"{name}.png", dpi=100, metadata={"Software": None})


if __name__ == "__main__":
    main()
