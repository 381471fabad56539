"""The equations of motion at the samples: what is left over, and how that changes with the displacement."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from supple.dynamics.engine import pinocchio
from supple.dynamics.figure import Figure
from supple.dynamics.states import States, Turning, states_of
from supple.solvers.spacetime.scene import Moments, mixed
from supple.solvers.spacetime.tree import Tree

Loads = list[tuple[int, np.ndarray, np.ndarray]]  # model joint, point, forces (S, 3) in the world


@dataclass(frozen=True, slots=True, eq=False)
class Posed:
    """A displaced motion at some moments, with the right Jacobian of its displacement (S, n, 3, 3) and its rates."""

    states: States
    turned: Turning
    jacobian: tuple[np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True, slots=True, eq=False)
class Equations:
    """Forces that remain after all loads, and the kinematics of the model."""

    tree: Tree
    torques: np.ndarray  # (S, nv)
    places: np.ndarray  # (S, N, 3)
    rotations: np.ndarray  # (S, N, 3, 3)
    jacobians: np.ndarray | None = None  # (S, 6, nv)
    by_displacement: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None  # (S, R, nd) by d, its first and second

    def point(self, number: int, point: np.ndarray, samples: np.ndarray | slice = slice(None)) -> np.ndarray:
        """(m, 3) a point of the model in some samples [m]."""
        return np.asarray(self.places[samples, number] + self.rotations[samples, number] @ point)

    def point_jacobian(self, number: int, at: np.ndarray, samples: np.ndarray | None = None) -> np.ndarray:
        """(m, 3, nv) how velocities move a point that is ``at`` (m, 3)."""
        from supple.kernels.spacetime.placing import move

        assert self.jacobians is not None
        moved = np.empty((len(at), 3, self.jacobians.shape[2]))
        here = np.arange(len(at)) if samples is None else samples
        move(self.jacobians, here, np.ascontiguousarray(at), self.tree.moved_by[number], moved)
        return moved


def posed(figure: Figure, at: Moments, points: np.ndarray) -> Posed:
    """The example displaced by control points (points, nv)."""
    from supple.kernels.spacetime.displacing import displace

    curve = mixed(at, points)
    shape = at.turned.velocity.shape
    turns, velocity, acceleration = np.empty((*shape[:2], 4)), np.empty(shape), np.empty(shape)
    value, first, second = np.empty((3, *shape, 3))
    displace(
        curve, at.turned.turns, at.turned.velocity, at.turned.acceleration, turns, velocity, acceleration, value, first,
        second,
    )  # fmt: skip
    turned = Turning(turns, velocity, acceleration)
    return Posed(states_of(figure, at.root + curve[:, :, :3], turned), turned, (value, first, second))


def placed(tree: Tree, pose: Posed) -> Equations:
    """Where everything is, without any force."""
    from supple.kernels.spacetime.placing import place

    count, joints = len(pose.states.q), len(tree.parents)
    places, rotations = np.zeros((count, joints, 3)), np.zeros((count, joints, 3, 3))
    roots = np.ascontiguousarray(pose.states.q[:, :3])
    place(tree.parents, tree.turns, tree.places, roots, pose.turned.turns, places, rotations)
    return Equations(tree, np.zeros((count, 0)), places, rotations)


def equations(figure: Figure, tree: Tree, pose: Posed, loads: Loads, rows: int) -> Equations:
    """Run inverse dynamics at every sample; with ``rows`` also the derivatives of so many of its results."""
    pin, model, states = pinocchio(), figure.model, pose.states
    data, at = model.createData(), placed(tree, pose)
    count, nv = len(states.q), model.nv
    torques, outside = np.zeros((count, nv)), pin.StdVec_Force([pin.Force.Zero() for _ in range(model.njoints)])
    wrenches = _wrenches(loads, at.rotations)
    if not rows:
        for s, (q, v, a) in enumerate(zip(states.q, states.v, states.a, strict=True)):
            for number, wrench in wrenches.items():
                outside[number] = pin.Force(wrench[s])
            torques[s] = pin.rnea(model, data, q, v, a, outside)
        return replace(at, torques=torques)
    jacobians, by_q, by_v = np.empty((count, 6, nv)), np.empty((count, rows, nv)), np.empty((count, rows, nv))
    by_a = np.empty((count, rows, nv))
    for s, (q, v, a) in enumerate(zip(states.q, states.v, states.a, strict=True)):
        for number, wrench in wrenches.items():
            outside[number] = pin.Force(wrench[s])
        pin.computeRNEADerivatives(model, data, q, v, a, outside)
        torques[s], jacobians[s] = data.tau, data.J
        by_q[s], by_v[s], by_a[s] = data.dtau_dq[:rows], data.dtau_dv[:rows], data.M[:rows]
    low = np.tril_indices(rows, -1)
    by_a[:, low[0], low[1]] = by_a[:, low[1], low[0]]  # Pinocchio fills the upper half
    plain = replace(at, torques=torques, jacobians=jacobians)
    _keep_directions(plain, loads, by_q)
    return replace(plain, by_displacement=_by_displacement(tree, pose, by_q, by_v, by_a))


def _keep_directions(eq: Equations, loads: Loads, by_q: np.ndarray) -> None:
    """Forces keep their direction in the world, not in their joint's frame."""
    from supple.kernels.spacetime.placing import turn_load

    assert eq.jacobians is not None
    for number, point, forces in loads:
        moved = eq.point_jacobian(number, eq.point(number, point))
        turn_load(eq.jacobians, moved, np.ascontiguousarray(forces), eq.tree.moved_by[number], by_q)


def _wrenches(loads: Loads, rotations: np.ndarray) -> dict[int, np.ndarray]:
    """(S, 6) the loads of each joint of the model, in its own frame."""
    totals: dict[int, np.ndarray] = {}
    for number, point, forces in loads:
        local = (np.swapaxes(rotations[:, number], 1, 2) @ forces[..., None])[..., 0]
        wrench = np.concatenate([local, np.cross(point, local)], axis=1)
        totals[number] = totals[number] + wrench if number in totals else wrench
    return totals


def _by_displacement(
    tree: Tree, pose: Posed, by_q: np.ndarray, by_v: np.ndarray, by_a: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Chain rule from turns of frames and their rates to the displacement and its derivatives."""
    from supple.kernels.spacetime.displacing import chain

    zero, one, two = np.empty((3, *by_q.shape[:2], tree.directions))
    chain(
        by_q, by_v, by_a, pose.turned.velocity, pose.turned.acceleration, *pose.jacobian, tree.columns, tree.axes, zero,
        one, two,
    )  # fmt: skip
    return zero, one, two


def pulled(tree: Tree, pose: Posed, rows: np.ndarray, samples: np.ndarray | None = None) -> np.ndarray:
    """Derivatives (m, R, nv) of some samples by turns of frames, as derivatives (m, R, nd) by the displacement."""
    from supple.kernels.spacetime.displacing import pull

    value = pose.jacobian[0] if samples is None else pose.jacobian[0][samples]
    out = np.empty((*rows.shape[:2], tree.directions))
    pull(np.ascontiguousarray(rows), value, tree.columns, tree.axes, out)
    return out
