"""The page of ``supple clean --report``: what was before and is after, in numbers, curves and as a figure."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from supple.plots.before_after import before_after
from supple.plots.edit_report import outcome_table
from supple.plots.knee_bends import bends_of, knee_bends
from supple.plots.page import page, player, section, table
from supple.plots.planted_heights import planted_heights, planted_slides
from supple.recipes.clean import Cleaned
from supple.recipes.metric_rows import Row, rows
from supple.recipes.metrics import Metrics

_HEAD = '<th>measure</th><th class="number">before</th><th class="number">after</th>'
_GHOST = '<span class="key" style="background:var(--soft)"></span>before'
_HEIGHTS = """<p>Above the ground; shaded where the point is planted.</p>
<div class="wide">{svg}</div>"""
_BENDS = """<p>From straight; shaded where a point of the foot is planted. A knee that pops has a new corner.</p>
<div class="wide">{svg}</div>"""
_SLIDES = """<p>How far a planted point is from where it came down.</p>
<div class="wide">{svg}</div>"""


def clean_report(cleaned: Cleaned, before: Metrics, after: Metrics) -> str:
    """A whole page as HTML."""
    motion = cleaned.motion
    words = f"{motion.frames} frames at {motion.fps:g} per second."
    cards = [
        section("In numbers", metric_table(tuple(rows(before, after)))),
        section("Before and after", player(words, "The cleaned figure over the original", _GHOST)),
    ]
    if motion.frames > 1 and before.planted_pct:
        cards += [
            section("Heights of heels and balls", _HEIGHTS.format(svg=planted_heights(cleaned))),
            section("Slides of heels and balls", _SLIDES.format(svg=planted_slides(cleaned))),
        ]
        if bends := bends_of(cleaned):
            cards.append(section("Bends of knees", _BENDS.format(svg=knee_bends(bends))))
    if cleaned.report.constraints:
        cards.append(section("The contacts", outcome_table(cleaned.report, motion.frame_time)))
    source = cleaned.original.provenance.source
    title = f"Supple: {source}, cleaned" if source else "Supple: a cleaned motion"
    shown = before_after(cleaned.original, motion, cleaned.names.roles)
    return page(title, _lead(cleaned, before, after), "\n".join(cards), "Made by Supple.", shown)


def metric_table(found: Sequence[Row]) -> str:
    """Rows of metrics before and after, as HTML."""
    return table(_HEAD, "\n".join(_row(name, values) for name, values in found))


def _row(name: str, values: Sequence[str]) -> str:
    cells = "".join(f'<td class="number">{escape(value)}</td>' for value in values)
    return f"<tr><td>{escape(name)}</td>{cells}</tr>"


def _lead(cleaned: Cleaned, before: Metrics, after: Metrics) -> str:
    report = cleaned.report
    if not report.constraints:
        return "Nothing of this motion is planted."
    left = "less than 0.001" if after.slide_mm_max < 1e-3 else f"up to {after.slide_mm_max:.2g}"
    words = f"Planted points slid by up to {before.slide_mm_max:.1f} mm; now by {left} mm."
    met, count = sum(c.met for c in report.constraints), len(report.constraints)
    if met < count:
        said = f"{words} {met} of {count} contacts are met; the others are as near as the body allows."
    elif report.flaws:
        said = f"{words} {_all_met(count)}, but not everything is well."
    else:
        return f"<strong>{words}</strong> {_all_met(count)}."
    return " ".join([said, *(escape(flaw) for flaw in report.flaws)])


def _all_met(count: int) -> str:
    return "The contact is met" if count == 1 else f"All {count} contacts are met"
