"""The page of a data set: one file, which opens without a network and can be sorted and searched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from math import isnan

import numpy as np

from supple.plots.dataset_report.causes import Cause, causes_of, reasons_by_kind
from supple.plots.dataset_report.distributions import distributions
from supple.plots.dataset_report.rows import MEASURES, Row, current
from supple.plots.dataset_report.standing_out import duplicates, outliers
from supple.plots.page import document, section, style, table

MOST_CLIPS = 5000  # rows of the table; a page with more opens slowly
_MOST_LISTED = 200  # lines of each list beside it
_CONTROLS = """<div class="controls">
<input id="search" type="search" placeholder="part of a name" aria-label="filter by name">
<select id="status" aria-label="status"><option value="">every status</option><option value="ok">ok</option>
<option value="not_met">not met</option></select><span id="count"></span></div>
<div class="wide"><table id="clips"><thead></thead><tbody></tbody></table></div>
<button id="more" type="button">more</button>"""


def dataset_report(title: str, lead: str, rows: Sequence[Row], footer: str = "") -> str:
    """The whole page as HTML; ``title`` is text, ``lead`` and ``footer`` are HTML."""
    done = [row for row in rows if row.status != "failed"]
    failed = [row for row in rows if row.status == "failed"]
    shown = worst_first(done)[:MOST_CLIPS]
    causes = causes_of({"clip": row.clip, "error": row.error} for row in failed)
    parts = [
        section("Failed, by cause", _causes(causes, {row.clip: row.source for row in failed})) if failed else "",
        section("Done, but not everything is met", _causes(_missed(done), {row.clip: row.source for row in done}))
        if any(row.why for row in done)
        else "",
        section("How it is spread", distributions(done)) if any(not isnan(v) for r in done for v in r.before) else "",
        section("Clips, the worst first", _clips_words(len(shown), len(done), len(failed)) + _CONTROLS)
        if shown
        else "",
        _listed("Of another size, or off the floor", [(r.clip, why) for r, why in outliers(done)]),
        _listed("There twice", [(" = ".join(r.clip for r in group), why) for why, group in duplicates(done)]),
    ]
    data = {"measures": [{"key": m.key, "title": m.title, "unit": m.unit} for m in MEASURES], "clips": _table(shown)}
    own = _part("report.css")
    return document(title, lead, "\n".join(filter(None, parts)), footer, name="clips-data", data=data,
                    style=style() + own, script=_part("report.js"))  # fmt: skip


def worst_first(rows: Sequence[Row]) -> list[Row]:
    """Clips that are not met, then the others, by how bad they are: the mean rank of all measures that are known."""
    if not rows:
        return []
    values = np.array([current(row) for row in rows])
    ranks = np.full(values.shape, np.nan)
    for k in range(values.shape[1]):
        known = np.flatnonzero(np.isfinite(values[:, k]))
        _, place, count = np.unique(np.round(values[known, k], 3), return_inverse=True, return_counts=True)
        below = np.cumsum(count) - count  # clips that are better; equal ones share their rank
        ranks[known, k] = below[place] / max(1, len(known) - 1)
    seen = np.isfinite(ranks)
    score = np.where(seen, ranks, 0.0).sum(axis=1) / np.maximum(seen.sum(axis=1), 1)
    fine = np.array([row.status == "ok" for row in rows])
    return [rows[k] for k in np.lexsort((np.arange(len(rows)), -score, fine))]


def _table(rows: Sequence[Row]) -> list[list[object]]:
    """What the page's script shows: name, status, places, seconds, frames, height, measures, drawing, length, why."""
    return [
        [row.clip, row.status, row.source, row.output, round(row.seconds, 2), row.frames, _short(row.height),
         [_short(v) for v in row.before], [_short(v) for v in row.after], list(row.pose),
         round(row.frames / row.fps, 2) if row.fps else None, " ".join(row.why)]
        for row in rows
    ]  # fmt: skip


def _short(value: float) -> float | None:
    return None if isnan(value) else float(f"{value:.4g}")


def _clips_words(shown: int, there: int, failed: int) -> str:
    more = f" These are the worst {shown:,} of {there:,}." if shown < there else ""
    gone = " Clips that failed stand above." if failed else ""
    return f"<p>Click a heading to sort. Where a motion was changed, measures are before → after.{more}{gone}</p>"


def _missed(rows: Sequence[Row]) -> list[Cause]:
    lines = ((row.clip, line) for row in rows for line in reasons_by_kind(row.clip, row.why))
    return causes_of({"clip": clip, "error": line} for clip, line in lines)


def _causes(causes: Sequence[Cause], places: Mapping[str, str]) -> str:
    """A line for each kind, which opens to its clips; ``places`` are links to some of them."""
    parts = []
    for cause in causes[:_MOST_LISTED]:
        names = "".join(f"<li>{_linked(name, places.get(name, ''))}</li>" for name in cause.examples[:_MOST_LISTED])
        more = f"<li>and {cause.count - _MOST_LISTED:,} more</li>" if cause.count > _MOST_LISTED else ""
        parts.append(
            f"<details><summary><b>{cause.count:,}</b> {escape(cause.said)}{_others(cause.count - 1)}</summary>"
            f"<ul>{names}{more}</ul></details>"
        )
    return "\n".join(parts)


def _others(count: int) -> str:
    return f" <i>and {count:,} like it</i>" if count else ""


def _linked(name: str, place: str) -> str:
    words = f"<code>{escape(name)}</code>"
    return f'<a href="{escape(place)}">{words}</a>' if place else words


def _listed(heading: str, lines: Sequence[tuple[str, str]]) -> str:
    if not lines:
        return ""
    rows = "\n".join(f"<tr><td>{escape(a)}</td><td class=notes>{escape(b)}</td></tr>" for a, b in lines[:_MOST_LISTED])
    more = f"<p>and {len(lines) - _MOST_LISTED:,} more</p>" if len(lines) > _MOST_LISTED else ""
    return section(f"{heading} ({len(lines):,})", table("<th>clip</th><th>why</th>", rows) + more)


def _part(name: str) -> str:
    return files("supple.plots.dataset_report").joinpath(name).read_text(encoding="utf-8")
