"""Feet that stand on the tips of toes that do not bend: their balls are as high as in the motion."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

import supple
from supple.core.contacts import Contact, Contacts, Floor
from supple.core.motion import Motion, rest_pose
from supple.core.pose import world_pose
from supple.core.quaternions import multiply, rotate
from supple.recipes.clean import points_of
from supple.recipes.names import motion_names
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.limbs_of import limbs_of
from supple.solvers.cleanup.settings import CleanSettings

FRAMES, MIDDLE, FPS = 60, 30, 60.0
SKELETON = supple.walking(seconds=1.0).skeleton
MODES = pytest.mark.parametrize("stretch", [None, 0.03], ids=["rigid", "stretch"])
GROUNDS = pytest.mark.parametrize(
    "floor", [0.0, lambda x, z: np.zeros(np.shape(x)), lambda x, z: 0.1 * z], ids=["level", "field", "slope"]
)


def pitched(degrees):
    half = np.radians(degrees) / 2.0
    return np.array([np.cos(half), np.sin(half), 0.0, 0.0])


def tiptoe(degrees, flat_toes=False, floor=0.0):
    """A person who stands on the tips of the toes, and sways by a centimetre."""
    rest = rest_pose(SKELETON)
    turns, roots = (np.repeat(array, FRAMES, axis=0) for array in (rest.rotations, rest.root_positions))
    for side in ("Left", "Right"):
        foot, toes = (SKELETON.index(side + name) for name in ("Foot", "ToeBase"))
        turns[:, foot] = multiply(turns[:, foot], pitched(degrees))
        if flat_toes:
            turns[:, toes] = multiply(turns[:, toes], pitched(-degrees))
    roots[:, 2] += 0.01 * np.sin(np.linspace(0.0, 2.0 * np.pi, FRAMES))
    motion = Motion(SKELETON, roots, turns, 1.0 / FPS)
    tip = world_pose(motion).positions[0, SKELETON.index("LeftToeBase_end")]
    ground = floor(tip[:1], tip[2:])[0] if callable(floor) else floor
    return motion.with_root_positions(motion.root_positions + [0.0, ground - tip[1], 0.0])


def cleaned(motion, stretch, floor, *, jointed=True):
    """The motion with both balls held all through, of a figure whose toes have a joint or not."""
    contacts = tuple(
        Contact(point=f"{side.lower()}_ball", joint=f"{side}ToeBase", offset_m=(0.0, 0.0, 0.0), start=5, stop=55,
                position_m=(0.0, 0.0, 0.0))
        for side in ("Left", "Right")
    )  # fmt: skip
    names = motion_names(motion)
    limbs = limbs_of(motion, names.roles, points_of(names), names.limbs)
    if not jointed:
        limbs = tuple(limb if limb.toe is None else without_joint(motion, limb) for limb in limbs)
    settings = CleanSettings(stretch=stretch, floor=floor)
    return clean(motion, Contacts(fps=FPS, floor=Floor(), contacts=contacts), limbs, settings)


def without_joint(motion, limb):
    pose = world_pose(motion)
    tip = pose.positions[0, limb.toe] + rotate(pose.rotations[0, limb.toe], limb.toe_tip)
    back = pose.rotations[0, limb.end] * [1.0, -1.0, -1.0, -1.0]
    return replace(limb, toe=None, toe_tip=rotate(back, tip - pose.positions[0, limb.end]))


def heights(motion, joint):
    return world_pose(motion).positions[5:55, SKELETON.index(joint), 1]


@MODES
@GROUNDS
@pytest.mark.parametrize("jointed", [True, False], ids=["a joint that never bends", "no joint"])
@pytest.mark.parametrize("degrees", [20.0, 35.0, 60.0])
def test_who_stands_on_the_tips_of_the_toes_stays_there(degrees, jointed, floor, stretch):
    """Before, the body came down by up to 10 cm: balls were put on the ground."""
    motion = tiptoe(degrees, floor=floor)
    result = cleaned(motion, stretch, floor, jointed=jointed)
    for joint in ("LeftToeBase", "RightToeBase", "LeftToeBase_end", "Hips"):
        assert_allclose(heights(result.motion, joint), heights(motion, joint), rtol=0.0, atol=0.003)
    ball = world_pose(result.motion).positions[5:55, SKELETON.index("LeftToeBase")]
    assert np.ptp(ball, axis=0).max() < 1e-5
    assert result.report.status == "met"


@MODES
def test_who_stands_on_flat_toes_has_the_balls_on_the_ground(stretch):
    motion = tiptoe(35.0, flat_toes=True)
    lifted = motion.with_root_positions(motion.root_positions + [0.0, 0.01, 0.0])
    result = cleaned(lifted, stretch, 0.0)
    assert_allclose(heights(result.motion, "LeftToeBase"), 0.0, rtol=0.0, atol=1e-6)


@MODES
def test_toes_that_bend_for_a_moment_do_not_bring_balls_down(stretch):
    """Before, 3 degrees in two frames outside of the plant put all balls of the clip on the ground."""
    motion = tiptoe(35.0)
    turns = motion.rotations.copy()
    for side in ("Left", "Right"):
        toes = SKELETON.index(f"{side}ToeBase")
        turns[-2:, toes] = multiply(turns[-2:, toes], pitched(-3.0))
    bent = motion.with_rotations(turns)
    whole = cleaned(bent, stretch, 0.0).motion
    cut = cleaned(bent.with_frames(0, FRAMES - 2), stretch, 0.0).motion
    for joint in ("LeftToeBase", "RightToeBase", "Hips"):
        assert_allclose(heights(whole, joint), heights(motion, joint), rtol=0.0, atol=0.003)
        assert_allclose(heights(whole, joint), heights(cut, joint), rtol=0.0, atol=1e-4)


def test_a_stream_knows_no_toes_that_stand():
    """How a plant will end is not known there; ``rises = False`` is the same offline."""
    motion = tiptoe(35.0)
    names = motion_names(motion)
    contacts = Contacts(
        fps=FPS,
        floor=Floor(),
        contacts=(Contact(point="left_ball", joint="LeftToeBase", offset_m=(0.0, 0.0, 0.0), start=5, stop=55,
                          position_m=(0.0, 0.0, 0.0)),),
    )  # fmt: skip
    limbs = limbs_of(motion, names.roles, points_of(names), names.limbs)
    result = clean(motion, contacts, limbs, CleanSettings(stretch=0.03, floor=0.0, rises=False))
    assert_allclose(heights(result.motion, "LeftToeBase"), 0.0, rtol=0.0, atol=1e-6)


@pytest.mark.parametrize(
    ("floor", "said"), [(-1.0, "1 m or more below"), (-100.0, "100 m or more below"), (1.0, "above")]
)
def test_a_ground_that_no_foot_is_near_is_told(floor, said):
    walk = supple.walking(seconds=1.0)
    assert said in " ".join(supple.clean(walk, floor=floor).report.notes)
    assert "in metres" not in " ".join(supple.clean(walk, floor=0.02).report.notes)
