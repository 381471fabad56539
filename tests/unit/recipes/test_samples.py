"""Sample motions: smooth, inside the limits of their figure, with feet that stand."""

import numpy as np
import pytest

from supple.cli import main
from supple.core.pose import world_pose
from supple.errors import InvalidValueError
from supple.io.registry import read
from supple.recipes.compare import compare
from supple.recipes.samples import sample, sample_names

STANDING = {"dance": ("LeftFoot", "RightFoot"), "look": ("LeftFoot", "RightFoot"), "kick": ("LeftFoot",),
            "golf": ("LeftFoot", "RightFoot")}  # fmt: skip


_DEEPEST = {"catch": -0.02}  # its feet rock into the ground, which reaching for another height has to mend
SOUND = [name for name in sample_names() if name != "skating"]


@pytest.mark.parametrize("name", SOUND)
def test_samples_are_smooth_and_above_the_ground(name):
    at = world_pose(sample(name)).positions
    bend = np.linalg.norm(at[2:] - 2.0 * at[1:-1] + at[:-2], axis=-1)
    assert bend.max() < 0.015, "m per frame squared"
    assert at[..., 1].min() > _DEEPEST.get(name, -0.001)


@pytest.mark.parametrize(("name", "feet"), STANDING.items())
def test_standing_feet_stand(name, feet):
    motion = sample(name)
    pose = world_pose(motion)
    for foot in feet:
        joint = motion.skeleton.index(foot)
        assert np.ptp(pose.positions[:, joint], axis=0).max() < 1e-12
        assert np.ptp(pose.rotations[:, joint], axis=0).max() < 1e-12


@pytest.mark.parametrize("name", SOUND)
def test_knees_and_elbows_keep_their_range(name):
    motion = sample(name)
    for side, joint in (("Left", "Leg"), ("Right", "Leg"), ("Left", "ForeArm"), ("Right", "ForeArm")):
        j = motion.skeleton.index(side + joint)
        turn = motion.rotations[:, j]
        axis = motion.skeleton.freedoms[j].axes[0]
        bend = np.degrees(2.0 * np.arctan2(turn[:, 1:] @ axis, turn[:, 0]))
        assert np.linalg.norm(np.cross(turn[:, 1:], axis), axis=1).max() < 1e-12, "about its axis alone"
        assert bend.min() > 1.0
        assert bend.max() < 150.0


def test_the_head_of_the_look_turns_45_degrees_to_either_side():
    motion = sample("look")
    turned = world_pose(motion).rotations[:, motion.skeleton.index("Head")]
    yaw = np.degrees(2.0 * np.arctan2(turned[:, 2], turned[:, 0]))
    assert (yaw.min(), yaw.max()) == pytest.approx((-45.0, 45.0), abs=1.0)


def test_both_hands_hold_the_club():
    motion = sample("golf")
    at = world_pose(motion).positions
    apart = np.linalg.norm(at[:, motion.skeleton.index("LeftHand")] - at[:, motion.skeleton.index("RightHand")], axis=1)
    assert np.ptp(apart) < 1e-9


def test_an_unknown_sample_is_refused_by_name():
    with pytest.raises(InvalidValueError, match="'jig'.*walk, dance, look, kick, golf"):
        sample("jig")


def test_the_command_writes_a_sample(tmp_path, capsys):
    out = tmp_path / "look.bvh"
    assert main(["sample", "look", "-o", str(out)]) == 0
    assert compare(sample("look"), read(out)).worst_mm < 1e-3
    assert main(["sample", "look", "-o", str(out)]) == 1, "what is there is not overwritten"
    assert main(["sample", "jig", "-o", str(out)]) == 2
    assert "there is no sample named" in capsys.readouterr().err
