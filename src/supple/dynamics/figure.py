"""A skeleton with a body, as a rigid-body model.

The root travels and turns, every other joint that moves is a ball; where a joint never turns in a clip, or nothing that
weighs hangs below it, it is rigid. Knees and elbows stay balls here: what holds them to their hinge is that the solvers
move them about it only (:attr:`Figure.axes`). Joints stand depth first, as skeletons do: Pinocchio's derivatives are
silently wrong otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from supple.core import quaternions
from supple.core.body.hinges import hinged_by_role
from supple.core.motion import Motion, first_moving_frame
from supple.core.skeleton import Skeleton
from supple.dynamics.engine import pinocchio
from supple.dynamics.inertias import Inertias
from supple.errors import InvalidValueError

GRAVITY = 9.80665  # [m/s2]
_TURNS = np.radians(0.5)  # a joint that turns by less in a clip is rigid
_ROOT = 2  # Pinocchio's number of the joint that turns the root; 0 is the world, 1 its travel


@dataclass(frozen=True, slots=True, eq=False)
class Carrier:
    """The moving joint that a joint of the skeleton is rigid with, and how it sits there."""

    number: int  # in Pinocchio's model
    turn: np.ndarray  # (4,) from the joint's frame to the carrier's
    place: np.ndarray  # (3,) of the joint in the carrier's frame [m]


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A rigid-body model of a skeleton. Velocities: the root's in the world, turns in each joint's own frame."""

    skeleton: Skeleton
    inertias: Inertias
    model: Any  # Pinocchio's
    joints: tuple[int, ...]  # of the skeleton, in the order of the model; the root is the first
    carriers: tuple[Carrier, ...]  # one per joint of the skeleton
    axes: Mapping[int, np.ndarray]  # joint of the skeleton -> (3,) the only axis that solvers turn it about
    supports: np.ndarray  # (N, nv) bool: which velocities move each joint of the model

    @property
    def nv(self) -> int:
        """Degrees of freedom, the root's travel included."""
        return int(self.model.nv)

    @property
    def weight(self) -> float:
        """Of the body with what it carries [N]."""
        return self.inertias.mass * GRAVITY

    def carried(self, joint: int, point: np.ndarray) -> tuple[int, np.ndarray]:
        """A point of a skeleton's joint, as a point of the model's."""
        carrier = self.carriers[joint]
        return carrier.number, carrier.place + quaternions.rotate(carrier.turn, np.asarray(point, dtype=np.float64))

    def configuration(self, roots: np.ndarray, turns: np.ndarray) -> np.ndarray:
        """(S, nq) of root positions (S, 3) and local turns (S, n, 4) of ``joints``."""
        xyzw = turns[..., [1, 2, 3, 0]].reshape(len(roots), -1)
        return np.concatenate([roots, xyzw], axis=1)


def figure_of(motion: Motion, inertias: Inertias, roles: Mapping[str, str]) -> Figure:
    """The model of a motion's figure."""
    if motion.offsets is not None:
        raise InvalidValueError(
            "bones of this motion change their length from frame to frame, which no rigid body does. "
            "Give the motion to a figure with rigid bones first (supple retarget IN --to CHARACTER -o OUT)."
        )
    pin = pinocchio()
    free = _free(motion, inertias)
    skeleton, first = motion.skeleton, first_moving_frame(motion)
    model = pin.Model()
    model.gravity.linear = np.array([0.0, -GRAVITY, 0.0])
    carriers: list[Carrier] = []
    joints = [j for j in range(len(skeleton)) if free[j]]
    for j in range(len(skeleton)):
        parent = None if j == 0 else carriers[int(skeleton.parents[j])]
        carriers.append(_add(pin, model, parent, skeleton, j, bool(free[j]), motion.rotations[first, j]))
        _weigh(pin, model, carriers[j], inertias, j)
    hinges = hinged_by_role(skeleton, motion.rotations[first:], roles).hinges
    axes = {h.joint: h.axis for h in hinges.values() if free[h.joint]}
    axes |= {
        j: f.axes[0] for j, f in enumerate(skeleton.freedoms) if j and free[j] and f.kind == "hinge" and j not in axes
    }
    return Figure(skeleton, inertias, model, tuple(joints), tuple(carriers), axes, _supports(model))


def _free(motion: Motion, inertias: Inertias) -> np.ndarray:
    """(J,) which joints move in the model."""
    skeleton = motion.skeleton
    turns = motion.rotations[first_moving_frame(motion) :]
    cosines = np.abs(np.einsum("fjk,jk->fj", turns, turns[0])).min(axis=0)
    moves = 2.0 * np.arccos(np.minimum(cosines, 1.0)) > _TURNS
    stops = skeleton.subtree_stops()
    below = np.concatenate([[0.0], np.cumsum(inertias.masses)])
    weighs = below[stops] - below[: len(skeleton)] > 0.0
    free = moves & weighs & ~skeleton.end_sites
    free[0] = True
    return free


def _add(
    pin: Any, model: Any, parent: Carrier | None, skeleton: Skeleton, j: int, free: bool, turn: np.ndarray
) -> Carrier:
    if parent is None:
        travel = model.addJoint(0, pin.JointModelTranslation(), pin.SE3.Identity(), "travel")
        root = model.addJoint(travel, pin.JointModelSpherical(), pin.SE3.Identity(), f"{j}")
        return Carrier(root, np.array(quaternions.IDENTITY), np.zeros(3))
    place = parent.place + quaternions.rotate(parent.turn, skeleton.offsets[j])
    if not free:
        return Carrier(parent.number, quaternions.multiply(parent.turn, turn), place)
    at = pin.SE3(quaternions.to_matrix(parent.turn), place)
    number = model.addJoint(parent.number, pin.JointModelSpherical(), at, f"{j}")
    return Carrier(number, np.array(quaternions.IDENTITY), np.zeros(3))


def _weigh(pin: Any, model: Any, carrier: Carrier, inertias: Inertias, j: int) -> None:
    if inertias.masses[j] > 0.0:
        own = pin.Inertia(float(inertias.masses[j]), inertias.centres[j], inertias.inertias[j])
        model.appendBodyToJoint(carrier.number, own, pin.SE3(quaternions.to_matrix(carrier.turn), carrier.place))


def _supports(model: Any) -> np.ndarray:
    moved = np.zeros((model.njoints, model.nv), bool)
    for number in range(1, model.njoints):
        moved[number] = moved[model.parents[number]]
        start = model.joints[number].idx_v
        moved[number, start : start + model.joints[number].nv] = True
    return moved
