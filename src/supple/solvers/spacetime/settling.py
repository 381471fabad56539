"""From one problem to the next: plants that emerged, finer knots, and a start that is where the last solve ended."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from supple.dynamics.contact_points import ContactSpan
from supple.solvers.spacetime.knots import refined
from supple.solvers.spacetime.problem import consistent_places
from supple.solvers.spacetime.result import played, pushes
from supple.solvers.spacetime.scene import Scene, scene_of

_SHORTEST = 0.25  # of the usual spacing: spans are not cut smaller


def emerged(scene: Scene, x: np.ndarray) -> list[ContactSpan]:
    """The plants of a solution: while a point pushes, at the place where it pushed most, on the ground."""
    problem, breaks, found = scene.problem, scene.problem.knots.breaks, []
    for c, loaded in enumerate(_loaded(scene, x)):
        for first, last in _runs(loaded):
            start, stop = breaks[max(first - 1, 0)], breaks[min(last + 1, len(breaks) - 1)]
            times = np.linspace(start, stop, 4 * (last - first + 2) + 1)
            now = played(scene, x, times)
            share = np.maximum(now.forces[:, c, 1], 0.0)
            place = share @ now.places[:, c] / share.sum()
            place[1] = problem.contacts[c].place[1]
            found.append(problem.contacts[c]._replace(start=start, stop=stop, place=place))
    return consistent_places(sorted(found, key=lambda span: (span.start, span.name)))


def settled(scene: Scene, x: np.ndarray) -> tuple[Scene, np.ndarray]:
    """The same problem with the plants that emerged as given ones, and where it starts."""
    problem = replace(scene.problem, contacts=tuple(emerged(scene, x)), plants="given")
    new = scene_of(problem)
    return new, _carried(scene, x, new, x[scene.layout.columns()])


def refined_at_changes(scene: Scene, x: np.ndarray, usual: float) -> tuple[Scene, np.ndarray]:
    """The same curves with knots twice as close where points begin and stop to push (Oslo), and where that starts."""
    knots = scene.problem.knots
    near = np.zeros(knots.spans, bool)
    for loaded in _loaded(scene, x):
        for k in np.flatnonzero(loaded[1:] != loaded[:-1]):  # between the breaks k and k + 1
            near[max(k - 1, 0) : k + 2] = True
    lengths = np.diff(knots.breaks)
    cut = np.flatnonzero(near & (lengths > 2.0 * _SHORTEST * usual - 1e-9))
    middles = [0.5 * (a + b) for k, (a, b) in enumerate(pairwise(knots.breaks)) if k in cut]
    finer, example = refined(knots, scene.problem.example, middles)
    _, points = refined(knots, x[scene.layout.columns()], middles)
    new = scene_of(replace(scene.problem, knots=finer, example=example))
    return new, _carried(scene, x, new, points)


def _carried(scene: Scene, x: np.ndarray, new: Scene, points: np.ndarray) -> np.ndarray:
    """A start for a new problem: control points as given, and the forces of each point as they are at its breaks."""
    start = np.zeros(new.layout.size)
    start[new.layout.columns()] = points
    breaks = new.problem.knots.breaks
    forces = _by_name(scene, x, breaks)
    for h, (contact, k) in enumerate(new.layout.hats):
        at = int(new.layout.hat_starts[h])
        start[at : at + 3] = forces[new.problem.contacts[contact].name][k]
    return start


def _by_name(scene: Scene, x: np.ndarray, times: np.ndarray) -> dict[str, np.ndarray]:
    forces = played(scene, x, times).forces
    total: dict[str, np.ndarray] = {}
    for c, span in enumerate(scene.problem.contacts):
        total[span.name] = total.get(span.name, 0.0) + forces[:, c]
    return total


def _loaded(scene: Scene, x: np.ndarray) -> np.ndarray:
    """(C, breaks) whether each point pushes at each break."""
    problem, layout = scene.problem, scene.layout
    loaded = np.zeros((len(problem.contacts), len(problem.knots.breaks)), bool)
    for (contact, k), force in zip(layout.hats, layout.forces(x), strict=True):
        loaded[contact, k] = pushes(problem, force)
    return loaded


def _runs(flags: np.ndarray) -> list[tuple[int, int]]:
    """First and last index of each run of what is true."""
    edges = np.diff(np.concatenate([[0], flags.astype(int), [0]]))
    return list(zip(np.flatnonzero(edges == 1).tolist(), (np.flatnonzero(edges == -1) - 1).tolist(), strict=True))
