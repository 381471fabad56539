"""The turns of one frame against ``recipes.retarget``, which does whole clips in NumPy."""

import numpy as np
import pytest
from support import refigured
from support.tolerances import ALGEBRA

from supple.core.freedom import about
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.kernels.online.transfer import carry_turns
from supple.recipes.online.carrying import carrying
from supple.recipes.retarget.retargeting import frames_of_both, matched
from supple.recipes.retarget.transfer import transferred
from supple.recipes.walk import true_walk


def with_hinges(motion: Motion) -> Motion:
    """Knees that only bend, and ankles that turn about two axes."""
    from dataclasses import replace

    freedoms = list(motion.skeleton.freedoms)
    for side in ("Left", "Right"):
        freedoms[motion.skeleton.index(f"{side}Leg")] = about(np.array([[1.0, 0.0, 0.0]]))
        freedoms[motion.skeleton.index(f"{side}Foot")] = about(np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]))
    return replace(motion, skeleton=replace(motion.skeleton, freedoms=tuple(freedoms)))


FIGURES = {
    "the same": lambda m: m,
    "A-pose": lambda m: refigured.with_arms_at(m, 40.0),
    "no clavicles, no toes": lambda m: refigured.without(m, "LeftToeBase", "RightToeBase"),
    "hinges": with_hinges,
}


@pytest.mark.parametrize("figure", FIGURES)
def test_one_frame_is_as_in_the_whole_clip(figure):
    walk = true_walk(1.0, 30.0).motion
    both = matched(walk, FIGURES[figure](walk), None, None, None)
    frames = frames_of_both(both)
    whole = transferred(both.source, both.target, both.match, frames[1], frames[0])
    plan, pose, joints = carrying(both, frames), world_pose(walk), len(both.target.skeleton)
    for frame in (0, 7, 22):
        local = np.zeros((joints, 4))
        carry_turns(
            pose.positions[frame], pose.rotations[frame], *plan, both.target.skeleton.parents,
            np.zeros((joints, 4)), np.zeros((joints, 4)), local,
        )  # fmt: skip
        signs = np.sign(np.sum(local * whole[frame], axis=1, keepdims=True))
        np.testing.assert_allclose(signs * local, whole[frame], **ALGEBRA)
