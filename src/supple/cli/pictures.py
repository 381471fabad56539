"""Which pictures can be drawn."""

from __future__ import annotations

from pathlib import Path

from supple.cli import outcomes
from supple.errors import FileError


def check_plot(plot: Path, *, force: bool) -> None:
    """Refuse, before the work, a plot that could not be drawn or written after it."""
    check_picture(plot)
    outcomes.check_places([plot], force=force)


def check_picture(plot: Path) -> None:
    """Refuse a plot that is none of the pictures that can be drawn."""
    if plot.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise FileError(plot, f"a plot is .png, .svg or .pdf; {plot.suffix!r} is none of them.")
