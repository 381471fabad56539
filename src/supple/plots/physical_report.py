"""The page of ``supple physical --report``: ground reactions, what is unexplained, and contacts, before and after."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

import numpy as np

from supple.core.runs import runs_of
from supple.plots.before_after import before_after
from supple.plots.page import page, player, section, table
from supple.plots.svg import COLOURS, INK, drawn
from supple.recipes.physics.judging import Judged
from supple.recipes.physics.physical import Physical
from supple.recipes.roles import motion_roles

_HEAD = '<th>measure</th><th class="number">before</th><th class="number">after</th><th class="number">met at</th>'
_GHOST = '<span class="key" style="background:var(--soft)"></span>before'
_WIDE = '<p>{words}</p>\n<div class="wide">{svg}</div>'
_LOADED = 0.01  # of the body's weight: less is not drawn as a push


def physical_report(result: Physical, after: Judged, roles: Mapping[str, str] | None = None) -> str:
    """A whole page as HTML; ``after`` is measured on the file as it is read again."""
    motion, source = result.motion, result.setting.before
    words = f"{motion.frames} frames at {motion.fps:g} per second."
    cards = [
        section("In numbers", table(_HEAD, _numbers(result, after))),
        section("Before and after", player(words, "The physical motion over the original", _GHOST)),
    ]
    if result.points:
        cards += [
            section("Ground reaction", _WIDE.format(words=_REACTION, svg=reaction_curves(result))),
            section("Contacts", _WIDE.format(words=_CONTACTS, svg=contact_lines(result))),
        ]
    cards.append(section("What is unexplained", _WIDE.format(words=_RESIDUAL, svg=residual_curves(result, after))))
    if result.history:
        cards.append(section("Iterations", _WIDE.format(words=_ITERATIONS, svg=iteration_curves(result))))
    if result.notes:
        cards.append(section("Notes", "".join(f"<p>{escape(note)}</p>" for note in result.notes)))
    name = source.provenance.source
    title = f"Supple: {name}, made physical" if name else "Supple: a physical motion"
    shown = before_after(source, motion, motion_roles(source) if roles is None else roles, result.ground)
    return page(title, _lead(result, after), "\n".join(cards), "Made by Supple.", shown)


_REACTION = """Vertical force of each foot in body weights. Dotted: the best that contacts can do for the motion as it
was; full: after."""
_CONTACTS = "When points of the feet may push (pale), and when they do: the stronger the darker."
_RESIDUAL = "The force and moment at the root that nothing explains. Grey: before; coloured: after."
_ITERATIONS = "The same at each step of the solver, and how far planted points are from their places."


def _times(result: Physical) -> np.ndarray:
    return np.asarray(result.setting.times + result.setting.first * result.motion.frame_time)


def _of_side(result: Physical, forces: np.ndarray, side: str) -> np.ndarray | None:
    own = [k for k, point in enumerate(result.points) if point.startswith(side)]
    return forces[:, own, 1].sum(axis=1) / result.setting.problem.figure.weight if own else None


def reaction_curves(result: Physical) -> str:
    """Vertical ground reaction of each foot over time, as SVG."""
    times = _times(result)

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        axes.axhline(1.0, color=INK, alpha=0.2, linewidth=0.8)
        for forces, line, when in ((result.before.forces, ":", "before"), (result.forces, "-", "after")):
            for side in ("left", "right"):
                curve = _of_side(result, forces, side)
                if curve is not None:
                    axes.plot(times, curve, line, color=COLOURS[side], linewidth=1.3, label=f"{side}, {when}")
        axes.set_xlabel("time [s]")
        axes.set_ylabel("body weights")
        axes.legend(frameon=False, ncols=4, fontsize=8)
        axes.grid(True)

    return drawn("ground-reaction", (11.0, 2.8), draw)


def contact_lines(result: Physical) -> str:
    """A line for each point of a foot, as SVG: pale while it may push, dark while it does."""
    times, step = _times(result), result.motion.frame_time
    names = sorted(set(result.points))
    weight = result.setting.problem.figure.weight

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        for c, name in enumerate(result.points):
            row, colour = names.index(name), COLOURS.get(name.split("_")[0], COLOURS["middle"])
            for start, stop in runs_of(result.touching[:, c]):
                long = (stop - start) * step
                axes.barh(row, long, left=times[start], height=0.7, color=colour, alpha=0.15, lw=0)
            push = np.linalg.norm(result.forces[:, c], axis=1) / weight
            for k in np.flatnonzero(push > _LOADED):
                axes.barh(row, step, left=times[k], height=0.7, color=colour, alpha=min(1.0, 0.2 + push[k]), lw=0)
        axes.set_yticks(range(len(names)), [name.replace("_", " ") for name in names])
        axes.set_xlim(times[0], times[-1])
        axes.set_xlabel("time [s]")

    return drawn("contact-lines", (11.0, 0.6 + 0.32 * len(names)), draw)


def residual_curves(result: Physical, after: Judged) -> str:
    """What is unexplained at the root over time, as SVG."""
    times, problem = _times(result), result.setting.problem
    force, moment = 100.0 / problem.figure.weight, 100.0 / (problem.figure.weight * problem.height)
    was = result.before

    def draw(figure: Any) -> None:
        for axes, before, rows, size, unit in (
            (figure.add_subplot(1, 2, 1), was.residual, after.force, force, "% of body weight"),
            (figure.add_subplot(1, 2, 2), was.residual_moment, after.moment, moment, "% of weight x height"),
        ):
            axes.plot(times, size * np.linalg.norm(before, axis=1), color=COLOURS["middle"], lw=1.0, label="before")
            own = size * np.linalg.norm(rows, axis=1)[after.inner]
            axes.plot(times[1:-1][after.inner], own, color=COLOURS["left"], linewidth=1.3, label="after")
            axes.set_xlabel("time [s]")
            axes.set_ylabel(unit)
            axes.set_ylim(bottom=0.0)
            axes.legend(frameon=False)
            axes.grid(True)

    return drawn("residuals", (11.0, 2.8), draw)


def iteration_curves(result: Physical) -> str:
    """Residuals at each iteration, as SVG."""
    steps = np.arange(1, len(result.history) + 1)

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        for key, label, colour in (
            ("force_pct", "force [% of weight]", COLOURS["left"]),
            ("moment_pct", "moment [% of weight x height]", COLOURS["right"]),
            ("planted_mm", "plants [mm]", COLOURS["middle"]),
        ):
            values = np.maximum([getattr(p, key) for p in result.history], 1e-4)
            axes.semilogy(steps, values, color=colour, linewidth=1.3, label=label)
        axes.set_xlabel("iteration")
        axes.legend(frameon=False, ncols=3, fontsize=8)
        axes.grid(True)

    return drawn("iterations", (11.0, 2.4), draw)


def _lead(result: Physical, after: Judged) -> str:
    words = (
        f"Unexplained force: {result.before.force_pct_bw:.2f} % of body weight before, {after.force_pct_bw:.2f} % now."
    )
    if result.status == "met":
        return f"<strong>{words}</strong> Everything is met."
    return f"{words} Not everything is met ({result.status}); the notes say what, and when."


def _numbers(result: Physical, after: Judged) -> str:
    from supple.recipes.physics.shortcomings import FORCE_PCT, FRICTION_PCT, GOAL_MM, MOMENT_PCT, RANGE_DEG, SLIDE_MM

    before = result.before
    rows = [
        ("unexplained force, rms [% of body weight]", before.force_pct_bw, after.force_pct_bw, FORCE_PCT),
        ("unexplained moment, rms [% of weight x height]", before.moment_pct_bwh, after.moment_pct_bwh, MOMENT_PCT),
        ("slide of planted points [mm]", None, after.slide_anywhere.mm, None),
        ("the same in the frames that are judged [mm]", None, after.slide_mm, SLIDE_MM),
        ("outside friction cones [% of body weight]", None, after.friction_violation_pct, FRICTION_PCT),
        ("pose changed by the fit, rms [deg]", None, result.pose_change_fit_deg, None),
        ("pose changed by the optimisation, rms [deg]", None, result.pose_change_deg, None),
        ("joints beyond their ranges [deg]", None, result.range_deg, RANGE_DEG),
        ("places missed by [mm]", None, result.goal_mm, GOAL_MM),
    ]
    return "\n".join(_row(name, *values) for name, *values in rows)


def _row(name: str, *values: float | None) -> str:
    cells = "".join(f'<td class="number">{"-" if v is None else f"{round(v, 3):g}"}</td>' for v in values)
    return f"<tr><td>{escape(name)}</td>{cells}</tr>"
