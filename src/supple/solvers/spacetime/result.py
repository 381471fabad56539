"""A solved problem as motion and forces at any times."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.dynamics.contact_points import paths_of
from supple.solvers.spacetime.costs import loads_of
from supple.solvers.spacetime.layout import forces_at, shares_at
from supple.solvers.spacetime.motion_rows import equations, posed
from supple.solvers.spacetime.problem import Problem
from supple.solvers.spacetime.scene import Scene, moments_at

_LOADED = 0.01  # of the body's weight: less is no contact


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """A displaced motion with its forces at F times."""

    roots: np.ndarray  # (F, 3) [m]
    turns: np.ndarray  # (F, n, 4) of the model's turning joints
    forces: np.ndarray  # (F, C, 3) of each contact [N]
    touching: np.ndarray  # (F, C) bool: while it stands, or where plants emerge, while it pushes
    places: np.ndarray  # (F, C, 3) of the contacts' points [m]
    torques: np.ndarray  # (F, nv) what remains: nothing for the root, muscles for the others


def played(scene: Scene, x: np.ndarray, times: np.ndarray) -> Played:
    """Look at a state of the unknowns at some times; zeros are the smoothed example."""
    problem, layout = scene.problem, scene.layout
    at = moments_at(problem, times)
    pose = posed(problem.figure, at, layout.motion(x) @ scene.ways.T)
    own = forces_at(layout, layout.forces(x), at.spans, at.shares)
    touching = touching_at(scene, times)
    eq = equations(problem.figure, scene.tree, pose, loads_of(scene, own, times))
    places = np.zeros((*touching.shape, 3))
    for c, path in enumerate(paths_of(problem.contacts, eq.point)):
        places[:, c] = path
    forces = np.where(touching[..., None], own[:, layout.point_of], 0.0)
    if problem.plants == "emerge":
        touching = touching & pushes(problem, forces)
    return Played(pose.states.q[:, :3], pose.turned.turns, forces, touching, places, eq.torques)


def pushes(problem: Problem, forces: np.ndarray) -> np.ndarray:
    """(...) whether forces (..., 3) are enough to call a point planted."""
    return np.asarray(forces @ problem.normal > _LOADED * problem.figure.weight)


def forces_of(scene: Scene, x: np.ndarray, times: np.ndarray) -> np.ndarray:
    """(F, C, 3) the forces of each contact alone [N]."""
    knots, layout = scene.problem.knots, scene.layout
    spans = knots.span_of(times)
    own = forces_at(layout, layout.forces(x), spans, shares_at(knots, times, spans))
    return np.where(touching_at(scene, times)[..., None], own[:, layout.point_of], 0.0)


def touching_at(scene: Scene, times: np.ndarray) -> np.ndarray:
    """(F, C) which contacts are between their first and last break."""
    starts, stops = (scene.problem.knots.breaks[ends] for ends in (scene.layout.first, scene.layout.last))
    return np.asarray((times[:, None] >= starts - 1e-9) & (times[:, None] <= stops + 1e-9))
