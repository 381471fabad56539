"""``supple view``: look through motions in the browser."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import options, say
from supple.errors import FileError

if TYPE_CHECKING:
    from supple.plots.viewer.server import ViewServer

NAME = "view"
EXAMPLES = """Examples:

`supple view walk.bvh`

`supple view takes/ --no-contacts`

`supple view walk.bvh cleaned.bvh --overlay`
"""
_MOST_TOGETHER = 4


def command(
    inputs: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Motions and captures, or folders of them.")],
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
    contacts: Annotated[
        Path | None,
        typer.Option("--contacts", metavar="FILE", help="Mark what this contacts document says; else it is found."),
    ] = None,
    no_contacts: Annotated[bool, typer.Option("--no-contacts", help="Look for nothing that stands.")] = False,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port of the page; 0: any free one.")] = 0,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser; only say the address.")] = False,
    json: options.Json = False,
    input_units: options.InputUnits = "auto",
    input_up: options.InputUp = "auto",
    skeleton: options.SkeletonFile = None,
    figure: options.Figure = 0,
) -> None:
    """Play motions in the browser, for looking through many files quickly; press ? there for all keys.

    Files are read when they are shown, so that a folder of thousands opens at once; one that cannot be read says why
    and does not stop the browsing. Nothing is changed, and nothing leaves this machine. Ctrl-C ends it.
    """
    from supple.plots.viewer.server import Settings, ViewServer
    from supple.plots.viewer.shelf import Shelf, motion_files

    if contacts is not None and no_contacts:
        raise typer.BadParameter("--contacts and --no-contacts exclude each other.")
    for path in filter(None, (*inputs, contacts)):
        if not path.exists():
            raise FileError(path, "there is no such file. Check the spelling and the folder.")
    paths = motion_files(inputs)
    shelf = Shelf(paths, options.read_options(input_units, input_up, skeleton, figure), contacts)
    chosen = together or (len(paths) if len(paths) <= _MOST_TOGETHER else 1 + overlay)
    settings = Settings(together=min(chosen, len(paths)), overlay=overlay, contacts=not no_contacts)
    server = ViewServer(shelf, settings, port)
    _tell(server, json=json)
    if not no_open:
        _open(server.url)
    server.run()


def _tell(server: ViewServer, *, json: bool) -> None:
    files = server.shelf.paths
    if json:
        say.emit_json({"url": server.url, "files": [str(path) for path in files]})
        sys.stdout.flush()  # whoever reads it wants to go on while this serves
    what = str(files[0]) if len(files) == 1 else f"{len(files)} files"
    say.note(f"{what}: {server.url} (Ctrl-C ends)")


def _open(url: str) -> None:
    """Only where there is a screen: elsewhere a browser in text would take the terminal."""
    import threading
    import webbrowser

    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        say.note("  note: there is no screen here; open the address in a browser of this machine.")
        return
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
