"""The frame of a page: one file that opens anywhere, without a network; its player, and numbers for people."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from html import escape
from importlib.resources import files

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p class="lead">{lead}</p>
{body}
<footer>{footer}</footer>
</main>
<script type="application/json" id="{name}">{data}</script>
<script>
{script}</script>
</body>
</html>
"""
_PLAYER = """<p>{words} Drag to look around.<span class="key" style="background:var(--left)"></span>left
<span class="key" style="background:var(--right)"></span>right{keys}</p>
<canvas id="stage" tabindex="0" aria-label="{label}; space plays and stops, arrows step"></canvas>
<div class="controls"><button id="play" type="button">Play</button>
<input id="frame" type="range" min="0" value="0" step="1" aria-label="frame">
<select id="pace" aria-label="pace"><option value="1">1 ×</option><option value="0.5">½ ×</option>
<option value="0.25">¼ ×</option></select><span id="clock"></span></div>"""


_TABLE = """<div class="wide">
<table>
<thead><tr>{head}</tr></thead>
<tbody>
{rows}
</tbody>
</table>
</div>"""


def page(title: str, lead: str, body: str, footer: str, motion: Mapping[str, object]) -> str:
    """A whole page as HTML: ``title`` is text, the others are HTML; ``motion`` is what the player shows."""
    script = _part("stage.js") + _part("player.js")
    return document(title, lead, body, footer, name="motion", data=motion, style=style(), script=script)


def document(
    title: str, lead: str, body: str, footer: str, *, name: str, data: Mapping[str, object], style: str, script: str
) -> str:
    """A page with its own script; ``data`` is what that finds as JSON in the element ``name``.

    What UTF-8 cannot hold (a file name of another encoding, as the system gives it) is spelled out, as on a terminal.
    """
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")  # a name cannot end the script
    made = _PAGE.format(
        title=escape(title), lead=lead, body=body, footer=footer, style=style, name=name, data=text, script=script
    )
    return made.encode(errors="backslashreplace").decode()


def style() -> str:
    """The look of all pages."""
    return _part("page.css")


def section(heading: str, content: str) -> str:
    """A card of the page; both are HTML."""
    return f"<section>\n<h2>{heading}</h2>\n{content}\n</section>"


def player(words: str, label: str, keys: str = "") -> str:
    """The stage on which the page's motion plays, with ``words`` (HTML) above it; a page has at most one."""
    return _PLAYER.format(words=words, label=escape(label), keys=keys)


def table(head: str, rows: str) -> str:
    """A table; ``head`` is HTML of its ``<th>``, ``rows`` of its ``<tr>``."""
    return _TABLE.format(head=head, rows=rows)


def number(value: float) -> str:
    """Two digits that a person can read: ``0``, ``12``, ``0.034``, ``2.6 × 10⁻⁵``."""
    if value == 0.0:
        return "0"
    if value >= 1e-3:
        return f"{value:.2g}" if value < 100.0 else f"{value:.0f}"
    digits, power = f"{value:.1e}".split("e")
    return f"{digits} × 10{str(int(power)).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


def bound(value: float) -> str:
    """The nearest two-digit number that is not below ``value``, for "no more than"."""
    if value == 0.0:
        return "0"
    unit = 10.0 ** (math.floor(math.log10(value)) - 1)
    return number(math.ceil(value / unit) * unit)


def _part(name: str) -> str:
    return files("supple.plots").joinpath(name).read_text(encoding="utf-8")
