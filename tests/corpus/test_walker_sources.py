"""The walker with the flight and the upper body of captured walks."""

import numpy as np
import pytest
from support.shared import DATA, needs_data

import supple
from supple.core.quaternions import rotate
from supple.recipes.walker.figure import walker_figure
from supple.recipes.walker.source import source_gait


@needs_data
@pytest.mark.parametrize("name", ["07_01", "02_01", "39_01"])
def test_a_captured_walk_is_walked_on(name):
    source = supple.read(DATA / "cmu-bvh" / f"{name}.bvh")
    walked = supple.walk(5.0, source=source)
    pose, skeleton = supple.world_pose(walked.motion), walked.motion.skeleton
    for contact in walked.contacts.contacts:
        joint, span = skeleton.index(contact.joint), slice(contact.start, contact.stop)
        sole = pose.positions[span, joint] + rotate(pose.rotations[span, joint], np.array(contact.offset_m))
        assert np.ptp(sole, axis=0).max() < 1e-3
    assert pose.positions[..., 1].min() > -2e-3
    knees = [np.degrees(supple.gait(motion).left.ranges["knee"]) for motion in (walked.motion, source)]
    assert abs(knees[0] - knees[1]) < 25.0


@needs_data
def test_landings_that_are_a_little_too_high_still_end_a_stride():
    """07_01 has landings that are a little too high for the rule of 10 %, on a floor that falls by 2 cm."""
    taken = source_gait(supple.read(DATA / "cmu-bvh" / "07_01.bvh"), walker_figure())
    assert taken.cycles == 2
    assert 0.12 < taken.apex < 0.22
