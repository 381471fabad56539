"""A hand is dragged in the editor's page: from the pointer's event to new poses applied there, in Chromium.

Drawing is left out (``?nodraw``): without a graphics card it takes many times what everything else does, and is told
apart. The server is a process of its own, as for everybody.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from benchmarks.dragging import FPS, SECONDS, drag
from benchmarks.measure import Row
from supple.core.motion import Motion
from supple.io.registry import write
from supple.recipes.walk import walking

TESTS = Path(__file__).resolve().parents[1] / "tests"
MOVES = 120  # of the pointer, in one drag
EVERY_S = 0.016
LONG_S = 600.0
DRAWS = """async () => {
  const one = () => new Promise(requestAnimationFrame);
  supple.seek(0); await one(); await one();
  const began = performance.now();
  for (let k = 1; k <= 10; k++) { supple.seek(10 * k); await one(); }
  return (performance.now() - began) / 10;
}"""
STALLS = """async (seconds) => {
  const gaps = []; let last = performance.now(); const end = last + 1000 * seconds;
  while (last < end) { const now = await new Promise(requestAnimationFrame); gaps.push(now - last); last = now; }
  return gaps.slice(2);
}"""


def run() -> list[Row]:
    """Rows of (what, measured, bar, details)."""
    sys.path.insert(0, str(TESTS))  # the browser is the tests' own
    from support.browser import CHROMIUM
    from support.editor_page import chromium

    if CHROMIUM is None:
        return [("a drag in the editor", "-", "33 ms", "there is no Chromium here")]
    with tempfile.TemporaryDirectory() as name, chromium() as context:
        folder, motion = Path(name), walking(SECONDS, FPS)
        write(motion, folder / "walk.npz")
        write(walking(LONG_S, FPS), folder / "long.npz")
        return [*_drags(context, folder, motion), *_starts(context, folder)]


def _drags(context: Any, folder: Path, motion: Motion) -> Iterator[Row]:
    with _served(folder / "walk.npz") as (url, _):
        for what, edit in (
            ("a hand alone", None),
            ("a hand, feet, balance and the other hand kept", drag(motion, 0.05)),
        ):
            yield from _dragged(context, url, what, None if edit is None else msgspec.to_builtins(edit))
        page = _page(context, url, "")
        yield "one drawing of the page, in software", f"{page.evaluate(DRAWS):.0f} ms", "-", "told apart from the above"
        page.close()


def _dragged(context: Any, url: str, what: str, edit: dict[str, Any] | None) -> Iterator[Row]:
    from support.browser import wait_until
    from support.editor_page import lifted, settled

    page = _page(context, url)
    if edit is not None:
        page.evaluate("(edit) => supple.desk.do([{ do: 'set_edit', edit }])", edit)
    page.evaluate("supple.seek(300)")
    settled(page)
    lifted(page, "right_wrist", 12)  # everything was loaded once
    settled(page)
    page.evaluate("supple.timings.length = 0")
    lifted(page, "right_wrist", 12, let_go=False)
    at = page.evaluate("supple.onScreen('right_wrist')")
    for k in range(MOVES):
        page.mouse.move(at["x"], at["y"] - 45 - 20 * np.sin(k / 9))
        time.sleep(EVERY_S)
    wait_until(page, "supple.timings.at(-1).final !== null")
    timings = page.evaluate("supple.timings")
    page.mouse.up()
    page.close()
    for key, words, median, worst in (
        ("frame", "the frame under the playhead", 33, 66),
        ("clip", "the whole clip", 80, 150),
    ):
        got = [t[key] for t in timings if t[key] is not None]
        details = f"p95 {np.percentile(got, 95):.0f} ms (bar {worst}), {len(got)} of {len(timings)} previews"
        yield f"{words}: {what}", f"{np.median(got):.0f} ms", f"{median} ms", details


def _starts(context: Any, folder: Path) -> Iterator[Row]:
    with _served(folder / "long.npz") as (url, began):
        page = context.new_page()
        opened = time.monotonic()
        page.goto(f"{url}?nodraw", wait_until="commit")
        from support.browser import wait_until

        wait_until(page, "window.supple && supple.shown()")
        now = time.monotonic()
        yield (
            "ten minutes of motion: first pose in the page",
            f"{now - opened:.2f} s",
            "1 s",
            f"{now - began:.1f} s after the command",
        )
        wait_until(page, "supple.ready()")
        yield "ten minutes of motion: all of it", f"{time.monotonic() - opened:.2f} s", "-", "page ready bar: 2 s"
        page.keyboard.press("Space")
        gaps = page.evaluate(STALLS, 4.0)
        yield (
            "ten minutes played: longest wait between frames",
            f"{max(gaps):.0f} ms",
            "-",
            f"median {np.median(gaps):.1f} ms",
        )
        page.close()


def _page(context: Any, url: str, options: str = "?nodraw") -> Any:
    from support.editor_page import ready

    page = context.new_page()
    page.goto(url + options)
    ready(page)
    return page


@contextmanager
def _served(file: Path) -> Iterator[tuple[str, float]]:
    began = time.monotonic()
    command = [sys.executable, "-m", "supple", "editor", str(file), "--no-open", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        text = ""
        while not text.endswith("}\n"):
            assert process.stdout is not None
            text += process.stdout.readline()
        try:
            yield json.loads(text)["url"], began
        finally:
            process.terminate()
            process.wait(20)
