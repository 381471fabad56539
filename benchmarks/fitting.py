"""Fits level by level, by Pinocchio's posing, and limbs in closed form against open ones."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks import fitted_examples
from benchmarks.fitted_examples import FPS, SETTINGS, fitted
from benchmarks.kinematics import pinocchio_loop
from benchmarks.measure import Row, best_seconds
from supple.recipes.walk import walking
from supple.solvers.hierarchical.levels import fit
from supple.solvers.hierarchical.misses import misses_of
from supple.solvers.hierarchical.problem import Problem

if TYPE_CHECKING:
    from support.reduced import Reduced

TESTS = Path(__file__).resolve().parents[1] / "tests"
FRAMES = 464
SOURCE_S = 6.0  # [s] what the four levels of the source's own terrain took at least, on the machine of its day
FEW = 6  # frames that conjugate gradients are given
CLOSE = 1.01  # times the least cost, at which they may stop


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
            f"a pose with {what} coordinates, times as fast as all of them",
            f"{each['open'] / each['closed']:.1f} x",
            "10 x",
            f"{said}; all: {each['open']:.0f} us, {missed[False]:.1e} mm",
        ),
        (
            f"a pose with {what} coordinates, times fewer slopes than CG",
            f"{evaluations / steps:.0f} x",
            "5 x",
            f"{steps:.1f} against {evaluations:.0f} of conjugate gradients on the same penalties, which leave "
            f"{left:.1e} mm and take {1e3 * slow:.0f} ms in SciPy",
        ),
    ]


def conjugate_gradients(problem: Problem, frames: np.ndarray) -> tuple[float, float, float]:
    """Seconds and evaluations a frame until the cost is nearly that of the minimum, and the worst miss [mm]."""
    from scipy.optimize import minimize
    from support.reduced import Reduced

    took, evaluations, left = 0.0, 0, 0.0
    for f in frames:
        pose = Gradient(Reduced(problem, int(f), hybrid=False), _least_cost(problem, int(f)))
        begun = time.perf_counter()
        with suppress(StopIteration):
            minimize(pose.cost_and_slope, np.zeros(pose.frame.size), jac=True, method="CG", callback=pose.stop,
                     options={"maxiter": 3000, "gtol": 1e-6})  # fmt: skip
        took, evaluations = took + time.perf_counter() - begun, evaluations + pose.count
        roots, rotations = problem.motion.root_positions.copy(), problem.motion.rotations.copy()
        roots[f], rotations[f] = pose.last.root * problem.size, pose.last.turns
        left = max(left, 1e3 * float(misses_of(problem, roots, rotations)[f].max()))
    return took / len(frames), evaluations / len(frames), left


def _least_cost(problem: Problem, f: int) -> float:
    """What the best of both ways costs."""
    from support.fitting import SlowFrame, solved

    costs = []
    for hybrid in (True, False):
        roots, rotations, _ = solved(problem, [f], hybrid=hybrid)
        costs.append(SlowFrame(problem, f).cost(roots[f] / problem.size, rotations[f]))
    return min(costs)


class Gradient:
    """Cost and slope of a frame in displacements of all joints, by the compiled parts."""

    def __init__(self, frame: Reduced, least: float) -> None:
        self.frame, self.least, self.count = frame, least, 0
        self.start: Any = frame.start()
        self.last = self.start

    def cost_and_slope(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        """The function that is minimised."""
        self.count += 1
        self.last = self.frame.stepped(self.start, x)
        cost = self.frame.cost(self.last)
        _, slope = self.frame.equations(self.last)
        columns = self.frame.figure.columns
        for j in np.flatnonzero(columns.width == 3):
            at = slice(columns.col[j], columns.col[j] + 3)
            slope[at] = _right_jacobian(x[at]).T @ slope[at]
        return cost, 2.0 * slope

    def stop(self, x: np.ndarray) -> None:
        """After every iteration."""
        self.last = self.frame.stepped(self.start, x)
        if self.frame.cost(self.last) <= CLOSE * self.least + 1e-6:
            raise StopIteration


def _right_jacobian(v: np.ndarray) -> np.ndarray:
    """How a rotation vector's rate becomes a spin in the joint's own frame."""
    angle = float(np.linalg.norm(v))
    if angle < 1e-8:
        return np.eye(3)
    cross = np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])
    first, second = (1.0 - np.cos(angle)) / angle**2, (angle - np.sin(angle)) / angle**3
    return np.eye(3) - first * cross + second * cross @ cross
