"""The weakest level keeps velocities instead of the pose."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from support.edits import walker
from support.solved_edits import MM, beside, off, path, planted, solved

from supple.constraints.model import Balance, Orientation, Settings, TurnGoal
from supple.solvers.prioritized.adjusting import adjustment

WHEN = (0.5, 1.0, 2.0, 2.5)
FULL = slice(60, 121)
VELOCITY = Settings(keep="velocity")


def changes(bent):
    """(F - 1, J) how much the velocity of every joint differs from the source's [rad per frame]."""
    motion = walker()[0]
    by = adjustment(motion, np.arange(motion.frames), bent.root_positions, bent.rotations)
    return np.linalg.norm(np.diff(by.turns, axis=0), axis=-1)


def rms(values):
    return float(np.sqrt(np.mean(values**2)))


def test_joints_move_more_like_the_source():
    wish = beside("LeftHand", (0.0, 0.1, 0.08), WHEN)
    pose, velocity = solved(wish), solved(wish, settings=VELOCITY)
    assert rms(changes(velocity.motion)[FULL]) < 0.6 * rms(changes(pose.motion)[FULL])
    assert velocity.report.status == "met"


def test_stronger_wishes_do_not_notice():
    result = solved(*planted(), beside("LeftHand", (0.0, 0.1, 0.1), WHEN, priority=2), settings=VELOCITY)
    motion = walker()[0]
    assert result.report.status == "met"
    assert off(path(result.motion, "RightToeBase"), path(motion, "RightToeBase")) < 1e-3 * MM


def test_outside_the_span_no_bit_changes_and_nothing_jumps_at_its_ends():
    bent = solved(beside("LeftHand", (0.0, 0.1, 0.08), WHEN), settings=VELOCITY).motion
    touched = np.flatnonzero((bent.rotations != walker()[0].rotations).any(axis=(1, 2)))
    assert (touched.min(), touched.max()) == (31, 149)
    found = changes(bent)
    assert found[148:151].max() < 0.5 * found.max()


def test_a_change_stays_while_nothing_else_is_asked():
    """The hand is led away and let go while a foot, which no part of the arm moves, keeps the clip active."""
    arm = ("LeftArm", "LeftForeArm")
    foot = planted()[2]
    wish = beside("LeftHand", (0.0, 0.05, 0.05), (0.5, 1.0, 2.0, 2.0), priority=2, recruit=arm)
    joints = [walker()[0].skeleton.index(name) for name in arm]
    pose, velocity = (changes(solved(foot, wish, settings=s).motion)[120:124, joints] for s in (Settings(), VELOCITY))
    assert pose.max() > 0.02, "the arm falls back to the source"
    assert velocity.max() < 1e-3, "the arm goes on as it is"


def test_twice_gives_the_same_bits():
    wish = beside("LeftHand", (0.0, 0.1, 0.08), WHEN)
    first, second = (solved(wish, settings=VELOCITY).motion for _ in range(2))
    assert_array_equal(first.rotations, second.rotations)


def test_a_wish_that_holds_already_changes_no_bit():
    bent = solved(*planted(), settings=VELOCITY).motion
    assert_array_equal(bent.rotations, walker()[0].rotations)


@pytest.mark.parametrize(
    "wish",
    [Orientation(name="head", effector="Head", goals=(TurnGoal(turn_deg=(0.0, 0.0, 0.0)),)), Balance(name="balance")],
    ids=lambda wish: wish.name,
)
def test_so_do_turns_and_balance_that_are_as_they_were(wish):
    assert solved(wish).motion is walker()[0]


@pytest.mark.parametrize("passes", [1, 2])
def test_it_goes_with_a_filter(passes):
    wish = beside("LeftHand", (0.0, 0.1, 0.08), WHEN)
    result = solved(wish, settings=Settings(keep="velocity", filter_s=0.1, passes=passes))
    assert (result.report.status == "met") == (passes == 2)
