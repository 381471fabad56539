"""The table of human joint ranges."""

import dataclasses

import pytest

from supple.core.body.joint_ranges import JOINT_RANGES, human_range
from supple.core.roles import ROLES

FREE = {"hips", "fingertips", "toe_end"}


@pytest.mark.parametrize("role", ROLES)
def test_every_role_that_is_a_joint_has_a_range(role):
    part = role.removeprefix("left_").removeprefix("right_")
    found = human_range(role)
    assert (found is None) == (part in FREE)
    assert found is JOINT_RANGES.get(part)


@pytest.mark.parametrize("name", JOINT_RANGES)
def test_ranges_are_pairs_around_straight(name):
    found = JOINT_RANGES[name]
    assert found.swing_deg is not None
    assert 0.0 < found.swing_deg < 180.0
    assert found.twist_deg is not None
    assert -180.0 < found.twist_deg[0] < 0.0 < found.twist_deg[1] < 180.0
    assert (found.range_deg is not None) == (name in ("knee", "elbow"))


def test_a_sitting_and_a_reaching_person_keep_within_them():
    assert human_range("left_knee").range_deg[1] >= 135.0  # AAOS
    assert human_range("right_elbow").range_deg == (0.0, 150.0)  # AAOS
    assert human_range("left_hip").swing_deg >= 120.0  # AAOS


def test_one_joint_that_does_the_work_of_two_turns_as_far_as_both():
    assert human_range("head", {"head", "hips"}).twist_deg == (-60.0, 60.0)  # AAOS, of the whole neck
    assert human_range("head", {"head", "neck"}).twist_deg == (-40.0, 40.0)
    assert human_range("chest", {"chest"}).swing_deg == 80.0  # AAOS, of the whole back


def test_the_table_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        human_range("head").swing_deg = 10.0
    with pytest.raises(TypeError):
        JOINT_RANGES["tail"] = human_range("head")
    assert human_range("tail") is None
