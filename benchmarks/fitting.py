"""Fits level by level, by Pinocchio's posing, and limbs in closed form against open ones."""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks import fitted_examples
from benchmarks.fitted_examples import FPS, SETTINGS, fitted
from benchmarks.gradients import descend
from benchmarks.kinematics import pinocchio_loop
from benchmarks.measure import Row, best_seconds
from supple.recipes.walk import walking
from supple.solvers.hierarchical.levels import fit
from supple.solvers.hierarchical.misses import misses_of
from supple.solvers.hierarchical.problem import Problem

TESTS = Path(__file__).resolve().parents[1] / "tests"
FRAMES = 464
SOURCE_S = 6.0  # [s] what the four levels of the source's own terrain took at least, on the machine of its day
FEW = 24  # frames that conjugate gradients are given
CLOSE = 1.01  # times the cost of closed limbs, at which they may stop
MISSED = 0.1  # [mm] at which closed and open limbs have the same left over
STEPS = (*range(1, 13), 16, 24, 40, 80, 160, 320)
PENALTIES = (1.0, 10.0, 100.0)  # times ours, of which open limbs are given what suits them best


def run() -> list[Row]:
    """All claims about fits."""
    sys.path.insert(0, str(TESTS))  # the ground and the parts of the kernel live with the tests
    from support.fitting import asks_in_place, moved, problem_for, roles_in, terrain_problem

    from supple.solvers.cleanup.limbs_of import limbs_of

    walk = walking(seconds=FRAMES / FPS, fps=FPS)
    problem = terrain_problem(walk)
    limbs = limbs_of(walk, roles_in(walk))
    by = 0.03 * np.random.default_rng(0).normal(size=(FRAMES, len(limbs), 3))
    spine = walk.skeleton.index("Spine")
    four = problem_for(walk, limbs, moved(asks_in_place(walk, limbs), by), trunk=(0, spine))
    return [
        *fitted("rough ground", problem),
        *fitted_examples.run(),
        *by_posing(problem),
        *closed_limbs(problem, "8 of 20"),
        *closed_limbs(four, "13 of 37"),
    ]


def by_posing(problem: Problem) -> list[Row]:
    """Against posing the same frames of the same tree once."""
    seconds = best_seconds(
        {"pinocchio": pinocchio_loop(problem.motion, "forwardKinematics"), "fit": lambda: fit(problem, SETTINGS)}, 8
    )
    ratio = seconds["fit"] / seconds["pinocchio"]
    said = f"Pinocchio {1e6 * seconds['pinocchio'] / FRAMES:.2f} us a frame"
    return [
        (
            "rough ground, all levels (the source: 6 s at least)",
            f"{1e3 * seconds['fit']:.0f} ms",
            f"{1e3 * SOURCE_S:.0f} ms",
            f"{1e6 * seconds['fit'] / FRAMES:.0f} us a frame",
        ),
        ("rough ground, all levels, by Pinocchio's posing", f"{ratio:.0f} x", "150 x", said),
    ]


def closed_limbs(problem: Problem, what: str) -> list[Row]:
    """The frames alone: limbs in closed form against all joints as coordinates, by the same steps and by gradients."""
    from support.fitting import solved

    frames = problem.frames
    seconds = best_seconds(
        {"closed": lambda: solved(problem, frames, most=20), "open": lambda: solved(problem, frames, hybrid=False)}, 6
    )
    each = {name: 1e6 * s / len(frames) for name, s in seconds.items()}
    missed = {
        hybrid: 1e3 * np.percentile(misses_of(problem, *solved(problem, frames, hybrid=hybrid)[:2]).max(axis=1), 99)
        for hybrid in (True, False)
    }
    some = frames[:: len(frames) // FEW][:FEW]
    slow, evaluations, left = conjugate_gradients(problem, some)
    steps = solved(problem, some)[2] / len(some)
    said = f"{each['closed']:.0f} us a frame and {missed[True]:.1e} mm left in 99 % of frames"
    return [
        (
            f"a pose with {what} coordinates, times as fast as all of them by CG",
            f"{1e6 * slow / each['closed']:.0f} x",
            "10 x",
            f"{said}; conjugate gradients {1e6 * slow:.0f} us until they cost no more, with {left:.1e} mm left",
        ),
        (
            f"a pose with {what} coordinates, times as fast as all of them by our steps",
            f"{each['open'] / each['closed']:.1f} x",
            "10 x",
            f"{said}; all: {each['open']:.0f} us, {missed[False]:.1e} mm",
        ),
        same_miss(problem, what),
        (
            f"a pose with {what} coordinates, times fewer slopes than CG",
            f"{evaluations / steps:.0f} x",
            "5 x",
            f"{steps:.1f} against {evaluations:.0f}",
        ),
    ]


def same_miss(problem: Problem, what: str) -> Row:
    """How much sooner closed limbs miss by as little, each frame ending as soon as it does, whatever it costs else."""
    closed, (open_, stuck) = _until(problem, True, 1.0)[0], min(_until(problem, False, by) for by in PENALTIES)
    return (
        f"a pose with {what} coordinates, times as soon within {MISSED:g} mm as all of them by our steps",
        f"{open_ / closed:.1f} x",
        "10 x",
        f"{1e6 * closed:.0f} us a frame; all: {1e6 * open_:.0f} us, {100 * stuck:.1f} % of frames never",
    )


def _until(problem: Problem, hybrid: bool, penalty: float) -> tuple[float, float]:
    """Seconds a frame until it misses by no more, and the share of frames that do not get there."""
    from support.fitting import solved

    needed, each = np.full(problem.motion.frames, np.inf), []
    for most in STEPS:
        began = time.process_time()
        roots, rotations, steps = solved(problem, hybrid=hybrid, most=most, penalty=penalty)
        each.append((time.process_time() - began) / steps)
        there = 1e3 * misses_of(problem, roots, rotations).max(axis=1) <= MISSED
        needed = np.where(np.isinf(needed) & there, most, needed)
    frames = needed[problem.frames]
    return float(np.minimum(frames, STEPS[-1]).mean() * min(each)), float(np.isinf(frames).mean())


def conjugate_gradients(problem: Problem, frames: np.ndarray) -> tuple[float, float, float]:
    """Seconds and slopes a frame until the cost is nearly that of closed limbs, and the worst miss [mm]."""
    from support.reduced import Reduced

    took, slopes, left = 0.0, 0, 0.0
    for f in frames.tolist():
        pose, enough = Reduced(problem, f, hybrid=False), CLOSE * _cost(problem, f) + 1e-6
        took += best_seconds({"cg": partial(descend, pose, enough)}, 3)["cg"]
        came = descend(pose, enough)
        slopes += came.slopes
        roots, rotations = problem.motion.root_positions.copy(), problem.motion.rotations.copy()
        roots[f], rotations[f] = came.pose.root * problem.size, came.pose.turns
        left = max(left, 1e3 * float(misses_of(problem, roots, rotations)[f].max()))
    return took / len(frames), slopes / len(frames), left


def _cost(problem: Problem, f: int) -> float:
    """What a frame costs that is solved with closed limbs."""
    from support.fitting import SlowFrame, solved

    roots, rotations, _ = solved(problem, [f])
    return float(SlowFrame(problem, f).cost(roots[f] / problem.size, rotations[f]))
