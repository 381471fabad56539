"""Long runs of frames out of range: cut into pieces that overlap, so that one moment does not keep others back."""

from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

import supple
from supple.core import quaternions
from supple.core.body.joint_limits import limit_angles
from supple.core.pose import world_pose
from supple.kernels.limit_kinds import RANGE, SWING
from supple.recipes.clean import clean, points_of
from supple.recipes.names import motion_names
from supple.recipes.retarget.report import sliding
from supple.recipes.walk import true_walk
from supple.solvers.cleanup.limbs_of import limbs_of
from supple.solvers.ranges.allowed import allowed_by
from supple.solvers.ranges.haste import jumping
from supple.solvers.ranges.limbs import limbs_in_range
from supple.solvers.ranges.pieces import pieces

FPS = 30.0
NO_WAY = (60, 150, 240)  # frames


@pytest.mark.parametrize("count", [1, 3, 100, 400, 2000])
def test_pieces_are_not_long_and_each_frame_is_asked_for_in_one(count):
    found = list(pieces(np.ones(count, bool), 60.0))
    asked = np.concatenate([frames[~later] for frames, later in found])
    assert set(asked) == set(range(count))
    assert max(len(frames) for frames, _ in found) <= 360
    assert len(found) <= 1 + count / 200
    for (frames, _), (others, _) in pairwise(found):
        assert len(np.intersect1d(frames, others)) >= 2 * 38  # one half in which changes die out, one in which they did


def test_far_runs_are_pieces_of_their_own_with_frames_around():
    bad = np.zeros(600, bool)
    bad[[100, 400]] = True
    (one, later), (other, _) = pieces(bad, 60.0)
    assert (one[0], one[-1], other[0], other[-1]) == (62, 138, 362, 438)
    assert not later.any()


@cache
def walker():
    motion = true_walk(11.0, FPS).motion
    names, contacts = motion_names(motion, None), supple.detect(motion)
    cleaned = clean(motion, contacts, roles=names).motion
    return cleaned, contacts, names, limbs_of(cleaned, names.roles, points_of(names), names.limbs)


@pytest.mark.slow
def test_a_long_clip_is_mended_but_for_the_moments_that_have_no_way():
    motion, contacts, names, limbs = walker()
    plain = allowed_by(motion, names.roles)
    hip, knee = (
        (plain.limits.joint == motion.skeleton.index(joint)) & (plain.limits.kind == kind)
        for joint, kind in (("RightUpLeg", SWING), ("LeftLeg", RANGE))
    )
    everywhere = limit_angles(plain.limits, motion.rotations) - np.radians(3.0)
    low = np.where(hip, -np.pi, plain.low)
    for frame, degrees in zip(NO_WAY, (60.0, 140.0, 100.0), strict=True):
        low[frame, knee] = np.radians(degrees)
    allowed = replace(plain, low=low, high=np.maximum(np.where(hip, everywhere, plain.high), low))
    assert (allowed.broken(motion.rotations).max(axis=1) > np.radians(2.9)).all()
    found = limbs_in_range(motion, motion, contacts, limbs, allowed)
    out = np.flatnonzero(allowed.broken(found.rotations).max(axis=1) > np.radians(0.11))
    assert set(NO_WAY) <= set(out)
    assert len(out) < 0.12 * motion.frames  # as one piece, all of them
    assert max(sliding(found, world_pose(found), contacts, names)) < 3e-3  # [mm]


@pytest.mark.parametrize("fps", [30.0, 60.0, 240.0])
def test_what_a_jump_is_does_not_depend_on_the_frame_rate(fps):
    def turns(change):
        """A joint that turns at first not, then with a speed [rad/s]."""
        angles = change * np.maximum(np.arange(round(fps)) / fps - 0.5, 0.0)
        return quaternions.exp(angles[:, None] * np.array([1.0, 0.0, 0.0]))

    assert jumping(turns(1.2), turns(0.0), fps).sum() == 1
    assert not jumping(turns(0.8), turns(0.0), fps).any()
    assert not jumping(turns(2.5), turns(1.0), fps).any()
