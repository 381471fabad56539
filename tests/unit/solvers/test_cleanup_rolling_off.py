"""Balls that are held while their toes leave: the foot rolls over them, and the knee need not catch up."""

import msgspec
import numpy as np
import pytest
from numpy.testing import assert_array_equal
from support.cleaning import drift_mm, limbs_in, replace_contact, walk_contacts

from supple.recipes.walk import true_walk
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.settings import CleanSettings

LONGER = 4  # frames of 1/60 s


@pytest.fixture(scope="module")
def held():
    """A walk, its contacts with every ball held for longer than it stands, its limbs."""
    walk = true_walk(4.0)
    true, last = walk_contacts(walk), walk.motion.frames
    contacts = tuple(
        replace_contact(c, stop=min(c.stop + LONGER, last)) if c.point.endswith("ball") else c for c in true.contacts
    )
    return walk.motion, msgspec.structs.replace(true, contacts=contacts), limbs_in(walk.motion)


def knees_off(motion, original, limbs):
    """How far knees are from how the original bends them, at most [deg]."""
    knees = [limb.middle for limb in limbs if limb.rank == 0]
    alike = np.abs(np.einsum("fjk,fjk->fj", motion.rotations[:, knees], original.rotations[:, knees]))
    return np.degrees(2.0 * np.arccos(np.minimum(alike, 1.0))).max()


@pytest.mark.parametrize("stretch", [None, 0.03], ids=["rigid", "stretch"])
def test_knees_have_less_to_catch_up_with(held, stretch):
    motion, contacts, limbs = held
    rolled, kept = (
        clean(motion, contacts, limbs, CleanSettings(stretch=stretch, rolls_off=rolls)).motion
        for rolls in (True, False)
    )
    assert drift_mm(rolled, contacts) < 1e-3
    assert knees_off(rolled, motion, limbs) < 0.95 * knees_off(kept, motion, limbs)


def test_a_cleaned_step_is_not_rolled_again(held):
    motion, contacts, limbs = held
    once = clean(motion, contacts, limbs).motion
    twice = clean(once, contacts, limbs).motion
    assert_array_equal(np.abs(twice.rotations - once.rotations) < 1e-6, True)
