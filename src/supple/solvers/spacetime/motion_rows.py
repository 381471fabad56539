"""The equations of motion at the samples: what is left over, and how that changes with the displacement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from supple.dynamics.engine import pinocchio
from supple.dynamics.figure import Figure
from supple.dynamics.states import States, Turning, states_of
from supple.solvers.spacetime.scene import Moments, mixed
from supple.solvers.spacetime.tree import Tree

_AT_ONCE = 16  # samples whose derivatives are at hand
Loads = list[tuple[int, np.ndarray, np.ndarray]]  # model joint, point, forces (S, 3) in the world


@dataclass(frozen=True, slots=True, eq=False)
class Posed:
    """A displaced motion at some moments, with the right Jacobian of its displacement (S, n, 3, 3) and its rates."""

    states: States
    turned: Turning
    jacobian: tuple[np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True, slots=True, eq=False)
class Slopes:
    """Derivatives (S, R, n) of some lines of the equations, by the displacement in the directions of a reach."""

    lines: np.ndarray  # (R,)
    by_d: np.ndarray
    by_first: np.ndarray
    by_second: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Equations:
    """Forces that remain after all loads, and the kinematics of the model."""

    tree: Tree
    torques: np.ndarray  # (S, nv)
    places: np.ndarray  # (S, N, 3)
    rotations: np.ndarray  # (S, N, 3, 3)
    jacobians: np.ndarray | None = None  # (S, 6, nv)
    slopes: Mapping[int, Slopes] = field(default_factory=dict)  # of the lines that were asked for, by their reach

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


def equations(
    figure: Figure, tree: Tree, pose: Posed, loads: Loads, lines: Mapping[int, np.ndarray] | None = None
) -> Equations:
    """Run inverse dynamics at every sample; with ``lines`` also the derivatives of these, by their reaches."""
    pin, model, states = pinocchio(), figure.model, pose.states
    data, at = model.createData(), placed(tree, pose)
    torques, outside = np.empty((len(states.q), model.nv)), pin.StdVec_Force(model.njoints * [pin.Force.Zero()])
    wrenches = list(_wrenches(loads, at.rotations).items())
    if lines is None:
        for s, (q, v, a) in enumerate(zip(states.q, states.v, states.a, strict=True)):
            for number, wrench in wrenches:
                outside[number].vector = wrench[s]
            torques[s] = pin.rnea(model, data, q, v, a, outside)
        return replace(at, torques=torques)
    jacobians = np.empty((len(torques), 6, model.nv))
    found = replace(at, torques=torques, jacobians=jacobians)
    chain = _Chain(tree, pose, loads, lines)
    tau, jacobian, by_q, by_v, by_a = data.tau, data.J, data.dtau_dq, data.dtau_dv, data.M  # as they are at each sample
    for s, (q, v, a) in enumerate(zip(states.q, states.v, states.a, strict=True)):
        for number, wrench in wrenches:
            outside[number].vector = wrench[s]
        pin.computeRNEADerivatives(model, data, q, v, a, outside)
        torques[s], jacobians[s] = tau, jacobian
        chain.take(found, s, by_q, by_v, by_a)
    return replace(found, slopes=chain.slopes)


class _Chain:
    """The chain rule from turns of frames and their rates to the displacement, some samples at a time.

    All derivatives of all samples would not fit where a processor has them at hand.
    """

    def __init__(self, tree: Tree, pose: Posed, loads: Loads, lines: Mapping[int, np.ndarray]) -> None:
        from supple.kernels.spacetime.displacing import spin

        self.tree, self.pose, self.loads = tree, pose, loads
        self.count, nv = pose.states.v.shape
        self.rows = 1 + max(int(own.max()) for own in lines.values())
        self.by_q, self.by_v, self.by_a = np.empty((3, min(_AT_ONCE, self.count), self.rows, nv))
        value, first, second = pose.jacobian
        self.rate, self.push = np.empty_like(value), np.empty_like(value)
        spin(pose.turned.velocity, pose.turned.acceleration, value, first, second, self.rate, self.push)
        self.slopes = {
            reach: Slopes(own, *np.empty((3, self.count, len(own), len(tree.reaches[reach]))))
            for reach, own in lines.items()
        }

    def take(self, eq: Equations, s: int, by_q: np.ndarray, by_v: np.ndarray, by_a: np.ndarray) -> None:
        """What Pinocchio says at the next sample."""
        to = s % len(self.by_q)
        self.by_q[to], self.by_v[to], self.by_a[to] = by_q[: self.rows], by_v[: self.rows], by_a[: self.rows]
        if to + 1 == len(self.by_q) or s + 1 == self.count:
            self._apply(eq, slice(s - to, s + 1))

    def _apply(self, eq: Equations, here: slice) -> None:
        from supple.kernels.spacetime.displacing import chain, mirror

        mirror(self.by_a)  # Pinocchio fills the upper half
        _keep_directions(eq, self.loads, here, self.by_q)
        value, first, _ = self.pose.jacobian
        of = (value[here], first[here], self.rate[here], self.push[here])
        for reach, own in self.slopes.items():
            out = (own.by_d[here], own.by_first[here], own.by_second[here])
            which = (own.lines, self.tree.turning[reach])
            chain(self.by_q, self.by_v, self.by_a, *of, self.tree.columns, self.tree.axes, *which, *out)


def _keep_directions(eq: Equations, loads: Loads, here: slice, by_q: np.ndarray) -> None:
    """Forces keep their direction in the world, not in their joint's frame."""
    from supple.kernels.spacetime.placing import turn_load

    assert eq.jacobians is not None
    samples = np.arange(here.start, here.stop)
    for number, point, forces in loads:
        moved = eq.point_jacobian(number, eq.point(number, point, here), samples)
        own = np.ascontiguousarray(forces[here])
        turn_load(eq.jacobians[here], moved, own, eq.tree.moved_by[number], by_q)


def _wrenches(loads: Loads, rotations: np.ndarray) -> dict[int, np.ndarray]:
    """(S, 6) the loads of each joint of the model, in its own frame."""
    totals: dict[int, np.ndarray] = {}
    for number, point, forces in loads:
        local = (np.swapaxes(rotations[:, number], 1, 2) @ forces[..., None])[..., 0]
        wrench = np.concatenate([local, np.cross(point, local)], axis=1)
        totals[number] = totals[number] + wrench if number in totals else wrench
    return totals


def pulled(tree: Tree, pose: Posed, rows: np.ndarray, samples: np.ndarray | None = None, reach: int = 0) -> np.ndarray:
    """Derivatives (m, R, nv) of some samples by turns of frames, as derivatives (m, R, n) in directions of a reach."""
    from supple.kernels.spacetime.displacing import pull

    value = pose.jacobian[0] if samples is None else pose.jacobian[0][samples]
    out = np.empty((*rows.shape[:2], tree.directions))
    pull(np.ascontiguousarray(rows), value, tree.columns, tree.axes, out)
    return out if reach == 0 else out[:, :, tree.reaches[reach]]
