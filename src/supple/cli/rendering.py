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
from supple.errors import FileError

if TYPE_CHECKING:
    from supple.core.markers import Markers
    from supple.core.motion import Motion
    from supple.io.options import ReadOptions
    from supple.plots.contact_marks import Mark
    from supple.plots.figure import Figure
    from supple.plots.render.look import Look

_RATES = {".gif": 25.0, ".mp4": 30.0}
_SIZE, _STRIP_WIDTH, _STRIP_HEIGHT, _WIDEST_STRIP = (640, 480), 200, 400, 1600


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
    from supple.io.output import write_files
    from supple.plots.figure import figure_of

    began = time.perf_counter()
    content = _read(source, given)
    figure = figure_of(content, source)
    chosen, fps = _chosen(figure, source, target, wanted)
    look = _look(content, figure, wanted, given, target)
    if not dry_run:
        data = _bytes(figure, chosen, look, target, wanted, fps)
        target.parent.mkdir(parents=True, exist_ok=True)
        write_files({target: data}, overwrite=force)
    seconds = time.perf_counter() - began
    pictures = f"{len(chosen)} pictures at {fps:g} fps, " if fps else ""
    say.note(
        f"{'would write' if dry_run else 'wrote'} {target}: {pictures}{look.size[0]}x{look.size[1]}, in {seconds:.1f} s"
    )
    facts = {"input": str(source), "written": [] if dry_run else [str(target)], "frames": chosen if not fps else None}
    return {**facts, "pictures": len(chosen), "fps": fps, "size": list(look.size), "seconds": seconds}


def _read(source: Path, given: ReadOptions) -> Motion | Markers:
    from supple.core.markers import Signals
    from supple.io.registry import read

    content = clips.read_motion(source, given, "bvh") if source == clips.STREAM else read(source, given)
    if isinstance(content, Signals):
        raise FileError(source, "this holds a table of numbers without places; there is nothing to draw.")
    say.reader_warnings(content.provenance.warnings)
    return content


def _chosen(figure: Figure, source: Path, target: Path, wanted: Wanted) -> tuple[list[int], float | None]:
    """Which frames are drawn, and for a film how many a second."""
    from supple.plots.render.films import film_frames, strip_frames

    if target.suffix.lower() == ".png" and wanted.strip is None:
        frame = figure.first if wanted.frame is None else wanted.frame
        if frame >= figure.frames:
            raise FileError(source, f"--frame {frame} is not inside this clip's 0:{figure.frames}.")
        return [frame], None
    start, stop = (
        (figure.first, figure.frames) if wanted.span is None else frame_spans.bounds(wanted.span, figure, source)
    )
    if wanted.strip is not None:
        if wanted.strip > stop - start:
            raise FileError(source, f"--strip {wanted.strip} needs as many frames; there are {stop - start}.")
        return strip_frames(start, stop, wanted.strip), None
    if stop - start < 2:
        raise FileError(source, f"a film needs two frames; there is one ({start}). Draw it as a .png.")
    fps = wanted.fps or min(_RATES[target.suffix.lower()], 1.0 / figure.frame_time)
    return film_frames(figure, start, stop, fps), fps


def _look(content: Motion | Markers, figure: Figure, wanted: Wanted, given: ReadOptions, target: Path) -> Look:
    from supple.plots.figure import figure_of
    from supple.plots.render.look import Look

    ghost = None if wanted.overlay is None else figure_of(_read(wanted.overlay, given), wanted.overlay)
    size = wanted.size or _SIZE
    if wanted.strip is not None and wanted.size is None:
        size = (min(wanted.strip * _STRIP_WIDTH, _WIDEST_STRIP), _STRIP_HEIGHT)
    if target.suffix.lower() == ".mp4":
        size = (size[0] // 2 * 2, size[1] // 2 * 2)  # films in this form have even sides
    return Look(
        size=size,
        camera=wanted.camera,
        follow=wanted.follow,
        dark=wanted.dark,
        ghost=ghost,
        marks=_marks(content, wanted),
        trails=tuple(figure.point(name) for name in wanted.trails),
    )


def _marks(content: Motion | Markers, wanted: Wanted) -> tuple[Mark, ...]:
    from supple.cli.compiling import announce
    from supple.plots.contact_marks import found_marks

    if wanted.contacts is None:
        return ()
    if wanted.contacts == "auto":
        announce("fk")
        return found_marks(content)
    return found_marks(content, Path(wanted.contacts))


def _bytes(figure: Figure, chosen: list[int], look: Look, target: Path, wanted: Wanted, fps: float | None) -> bytes:
    from supple.plots.render import encode, films

    if fps is None:
        draw = films.picture if wanted.strip is None else films.strip
        return encode.png(draw(figure, chosen, look))
    images = _counted(films.film(figure, chosen, look), len(chosen), target.name)
    if target.suffix.lower() == ".gif":
        return encode.gif(images, fps)
    return encode.mp4(images, look.size, fps, target)


def _counted(images: Iterable[Any], total: int, name: str) -> Iterator[Any]:
    """The same pictures, with a bar while they are drawn where a person watches."""
    if not sys.stderr.isatty():
        yield from images
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(images, description=name, total=total, console=Console(stderr=True), transient=True)
