"""The examples of fits, level by level: a climb on a swinging rope, a body that changes, a transition."""

from __future__ import annotations

import runpy
from pathlib import Path
from types import SimpleNamespace

import numpy as np

import supple
from benchmarks.measure import Row
from supple.constraints.compile import compile_edit
from supple.io.documents.body import Body, parse_body
from supple.recipes.names import motion_names
from supple.recipes.refit import height_of
from supple.recipes.transition.standing import limbs_for, within
from supple.solvers.hierarchical.contacts import ContactAsks, contact_problem
from supple.solvers.hierarchical.levels import Fitted, Level, fit
from supple.solvers.hierarchical.problem import Problem
from supple.solvers.hierarchical.settings import FitSettings
from supple.solvers.hierarchical.solving import problem_of

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
FPS = 30.0
SETTINGS = FitSettings(spacing_s=16.0 / FPS, tolerance_m=1e-9)
RUNS = 8
MORPH_S = 2.0  # [s] that the body takes to grow and shrink, in as many frames as the source's


def run() -> list[Row]:
    """Rows of all three."""
    return [*fitted("climb on a rope", rope()), *fitted("transition", transition()), *morphing()]


def rope() -> Problem:
    """Hands and feet of another body on the swinging rope, with 37 coordinates or 13."""
    it = example("rope_climb")
    climb = it.climbing()
    body, wishes = it.other_body(climb), it.on_the_rope(climb)
    names, pose = motion_names(body), supple.world_pose(body)
    return problem_of(body, compile_edit(body, wishes, names, pose), wishes, names, pose)[0]


def transition() -> Problem:
    """A walk that becomes a sneak and a walk again, before its feet are made to stand."""
    made = example("walk_sneak_walk").walk_sneak_walk(2.0, FPS)
    names = motion_names(made.mixed)
    contacts = within(made.contacts, [(seam.start, seam.stop) for seam in made.seams])
    limbs = limbs_for(made.mixed, names)
    return contact_problem(ContactAsks(made.mixed, contacts, limbs, names.roles, height_of(made.mixed)))


def morphing() -> list[Row]:
    """A walk whose legs grow and then shrink; strides stay."""
    walk, body = supple.walking(seconds=62 / FPS, fps=FPS), morphing_body()
    runs = [supple.scale_body(walk, body, settings=SETTINGS) for _ in range(RUNS)]
    done, names = runs[0], motion_names(runs[0].motion)
    asked = contact_problem(ContactAsks(done.motion, done.contacts, limbs_for(done.motion, names), names.roles, 1.0))
    said = f"{walk.frames} frames, {equations(asked)} equations"
    return rows("morphing", said, height_of(walk), [each.levels for each in runs[1:]])


def morphing_body() -> Body:
    """The body of the example, which changes sooner."""
    text = (EXAMPLES / "bodies" / "morph.toml").read_text()
    for at, sooner in (("0.5", 0.0), ("2.0", 0.5 * MORPH_S), ("4.2", MORPH_S)):
        text = text.replace(f"at = {at}\n", f"at = {sooner}\n")
    return parse_body(text, "morph")


def example(name: str) -> SimpleNamespace:
    """The functions of an example."""
    return SimpleNamespace(**runpy.run_path(str(EXAMPLES / f"{name}.py")))


def fitted(name: str, problem: Problem) -> list[Row]:
    """The rows of a problem."""
    runs: list[Fitted] = [fit(problem, SETTINGS) for _ in range(RUNS)]
    start = 100.0 * runs[0].start_m / problem.size
    said = f"{problem.motion.frames} frames, {equations(problem)} equations, {start:.1f} % before"
    return rows(name, said, problem.size, [each.levels for each in runs[1:]])


def equations(problem: Problem) -> int:
    """Numbers that are asked: six for a hand or foot in a pose."""
    return 6 * int(problem.asks.asked[problem.frames].sum())


def rows(name: str, said: str, size: float, runs: list[tuple[Level, ...]]) -> list[Row]:
    """What is left after four levels, and after the last pass; the best time of each level."""
    levels, took = runs[0], np.min([[level.seconds for level in each] for each in runs], axis=0)
    each = "; ".join(
        f"{level.spacing_s * FPS:.0f}: {100.0 * level.worst_m / size:.3f} %, {1e3 * s:.1f} ms, {level.steps} steps"
        for level, s in zip(levels, took, strict=True)
    )
    return [
        (f"{name}, missed after four levels (of the height)", f"{100.0 * levels[3].worst_m / size:.2f} %", "1 %",
         f"{said}; frames a knot: {each}"),
        (f"{name}, missed after the last pass", f"{1e3 * levels[-1].worst_m:.5f} mm", "1 mm",
         f"all levels {1e3 * float(took.sum()):.0f} ms"),
    ]  # fmt: skip
