"""Pages as a browser sees them."""

import re
import subprocess
from html.parser import HTMLParser


class Reader(HTMLParser):
    """Collects what a browser would see."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.rows, self.scripts, self._cell, self._script = [], [], [], False, False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self._script = tag == "script"
        self._cell = self._cell or tag == "td"
        if tag == "tr":
            self.rows.append([])
        elif tag == "td":
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        self._cell = self._cell and tag != "td"
        self._script = self._script and tag != "script"

    def handle_data(self, data):
        if self._cell:
            self.rows[-1][-1] += data
        if self._script:
            self.scripts.append(data)


def assert_self_contained(page):
    """One file that asks nothing of a network."""
    assert "http" not in page
    for tag, attributes in Reader(page).tags:
        assert tag not in ("link", "iframe", "img")
        assert "src" not in attributes
        assert attributes.get("href", "#").startswith("#")
        assert attributes.get("xlink:href", "#").startswith("#")
    assert not re.search(r"url\((?!#)", page)
    assert "@import" not in page


def console_of(page, folder):
    """The document after two seconds in Chromium, and what the page said on the console."""
    path = folder / "index.html"
    path.write_text(page, encoding="utf-8")
    flags = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--enable-logging=stderr",
        f"--user-data-dir={folder / 'profile'}",
    ]
    command = ["chromium", *flags, "--virtual-time-budget=2500", "--dump-dom", path.as_uri()]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return run.stdout, "\n".join(line for line in run.stderr.splitlines() if "CONSOLE" in line)
