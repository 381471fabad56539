"""The upper body of one motion on the legs of another."""

from dataclasses import replace

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

import supple
from supple.core.contacts import Contact, Contacts
from supple.core.pose import world_pose
from supple.errors import InvalidValueError
from supple.recipes.everyday.join import join

UPPER = ["Spine", "Spine1", "Neck", "Head", "LeftArm", "RightHand"]
LOWER = ["Hips", "LeftUpLeg", "RightFoot"]


@pytest.fixture
def arms():
    return smooth_motion(human_skeleton(), 60, seed=1)


@pytest.fixture
def legs():
    return smooth_motion(human_skeleton(), 60, seed=2)


def at(motion, names):
    return motion.rotations[:, [motion.skeleton.index(name) for name in names]]


def test_the_spine_and_above_come_from_one_and_the_legs_from_the_other(arms, legs):
    got = join(arms, legs).motion
    np.testing.assert_allclose(at(got, UPPER), at(arms, UPPER), atol=1e-15)
    np.testing.assert_array_equal(at(got, LOWER), at(legs, LOWER))
    np.testing.assert_array_equal(got.root_positions, legs.root_positions)
    feet = [legs.skeleton.index(name) for name in ("LeftToeBase", "RightToeBase")]
    np.testing.assert_array_equal(world_pose(got).positions[:, feet], world_pose(legs).positions[:, feet])


def test_one_limb_can_be_taken_by_its_role(arms, legs):
    got = join(arms, legs, joints=["left_shoulder"]).motion
    np.testing.assert_allclose(at(got, ["LeftArm", "LeftHand"]), at(arms, ["LeftArm", "LeftHand"]), atol=1e-15)
    np.testing.assert_array_equal(at(got, ["RightArm", "Spine"]), at(legs, ["RightArm", "Spine"]))


def test_it_begins_when_it_is_told_with_a_smooth_passage(arms, legs):
    short = arms.with_frames(0, 30)
    got = join(short, legs, start=0.25, blend=0.1).motion  # frames 15 to 45, six frames of passage
    np.testing.assert_array_equal(at(got, UPPER)[:15], at(legs, UPPER)[:15])
    np.testing.assert_array_equal(at(got, UPPER)[45:], at(legs, UPPER)[45:])
    np.testing.assert_allclose(at(got, UPPER)[22:38], at(short, UPPER)[7:23], atol=1e-15)
    hard = join(short, legs, start=0.25, blend=0.0).motion

    def worst_step(motion):
        dots = np.abs(np.sum(motion.rotations[1:] * motion.rotations[:-1], axis=2))
        return np.degrees(2.0 * np.arccos(np.minimum(dots, 1.0))).max()

    assert worst_step(got) < 0.5 * worst_step(hard)


def test_the_common_part_can_be_cut_out_with_its_contacts(arms, legs):
    contacts = Contacts(
        fps=60.0,
        contacts=(
            Contact(point="left_ball", joint="LeftFoot", start=10, stop=30, position_m=(0.0, 0.0, 0.0)),
            Contact(point="hand", joint="LeftHand", start=10, stop=30, position_m=(0.0, 0.0, 0.0)),
        ),
    )
    got = join(arms.with_frames(0, 30), legs, start=0.25, length="common", contacts=contacts)
    assert got.motion.frames == 30
    np.testing.assert_array_equal(at(got.motion, LOWER), at(legs, LOWER)[15:45])
    assert [(c.point, c.start, c.stop) for c in got.contacts.contacts] == [("left_ball", 0, 15)]
    assert any("1 contacts" in note for note in got.notes)


def test_another_rate_is_resampled_to_that_of_the_legs(arms, legs):
    fast = supple.resample(arms, 120.0).motion
    got = join(fast, legs)
    assert got.motion.fps == legs.fps
    assert "from 120 to 60" in got.notes[0]
    np.testing.assert_allclose(at(got.motion, UPPER)[:59], at(arms, UPPER)[:59], atol=1e-9)


def test_rest_rows_stay_in_front_and_are_no_frames_of_the_source(arms, legs):
    got = join(replace(arms, rest_rows=2), replace(legs, rest_rows=5)).motion
    np.testing.assert_array_equal(got.rotations[:5], legs.rotations[:5])
    np.testing.assert_allclose(at(got, UPPER)[5:], at(arms, UPPER)[2:57], atol=1e-15)


def test_different_skeletons_are_refused_with_the_first_difference(arms, legs):
    with pytest.raises(InvalidValueError, match="no joint 'Spine1'"):
        join(supple.rename(arms, {"Spine1": "Chest"}).motion, legs)
    with pytest.raises(InvalidValueError, match="'LeftForeArm' hangs below 'LeftArm' in one and 'LeftShoulder'"):
        join(supple.prune(arms, drop=["LeftArm"]).motion, legs, joints=["LeftForeArm"])
    with pytest.raises(InvalidValueError, match="only the source has a joint 'LeftHand'"):
        join(arms, supple.prune(legs, drop=["LeftHand"]).motion)
    rest = arms.skeleton.rest_rotations.copy()
    rest[arms.skeleton.index("Neck")] = (0.0, 1.0, 0.0, 0.0)
    with pytest.raises(InvalidValueError, match="'Neck' is turned otherwise"):
        join(replace(arms, skeleton=replace(arms.skeleton, rest_rotations=rest)), legs)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"start": 99.0}, "never meet"),
        ({"start": float("nan")}, "nan"),
        ({"blend": -1.0}, "not negative"),
        ({"length": "half"}, "half"),
        ({"joints": ["Spien"]}, "Spine"),
        ({"joints": ["Head_end"]}, "end sites"),
    ],
)
def test_wishes_that_cannot_be_are_refused(arms, legs, asked, said):
    with pytest.raises(InvalidValueError, match=said):
        join(arms, legs, **asked)
