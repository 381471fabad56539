"""How long a person waits for ``supple view``: from the command to the first figure drawn, in Chromium."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import supple
from benchmarks.measure import Row

TESTS = Path(__file__).resolve().parents[1] / "tests"
READY = "window.supple && window.supple.ready"
ROUNDS = 5


def run() -> list[Row]:
    """A clip of a minute, and a folder of a thousand files; the best of several runs."""
    sys.path.insert(0, str(TESTS))  # the browser is the tests' own
    from support.browser import CHROMIUM, browser

    if CHROMIUM is None:
        return [("supple view: first figure of a minute of motion", "-", "1.5 s", "there is no Chromium here")]
    with tempfile.TemporaryDirectory() as name, browser() as running:
        folder = Path(name)
        supple.write(supple.walking(seconds=60.0), folder / "long.bvh")
        many = folder / "many"
        many.mkdir()
        for k in range(1000):
            (many / f"walk{k}.bvh").hardlink_to(folder / "long.bvh")
        page = running.new_page(viewport={"width": 1280, "height": 800})
        alone = min(_seconds(page, folder / "long.bvh") for _ in range(ROUNDS))
        thousand = min(_seconds(page, many) for _ in range(2))
    return [
        ("supple view: first figure of a minute of motion", f"{alone:.2f} s", "1.5 s", f"best of {ROUNDS}"),
        ("supple view: first figure of a thousand such files", f"{thousand:.2f} s", "-", "best of 2"),
    ]


def _seconds(page: Any, path: Path) -> float:
    from support.browser import viewing, wait_until

    page.goto("about:blank")
    with viewing(path) as (_, url, began):
        page.goto(url)
        wait_until(page, READY)
        return float(page.evaluate("window.supple.ready") / 1000.0 - began)
