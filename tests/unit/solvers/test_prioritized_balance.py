"""The centre of mass of a walking and a standing body, judged by Pinocchio."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.edits import walker
from support.pinocchio_twin import PinocchioTwin
from support.solved_edits import MM, at, beside, foot_path, frames_of, off, path, solved

from supple.constraints.model import Balance, CarriedMass, PlaceGoal, Preserve, Settings
from supple.core.body.masses import body_mass

SOURCE, NAMES, _ = walker()
POSE = SOURCE.with_frames(15, 16)  # both feet are down
SUPPORT = ("left_heel", "left_ball", "right_heel", "right_ball")
FEET = tuple(Preserve(effector=point, priority=1) for point in SUPPORT)
WHEN, FULL = (0.5, 1.0, 2.0, 2.5), frames_of(1.0, 2.0)


def centres(motion, carried=()):
    """(F, 3) where the centre of mass is, by Pinocchio."""
    body = body_mass(motion.skeleton, NAMES.roles, carried=carried)
    twin = PinocchioTwin(motion.skeleton, body.masses, body.centres)
    return np.array([twin.centre_of_mass(motion, f)[0] for f in range(motion.frames)])


def barycentre(motion):
    return np.mean([foot_path(motion, name) for name in SUPPORT], axis=0)


def level(places):
    return places[..., [0, 2]]


def test_feet_that_stay_keep_the_centre_of_mass():
    """Le Callennec 24, 46: the goal is the input's own centre of mass; its ground error is below 1 mm."""
    edited = solved(*FEET, Balance(priority=2), beside("LeftHand", (0.1, 0.2, 0.3), WHEN, priority=3)).motion
    assert off(level(centres(edited)), level(centres(SOURCE))) < 1e-5
    assert off(path(edited, "LeftHand")[FULL], path(SOURCE, "LeftHand")[FULL] + (0.1, 0.2, 0.3)) < MM


def test_a_support_that_is_moved_takes_the_centre_of_mass_along():
    """Le Callennec 46: all feet shifted by v, the centre of mass too."""
    v = (0.06, 0.0, 0.04)
    feet = [beside(foot, v, WHEN, priority=1) for foot in SUPPORT]
    edited = solved(*feet, Balance(priority=2)).motion
    assert_allclose(level(centres(edited) - centres(SOURCE))[FULL], np.tile(level(np.array(v)), (61, 1)), atol=MM)
    assert_allclose(
        level(centres(edited) - barycentre(edited))[FULL], level(centres(SOURCE) - barycentre(SOURCE))[FULL], atol=MM
    )


def test_a_displacement_is_added_to_the_goal():
    """Le Callennec 47."""
    shift = Balance(priority=2, goals=(PlaceGoal(offset=(0.05, 0.0, 0.02), when=WHEN),))
    edited = solved(*FEET, shift).motion
    moved = level(centres(edited) - centres(SOURCE))
    assert_allclose(moved[FULL], np.tile((0.05, 0.02), (61, 1)), rtol=0, atol=1e-5)
    assert_allclose(moved[:30], 0.0, rtol=0, atol=1e-5)


def test_reaching_with_and_without_balance():
    """Le Callennec 27: over the feet only if asked; the feet move less than 1 mm."""
    reach = at("RightHand", path(POSE, "Hips")[0] + (-0.2, 0.1, 2.5), priority=3)
    without = solved(*FEET, reach, motion=POSE).motion
    balanced = solved(*FEET, Balance(priority=2), reach, motion=POSE).motion
    front = max(path(POSE, f"{side}ToeBase_end")[0, 2] for side in ("Left", "Right"))
    assert centres(without)[0, 2] > front
    assert off(level(centres(balanced)), level(centres(POSE))) < MM
    for edited in (without, balanced):
        assert max(off(foot_path(edited, point), foot_path(POSE, point)) for point in SUPPORT) < 1e-6


def test_a_carried_mass_is_balanced_by_the_body():
    """Le Callennec 25: the common centre of mass is kept, the body's own goes the other way."""
    load = [("RightHand", 5.0, (0.0, 0.0, 0.0))]
    reach = at("RightHand", path(POSE, "RightHand")[0] + (-0.1, 0.3, 0.3), priority=3)
    wishes = (*FEET, Balance(priority=2), reach)
    empty = solved(*wishes, motion=POSE).motion
    loaded = solved(*wishes, motion=POSE, masses=(CarriedMass(joint="RightHand", kg=5.0),)).motion
    assert off(level(centres(loaded, load)), level(centres(POSE, load))) < MM
    assert (centres(loaded) - centres(empty))[0, 2] < -5 * MM
    assert off(path(loaded, "RightHand"), np.array(reach.goals[0].at)) < MM


@pytest.mark.parametrize("axes", ["xz", "xyz"])
def test_the_axes_of_balance_are_chosen(axes):
    pull = beside("LeftHand", (0.0, 0.3, 0.3), WHEN, priority=3)
    edited = solved(*FEET, Balance(priority=2, axes=axes), pull).motion
    up = np.abs((centres(edited) - centres(SOURCE))[:, 1]).max()
    assert up < 1e-5 if axes == "xyz" else up > MM


@pytest.fixture(scope="module")
def dragged():
    """A hand drawn sideways, under settings, with and without balance: the root's adjustments (F, 3)."""

    def moved(pull_root, balanced):
        drag = beside("RightHand", (-0.15, 0.2, 0.15), WHEN, priority=3)
        wishes = (*FEET, Balance(priority=2), drag) if balanced else (*FEET, drag)
        result = solved(*wishes, settings=Settings(pull_root=pull_root))
        assert off(path(result.motion, "RightHand")[FULL], path(SOURCE, "RightHand")[FULL] + (-0.15, 0.2, 0.15)) < MM
        return result.motion.root_positions - SOURCE.root_positions

    return moved


def jump(moved):
    """The largest second difference of an adjustment (F, 3)."""
    return np.linalg.norm(np.diff(moved, 2, axis=0), axis=1).max()


def test_balance_takes_jumps_from_a_root_that_nothing_pulls(dragged):
    """Le Callennec 52, in the thesis's setting: the root of a drag jumps less with balance than without."""
    assert jump(dragged(pull_root=False, balanced=True)) < 0.5 * jump(dragged(pull_root=False, balanced=False))


def test_a_root_that_nothing_pulls_goes_farther(dragged):
    far, near = (np.linalg.norm(dragged(pull_root=pulled, balanced=False), axis=1).max() for pulled in (False, True))
    assert far > 1.5 * near
