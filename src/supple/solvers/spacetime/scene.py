"""What a problem looks like at its samples, as far as it does not change while it is solved."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.dynamics.states import Turning, turning
from supple.solvers.spacetime.knots import samples_of
from supple.solvers.spacetime.layout import Layout, hat_values, layout_of
from supple.solvers.spacetime.problem import Problem, directions


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """The example and the bases at some times."""

    times: np.ndarray  # (S,) [s]
    spans: np.ndarray  # (S,)
    basis: np.ndarray  # (3, S, 4)
    root: np.ndarray  # (3, S, 3) the example's travel, its velocity and acceleration
    turned: Turning  # (S, n, ...) the example's turns
    hats: np.ndarray  # (S, H)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A problem with everything that is computed once."""

    problem: Problem
    layout: Layout
    ways: np.ndarray  # (nv, nd) directions of displacement
    at: Moments
    share: np.ndarray  # (S,) the time that each sample stands for [s]
    planted: tuple[tuple[int, np.ndarray, np.ndarray], ...]  # contact, its samples, places (m, 3)
    free_points: tuple[tuple[int, np.ndarray, np.ndarray, np.ndarray], ...]  # model joint, point, samples, levels
    goals: Moments  # at the times of the goals


def moments_at(problem: Problem, layout: Layout, times: np.ndarray) -> Moments:
    """Look at a problem at some times."""
    spans, basis = problem.knots.span_of(times), problem.knots.basis(times)
    curve = np.stack([_mixed(basis[nu], problem.example, spans) for nu in range(3)])
    s = curve[:, :, 3:].reshape(3, len(times), problem.joints, 4)
    return Moments(times, spans, basis, curve[:, :, :3], turning(*s), hat_values(layout, times))


def scene_of(problem: Problem) -> Scene:
    """Compute once what does not change."""
    ways = directions(problem.figure)
    layout = layout_of(problem.knots, problem.contacts, ways.shape[1])
    times, share = samples_of(problem.knots, problem.samples)
    at = moments_at(problem, layout, times)
    planted = tuple((c, *_standing(problem, layout, c, times)) for c in range(len(problem.contacts)))
    goals = moments_at(problem, layout, np.array([goal.time for goal in problem.goals]))
    return Scene(problem, layout, ways, at, share, planted, _free_points(problem, layout, times), goals)


def mixed(at: Moments, points: np.ndarray) -> np.ndarray:
    """(3, S, m) a curve of control points (points, m) with its derivatives."""
    return np.stack([_mixed(at.basis[nu], points, at.spans) for nu in range(3)])


def _mixed(basis: np.ndarray, points: np.ndarray, spans: np.ndarray) -> np.ndarray:
    if not len(spans):
        return np.zeros((0, points.shape[1]))
    return np.asarray(sum(basis[:, k, None] * points[spans + k] for k in range(4)))


def _standing(problem: Problem, layout: Layout, c: int, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    breaks = problem.knots.breaks
    start, stop = breaks[layout.first[c]], breaks[layout.last[c]]
    here = np.flatnonzero((times >= start - 1e-9) & (times <= stop + 1e-9))
    return here, np.tile(problem.contacts[c].place, (len(here), 1))


def _free_points(
    problem: Problem, layout: Layout, times: np.ndarray
) -> tuple[tuple[int, np.ndarray, np.ndarray, np.ndarray], ...]:
    """Points that stand at some time, while they do not: the ground below them is at the height of their contacts."""
    found = []
    for name, number in dict.fromkeys((c.name, c.number) for c in problem.contacts):
        own = [c for c, span in enumerate(problem.contacts) if (span.name, span.number) == (name, number)]
        free = np.ones(len(times), bool)
        for c in own:
            free[_standing(problem, layout, c, times)[0]] = False
        marks = sorted(
            (t, problem.contacts[c].place[1])
            for c in own
            for t in (problem.contacts[c].start, problem.contacts[c].stop)
        )
        levels = np.interp(times, [t for t, _ in marks], [h for _, h in marks])
        here = np.flatnonzero(free)
        found.append((number, problem.contacts[own[0]].point, here, levels[here]))
    return tuple(found)
