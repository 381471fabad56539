r"""Joint weights on a walk.

The source moves a joint in every frame by its update times a weight, :math:`q \leftarrow q + W\,\Delta q`, and then
lets the legs reach where the feet must be. With the captured motion's own update as :math:`\Delta q` and a weight that
depends on the phase only, the first half of that is

.. math:: q'(t) = \bar q + \sigma + w(\varphi(t))\,\bigl(q(t) - \bar q\bigr)

with :math:`\bar q` the mean over the cycle: the joint goes w times as far. Nothing drifts, because nothing is summed
up; the source's offset of ranges does not arise by itself, and is a number of its own here, the shift :math:`\sigma`.
The second half: the body goes where its planted feet take it, and the cleanup puts them exactly there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.roles import SIDES
from supple.detect.signature.leg_angles import leg_angles
from supple.detect.signature.signature import GaitSignature
from supple.detect.signature.steps import steps_of
from supple.errors import InvalidValueError
from supple.io.documents.joint_weights import LARGEST, JointWeights
from supple.recipes.individualise.bending import with_bends
from supple.recipes.individualise.phases import leg_phases
from supple.recipes.individualise.travelling import on_its_feet

JOINTS = ("hip", "knee")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Walker:
    """A walk, with all that is needed to weight its joints."""

    motion: Motion
    contacts: Contacts
    names: Names
    signature: GaitSignature

    @property
    def joints(self) -> dict[str, int]:
        """Role -> joint."""
        return {role: self.motion.skeleton.index(name) for role, name in self.names.roles.items()}


def weighted(walker: Walker, weights: JointWeights) -> tuple[Motion, Contacts]:
    """The walk with weighted joints, on its feet but not cleaned; and where these stand."""
    motion = bent(walker, weights)
    return on_its_feet(motion, walker.contacts, walker.joints)


def bent(walker: Walker, weights: JointWeights) -> Motion:
    """The walk with weighted joints, its root where it was."""
    if walker.contacts.belt_m_s is not None:
        raise InvalidValueError("this walk is on a treadmill, whose belt would have to run at another speed.")
    motion, joints = walker.motion, walker.joints
    first = motion.rest_rows if motion.rest_rows < motion.frames else 0
    phases = leg_phases(steps_of(walker.contacts, first, motion.frames), motion.frames, motion.fps)
    pose = world_pose(motion)
    for side in SIDES:
        more = _more(walker, pose.positions, joints, side, phases[side], weights)
        for change in more.values():
            change[:first] = 0.0
        if any(np.any(change) for change in more.values()):
            motion = with_bends(motion, pose, joints, side, more)
    return motion


def _more(
    walker: Walker, positions: np.ndarray, joints: Mapping[str, int], side: str, phase: np.ndarray, given: JointWeights
) -> dict[str, np.ndarray]:
    """By how much hip and knee are flexed more and toes are higher, (F,) each [rad]."""
    angles, mean = leg_angles(positions, joints, side), walker.signature.leg(side).curve.mean(axis=0)
    own = {"hip": angles.hip, "knee": angles.knee}
    found = {
        joint: np.radians(given.shift_deg(side, joint))
        + (over_phase(given.weight(side, joint), phase) - 1.0) * (own[joint] - mean[k])
        for k, joint in enumerate(JOINTS)
    }
    lies, roll = walker.signature.leg(side).lying, angles.foot
    share = over_phase(given.weight(side, "ankle"), phase) - 1.0
    return {**found, "foot": np.zeros(len(phase)) if roll is None else share * (roll - lies)}


def over_phase(weights: tuple[float, ...], phase: np.ndarray) -> np.ndarray:
    """Weights that are evenly spread over the cycle, smooth between, at phases (F,) in cycles."""
    from scipy.interpolate import CubicSpline

    if len(set(weights)) == 1:
        return np.full(len(phase), weights[0])
    closed = np.array([*weights, weights[0]])
    curve = CubicSpline(np.arange(len(closed)) / len(weights), closed, bc_type="periodic")
    return np.clip(curve(phase % 1.0), 0.0, LARGEST)
