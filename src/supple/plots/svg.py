"""Drawings by matplotlib as SVG that lives inside a page: its ink follows the page's colours."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

from supple.errors import MissingExtraError

INK = "#010203"  # becomes the page's text colour
COLOURS = {"left": "#2f7fe0", "right": "#e8743b", "middle": "#8a8f98"}  # readable on light and dark
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "font.size": 10.0,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": INK,
    "grid.alpha": 0.12,
    "grid.linewidth": 0.6,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
}


def drawn(name: str, size: tuple[float, float], draw: Callable[[Any], None]) -> str:
    """An ``<svg>`` of ``size`` inches made by ``draw(figure)``; the same numbers give the same text."""
    try:
        import matplotlib
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("drawing plots", "plots") from None

    with matplotlib.rc_context({**STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=size, layout="constrained")
        FigureCanvasSVG(figure)
        draw(figure)
        stream = io.StringIO()
        figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _inline(stream.getvalue(), name)


def as_file(svg: str, ink: str = "#7a8088") -> str:
    """The text of an SVG file of its own; the default ink can be read on light and on dark pages."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    style = f'font-family="Helvetica, Arial, sans-serif" style="color:{ink}"'
    return svg.replace("<svg", f"{head} {style}", 1) + "\n"


def _inline(svg: str, name: str) -> str:
    """Only the drawing: no XML head, no metadata, no fixed size, ink that follows the page."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\sxmlns(:\w+)?="[^"]*"', "", svg)
    svg = re.sub(r'<svg([^>]*?) width="[^"]*"', r"<svg\1", svg, count=1)
    svg = re.sub(r'<svg([^>]*?) height="[^"]*"', r"<svg\1", svg, count=1)
    return svg.replace("<svg", f'<svg class="plot {name}"', 1).replace(INK, "currentColor")
