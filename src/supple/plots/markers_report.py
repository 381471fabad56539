"""The page of ``supple markers --report``: how far markers are from the skeleton, over time and one by one."""

from __future__ import annotations

from html import escape
from typing import Any

import numpy as np

from supple.core.roles import find_roles
from supple.plots.before_after import before_after
from supple.plots.page import page, player, section, table
from supple.plots.svg import COLOURS, INK, drawn
from supple.recipes.markers.report import MarkerOutcome
from supple.recipes.markers.solving import MarkersSolved

_HEAD = (
    '<th>marker</th><th>joint</th><th class="number">rms [mm]</th><th class="number">worst [mm]</th>'
    '<th class="number">at frame</th><th class="number">seen [%]</th><th class="number">dropped</th>'
    '<th class="number">came back</th><th class="number">gaps</th>'
)
_SPANS = '<th>what</th><th class="number">from frame</th><th class="number">to frame</th>'


def markers_report(solved: MarkersSolved) -> str:
    """A whole page as HTML."""
    report, motion = solved.report, solved.motion
    cards = [
        section("The skeleton", player(f"{report.frames} frames at {motion.fps:g} per second.", "The solved skeleton")),
        section("Marker error over time", f'<div class="wide">{error_curve(solved)}</div>'),
        section("Markers", table(_HEAD, "\n".join(map(_row, report.markers)))),
        section("Joint centres", table("<th>joint</th><th>how it was found</th>", _sources(solved))),
    ]
    spans = [(f"{g.joint} is guessed", g.start, g.stop) for g in report.guesses]
    spans += [(f"{s.first} and {s.second} were exchanged, and put back", s.start, s.stop) for s in report.swaps]
    spans += [(f"{s.label} is up to {s.worst_mm:.0f} mm off {s.joint}", s.start, s.stop) for s in report.strays]
    if spans:
        cards.append(section("What to look at", table(_SPANS, "\n".join(_span(*span) for span in spans))))
    if report.notes:
        cards.append(section("Notes", "".join(f"<p>{escape(note)}</p>" for note in report.notes)))
    source = motion.provenance.source
    shown = before_after(motion, motion, find_roles(motion.skeleton, _rest_positions(motion)))
    return page(f"Supple: {source or 'markers'}", _lead(solved), "\n".join(cards), "Made by Supple.", shown)


def error_curve(solved: MarkersSolved) -> str:
    """Rms and worst of each frame as SVG; shaded where something is guessed, dots where a marker was dropped."""
    off = 1e3 * solved.solved.off
    frames = solved.report.first_frame + np.arange(len(off))
    seen = np.isfinite(off)
    count = np.maximum(seen.sum(axis=1), 1)
    rms = np.where(seen.any(axis=1), np.sqrt(np.where(seen, off**2, 0.0).sum(axis=1) / count), np.nan)
    worst = np.where(seen.any(axis=1), np.where(seen, off, 0.0).max(axis=1), np.nan)

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        guessed = solved.solved.guessed.any(axis=1)
        axes.fill_between(
            frames, 0.0, 1.0, where=guessed, transform=axes.get_xaxis_transform(), color=INK, alpha=0.08, lw=0
        )
        axes.plot(frames, worst, color=COLOURS["middle"], linewidth=1.0, label="worst marker")
        axes.plot(frames, rms, color=COLOURS["left"], linewidth=1.6, label="rms of all markers")
        dropped = solved.solved.dropped.any(axis=1)
        axes.plot(frames[dropped], worst[dropped], "o", color=COLOURS["right"], markersize=3, label="dropped marker")
        axes.set_ylim(bottom=0.0)
        axes.set_xlabel("frame")
        axes.set_ylabel("distance [mm]")
        axes.legend(frameon=False, ncols=3)
        axes.grid(True)

    return drawn("marker-error", (11.0, 2.6), draw)


def _rest_positions(motion: Any) -> np.ndarray:
    from supple.core.pose import world_pose

    return np.asarray(world_pose(motion).positions)


def _lead(solved: MarkersSolved) -> str:
    report = solved.report
    words = (
        f"Markers miss the skeleton by {report.marker_rms_mm:.1f} mm rms, at most by {report.marker_worst_mm:.0f} mm."
    )
    rest = (
        f"{report.dropped_pct:.2f} % of samples were dropped; {report.guessed_frames} frames rest on too little data."
    )
    return f"<strong>{words}</strong> {rest}"


def _row(marker: MarkerOutcome) -> str:
    seen = marker.worst_frame >= 0
    numbers = [
        f"{marker.rms_mm:.1f}" if seen else "-",
        f"{marker.worst_mm:.0f}" if seen else "-",
        marker.worst_frame if seen else "-",
        f"{marker.seen_pct:.0f}",
        marker.dropped,
        marker.reinstated,
        len(marker.gaps),
    ]
    cells = "".join(f'<td class="number">{n}</td>' for n in numbers)
    return f"<tr><td>{escape(marker.label)}</td><td>{escape(marker.joint)}</td>{cells}</tr>"


def _span(what: str, start: int, stop: int) -> str:
    return f'<tr><td>{escape(what)}</td><td class="number">{start}</td><td class="number">{stop}</td></tr>'


def _sources(solved: MarkersSolved) -> str:
    return "\n".join(f"<tr><td>{escape(j)}</td><td>{escape(how)}</td></tr>" for j, how in solved.actor.sources)
