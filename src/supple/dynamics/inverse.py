"""Inverse dynamics: the forces that a motion needs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.dynamics.contact_points import ContactSpan
from supple.dynamics.engine import pinocchio
from supple.dynamics.figure import Figure
from supple.dynamics.states import States


@dataclass(frozen=True, slots=True, eq=False)
class Needed:
    """Forces that states need, without any contact, and where things are."""

    torques: np.ndarray  # (S, nv) the first six are the root's: force in the world, moment in the root's frame
    centres: np.ndarray  # (S, 3) centre of mass [m]
    places: np.ndarray  # (S, N, 3) joints of the model [m]
    rotations: np.ndarray  # (S, N, 3, 3)
    jacobians: np.ndarray  # (S, 6, nv) of spatial velocities in the world: at the origin, turning

    def points(self, number: int, point: np.ndarray) -> np.ndarray:
        """(S, 3) of a point that a joint carries [m]."""
        return np.asarray(self.places[:, number] + self.rotations[:, number] @ point)

    def wrench(self) -> tuple[np.ndarray, np.ndarray]:
        """The root's force and its moment about the root, in the world (S, 3) each [N], [Nm]."""
        turned = self.rotations[:, 2]
        return self.torques[:, :3], np.einsum("sij,sj->si", turned, self.torques[:, 3:6])


def needed_forces(figure: Figure, states: States) -> Needed:
    """Run Newton and Euler over every state."""
    pin, model = pinocchio(), figure.model
    data = model.createData()
    count, joints = len(states.q), model.njoints
    torques, centres = np.zeros((count, model.nv)), np.zeros((count, 3))
    places, rotations = np.zeros((count, joints, 3)), np.zeros((count, joints, 3, 3))
    jacobians = np.zeros((count, 6, model.nv))
    for s in range(count):
        pin.computeJointJacobians(model, data, states.q[s])
        torques[s] = pin.rnea(model, data, states.q[s], states.v[s], states.a[s])
        jacobians[s] = data.J
        centres[s] = pin.centerOfMass(model, data, states.q[s])
        for j, placed in enumerate(data.oMi):
            places[s, j], rotations[s, j] = placed.translation, placed.rotation
    return Needed(torques, centres, places, rotations, jacobians)


def point_jacobian(figure: Figure, needed: Needed, span: ContactSpan) -> np.ndarray:
    """(S, 3, nv) how velocities move a point, in the world."""
    at = needed.points(span.number, span.point)
    linear, turns = needed.jacobians[:, :3], needed.jacobians[:, 3:]
    moved = linear + np.cross(turns, at[:, :, None], axis=1)
    return np.asarray(moved * figure.supports[span.number])
