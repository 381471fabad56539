"""Captures that become one another: feet stand in the written file, and joints jump no more than in the captures."""

import numpy as np
import pytest
from support.shared import DATA, needs_data

import supple
from supple.core import quaternions

PAIRS = {
    "walk to run": ("cmu-bvh/02_01.bvh", "cmu-bvh/02_03.bvh"),
    "run to walk": ("cmu-bvh/16_35.bvh", "cmu-bvh/16_15.bvh"),
    "walk to turn": ("cmu-bvh/16_15.bvh", "cmu-bvh/16_17.bvh"),
    "walk to standing before a jump": ("cmu-bvh/16_15.bvh", "cmu-bvh/16_01.bvh"),
    "hips that travel over a root": (
        "bandai-namco/dataset-2_walk_normal_001.bvh",
        "bandai-namco/dataset-2_run_active_001.bvh",
    ),
}


def bends(motion, joints, span=slice(None)):
    """(n,) the largest change of speed of joints from one frame to the next [deg/s^2]."""
    q = motion.rotations[motion.rest_rows :][span][:, joints]
    turns = quaternions.multiply(quaternions.conjugate(q[:-1]), q[1:])
    speeds = quaternions.log(turns * np.where(turns[..., :1] < 0.0, -1.0, 1.0)) / motion.frame_time
    return np.degrees(np.linalg.norm(np.diff(speeds, axis=0), axis=2)).max(axis=0) / motion.frame_time


@needs_data
@pytest.mark.parametrize("pair", PAIRS)
def test_feet_stand_and_joints_do_not_jump(pair, tmp_path):
    clips = [supple.read(DATA / name) for name in PAIRS[pair]]
    made = supple.transition(clips)
    supple.write(made.motion, tmp_path / "made.bvh")
    again = supple.read(tmp_path / "made.bvh")
    assert supple.metrics(again, made.contacts).slide_mm_max < 0.5 < 0.05 * made.standing.slide_before_mm
    (seam,) = made.seams
    legs = [again.skeleton.index(joint) for role, joint in supple.motion_roles(again).items() if "knee" in role]
    mixed = bends(again, legs, slice(seam.start - 3 - again.rest_rows, seam.stop + 3))
    assert (mixed < 2.0 * np.maximum(*(bends(clip, legs) for clip in clips)) + 2000.0).all()


@needs_data
def test_clips_of_one_person_blend_to_what_lies_between():
    slow, fast = (supple.read(DATA / "cmu-bvh" / name) for name in ("07_01.bvh", "07_12.bvh"))
    made = supple.blend(slow, fast, 0.5)
    assert made.standing.slide_after_mm < 0.5
    speeds = [_speed(m) for m in (slow, made.motion, fast)]
    assert speeds[0] < speeds[1] < speeds[2]


def _speed(motion):
    way = motion.root_positions[-1] - motion.root_positions[motion.rest_rows]
    return float(np.linalg.norm(way[[0, 2]])) / (motion.frames * motion.frame_time)
