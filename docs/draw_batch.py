"""Draw the picture of docs/batch.md: the report of a run on real clips, where they are. ``make docs`` runs it."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PICTURE = Path(__file__).resolve().parent / "pictures" / "batch_report.png"
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
_SIZE = {"width": 1280, "height": 2080}


def main() -> None:
    """Clean everything, which takes minutes, and photograph the page."""
    if not DATA.is_dir() or shutil.which("chromium") is None or importlib.util.find_spec("playwright") is None:
        sys.stderr.write("no real clips, no Chromium or no playwright here: batch_report.png stays as it is\n")
        return
    with tempfile.TemporaryDirectory() as folder:
        out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder) / "cleaned"  # a run that is there is taken
        if not (out / "manifest.jsonl").exists():
            subprocess.run([sys.executable, "-m", "supple", "batch", "clean", str(DATA), str(out)], check=False)
        page = Path(folder) / "report.html"
        subprocess.run([sys.executable, "-m", "supple", "report", str(out), "-o", str(page)], check=True)
        shoot(page)


def shoot(page_file: Path) -> None:
    """The top of the page."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport=_SIZE, color_scheme="light", device_scale_factor=0.8)
        page.goto(page_file.as_uri())
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
