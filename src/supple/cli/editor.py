"""``supple editor``: bend a motion in the browser."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from supple.cli import options, say
from supple.cli.browser import open_page

NAME = "editor"
EXAMPLES = """Examples:

`supple editor walk.bvh`

`supple editor scene.supple --port 8123 --no-open`
"""


def command(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A motion or a project (.supple).")] = None,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port of the page; 0: any free one.")] = 0,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser; only say the address.")] = False,
    json: options.Json = False,
) -> None:
    """Bend a motion in the browser: drag a hand, and see all of it follow.

    Every change is on the disk before the page shows it as done: work that is not saved is found again when the same
    file is opened. The page is for this machine alone; the address has a secret in it. Ctrl-C ends it.
    """
    from supple.cli.compiling import DETECTING, EDITING, announce
    from supple.editor.launch import launched
    from supple.editor.server import NO_PAGE, page_is_built

    if not page_is_built():
        say.note(f"  note: {NO_PAGE}")
    server = launched(file, port=port)
    announce(*EDITING, *DETECTING)  # a page whose first drag takes minutes would seem broken
    if json:
        say.emit_json({"url": server.url})
        sys.stdout.flush()  # whoever reads it wants to go on while this serves
    say.note(f"{file or 'walk'}: {server.url} (Ctrl-C ends)")
    if not no_open:
        open_page(server.url)
    server.run()
