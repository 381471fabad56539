"""The page of ``--report``: what each wish got, by how much it is missed over time, before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

import numpy as np

from supple.core.motion import Motion
from supple.plots.before_after import before_after
from supple.plots.miss_curve import miss_curve
from supple.plots.page import number, page, player, section, table
from supple.solvers.result import Outcome, Report, Result

_HEAD = """<th>constraint</th><th class="number">priority</th><th class="number">worst</th><th class="number">rms</th>
<th class="number">at frame</th><th>status</th><th>blocked by</th>"""
_GHOST = '<span class="key" style="background:var(--soft)"></span>before'
STATUS = {
    "met": "Every wish is met.",
    "stalled": "The solver ran into its cap of iterations before it was done.",
    "infeasible": "Not every wish can be met; this is as near as the stronger ones, the joints and the body allow.",
}


def edit_report(
    before: Motion, result: Result, misses: Sequence[np.ndarray] = (), roles: Mapping[str, str] | None = None
) -> str:
    """A whole page as HTML.

    ``misses`` has an array (F,) for every wish of the report, in its unit, NaN where nothing is asked; without them,
    and for a single posture, there are no curves. ``roles`` tell left from right.
    """
    report = result.report
    cards = [
        section("The wishes", outcome_table(report, before.frame_time)),
        section("Before and after", _stage(result)),
    ]
    if before.frames > 1 and len(misses) == len(report.constraints):
        cards += [
            section(escape(c.name), _curve(k, c, miss, before.frame_time))
            for k, (c, miss) in enumerate(zip(report.constraints, misses, strict=True))
        ]
    source = before.provenance.source
    title = f"Supple: an edit of {source}" if source else "Supple: an edit"
    motion = before_after(before, result.motion, roles or {})
    return page(title, _lead(report), "\n".join(cards), "Made by Supple.", motion)


def _lead(report: Report) -> str:
    met, count = sum(c.met for c in report.constraints), len(report.constraints)
    words = f"{met} of {count} wishes met in {report.seconds:.3g} s. {STATUS[report.status]}"
    return f"<strong>{words}</strong>" if report.status == "met" else words


def _stage(result: Result) -> str:
    motion = result.motion
    words = f"{motion.frames} frames at {motion.fps:g} per second." if motion.frames > 1 else "One posture."
    return player(words, "The edited figure over the original", _GHOST)


def outcome_table(report: Report, frame_time: float) -> str:
    """What each wish got, as HTML."""
    rows = "\n".join(_row(c, frame_time) for c in report.constraints)
    notes = "".join(f"<p>{escape(note)}</p>" for note in report.notes)
    return table(_HEAD, rows) + notes


def _row(c: Outcome, frame_time: float) -> str:
    where = f"{c.worst_frame}<small>{c.worst_frame * frame_time:.2f} s</small>" if c.worst_frame >= 0 else "-"
    cells = [
        f"<td><strong>{escape(c.name)}</strong></td>",
        f'<td class="number">{c.priority}</td>',
        f'<td class="number">{_size(c.worst)} {c.unit}</td>',
        f'<td class="number">{_size(c.rms)} {c.unit}</td>',
        f'<td class="number">{where}</td>',
        f'<td class="{c.status}">{c.status}</td>',
        f'<td class="notes">{escape(", ".join(c.blocked_by))}</td>',
    ]
    return "<tr>" + "".join(cells) + "</tr>"


def _size(miss: float) -> str:
    """Thousandths of a millimetre or a degree are fine enough for anybody."""
    return number(miss) if miss >= 1e-3 else "0"


def _curve(k: int, c: Outcome, misses: np.ndarray, frame_time: float) -> str:
    words = f"Priority {c.priority}. Shaded: where it asks for something in full."
    return f'<p>{words}</p>\n<div class="wide">{miss_curve(f"miss-{k}", misses, c.unit, frame_time)}</div>'
