"""Edits of a walking figure for tests, compiled."""

from functools import cache

import numpy as np

from supple.constraints import model
from supple.constraints.compile import compile_edit
from supple.constraints.names import Effector, Names
from supple.constraints.plan import Plan
from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.recipes.names import motion_names
from supple.recipes.walk import walking

WHEN = (0.5, 1.0, 2.0, 2.5)
EVENTS = model.Events(heel_strike=1.0, toe_strike=1.1, heel_off=1.4, toe_off=1.6)


@cache
def walker() -> tuple[Motion, Names, WorldPose]:
    """Four seconds of walking along +Z at 60 fps."""
    motion = walking(4.0)
    pose = world_pose(motion)
    return motion, motion_names(motion, pose=pose), pose


def plan_of(*constraints: model.Constraint, space: str = "world") -> Plan:
    """The plan of some constraints on the walker."""
    motion, names, pose = walker()
    return compile_edit(motion, model.Edit(constraints=constraints, space=space), names, pose)


def path_of(name: str, pose: WorldPose | None = None) -> np.ndarray:
    """Where a point of the walker goes (F, 3)."""
    _, names, source = walker()
    return place_of(names.effector(name), source if pose is None else pose)


def place_of(effector: Effector, pose: WorldPose) -> np.ndarray:
    """Where a point of a body goes (F, 3)."""
    arm = quaternions.rotate(pose.rotations[:, effector.joint], np.array(effector.point))
    return pose.positions[:, effector.joint] + arm


def asked_place(plan: Plan, task: int, pose: WorldPose) -> np.ndarray:
    """Goal plus supports as the pose has them (F, 3), one by one."""
    out = plan.goal[:, task, :3].copy()
    for s in range(plan.support_start[task], plan.support_start[task + 1]):
        for f in range(len(out)):
            turned = quaternions.rotate(pose.rotations[f, plan.support_joint[s]], plan.support_point[f, s])
            out[f] += plan.share[f, s] * (pose.positions[f, plan.support_joint[s]] + turned)
    return out


def wobbled(seed: int = 0, size: float = 0.1) -> WorldPose:
    """The walker with every joint turned a little, and moved: another solution of the same frames."""
    motion = walker()[0]
    rng = np.random.default_rng(seed)
    joints = len(motion.skeleton)
    swing = size * np.sin(np.arange(motion.frames)[:, None, None] / 20.0 + rng.uniform(0, 6, (1, joints, 3)))
    small = quaternions.normalized(np.concatenate([np.ones((*swing.shape[:2], 1)), swing], axis=-1))
    small[:, motion.skeleton.end_sites] = (1.0, 0.0, 0.0, 0.0)
    moved = motion.with_root_positions(motion.root_positions + swing[:, 0])
    return world_pose(moved.with_rotations(quaternions.multiply(motion.rotations, small)))
