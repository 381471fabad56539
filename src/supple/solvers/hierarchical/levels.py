"""From coarse to fine: solve the frames that are asked, spread what they need, and begin again on finer knots."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from supple.constraints.moments import first_moving_frame
from supple.core.progress import Progress
from supple.solvers.hierarchical.figure import HEAVY, TRAVEL, Figure, figure_of
from supple.solvers.hierarchical.groups import groups
from supple.solvers.hierarchical.guess import root_shift
from supple.solvers.hierarchical.last_pass import eased
from supple.solvers.hierarchical.misses import misses_of
from supple.solvers.hierarchical.problem import Problem
from supple.solvers.hierarchical.settings import FitSettings
from supple.solvers.hierarchical.splines import spread

_LAST_PASSES = 12  # at most: where places ride with what the pass moves, or joint limits are in the way
_WORTH = 0.5  # a last pass that leaves more of what was missed is not followed by another
_EXACT = 1e-6  # [m]
_NOTHING = 1e-9  # body heights: frames that miss no more keep their numbers
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


Renewed = Callable[[np.ndarray, np.ndarray], Problem]


def fit(
    problem: Problem, settings: FitSettings, renewed: Renewed | None = None, progress: Progress | None = None
) -> Fitted:
    """The motion of a problem, fitted level by level until it is within the tolerance, or the levels are used up.

    Where what is asked rides with the body, ``renewed`` says what is asked of a motion as it is by now.
    """
    motion, figure = problem.motion, figure_of(problem, settings.hybrid)
    roots, rotations = motion.root_positions.copy(), motion.rotations.copy()
    start = misses_of(problem, roots, rotations)
    levels: list[Level] = []
    if settings.guess and problem.travels:
        first = first_moving_frame(motion)
        roots[first:] += root_shift(problem, _spacings(problem, settings))[first:]
    frames = problem.frames
    last = [0.0] * (_LAST_PASSES if settings.exact else 0)
    spacings = [*_spacings(problem, settings), *last]
    for number, spacing in enumerate(spacings):
        if progress is not None:
            progress(number, len(spacings) + 1)  # what comes after the fit is to be done, too
        if levels and levels[-1].worst_m <= (settings.tolerance_m if spacing else _EXACT):
            continue
        if renewed is None and _is_done(levels, settings):
            break
        begun = time.perf_counter()
        if renewed is not None and levels:
            figure = figure_of(problem, settings.hybrid)
        steps = _level(problem, figure, frames, roots, rotations, spacing, settings)
        if renewed is not None:
            problem = renewed(roots, rotations)
        worst = float(misses_of(problem, roots, rotations).max(initial=0.0))
        levels.append(Level(spacing * motion.frame_time, worst, time.perf_counter() - begun, steps))
    return Fitted(roots, rotations, tuple(levels), float(start.max(initial=0.0)))


def _is_done(levels: list[Level], settings: FitSettings) -> bool:
    """Whether there was a last pass and another one is of no use: it is good enough, or did not get much better."""
    if not levels or levels[-1].spacing_s:
        return False
    return levels[-1].worst_m <= settings.tolerance_m or levels[-1].worst_m > _WORTH * levels[-2].worst_m


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
    asked = frames[misses_of(problem, roots, rotations)[frames].max(axis=1, initial=0.0) > _NOTHING * size]
    new_roots, new_rotations = roots / size, rotations.copy()
    columns = figure.columns
    steps = fit_frames(
        asked, figure.order, problem.motion.skeleton.parents, roots / size, rotations, figure.offsets,
        columns.col, columns.width, columns.hinge, problem.travels, problem.rigidity, TRAVEL, HEAVY,
        *figure.limbs, *figure.points, *figure.limits, columns.size, settings.most_steps, new_roots, new_rotations,
    )  # fmt: skip
    new_roots *= size
    needed, some = np.zeros((len(frames), 3 + 3 * len(figure.joints))), np.isin(frames, asked)
    rows = np.empty((len(asked), needed.shape[1]))
    displacements_of(roots[asked], rotations[asked], new_roots[asked], new_rotations[asked], figure.joints, rows)
    if not problem.travels:
        rows[:, :3] = 0.0  # not even by what the change of units rounds
    needed[some] = rows
    reach = settings.spacing_s / problem.motion.frame_time
    whole = np.zeros((len(roots), needed.shape[1]))
    for here, columns_of in groups(problem, frames, figure.joints):
        data = np.ascontiguousarray(needed[np.ix_(here, columns_of)])
        whole[:, columns_of] = (
            spread(frames[here], data, len(roots), spacing) if spacing else eased(frames[here], data, len(roots), reach)
        )
    whole[: first_moving_frame(problem.motion)] = 0.0  # rows of a rest pose are no motion
    displace(whole, figure.joints, roots, rotations)
    return int(steps)
