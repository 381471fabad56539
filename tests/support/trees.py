"""Random joint trees and poses, for tests of kinematics."""

import numpy as np

from supple.core.freedom import BALL, FIXED, about
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton


def unit(v):
    v = np.asarray(v, float)
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def random_parents(rng, joints):
    """A depth-first tree: every joint hangs on the last one or on one of its ancestors."""
    parents, branch = [-1], [0]
    for j in range(1, joints):
        branch = branch[: rng.integers(1, len(branch) + 1)] if rng.random() < 0.4 else branch
        parents.append(branch[-1])
        branch = [*branch, j]
    return np.array(parents)


def random_freedom(rng, kinds):
    kind = kinds[rng.integers(len(kinds))]
    if kind == "ball":
        return BALL
    if kind == "fixed":
        return FIXED
    if kind == "universal":
        return about(np.linalg.qr(rng.normal(size=(3, 3)))[0][:2])
    return about(unit(rng.normal(size=(1, 3))))


def random_skeleton(seed, joints=25, kinds=("ball", "hinge", "universal", "fixed")):
    """A tree of unit-sized bones with joints of every kind and turned rest poses; its root is a ball."""
    rng = np.random.default_rng(seed)
    freedoms = (BALL, *(random_freedom(rng, kinds) for _ in range(joints - 1)))
    return Skeleton(
        tuple(f"j{j}" for j in range(joints)), random_parents(rng, joints), rng.uniform(-0.5, 0.5, (joints, 3)),
        rest_rotations=unit(rng.normal(size=(joints, 4))), freedoms=freedoms,
    )  # fmt: skip


def random_motion(seed, skeleton=None, frames=3):
    """Any rotations at all, the rest pose turned by each joint's freedom."""
    from supple.core.dofs import dof_layout
    from supple.core.jacobians import stepped
    from supple.core.motion import rest_pose

    skeleton = random_skeleton(seed) if skeleton is None else skeleton
    rng = np.random.default_rng(seed + 1)
    rest = rest_pose(skeleton)
    steps = rng.uniform(-2.0, 2.0, size=(frames, len(dof_layout(skeleton))))
    posed = [stepped(rest, 0, step) for step in steps]
    return Motion(
        skeleton, np.concatenate([p.root_positions for p in posed]), np.concatenate([p.rotations for p in posed]), 0.01
    )
