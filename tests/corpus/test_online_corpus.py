"""Captured walks on other figures without look-ahead, judged by the contacts of the whole source."""

from functools import cache

import numpy as np
import pytest
from support.retarget_pairs import character, walk
from support.shared import DATA, needs_data

import supple
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.recipes.measures.scene import point_path
from supple.recipes.retarget.report import sliding
from supple.recipes.retarget.retargeting import retarget

pytestmark = needs_data

SLID, SCALED, SUNK = 2.0, 20.0, 1.5  # [mm] planted points; the same of the scaled copy; points below the ground
DRIFTING = "cmu-bvh/02_01.bvh"  # its floor rises by 6 cm over the walk
PAIRS = [
    ("cmu", "bandai"), ("cmu", "neuron"), ("drifting", "cmu"), ("drifting", "xia"), ("acclaim", "xia"),
    ("acclaim", "bandai"), ("bandai", "acclaim"), ("bandai", "neuron"), ("xia", "bandai"), ("xia", "cmu"),
]  # fmt: skip


@cache
def source(name: str) -> Motion:
    return supple.read(DATA / DRIFTING) if name == "drifting" else walk(name)


@cache
def contacts(name: str) -> Contacts:
    return supple.detect(source(name))


@pytest.mark.parametrize(("name", "target"), PAIRS)
def test_feet_stand_as_far_as_the_frames_so_far_can_tell(name, target):
    found = retarget(source(name), character(target), solver="online")
    assert sliding(found.before, world_pose(found.before), found.contacts, found.names)[0] > SCALED
    assert found.report.slide_mm_max < SLID
    assert found.report.penetration_mm_max < SUNK


@pytest.mark.parametrize(("name", "target"), [pair for pair in PAIRS if pair[0] != "drifting"])
def test_feet_stand_where_contacts_are_given(name, target):
    found = retarget(source(name), character(target), solver="online", contacts=contacts(name))
    assert found.report.slide_mm_max < SLID
    assert found.report.penetration_mm_max < SUNK


def test_a_contact_that_begins_in_the_air_is_come_down_to():
    """One ball of this capture counts as standing from 7 cm above the ground on: no foot is held up there."""
    found = retarget(source("drifting"), character("cmu"), solver="online", contacts=contacts("drifting"))
    ball = point_path(world_pose(found.motion), found.names.effector("right_ball"), slice(220, 270))
    assert ball[:, 1].max() - found.contacts.floor.height_m < 0.002
    assert 1e3 * np.ptp(ball, axis=0).max() < SLID  # from then on
    assert found.report.status == "stalled"  # and it is told
