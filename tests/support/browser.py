"""Debian's Chromium, driven by playwright; tests skip where one of them is absent."""

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from support.fresh import SOURCES

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
_MAY_SKIP = "SUPPLE_SKIP_NOTHING" not in os.environ  # continuous integration never skips: there, what is missing fails
needs_browser = pytest.mark.skipif(
    _MAY_SKIP and (CHROMIUM is None or importlib.util.find_spec("playwright") is None),
    reason="needs Chromium and playwright: apt install chromium, pip install playwright",
)
needs_page = pytest.mark.skipif(
    _MAY_SKIP and not (SOURCES / "supple/editor/page/index.html").is_file(),
    reason="needs the page of the editor: install npm (Node 20 or newer) and run make page",
)
# Pages draw what changed in the next frame of the screen; once the frame after that has begun, it is there.
PATIENCE_S = 120.0  # whatever is waited for comes much sooner, unless the machine is very busy
_DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
          "--disable-component-update", "--disable-sync"]  # fmt: skip


@contextmanager
def browser():
    """A Chromium without a screen."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=CHROMIUM, args=_FLAGS, timeout=1000 * PATIENCE_S)
        yield running
        running.close()


@contextmanager
def viewing(*words):
    """``supple view`` as a command of its own: yields its process, its page's address and when it was started."""
    began = time.time()
    command = [sys.executable, "-m", "supple", "view", *map(str, words), "--no-open", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process, json.loads(_document(process))["url"], began
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                assert process.wait(timeout=PATIENCE_S) == 0


def _document(process):
    text = ""
    for line in process.stdout:
        text += line
        if line.startswith("}"):
            return text
    raise AssertionError(process.stderr.read())


def wait_until(page, condition, seconds=PATIENCE_S):
    """Until JavaScript says that it is true, and drawn; ``wait_for_function`` needs what the page's policy forbids."""
    end = time.monotonic() + seconds
    while not page.evaluate(f"!!({condition})"):
        assert time.monotonic() < end, f"this never came true: {condition}"
        time.sleep(0.02)
    drawn(page)


def drawn(page):
    """Wait until what the page knows by now is drawn."""
    page.evaluate(_DRAWN)
