"""Small motions for tests, so that none builds a skeleton by hand."""

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton

HUMAN = [  # name, parent, offset [m]; a standing figure facing +Z, left is +X
    ("Hips", None, (0.0, 0.93, 0.0)),
    ("LeftUpLeg", "Hips", (0.09, -0.05, 0.0)), ("LeftLeg", "LeftUpLeg", (0.0, -0.42, 0.0)),
    ("LeftFoot", "LeftLeg", (0.0, -0.40, 0.0)), ("LeftToeBase", "LeftFoot", (0.0, -0.05, 0.13)),
    ("LeftToeBase_end", "LeftToeBase", (0.0, 0.0, 0.06)),
    ("RightUpLeg", "Hips", (-0.09, -0.05, 0.0)), ("RightLeg", "RightUpLeg", (0.0, -0.42, 0.0)),
    ("RightFoot", "RightLeg", (0.0, -0.40, 0.0)), ("RightToeBase", "RightFoot", (0.0, -0.05, 0.13)),
    ("RightToeBase_end", "RightToeBase", (0.0, 0.0, 0.06)),
    ("Spine", "Hips", (0.0, 0.12, 0.0)), ("Spine1", "Spine", (0.0, 0.18, 0.0)), ("Neck", "Spine1", (0.0, 0.20, 0.0)),
    ("Head", "Neck", (0.0, 0.10, 0.0)), ("Head_end", "Head", (0.0, 0.17, 0.0)),
    ("LeftShoulder", "Spine1", (0.03, 0.15, 0.0)), ("LeftArm", "LeftShoulder", (0.14, 0.0, 0.0)),
    ("LeftForeArm", "LeftArm", (0.28, 0.0, 0.0)), ("LeftHand", "LeftForeArm", (0.25, 0.0, 0.0)),
    ("LeftHand_end", "LeftHand", (0.17, 0.0, 0.0)),
    ("RightShoulder", "Spine1", (-0.03, 0.15, 0.0)), ("RightArm", "RightShoulder", (-0.14, 0.0, 0.0)),
    ("RightForeArm", "RightArm", (-0.28, 0.0, 0.0)), ("RightHand", "RightForeArm", (-0.25, 0.0, 0.0)),
    ("RightHand_end", "RightHand", (-0.17, 0.0, 0.0)),
]  # fmt: skip


def human_skeleton() -> Skeleton:
    """A person of 1.75 m in a T-pose, with end sites."""
    names = [name for name, _, _ in HUMAN]
    parents = [-1 if parent is None else names.index(parent) for _, parent, _ in HUMAN]
    ends = [name.endswith("_end") for name in names]
    return Skeleton(tuple(names), parents, np.array([offset for *_, offset in HUMAN]), np.array(ends))


def smooth_motion(skeleton: Skeleton, frames: int = 40, seed: int = 0, *, stretch: bool = False) -> Motion:
    """Every joint turns smoothly by up to about 60 degrees; end sites keep still."""
    rng = np.random.default_rng(seed)
    t = np.linspace(0.0, 2.0 * np.pi, frames)[:, None, None]
    swing = rng.normal(size=(1, len(skeleton), 3)) * 0.25
    vectors = swing * np.sin(t + rng.uniform(0.0, 6.0, size=(1, len(skeleton), 1)))
    half = np.concatenate([np.ones((*vectors.shape[:2], 1)), vectors], axis=-1)
    rotations = quaternions.normalized(half)
    rotations[:, skeleton.end_sites] = (1.0, 0.0, 0.0, 0.0)
    root = skeleton.offsets[0] + np.concatenate([0.05 * np.sin(t[:, 0]), 0.0 * t[:, 0], 0.2 * t[:, 0]], axis=1)
    offsets = None
    if stretch:
        offsets = skeleton.offsets * (1.0 + 0.05 * np.sin(t + np.arange(len(skeleton))[None, :, None]))
    return Motion(skeleton, root, rotations, 1.0 / 60.0, offsets)
