"""Faults that are put into a walk do what they say, and metrics see them."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from support.outside_contacts import outside_contacts
from support.walks import with_rest_row

from supple.core.pose import world_pose
from supple.recipes import damage
from supple.recipes.measures.agreement import contact_f1
from supple.recipes.metrics import metrics
from supple.recipes.roles import motion_roles
from supple.recipes.walk import true_walk
from supple.recipes.walk_contacts import known_contacts


@cache
def walk():
    made = true_walk(6.0)
    return made.motion, known_contacts(made)


def test_drift_slides_and_does_nothing_else():
    motion, contacts = walk()
    found = metrics(damage.drifting(motion, 0.03), contacts, motion)
    assert 10.0 < found.slide_mm_max < 90.0
    assert found.change.deg_max < 1e-6
    assert found.penetration_mm_max < 1e-6


@pytest.mark.parametrize("share", [-0.2, -0.05, 0.02, 0.1, 0.2])
def test_other_legs_slide_in_proportion(share):
    motion, contacts = walk()
    longer = damage.other_legs(motion, motion_roles(motion), share)
    found = metrics(longer, contacts)
    assert found.slide_mm_max > 500.0 * abs(share)
    feet = [motion.skeleton.index(f"{side}Foot") for side in ("Left", "Right")]
    low = [np.median(world_pose(m).positions[:, feet, 1].min(axis=1)) for m in (motion, longer)]
    assert low[0] == pytest.approx(low[1], abs=5e-3)


def test_other_legs_of_bones_that_change_over_time():
    motion, contacts = walk()
    bones = np.repeat(motion.skeleton.offsets[None], motion.frames, axis=0)
    longer = damage.other_legs(replace(motion, offsets=bones), motion_roles(motion), 0.1)
    assert metrics(longer, contacts).slide_mm_max > 50.0
    plain = damage.other_legs(motion, motion_roles(motion), 0.1)
    np.testing.assert_allclose(world_pose(longer).positions, world_pose(plain).positions, atol=1e-12)


@pytest.mark.parametrize(
    "fault",
    [damage.drifting, damage.trembling, damage.tilted, damage.raised, damage.skating,
     lambda m: damage.other_legs(m, motion_roles(m), 0.1)],
)  # fmt: skip
def test_rest_rows_are_no_part_of_the_capture(fault):
    motion, _ = with_rest_row(*walk())
    damaged = fault(motion)
    assert np.array_equal(damaged.rotations[0], motion.rotations[0])
    assert np.array_equal(damaged.root_positions[0], motion.root_positions[0])
    assert not np.array_equal(world_pose(damaged).positions[1:], world_pose(motion).positions[1:])


def test_noise_tilt_and_offset():
    motion, contacts = walk()
    assert (
        metrics(damage.trembling(motion, 0.5), contacts).common.jitter > 1.2 * metrics(motion, contacts).common.jitter
    )
    assert metrics(damage.raised(motion, 0.03), contacts).float_mm_mean == pytest.approx(30.0)
    leaning = metrics(damage.tilted(motion, 1.0), contacts)
    assert leaning.penetration_mm_max > 10.0
    assert leaning.float_mm_mean > 5.0
    assert leaning.slide_mm_max < 1.0


def test_the_same_seed_gives_the_same_noise():
    motion, _ = walk()
    a, b = (damage.trembling(motion, seed=3) for _ in range(2))
    assert np.array_equal(a.rotations, b.rotations)


def test_the_outside_rule_finds_the_steps_of_a_true_walk():
    motion, contacts = walk()
    assert contact_f1(outside_contacts(motion), contacts, motion.frames) > 0.85
