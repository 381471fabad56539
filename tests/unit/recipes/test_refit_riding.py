"""Hands that ride with a leg while feet are fitted elsewhere, and what contacts say that cannot be kept."""

from functools import cache

import numpy as np
import pytest
from msgspec.structs import replace

import supple
from supple.core import quaternions
from supple.core.contacts import Contact, Target
from supple.core.heights import parse_heights
from supple.recipes.refit import standing
from supple.recipes.terrain.walking_on import terrain

ON_KNEE = Contact(
    point="left_wrist", joint="LeftHand", offset_m=(0.0, 0.0, 0.0), start=40, stop=100, position_m=(0.05, -0.05, 0.1),
    reference="LeftLeg", fixed=True,
)  # fmt: skip


@cache
def walk():
    motion = supple.walking(seconds=2.0, fps=60.0)
    return motion, supple.detect(motion)


@cache
def uphill():
    motion, contacts = walk()
    asked = replace(contacts, contacts=(*contacts.contacts, ON_KNEE))
    return terrain(motion, parse_heights("ramp:deg=8"), contacts=asked)


def test_a_hand_that_does_not_come_to_its_knee_is_not_met_and_told():
    done = uphill()
    assert done.riding_mm > 100.0
    assert done.status in ("stalled", "infeasible")
    assert any("rides with a joint" in note for note in done.notes)


def test_feet_of_a_leg_that_carries_a_hand_are_tilted_by_the_slope_all_the_same():
    motion, done = walk()[0], uphill()
    foot = motion.skeleton.index("LeftFoot")
    was, now = (supple.world_pose(m).rotations[:, foot] for m in (motion, done.motion))
    up = quaternions.rotate(quaternions.multiply(now, quaternions.conjugate(was)), np.array([0.0, 1.0, 0.0]))
    heels = [c for c in done.contacts.contacts if c.point == "left_heel"]
    assert heels
    for c in heels:
        assert np.degrees(np.arccos(up[c.start : c.stop, 1])) == pytest.approx(8.0, abs=0.1)


def test_given_poses_that_are_left_out_are_told():
    motion, contacts = walk()
    given = Target(joint="LeftHand", start=10, positions_m=((0.0, 1.0, 0.0),))
    stood = standing(motion, replace(contacts, targets=(given,)))
    assert stood.contacts.targets == ()
    assert any("1 geometric constraints and targets" in note for note in stood.contacts.notes)
    assert standing(motion, contacts).contacts.notes == contacts.notes
