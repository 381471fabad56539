"""Size does not matter: a figure so many times as large turns its joints alike, whether its source grows or not."""

from functools import cache

import numpy as np
import pytest
from support import refigured
from support.shared import DATA, needs_data

import supple
from supple.core import quaternions
from supple.recipes.clean import clean
from supple.recipes.damage import raised, skating
from supple.recipes.everyday.contact_places import scaled
from supple.recipes.retarget.retargeting import retarget
from supple.recipes.walk import true_walk

SCALES = (0.01, 100.0)
ALIKE = 1e-5  # [deg] knees that are nearly straight make this much of what is rounded


@cache
def walk():
    return true_walk(2.0, 60.0).motion


@cache
def carried():
    return retarget(skating(walk()), figure())


@cache
def figure():
    return skating(refigured.with_arms_at(walk(), 40.0))


def apart_deg(a, b):
    """The largest angle between joints of two motions."""
    turns = quaternions.multiply(quaternions.conjugate(a.rotations), b.rotations)
    return float(np.degrees(np.linalg.norm(quaternions.log(turns), axis=-1)).max())


@pytest.mark.parametrize("size", SCALES)
def test_a_figure_of_any_size_is_cleaned_alike(size):
    floating, contacts = raised(skating(walk()), 0.03), supple.detect(walk())  # near enough to stand on the ground
    found = clean(refigured.scaled(floating, size), scaled(contacts, size)).motion
    plain = clean(floating, contacts).motion
    assert apart_deg(plain, found) < ALIKE
    assert apart_deg(plain, floating) > 1.0  # it was cleaned at all
    np.testing.assert_allclose(found.root_positions, size * plain.root_positions, atol=1e-8 * size)


@pytest.mark.parametrize("size", SCALES)
@pytest.mark.parametrize("whose", ["the target's", "that of both"])
def test_a_motion_is_carried_alike_to_a_figure_of_any_size(size, whose):
    source = refigured.scaled(skating(walk()), size if whose == "that of both" else 1.0)
    found = retarget(source, refigured.scaled(figure(), size))
    assert apart_deg(carried().motion, found.motion) < ALIKE
    assert found.report.status == carried().report.status


@needs_data
def test_a_capture_is_carried_alike_to_a_figure_a_hundred_times_as_large():
    motion = supple.read(DATA / "cmu-bvh/12_01.bvh").with_frames(60, 260)
    geno = supple.read(DATA / "other-bvh/geno/Geno_bind.bvh")
    plain, found = (retarget(motion, one).motion for one in (geno, refigured.scaled(geno, 100.0)))
    assert apart_deg(plain, found) < ALIKE
