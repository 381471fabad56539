"""Toes that are held in range: what stands stays, nothing sinks; a leg that cannot make up for it stays as it was."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import supple
from supple.core.body.joint_limits import limit_angles
from supple.core.pose import world_pose
from supple.kernels.limit_kinds import SWING
from supple.recipes.clean import clean, points_of
from supple.recipes.names import motion_names
from supple.recipes.retarget.report import sliding
from supple.recipes.walk import true_walk
from supple.solvers.cleanup.limbs_of import limbs_of
from supple.solvers.ranges.allowed import allowed_by
from supple.solvers.ranges.feet import feet_in_range, feet_ready


@cache
def walker():
    """A walk without bent toes, cleaned: the ground bends them; its contacts, names and limbs."""
    motion = true_walk(2.0, 60.0).motion
    turns = motion.rotations.copy()
    for side in ("Left", "Right"):
        turns[:, motion.skeleton.index(f"{side}ToeBase")] = motion.skeleton.rest_rotations[0]
    bare, names = replace(motion, rotations=turns), motion_names(motion, None)
    contacts = supple.detect(motion)
    return bare, clean(bare, contacts, roles=names).motion, contacts, names


def narrower(less):
    """Ranges in which toes bend so many degrees less than they do in the cleaned walk."""
    bare, cleaned, _, names = walker()
    allowed = allowed_by(bare, names.roles)
    toes = np.isin(allowed.limits.joint, [bare.skeleton.index(f"{side}ToeBase") for side in ("Left", "Right")])
    wide = replace(allowed, high=np.full_like(allowed.high, np.pi))
    bent = limit_angles(wide.limits, cleaned.rotations).max(axis=0) - np.radians(less)
    mine = toes & (allowed.limits.kind == SWING)
    return replace(
        allowed, high=np.where(mine, np.maximum(bent, 0.0), wide.high), low=np.full_like(allowed.low, -np.pi)
    )


def held(less):
    bare, cleaned, contacts, names = walker()
    limbs, allowed = limbs_of(bare, names.roles, points_of(names), names.limbs), narrower(less)
    ready = feet_ready(bare, cleaned, contacts, limbs, allowed)
    again = clean(ready, contacts, roles=names).motion
    return again, feet_in_range(again, ready, contacts, limbs, allowed), allowed


@pytest.mark.parametrize("less", [5.0, 15.0])
def test_toes_are_in_range_and_feet_neither_slide_nor_sink(less):
    _, cleaned, contacts, names = walker()
    _, found, allowed = held(less)
    assert np.degrees(allowed.broken(cleaned.rotations).max()) > 0.9 * less
    assert np.degrees(allowed.broken(found.rotations).max()) < 1e-3
    slid, deep = sliding(found, world_pose(found), contacts, names)
    assert slid < 1e-3
    assert deep < 1e-3


def test_a_leg_far_from_any_excess_keeps_its_numbers():
    again, found, allowed = held(5.0)
    leg = [again.skeleton.index(f"Left{part}") for part in ("UpLeg", "Leg", "Foot", "ToeBase")]
    over = np.flatnonzero((allowed.broken(again.rotations)[:, np.isin(allowed.limits.joint, leg)] > 0.0).any(axis=1))
    far = np.array([np.abs(over - f).min() > 0.3 * found.fps for f in range(found.frames)])
    assert far.any()
    np.testing.assert_array_equal(found.rotations[np.ix_(far, leg)], again.rotations[np.ix_(far, leg)])
    np.testing.assert_array_equal(found.root_positions, again.root_positions)


def test_nothing_beyond_a_range_is_the_same_motion():
    bare, cleaned, contacts, names = walker()
    limbs = limbs_of(bare, names.roles, points_of(names), names.limbs)
    wide = allowed_by(cleaned, names.roles)
    assert feet_in_range(cleaned, bare, contacts, limbs, wide) is cleaned
    assert feet_ready(bare, cleaned, contacts, limbs, wide) is bare


def test_what_no_leg_can_make_up_for_stays_as_it_was():
    bare, cleaned, contacts, names = walker()
    limbs, allowed = limbs_of(bare, names.roles, points_of(names), names.limbs), narrower(60.0)
    found = feet_in_range(cleaned, bare, contacts, limbs, allowed)
    slid, deep = sliding(found, world_pose(found), contacts, names)
    assert slid < 1e-3
    assert deep < 1e-3
    assert (allowed.broken(found.rotations).max(axis=1) <= allowed.broken(cleaned.rotations).max(axis=1) + 1e-6).all()
