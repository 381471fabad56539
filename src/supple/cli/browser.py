"""The browser of the person at the terminal."""

from __future__ import annotations

import os
import sys

from supple.cli import say


def open_page(url: str) -> None:
    """Open an address, where there is a screen: elsewhere a browser in text would take the terminal."""
    import threading
    import webbrowser

    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        say.note("  note: there is no screen here; open the address in a browser of this machine.")
        return
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
