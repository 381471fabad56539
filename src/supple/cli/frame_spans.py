"""``--frames A:B``: which frames of a clip a command looks at."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.errors import FileError

if TYPE_CHECKING:
    from supple.core.motion import Motion
    from supple.plots.figure import Figure

Frames = Annotated[
    str | None,
    typer.Option("--frames", metavar="A:B", help="Only frames A up to, not including, B; also A:, :B, or one frame."),
]
Span = tuple[int, int | None]  # first frame and the one after the last; None is the end of the clip


def parsed(text: str | None) -> Span | None:
    """What the option says; None where it was not given."""
    if text is None:
        return None
    start, colon, stop = text.partition(":")
    try:
        first = int(start or 0) if colon else int(start)
        last = (int(stop) if stop else None) if colon else first + 1
        if first < 0 or (last is not None and last <= first):
            raise ValueError
        return first, last
    except ValueError:
        raise typer.BadParameter(f"--frames takes A:B, such as 100:400, 100: or :400; got {text!r}.") from None


def bounds(span: Span | None, motion: Motion | Figure, source: Path | str) -> tuple[int, int]:
    """First frame and the one after the last, inside a clip."""
    if span is None:
        return 0, motion.frames
    start, stop = span[0], motion.frames if span[1] is None else span[1]
    if not 0 <= start < stop <= motion.frames:
        raise FileError(source, f"--frames {start}:{stop} is not inside this clip's 0:{motion.frames}.")
    return start, stop
