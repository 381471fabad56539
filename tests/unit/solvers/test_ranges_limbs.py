"""Limbs brought back into range: the root and free ends give way smoothly, what stands stays, nothing sinks."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import supple
from supple.core.body.joint_limits import limit_angles
from supple.core.contacts import Contacts
from supple.core.pose import world_pose
from supple.kernels.limit_kinds import RANGE, SWING, TWIST
from supple.recipes.clean import clean, points_of
from supple.recipes.names import motion_names
from supple.recipes.retarget.report import sliding
from supple.recipes.walk import true_walk
from supple.solvers.cleanup.limbs_of import limbs_of
from supple.solvers.cleanup.working import working_copy
from supple.solvers.ranges.allowed import allowed_by
from supple.solvers.ranges.limbs import _span, limbs_in_range
from supple.solvers.ranges.rows import rows_of
from supple.solvers.ranges.scene import scene_of


@cache
def walker():
    motion = true_walk(2.0, 60.0).motion
    names, contacts = motion_names(motion, None), supple.detect(motion)
    cleaned = clean(motion, contacts, roles=names).motion
    return cleaned, contacts, names, limbs_of(cleaned, names.roles, points_of(names), names.limbs)


def narrower(joint, kind, less):
    """Ranges that end so many degrees before the largest angle that a joint of the walk has."""
    motion, _, names, _ = walker()
    allowed = allowed_by(motion, names.roles)
    mine = (allowed.limits.joint == motion.skeleton.index(joint)) & (allowed.limits.kind == kind)
    assert mine.any()
    most = limit_angles(allowed.limits, motion.rotations).max(axis=0) - np.radians(less)
    return replace(allowed, high=np.where(mine, most, allowed.high), low=np.where(mine, -np.pi, allowed.low))


@pytest.mark.parametrize(
    ("joint", "kind", "less"),
    [("LeftFoot", SWING, 3.0), ("RightUpLeg", TWIST, 2.0), ("RightUpLeg", SWING, 3.0), ("LeftLeg", RANGE, 5.0)],
)
def test_a_joint_comes_back_into_range_and_feet_stand(joint, kind, less):
    motion, contacts, names, limbs = walker()
    allowed = narrower(joint, kind, less)
    found = limbs_in_range(motion, motion, contacts, limbs, allowed)
    assert np.degrees(allowed.broken(motion.rotations).max()) > 0.9 * less
    assert np.degrees(allowed.broken(found.rotations).max()) < 0.06
    slid, deep = sliding(found, world_pose(found), contacts, names)
    assert slid < 3e-3  # [mm]
    assert deep < 3e-3
    moved = found.root_positions - motion.root_positions
    assert np.linalg.norm(np.diff(moved, axis=0), axis=1).max() < 0.01  # [m] no jump of the root
    arms = [motion.skeleton.index(name) for name in ("LeftArm", "RightForeArm", "Head")]
    np.testing.assert_array_equal(found.rotations[:, arms], motion.rotations[:, arms])


def test_frames_far_from_any_excess_keep_their_bits():
    motion, contacts, _, limbs = walker()
    allowed = narrower("LeftFoot", SWING, 1.0)
    found = limbs_in_range(motion, motion, contacts, limbs, allowed)
    over = np.flatnonzero(allowed.broken(motion.rotations).any(axis=1))
    far = np.array([np.abs(over - f).min() > 0.7 * motion.fps for f in range(motion.frames)])
    assert far.any()
    np.testing.assert_array_equal(found.rotations[far], motion.rotations[far])
    np.testing.assert_array_equal(found.root_positions[far], motion.root_positions[far])


def test_nothing_beyond_a_range_is_the_same_motion():
    motion, contacts, names, limbs = walker()
    assert limbs_in_range(motion, motion, contacts, limbs, allowed_by(motion, names.roles)) is motion


def test_what_cannot_be_done_leaves_feet_standing():
    motion, contacts, names, limbs = walker()
    allowed = narrower("LeftLeg", RANGE, 200.0)
    found = limbs_in_range(motion, motion, contacts, limbs, allowed)
    slid, deep = sliding(found, world_pose(found), contacts, names)
    assert slid < 3e-3
    assert deep < 3e-3
    assert allowed.broken(found.rotations).sum() <= allowed.broken(motion.rotations).sum()


@pytest.mark.parametrize("count", [1, 2, 3])
def test_clips_of_a_few_frames(count):
    motion, _, names, limbs = walker()
    few, none = motion.with_frames(20, 20 + count), Contacts(fps=motion.fps)
    allowed = allowed_by(few, names.roles)
    mine = (allowed.limits.joint == few.skeleton.index("LeftFoot")) & (allowed.limits.kind == SWING)
    tight = replace(allowed, high=np.where(mine, limit_angles(allowed.limits, few.rotations) - 0.05, allowed.high))
    found = limbs_in_range(few, few, none, limbs, tight)
    assert np.degrees(tight.broken(found.rotations).max()) < 0.06


def test_a_frame_for_which_there_is_no_way_does_not_keep_others_from_theirs():
    motion, contacts, names, limbs = walker()
    feasible = narrower("LeftFoot", SWING, 3.0)
    over = feasible.broken(motion.rotations).any(axis=1)
    knee = (feasible.limits.joint == motion.skeleton.index("RightLeg")) & (feasible.limits.kind == RANGE)
    low, bad = feasible.low.copy(), int(np.flatnonzero(over)[-1]) + 20
    low[bad, knee] = np.radians(170.0)
    allowed = replace(feasible, low=low, high=np.maximum(feasible.high, low))
    found = limbs_in_range(motion, motion, contacts, limbs, allowed)
    assert np.degrees(feasible.broken(found.rotations).max()) < 0.11
    slid, deep = sliding(found, world_pose(found), contacts, names)
    assert slid < 3e-3
    assert deep < 3e-3


def test_no_joint_leaves_its_range_further_than_it_did_at_worst():
    motion, contacts, _, limbs = walker()
    wide = narrower("LeftFoot", SWING, 0.0)
    mine = wide.limits.joint == motion.skeleton.index("LeftFoot")
    everywhere = limit_angles(wide.limits, motion.rotations) - np.radians(3.0)
    allowed = replace(wide, high=np.where(mine & (wide.limits.kind == SWING), everywhere, wide.high))
    found = limbs_in_range(motion, motion, contacts, limbs, allowed)
    over, was = (allowed.broken(one.rotations) for one in (found, motion))
    assert np.degrees((over.max(axis=0) - was.max(axis=0)).max()) < 0.11
    assert over.sum() < was.sum()


def test_slopes_of_rows_by_central_differences():
    motion, contacts, _, limbs = walker()
    allowed = narrower("LeftFoot", SWING, 3.0)
    frames = np.arange(10, 60)
    scene = scene_of(motion, contacts, limbs)
    span = _span(scene, working_copy(motion), motion, limbs, allowed, frames)
    rows = rows_of(span, np.ones(len(limbs), bool), np.zeros(len(frames), bool))
    some = np.random.default_rng(0).normal(size=(len(frames), span.count)) * 0.02
    x = np.where(span.change(motion.fps).held, 0.0, some)
    found, here, step = rows.slopes(x), rows.over(x), 1e-5
    for v, one in enumerate(np.eye(span.count)):
        ahead, back = (sign * (rows.over(x + sign * step * one) - here) / step for sign in (1.0, -1.0))
        smooth = np.abs(ahead - back) < 5e-3  # but for toes that begin to bend, and values in the middle of their range
        assert smooth.mean() > 0.95
        np.testing.assert_allclose(found[..., v][smooth], 0.5 * (ahead + back)[smooth], atol=3e-3)
