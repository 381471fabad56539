"""Limbs and targets for tests of the cleanup."""

import numpy as np

from supple.core import quaternions
from supple.core.pose import world_pose
from supple.solvers.cleanup.limbs_of import limbs_of
from supple.solvers.cleanup.targets import Targets
from support.motions import human_skeleton, smooth_motion

ROLES = {
    "hips": "Hips", "left_hip": "LeftUpLeg", "left_knee": "LeftLeg", "left_ankle": "LeftFoot",
    "left_ball": "LeftToeBase", "right_hip": "RightUpLeg", "right_knee": "RightLeg", "right_ankle": "RightFoot",
    "right_ball": "RightToeBase", "left_shoulder": "LeftArm", "left_elbow": "LeftForeArm", "left_wrist": "LeftHand",
    "right_shoulder": "RightArm", "right_elbow": "RightForeArm", "right_wrist": "RightHand",
}  # fmt: skip


def waving_figure(frames=20, seed=0, *, stretch=False):
    """A figure whose joints all turn, knees and elbows too, and its four limbs."""
    motion = smooth_motion(human_skeleton(), frames, seed, stretch=stretch)
    rotations = motion.rotations.copy()
    for name, axis, angle in (("Leg", "x", 1.2), ("ForeArm", "y", -1.2)):
        for side, sign in (("Left", 1.0), ("Right", 1.0 if name == "Leg" else -1.0)):
            joint = motion.skeleton.index(side + name)
            bend = quaternions.about_axis(axis, sign * angle * (1.0 + 0.4 * np.sin(np.arange(frames))))
            some = quaternions.exp(0.2 * quaternions.log(rotations[:, joint]))
            rotations[:, joint] = quaternions.multiply(bend, some)
    motion = motion.with_rotations(rotations)
    return motion, limbs_of(motion, ROLES)


def own_targets(motion, limbs):
    """The ends of all limbs, where they are."""
    pose, ends = world_pose(motion), [limb.end for limb in limbs]
    return Targets(
        np.ones((motion.frames, len(limbs)), bool), pose.positions[:, ends].copy(), pose.rotations[:, ends].copy()
    )


def moved_targets(motion, limbs, seed=0, far=0.01, turn=0.2):
    """The same, moved by about ``far`` [m] and turned by about ``turn`` [rad] in every frame."""
    rng, own = np.random.default_rng(seed), own_targets(motion, limbs)
    by = quaternions.exp(turn * rng.normal(size=own.positions.shape))
    return Targets(
        own.active, own.positions + far * rng.normal(size=own.positions.shape), quaternions.multiply(by, own.rotations)
    )
