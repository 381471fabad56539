"""The same posture problem on three hinges per ball joint, as Euler angles have it, and its answer brought back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from supple.constraints.plan import Plan
from supple.core import quaternions
from supple.core.body.masses import BodyMass
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton


def first_hinges(skeleton: Skeleton, split: Skeleton) -> np.ndarray:
    """(J + 1,) joint j of ``skeleton`` is ``[first[j], first[j + 1])`` of ``split``; its last keeps the name."""
    return np.array([0, *(split.index(name) + 1 for name in skeleton.names)])


def split_plan(plan: Plan, first: np.ndarray) -> Plan:
    """The plan on the split skeleton: whatever rode with a joint rides with its last hinge."""
    last, owner = first[1:] - 1, np.repeat(np.arange(len(first) - 1), np.diff(first))
    masses, centres = np.zeros(len(owner)), np.zeros((len(owner), 3))
    masses[last], centres[last] = plan.body.masses, plan.body.centres
    return replace(
        plan,
        body=BodyMass(masses, centres, plan.body.missing),
        joint=last[plan.joint],
        recruited=np.ascontiguousarray(plan.recruited[:, owner]),
        reference=np.where(plan.reference < 0, -1, last[plan.reference]),
        support_joint=last[plan.support_joint],
    )


def joined(motion: Motion, split: Motion, first: np.ndarray) -> Motion:
    """``motion`` with the pose of its split twin: the turns of a joint's hinges, one after the other."""
    rotations = split.rotations[:, first[:-1]].copy()
    for k in range(1, int(np.diff(first).max())):
        chained = np.flatnonzero(np.diff(first) > k)
        turns = split.rotations[:, first[:-1][chained] + k]
        rotations[:, chained] = quaternions.multiply(rotations[:, chained], turns)
    return motion.with_root_positions(split.root_positions).with_rotations(quaternions.normalized(rotations))
