"""The equations of motion at the samples: what is left over, and how that changes with the displacement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from supple.dynamics.contact_points import ContactSpan
from supple.dynamics.engine import pinocchio
from supple.dynamics.figure import Figure
from supple.dynamics.states import States, Turning, states_of
from supple.solvers.spacetime.displacing import RightJacobian, cross_matrix, displaced, right_jacobian
from supple.solvers.spacetime.scene import Moments, mixed

Loads = list[tuple[int, np.ndarray, np.ndarray]]  # model joint, point, forces (S, 3) in the world


@dataclass(frozen=True, slots=True, eq=False)
class Posed:
    """A displaced motion at some moments."""

    states: States
    turned: Turning
    jacobian: RightJacobian

    def pulled(self, values: np.ndarray) -> np.ndarray:
        """Derivatives (S, R, nv) by turns of frames, as derivatives by the displacement itself."""
        return _times(values, self.jacobian.value, travel=True)


@dataclass(frozen=True, slots=True, eq=False)
class Equations:
    """Forces that remain after all loads, and the kinematics of the model."""

    torques: np.ndarray  # (S, nv)
    places: np.ndarray  # (S, N, 3)
    rotations: np.ndarray  # (S, N, 3, 3)
    jacobians: np.ndarray | None = None  # (S, 6, nv)
    by_displacement: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None  # (S, R, nv) by d, its first and second

    def point(self, number: int, point: np.ndarray, samples: np.ndarray | slice = slice(None)) -> np.ndarray:
        """(m, 3) a point of the model in some samples [m]."""
        return np.asarray(self.places[samples, number] + self.rotations[samples, number] @ point)

    def point_jacobian(
        self, figure: Figure, number: int, at: np.ndarray, samples: np.ndarray | slice = slice(None)
    ) -> np.ndarray:
        """(m, 3, nv) how velocities move a point that is ``at`` (m, 3)."""
        assert self.jacobians is not None
        own = self.jacobians[samples]
        return np.asarray((own[:, :3] + np.cross(own[:, 3:], at[:, :, None], axis=1)) * figure.supports[number])


def posed(figure: Figure, at: Moments, points: np.ndarray) -> Posed:
    """The example displaced by control points (points, nv)."""
    curve = mixed(at, points)
    d = curve[:, :, 3:].reshape(3, len(at.times), -1, 3)
    jacobian = right_jacobian(d[0], d[1], d[2])
    turned = displaced(at.turned, d[0], d[1], d[2], jacobian)
    return Posed(states_of(figure, at.root + curve[:, :, :3], turned), turned, jacobian)


def equations(figure: Figure, pose: Posed, loads: Loads, rows: np.ndarray | None, watched: Iterable[int]) -> Equations:
    """Run inverse dynamics at every sample; with ``rows`` (R,) also the derivatives of those of its results.

    Only the ``watched`` joints of the model are placed, which those with loads must be among.
    """
    pin, model, states = pinocchio(), figure.model, pose.states
    data = model.createData()
    count, nv = len(states.q), model.nv
    torques, jacobians = np.zeros((count, nv)), np.zeros((count, 6, nv))
    places, rotations = np.zeros((count, model.njoints, 3)), np.zeros((count, model.njoints, 3, 3))
    size = 0 if rows is None else len(rows)
    by_q, by_v = np.zeros((2, count, size, nv))
    masses = np.zeros((count, nv, nv) if size else 0)
    for s in range(count):
        pin.forwardKinematics(model, data, states.q[s])
        for j in watched:
            placed = data.oMi[j]
            places[s, j], rotations[s, j] = placed.translation, placed.rotation
    outside = pin.StdVec_Force([pin.Force.Zero() for _ in range(model.njoints)])
    wrenches = _wrenches(loads, rotations)
    for s in range(count):
        q, v, a = states.q[s], states.v[s], states.a[s]
        for number, wrench in wrenches.items():
            outside[number] = pin.Force(wrench[s])
        if rows is None:
            torques[s] = pin.rnea(model, data, q, v, a, outside)
            continue
        pin.computeRNEADerivatives(model, data, q, v, a, outside)
        torques[s], jacobians[s] = data.tau, data.J
        by_q[s], by_v[s] = data.dtau_dq[rows], data.dtau_dv[rows]
        masses[s] = data.M
    if rows is not None:
        masses = np.triu(masses)  # Pinocchio fills this half
        by_a = (masses + np.swapaxes(np.triu(masses, 1), 1, 2))[:, rows]
    if rows is None:
        return Equations(torques, places, rotations)
    plain = Equations(torques, places, rotations, jacobians)
    for number, point, forces in loads:  # forces keep their direction in the world, not in their joint's frame
        moved = plain.point_jacobian(figure, number, plain.point(number, point))
        turns = jacobians[:, 3:] * figure.supports[number]
        by_q -= np.swapaxes(moved[:, :, rows], 1, 2) @ (cross_matrix(forces) @ turns)
    return Equations(torques, places, rotations, jacobians, _by_displacement(pose, by_q, by_v, by_a))


def _wrenches(loads: Loads, rotations: np.ndarray) -> dict[int, np.ndarray]:
    """(S, 6) the loads of each joint of the model, in its own frame."""
    totals: dict[int, np.ndarray] = {}
    for number, point, forces in loads:
        local = (np.swapaxes(rotations[:, number], 1, 2) @ forces[..., None])[..., 0]
        wrench = np.concatenate([local, np.cross(point, local)], axis=1)
        totals[number] = totals[number] + wrench if number in totals else wrench
    return totals


def _by_displacement(
    pose: Posed, by_q: np.ndarray, by_v: np.ndarray, by_a: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Chain rule from turns of frames and their rates to the displacement and its derivatives."""
    spin, push = cross_matrix(pose.turned.velocity), cross_matrix(pose.turned.acceleration)
    value, first, second = pose.jacobian
    turn = by_q + _times(by_v, spin) + _times(by_a, push)
    rate = by_v + _times(by_a, spin)
    zero = _times(turn, value, travel=True) + _times(rate, first) + _times(by_a, second)
    one = _times(rate, value, travel=True) + 2.0 * _times(by_a, first)
    return zero, one, _times(by_a, value, travel=True)


def _times(rows: np.ndarray, blocks: np.ndarray, *, travel: bool = False) -> np.ndarray:
    """Rows (S, R, nv) times a block (S, n, 3, 3) for each joint; the root's travel is kept, or left out."""
    count, size, _ = rows.shape
    turned = np.swapaxes(rows[:, :, 3:].reshape(count, size, -1, 3), 1, 2) @ blocks
    out = np.zeros_like(rows)
    out[:, :, 3:] = np.swapaxes(turned, 1, 2).reshape(count, size, -1)
    if travel:
        out[:, :, :3] = rows[:, :, :3]
    return out


def contact_loads(contacts: tuple[ContactSpan, ...], forces: np.ndarray) -> Loads:
    """Contact forces (S, C, 3) as loads on the model, one for each point that stands."""
    own: dict[tuple[str, int], list[int]] = {}
    for k, c in enumerate(contacts):
        own.setdefault((c.name, c.number), []).append(k)
    return [(contacts[ks[0]].number, contacts[ks[0]].point, forces[:, ks].sum(axis=1)) for ks in own.values()]
