"""From coarse to fine: solve the frames that are asked, spread what they need, and begin again on finer knots."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from supple.solvers.hierarchical.figure import _HEAVY, _TRAVEL, Figure, figure_of
from supple.solvers.hierarchical.guess import root_shift
from supple.solvers.hierarchical.last_pass import eased
from supple.solvers.hierarchical.misses import misses_of
from supple.solvers.hierarchical.problem import Problem
from supple.solvers.hierarchical.settings import FitSettings
from supple.solvers.hierarchical.splines import spread

_FINEST = 1.0  # [frames] between knots: finer ones know nothing more


@dataclass(frozen=True, slots=True)
class Level:
    """How one level went."""

    spacing_s: float  # 0 for the last pass
    worst_m: float  # what is still missed after it
    seconds: float
    steps: int


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """A motion's arrays after a fit."""

    roots: np.ndarray  # (F, 3) [m]
    rotations: np.ndarray  # (F, J, 4)
    levels: tuple[Level, ...]
    start_m: float  # what was missed before
    misses: np.ndarray  # (F, L + K) [m, rad]


def fit(problem: Problem, settings: FitSettings) -> Fitted:
    """The motion of a problem, fitted level by level until it is within the tolerance, or the levels are used up."""
    motion, figure = problem.motion, figure_of(problem, settings.hybrid)
    roots, rotations = motion.root_positions.copy(), motion.rotations.copy()
    start = misses_of(problem, roots, rotations)
    levels: list[Level] = []
    if settings.guess and problem.travels:
        roots += root_shift(problem, _spacings(problem, settings))
    frames = problem.frames
    for spacing in _spacings(problem, settings):
        begun = time.perf_counter()
        steps = _level(problem, figure, frames, roots, rotations, spacing, settings)
        worst = float(misses_of(problem, roots, rotations).max(initial=0.0))
        levels.append(Level(spacing * motion.frame_time, worst, time.perf_counter() - begun, steps))
        if worst <= settings.tolerance_m:
            break
    if settings.exact and levels[-1].worst_m > 0.0:
        begun = time.perf_counter()
        steps = _level(problem, figure, frames, roots, rotations, 0.0, settings)
        worst = float(misses_of(problem, roots, rotations).max(initial=0.0))
        levels.append(Level(0.0, worst, time.perf_counter() - begun, steps))
    return Fitted(roots, rotations, tuple(levels), float(start.max(initial=0.0)), misses_of(problem, roots, rotations))


def _spacings(problem: Problem, settings: FitSettings) -> list[float]:
    """[frames] between knots, level by level."""
    coarse = settings.spacing_s / problem.motion.frame_time
    finer = (coarse / 2.0**k for k in range(settings.levels))
    return [spacing for spacing in finer if spacing >= _FINEST] or [_FINEST]


def _level(
    problem: Problem, figure: Figure, frames: np.ndarray, roots: np.ndarray, rotations: np.ndarray, spacing: float,
    settings: FitSettings,
) -> int:  # fmt: skip
    """One level, in place; returns the solver's steps. A spacing of 0 is the last pass."""
    from supple.kernels.fitting.displacing import displace, displacements_of
    from supple.kernels.fitting.frame import fit_frames

    size = problem.size
    new_roots, new_rotations = roots / size, rotations.copy()
    columns = figure.columns
    steps = fit_frames(
        frames, figure.order, problem.motion.skeleton.parents, roots / size, rotations, figure.offsets,
        columns.col, columns.width, columns.hinge, problem.travels, problem.rigidity, _TRAVEL, _HEAVY,
        *figure.limbs, *figure.points, *figure.limits, columns.size, settings.most_steps, new_roots, new_rotations,
    )  # fmt: skip
    new_roots *= size
    needed = np.empty((len(frames), 3 + 3 * len(figure.joints)))
    displacements_of(
        roots[frames], rotations[frames], new_roots[frames], new_rotations[frames], figure.joints, needed
    )  # fmt: skip
    if spacing > 0.0:
        whole = spread(frames, needed, len(roots), spacing)
    else:
        whole = eased(frames, needed, len(roots), settings.spacing_s / problem.motion.frame_time)
    displace(whole, figure.joints, roots, rotations)
    return int(steps)
