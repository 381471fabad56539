"""What a problem looks like at its samples, as far as it does not change while it is solved."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.body.joint_limits import widened
from supple.dynamics.states import Turning, turning
from supple.solvers.spacetime.knots import samples_of
from supple.solvers.spacetime.layout import Layout, layout_of, shares_at
from supple.solvers.spacetime.parts import Part, parts_of
from supple.solvers.spacetime.problem import Problem, directions
from supple.solvers.spacetime.tree import Tree, tree_of


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """The example and the bases at some times."""

    times: np.ndarray  # (S,) [s]
    spans: np.ndarray  # (S,)
    basis: np.ndarray  # (3, S, 4)
    root: np.ndarray  # (3, S, 3) the example's travel, its velocity and acceleration
    turned: Turning  # (S, n, ...) the example's turns
    shares: np.ndarray  # (S, 2) of the forces at the breaks before and after


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A problem with everything that is computed once."""

    problem: Problem
    layout: Layout
    tree: Tree
    parts: tuple[Part, ...]  # one for each reach of the tree
    ways: np.ndarray  # (nv, nd) directions of displacement
    at: Moments
    share: np.ndarray  # (S,) the time that each sample stands for [s]
    planted: tuple[tuple[int, np.ndarray, np.ndarray], ...]  # contact, its samples, places (m, 3)
    free_points: tuple[tuple[int, np.ndarray, np.ndarray, np.ndarray], ...]  # model joint, point, samples, levels
    goals: Moments  # at the times of the goals
    ends: np.ndarray  # (S - 1, 4) the basis at the next sample, as the span of each sample has it
    means: np.ndarray  # (S - 1, 2) shares of forces, mean of each sample and the next one
    held: np.ndarray  # numbers of the unknowns that stay 0
    bounds: tuple[np.ndarray, np.ndarray]  # (S, N) lowest and highest values of the joints' ranges


def moments_at(problem: Problem, times: np.ndarray) -> Moments:
    """Look at a problem at some times."""
    spans, basis = problem.knots.span_of(times), problem.knots.basis(times)
    curve = np.stack([_mixed(basis[nu], problem.example, spans) for nu in range(3)])
    s = curve[:, :, 3:].reshape(3, len(times), problem.joints, 4)
    return Moments(times, spans, basis, curve[:, :, :3], turning(*s), shares_at(problem.knots, times, spans))


def scene_of(problem: Problem) -> Scene:
    """Compute once what does not change."""
    ways = directions(problem.figure)
    layout = layout_of(problem.knots, problem.contacts, ways.shape[1])
    times, share = samples_of(problem.knots, problem.samples)
    at = moments_at(problem, times)
    given = range(len(problem.contacts)) if problem.plants == "given" else ()
    planted = tuple((c, *_standing(problem, layout, c, times)) for c in given)
    goals = moments_at(problem, np.array([goal.time for goal in problem.goals]))
    free = _free_points(problem, layout, times)
    tree = tree_of(problem.figure)
    if problem.slides:
        planted = tuple((c, here, _shuffle(problem, tree, at, c, here)) for c, here, _ in planted)
    bounds = (np.zeros((len(times), 0)),) * 2 if problem.ranges is None else widened(problem.ranges, at.turned.turns)
    return Scene(problem, layout, tree, parts_of(layout, tree), ways, at, share, planted, free, goals, _ends(at),
                 _means(at), _held(problem, layout, tree), bounds)  # fmt: skip


def _shuffle(problem: Problem, tree: Tree, at: Moments, c: int, here: np.ndarray) -> np.ndarray:
    """(m, 3) where a contact's point goes in the example."""
    from supple.kernels.spacetime.placing import place

    count, joints, span = len(at.times), len(tree.parents), problem.contacts[c]
    places, rotations = np.zeros((count, joints, 3)), np.zeros((count, joints, 3, 3))
    roots = np.ascontiguousarray(at.root[0])
    place(tree.parents, tree.turns, tree.places, roots, at.turned.turns, places, rotations)
    return np.asarray(places[here, span.number] + rotations[here, span.number] @ span.point)


def _held(problem: Problem, layout: Layout, tree: Tree) -> np.ndarray:
    """Control points at fixed ends (value and slope vanish there), and all of the joints that are still."""
    columns = layout.columns()
    held = np.zeros(columns.shape, bool)
    held[:2] |= problem.fixed[0]
    held[-2:] |= problem.fixed[1]
    for k in problem.still:
        held[:, tree.columns[k] : tree.columns[k + 1]] = True
    return columns[held]


def _ends(at: Moments) -> np.ndarray:
    """A span reaches to the first sample of the next one, where its own first function has come to nothing."""
    ends = at.basis[0, 1:].copy()
    last = at.spans[1:] != at.spans[:-1]
    ends[last, 1:], ends[last, 0] = at.basis[0, 1:][last, :3], 0.0
    return ends


def _means(at: Moments) -> np.ndarray:
    last = (at.spans[1:] != at.spans[:-1])[:, None]
    return 0.5 * (at.shares[:-1] + np.where(last, [0.0, 1.0], at.shares[1:]))


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
        for c in own if problem.plants == "given" else ():
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
