"""What ``supple render`` does with one input: read, choose frames, draw, write, tell."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from supple.cli import clips, frame_spans, say
from supple.errors import FileError, InvalidValueError

if TYPE_CHECKING:
    from supple.core.markers import Markers
    from supple.core.motion import Motion
    from supple.io.options import ReadOptions
    from supple.plots.contact_marks import Mark
    from supple.plots.figure import Figure
    from supple.plots.render.drawing import Moments
    from supple.plots.render.look import Look


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the command line asks for."""

    frame: int | None
    strip: int | None
    span: frame_spans.Span | None
    size: tuple[int, int] | None
    fps: float | None
    camera: str
    follow: bool
    dark: bool
    overlay: Path | None
    contacts: str | None  # a document, or "auto"
    trails: tuple[str, ...]


def parsed_size(text: str | None) -> tuple[int, int] | None:
    """Pixels from ``640x480``."""
    if text is None:
        return None
    wide, _, high = text.lower().partition("x")
    if not (wide.isdecimal() and high.isdecimal() and len(text) < 20):
        raise typer.BadParameter(f"--size takes WIDTHxHEIGHT in pixels, such as 640x480; got {text!r}.")
    return int(wide), int(high)


def check(wanted: Wanted, target: Path, *, force: bool) -> None:
    """Refuse, before anything is read, what could not be drawn or written."""
    from supple.io.output import refuse_overwrite
    from supple.plots.render.encode import check_suffix

    is_film = check_suffix(target) != ".png"
    if is_film and (wanted.frame is not None or wanted.strip is not None):
        raise typer.BadParameter(f"--frame and --strip make a .png, not a {target.suffix}.")
    if wanted.frame is not None and (wanted.strip is not None or wanted.span is not None):
        raise typer.BadParameter("--frame is one moment; --strip and --frames are several.")
    if not is_film and wanted.strip is None and wanted.span is not None:
        raise typer.BadParameter("a .png has one moment (--frame K), or several side by side (--strip N).")
    if not is_film and wanted.fps is not None:
        raise typer.BadParameter("--fps is for films; a .png does not move.")
    if not force:
        refuse_overwrite([target])


def rendered(
    source: Path, target: Path, given: ReadOptions, wanted: Wanted, *, force: bool, dry_run: bool
) -> dict[str, object]:
    """Draw one input, write it and tell; returns the facts."""
    from supple.io.output import make_folder, write_files
    from supple.plots.figure import figure_of
    from supple.plots.render.drawing import drawn

    began = time.perf_counter()
    content = _read(source, given)
    figure = figure_of(content, source)
    moments = _moments(figure, source, target, wanted)
    look = _look(content, figure, wanted, given, target)
    if not dry_run:
        data = drawn(figure, moments, look, target, _with_bar)
        make_folder(target.parent)
        write_files({target: data}, overwrite=force)
    return _told(source, target, moments, look.size, time.perf_counter() - began, dry_run)


def _told(
    source: Path, target: Path, moments: Moments, size: tuple[int, int], seconds: float, dry_run: bool
) -> dict[str, object]:
    """What happened: in words now, and as facts for machines."""
    film = f"{len(moments.frames)} pictures at {moments.fps:g} fps, " if moments.fps else ""
    done = "would write" if dry_run else "wrote"
    say.note(f"{done} {target}: {film}{size[0]}x{size[1]}, in {seconds:.1f} s")
    return {
        "input": str(source),
        "written": [] if dry_run else [str(target)],
        "frames": list(moments.frames),
        "fps": moments.fps,
        "size": list(size),
        "seconds": seconds,
    }


def _read(source: Path, given: ReadOptions) -> Motion | Markers:
    from supple.core.markers import Signals

    content = clips.read_content(source, given, clips.STREAM_FORMAT)
    if isinstance(content, Signals):
        raise FileError(clips.shown(source), "this holds a table of numbers without places; there is nothing to draw.")
    say.reader_warnings(content.provenance.warnings)
    return content


def _moments(figure: Figure, source: Path, target: Path, wanted: Wanted) -> Moments:
    from supple.plots.render.drawing import moments_of

    span = None if wanted.span is None else frame_spans.bounds(wanted.span, figure, source)
    try:
        return moments_of(
            figure, target.suffix.lower(), frame=wanted.frame, strip=wanted.strip, span=span, fps=wanted.fps
        )
    except InvalidValueError as error:
        raise FileError(source, str(error)) from None


def _look(content: Motion | Markers, figure: Figure, wanted: Wanted, given: ReadOptions, target: Path) -> Look:
    from supple.plots.figure import figure_of
    from supple.plots.render.drawing import size_for
    from supple.plots.render.look import Look

    return Look(
        size=size_for(target.suffix.lower(), wanted.strip, wanted.size),
        camera=wanted.camera,
        follow=wanted.follow,
        dark=wanted.dark,
        ghost=None if wanted.overlay is None else figure_of(_read(wanted.overlay, given), wanted.overlay),
        marks=_marks(content, wanted),
        trails=tuple(figure.point(name) for name in wanted.trails),
    )


def _marks(content: Motion | Markers, wanted: Wanted) -> tuple[Mark, ...]:
    from supple.cli.compiling import DETECTING, announce
    from supple.plots.contact_marks import found_marks

    if wanted.contacts is None:
        return ()
    if wanted.contacts != "auto":
        return found_marks(content, Path(wanted.contacts))
    announce(*DETECTING)
    return found_marks(content)


def _with_bar(images: Iterable[Any], total: int) -> Iterator[Any]:
    """The same pictures, with a bar while they are drawn where a person watches."""
    if not sys.stderr.isatty():
        yield from images
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(images, description="drawing", total=total, console=Console(stderr=True), transient=True)
