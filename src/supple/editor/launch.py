"""From a file to a server that waits for its page."""

from __future__ import annotations

from pathlib import Path

from supple.editor.server import EditorServer
from supple.recipes.walk import walking
from supple.session.session import Session

_TOUR_S = 6.0


def launched(file: Path | None = None, *, folder: Path | None = None, port: int = 0) -> EditorServer:
    """A server on a project or a motion; without one, on what was left in the folder, or on a walking figure.

    Only the folder of the file can be read and written through the page.
    """
    folder = (folder or Path.cwd()) if file is None else file.resolve().parent
    walk = (walking(_TOUR_S), "walk") if file is None else None
    session = Session.opened(file, folder=folder, otherwise=walk)
    try:
        return EditorServer(session, folder, port)
    except BaseException:
        session.close()
        raise
