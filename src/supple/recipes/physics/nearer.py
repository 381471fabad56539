"""Places that cannot be reached: as near as physics lets them be, rather than a body torn towards them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from supple.recipes.physics.runs import Run
from supple.solvers.spacetime.problem import Problem
from supple.solvers.spacetime.reaching import goal_misses
from supple.solvers.spacetime.scene import scene_of

_TRIES = 3  # halvings of the way
_REACH = 1.0  # of the body's height: nobody gets so far from the example


def solved_as_near_as_can_be(run: Run, holds: Callable[[Run], bool]) -> Run:
    """A run that is solved; where that comes to nothing, with places on the way to those that were asked for.

    ``holds`` tells whether physics explains the frames that a run comes to.

    choice: all places are moved by the same share of their way from the example, the largest that halving finds.
    """
    problem = run.scene.problem
    if not problem.goals:
        return run.solved()
    ways = -goal_misses(run.scene, np.zeros((problem.knots.points, problem.figure.nv)))
    most = min(1.0, _REACH * problem.height / max(float(np.linalg.norm(ways, axis=1).max()), 1e-9))
    asked = run.solved() if most == 1.0 else run
    if asked.result.converged or asked.result.unfinished:
        return asked
    best = replace(run, scene=scene_of(_moved(problem, ways, 0.0))).solved()
    low, high = 0.0, most
    for _ in range(_TRIES if best.result.converged else 0):
        share = 0.5 * (low + high)
        tried = best.of(_moved(problem, ways, share))
        if tried.result.unfinished:
            best = replace(best, result=replace(best.result, stopped=tried.result.stopped))
            break
        if tried.result.converged and holds(tried):
            best, low = tried, share
        else:
            high = share
    told = (*asked.result.history, *best.result.history)
    return replace(best, scene=scene_of(problem), result=replace(best.result, history=told))


def _moved(problem: Problem, ways: np.ndarray, share: float) -> Problem:
    """The same with places so much of the way (G, 3) from where the example has them."""
    goals = (replace(g, place=g.place - (1.0 - share) * way) for g, way in zip(problem.goals, ways, strict=True))
    return replace(problem, goals=tuple(goals))
