"""Draw the pictures of docs/looking.md: a strip, an overlay with contacts, the viewer. ``make docs`` runs it."""

from __future__ import annotations

import importlib.util
import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path

import supple
from supple.plots.viewer.server import Settings, ViewServer
from supple.plots.viewer.shelf import Shelf
from supple.recipes.samples import sample

PICTURES = Path(__file__).resolve().parent / "pictures"
EXAMPLES = PICTURES.parents[1] / "examples"
MOMENT = 1.6  # [s] of the viewer's picture: a foot stands, the other swings


def main() -> None:
    """All three; the page only where there is a browser."""
    walk, skating, dance = sample("walk"), sample("skating"), sample("dance")
    cleaned = supple.clean(skating, floor=0.0).motion
    raised = supple.edit(dance, supple.read_edit(EXAMPLES / "raised_arms.toml")).motion
    supple.render(walk, PICTURES / "looking_strip.png", strip=7, frames=(66, 130), camera="side", overwrite=True)
    supple.render(
        raised,
        PICTURES / "looking_overlay.png",
        frame=180,
        overlay=dance,
        contacts=supple.detect(raised),
        trails=["left_wrist", "right_wrist"],
        size=(640, 520),
        overwrite=True,
    )
    if shutil.which("chromium") is None or importlib.util.find_spec("playwright") is None:
        sys.stderr.write("no Chromium or no playwright here: looking_view.png stays as it is\n")
        return
    with tempfile.TemporaryDirectory() as folder:
        names = {"skating": skating, "cleaned": cleaned, "dance": dance, "kick": sample("kick")}
        for name, motion in names.items():
            supple.write(motion, Path(folder) / f"{name}.bvh")
        shoot([Path(folder) / f"{name}.bvh" for name in names], PICTURES / "looking_view.png")


def shoot(files: list[Path], target: Path) -> None:
    """A picture of the viewer with four figures."""
    from playwright.sync_api import sync_playwright

    server = ViewServer(Shelf(files), Settings(together=4))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="light")
        page.goto(server.url)
        done = "window.supple?.tiles.length === 4 && window.supple.tiles.every((t) => t.figures[0]?.marks)"
        while not page.evaluate(done):
            time.sleep(0.1)
        for key in ("t", " "):
            page.keyboard.press(key)
        page.evaluate(f"window.supple.state.time = {MOMENT}")
        time.sleep(0.5)
        page.screenshot(path=target)
        browser.close()
    server.shutdown()
    server.server_close()


if __name__ == "__main__":
    main()
