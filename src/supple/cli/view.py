"""``supple view``: look through motions in the browser."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import clips, each_input, frame_spans, options, say
from supple.cli.browser import open_page
from supple.cli.reading import Given, reads
from supple.errors import FileError

if TYPE_CHECKING:
    from supple.io.formats import Content
    from supple.plots.viewer.server import ViewServer
    from supple.plots.viewer.shelf import Shelf

NAME = "view"
EXAMPLES = """Examples:

`supple view walk.bvh`

`supple view takes/ --no-contacts`

`supple view walk.bvh cleaned.bvh --overlay`

`supple view walk.bvh --frames 10:25 --no-contacts`
"""
_MOST_TOGETHER = 4


@reads
def command(
    *,
    given: Given,
    inputs: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Motions and captures, folders of them, or -.")
    ],
    together: Annotated[
        int | None,
        typer.Option(
            "--together",
            min=1,
            max=_MOST_TOGETHER,
            help="Figures at once, side by side; else all, where few are given.",
        ),
    ] = None,
    overlay: Annotated[bool, typer.Option("--overlay", help="Figures on one floor instead of side by side.")] = False,
    frames: frame_spans.Frames = None,
    contacts: Annotated[
        Path | None,
        typer.Option("--contacts", metavar="FILE", help="Mark what this contacts document says; else it is found."),
    ] = None,
    no_contacts: Annotated[bool, typer.Option("--no-contacts", help="Look for nothing that stands.")] = False,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port of the page; 0: any free one.")] = 0,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser; only say the address.")] = False,
    format: options.StreamFormat = clips.STREAM_FORMAT,
    json: options.Json = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Read every file and tell what it holds; open no page.")
    ] = False,
) -> None:
    """Play motions in the browser, for looking through many files quickly; press ? there for all keys.

    Files are read when they are shown, so that a folder of thousands opens at once; one that cannot be read says why
    and does not stop the browsing. Nothing is changed, and nothing leaves this machine. Ctrl-C ends it.
    """
    from supple.plots.viewer.server import Settings, ViewServer

    if contacts is not None and no_contacts:
        raise typer.BadParameter("--contacts and --no-contacts exclude each other.")
    if inputs.count(clips.STREAM) > 1:
        raise typer.BadParameter("standard input can be read once.")
    shelf = _shelf(inputs, contacts, given, frame_spans.parsed(frames), format)
    paths = shelf.paths
    if dry_run:
        return _look_only(shelf, json=json)
    if len(paths) == 1 and frames is not None:
        shelf.shown(0)  # frames that it does not have are said here; of many files each is said where it is shown
    chosen = together or (len(paths) if len(paths) <= _MOST_TOGETHER else 1 + overlay)
    settings = Settings(together=min(chosen, len(paths)), overlay=overlay, contacts=not no_contacts)
    server = ViewServer(shelf, settings, port)
    _tell(server, json=json)
    if not no_open:
        open_page(server.url)
    server.run()


def _shelf(
    inputs: list[Path], contacts: Path | None, given: Given, span: frame_spans.Span | None, format: str
) -> Shelf:
    """The files to be looked at; what comes through standard input is read now."""
    from supple.io.registry import read
    from supple.plots.viewer.shelf import Shelf, motion_files

    for path in filter(None, (*inputs, contacts)):
        if path != clips.STREAM and not path.exists():
            raise FileError(path, "there is no such file. Check the spelling and the folder.")
    suffix = clips.suffix(format) or clips.STREAM_FORMAT
    streamed = clips.read_content(clips.STREAM, given, suffix) if clips.STREAM in inputs else None

    def content(path: Path, options: Given) -> Content:
        return streamed if streamed is not None and path == clips.STREAM else read(path, options)

    part = None if span is None else partial(frame_spans.bounds, span)
    return Shelf(motion_files(inputs), given, contacts, read=content, part=part)


def _look_only(shelf: Shelf, *, json: bool) -> None:
    """Tell what every file holds, without a page."""
    facts = each_input.facts_of([(path, partial(_facts, shelf, k)) for k, path in enumerate(shelf.paths)])
    if json:
        say.emit_json({"url": None, "files": [str(path) for path in shelf.paths], "clips": facts})
    each_input.end_on_errors(facts)


def _facts(shelf: Shelf, number: int) -> dict[str, object]:
    shown = shelf.shown(number)
    path, fps = shelf.paths[number], shown.content.fps
    say.note(f"{clips.shown(path)}: would show {shown.frames} frames at {fps:g} fps")
    return {"input": str(path), "first_frame": shown.start, "frames": shown.frames, "fps": fps}


def _tell(server: ViewServer, *, json: bool) -> None:
    files = server.shelf.paths
    if json:
        say.emit_json({"url": server.url, "files": [str(path) for path in files]})
        sys.stdout.flush()  # whoever reads it wants to go on while this serves
    what = str(files[0]) if len(files) == 1 else f"{len(files)} files"
    say.note(f"{what}: {server.url} (Ctrl-C ends)")
