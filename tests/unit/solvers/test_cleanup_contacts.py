"""Contacts become plants, or are refused by name."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.cleaning import limbs_in, replace_contact, skating_walk, walk_contacts

from supple.core.contacts import Contact, Contacts, Floor, Target
from supple.errors import InvalidValueError, SuppleError
from supple.recipes.walk import true_walk
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.plants import find_plants
from supple.solvers.cleanup.settings import CleanSettings

WALK = true_walk(1.5, 60.0)
LIMBS = limbs_in(WALK.motion)
FRAMES = WALK.motion.frames


def contact(point="left_heel", start=5, stop=20, at=(0.0, 0.0, 0.0), joint="LeftFoot", **more):
    return Contact(point=point, start=start, stop=stop, position_m=at, joint=joint, **more)


def found(*contacts, fps=60.0, limbs=LIMBS):
    return find_plants(WALK.motion, Contacts(fps=fps, contacts=contacts), limbs)


@pytest.mark.parametrize(
    ("contacts", "says"),
    [
        ((contact(start=80, stop=500),), ("left_heel", "80:500", "0:90")),
        ((contact(start=-3),), ("left_heel", "-3:20")),
        ((contact(start=20, stop=20),), ("20:20",)),
        ((contact(joint="LeftFeet"),), ("LeftFeet", "Did you mean 'LeftFoot'")),
        ((contact(reference="Table"),), ("Table",)),
        ((contact(), contact(start=15, stop=30)), ("left_heel", "5:20", "15:30")),
        ((contact(at=(0.0, float("nan"), 0.0)),), ("position_m", "finite")),
        ((contact(offset_m=(float("inf"), 0.0, 0.0)),), ("offset_m", "finite")),
        ((contact(point="LHEE", joint=None),), ("LHEE", "left_heel")),
        (
            (contact(), contact(start=30, stop=40, offset_m=(0.0, 0.1, 0.0))),
            ("left_heel", "contacts[1]", "0.1, 0.0)"),
        ),
    ],
)
def test_contacts_that_cannot_be_are_refused_by_name(contacts, says):
    with pytest.raises(InvalidValueError) as error:
        found(*contacts)
    for word in says:
        assert word in str(error.value)


@pytest.mark.parametrize(("fixed", "apart"), [(True, 0.5), (True, 0.1), (False, 1.0)])
def test_a_heel_and_a_ball_further_apart_than_the_foot_are_refused(fixed, apart):
    heel = contact(offset_m=tuple(WALK.heel.tolist()), fixed=fixed)
    ball = contact("left_ball", 10, 30, (0.0, 0.0, apart), "LeftToeBase", fixed=fixed)
    with pytest.raises(InvalidValueError, match=r"left_heel.*left_ball.*contradict.*mm apart"):
        found(heel, ball)
    found(heel, replace_contact(ball, start=20, stop=40))  # one after the other they are no contradiction


def test_plants_know_their_limb_and_tip():
    plants = found(contact(offset_m=tuple(WALK.heel.tolist())), contact("right_ball", joint="RightToeBase"))
    assert [(p.limb, p.tip, p.start, p.stop) for p in plants.plants] == [(0, 0, 5, 20), (1, 1, 5, 20)]
    assert_allclose(plants.tips[0, 0], WALK.heel)
    assert plants.notes == ()


def test_a_contact_counts_by_its_own_point():
    plants = found(contact(offset_m=(0.0, -0.07, -0.01)))
    assert_allclose(plants.tips[0, 0], [0.0, -0.07, -0.01])


def test_a_point_by_name_alone_is_the_limbs_own():
    plants = found(contact(joint=None))
    assert_allclose(plants.tips[0, 0], LIMBS[0].tips[0].offset)


def test_what_no_limb_ends_with_is_left_alone_and_said():
    plants = found(contact("seat", joint="Hips"), contact("toe", joint="LeftToeBase_end"))
    assert len(plants.plants) == 1  # toes are a point of the foot, too
    assert any("seat" in note for note in plants.notes)


def test_a_limb_holds_by_two_points():
    heel, ball = contact(offset_m=tuple(WALK.heel.tolist())), contact("left_ball", joint="LeftToeBase")
    plants = found(heel, ball, contact("left_toe", 5, 8, joint="LeftToeBase_end"))
    assert len(plants.plants) == 2
    assert any("left_toe" in note for note in plants.notes)


def test_places_on_a_limb_that_is_cleaned_itself_are_left_alone_and_said():
    plants = found(contact("left_wrist", joint="LeftHand", reference="RightHand"))
    assert not plants.plants
    assert "RightHand" in plants.notes[0]


@pytest.mark.parametrize(
    ("target", "says"),
    [
        (Target(joint="Elbow", start=0, positions_m=((0.0, 0.0, 0.0),)), "Elbow"),
        (Target(joint="LeftLeg", start=0, positions_m=((0.0, 0.0, 0.0),)), "not the end of a limb"),
        (Target(joint="LeftFoot", start=89, positions_m=((0.0, 0.0, 0.0),) * 2), "89:91"),
        (Target(joint="LeftFoot", start=0, positions_m=()), "0:0"),
        (Target(joint="LeftFoot", start=0, positions_m=((0.0, float("nan"), 0.0),)), "finite"),
        (
            Target(joint="LeftFoot", start=0, positions_m=((0.0,) * 3,) * 2, wxyz=((1.0, 0.0, 0.0, 0.0),)),
            "2 positions_m",
        ),
        (Target(joint="LeftFoot", start=0, positions_m=((0.0,) * 3,), wxyz=((1.0, 1.0, 0.0, 0.0),)), "unit"),
    ],
)
def test_targets_that_cannot_be_are_refused(target, says):
    with pytest.raises(InvalidValueError, match=says):
        clean(WALK.motion, Contacts(fps=60.0, targets=(target,)), LIMBS)


def test_a_target_and_a_contact_of_one_limb_at_once_are_refused():
    target = Target(joint="LeftFoot", start=10, positions_m=((0.0, 0.0, 0.0),))
    with pytest.raises(InvalidValueError, match=r"targets\[0\].*left_leg"):
        clean(WALK.motion, Contacts(fps=60.0, contacts=(contact(),), targets=(target,)), LIMBS)


@pytest.mark.parametrize(
    "floor",
    [
        Floor(normal=(0.0, 0.0, 0.0)),
        Floor(normal=(1.0, 0.0, 0.0)),
        Floor(height_m=float("nan")),
        Floor(supports=(float("inf"),)),
    ],
)
def test_floors_that_cannot_be_are_refused(floor):
    motion, contacts, limbs, _ = skating_walk(1.0)
    with pytest.raises(InvalidValueError, match="floor"):
        clean(motion, Contacts(fps=60.0, floor=floor, contacts=contacts.contacts), limbs)


@pytest.mark.parametrize("wrong", [lambda x, z: x[..., :1], lambda x, z: x * np.nan])
def test_a_floor_that_gives_nonsense_is_refused(wrong):
    motion, contacts, limbs, _ = skating_walk(1.0)
    with pytest.raises(SuppleError, match="height"):
        clean(motion, contacts, limbs, CleanSettings(floor=wrong))


@pytest.mark.parametrize(
    "wrong",
    [{"stretch": -0.1}, {"stretch": 2.0}, {"swivel": 1.5}, {"damping_from": 4.0}, {"root_window_s": -1.0},
     {"blend_window_s": float("nan")}, {"roll": "round"}, {"floor_reach_m": -1.0}, {"plant_window_s": 1e9}],
)  # fmt: skip
def test_settings_that_make_no_sense_are_refused(wrong):
    with pytest.raises(InvalidValueError, match=next(iter(wrong))):
        CleanSettings(**wrong)


def test_windows_are_whole_frames():
    windows = CleanSettings(stretch=0.03).windows(1.0 / 30.0)
    assert tuple(windows) == (8, 8, 8, 8)  # 7.5, half a frame up
    assert windows.latency == 32
    assert CleanSettings(stretch=0.03).windows(1.0 / 120.0).latency == 120
    assert CleanSettings().windows(1.0 / 30.0).plant > 10_000  # without stretch all of a plant is averaged


def test_true_contacts_are_all_used():
    contacts = walk_contacts(WALK)
    assert len(find_plants(WALK.motion, contacts, LIMBS).plants) == len(contacts.contacts)
    assert max(c.stop for c in contacts.contacts) <= FRAMES


def test_fixed_places_of_a_foot_that_drifts_are_told_and_not_refused():
    """As a capture shows them: 4 % further apart than heel and ball are."""
    foot = float(
        np.linalg.norm(np.subtract(WALK.heel, WALK.motion.skeleton.offsets[WALK.motion.skeleton.index("LeftToeBase")]))
    )
    heel = contact(offset_m=tuple(WALK.heel.tolist()), fixed=True)
    ball = contact("left_ball", 10, 30, (0.0, 0.0, 1.04 * foot), "LeftToeBase", fixed=True)
    (told,) = found(heel, ball).notes
    assert f"{1040 * foot:.0f} mm apart" in told
    assert found(heel, replace_contact(ball, position_m=(0.0, 0.0, 1.01 * foot))).notes == ()
