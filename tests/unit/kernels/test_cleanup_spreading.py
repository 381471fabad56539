"""Changes of planted limbs die out in free frames (Kovar rows 21 to 23)."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.limb_solving import solve_limbs
from support.planted import moved_targets, waving_figure
from support.tolerances import ALGEBRA

from supple.core import quaternions
from supple.core.pose import world_pose
from supple.kernels.cleanup import spreading
from supple.kernels.cleanup.hinge import hinge_of
from supple.kernels.cleanup.widening import furthest_rows
from supple.solvers.cleanup.limbs import limb_rows
from supple.solvers.cleanup.settings import CleanSettings
from supple.solvers.cleanup.targets import Targets

FRAMES, WINDOW = 40, 6


def spread_out(active_frames, far=0.01):
    """A figure whose limbs are held in some frames, and what is left of that in the others."""
    motion, limbs = waving_figure(FRAMES)
    wanted = moved_targets(motion, limbs, far=far)
    active = np.zeros(wanted.active.shape, bool)
    active[active_frames] = True
    targets = Targets(active, wanted.positions, wanted.rotations)
    still = np.zeros((FRAMES, 3))
    solved = solve_limbs(motion, limbs, targets, still, CleanSettings(stretch=0.03))
    joints = np.array([(limb.base, limb.middle, limb.end) for limb in limbs])
    rotations, scales = solved.rotations.copy(), solved.scales.copy()
    changes, pose = np.zeros((FRAMES, len(limbs), 3, 3)), world_pose(motion)
    spreading.find_changes(0, FRAMES, joints, active, motion.rotations, rotations, changes)
    spreading.spread(
        0, FRAMES, 0, FRAMES, WINDOW, joints, limb_rows(limbs).axes, active, pose.positions, pose.rotations, changes,
        motion.rotations, rotations, scales,
    )  # fmt: skip
    return motion, limbs, active, rotations, scales, changes


def test_far_from_planted_frames_nothing_changes():
    motion, _, active, rotations, scales, _ = spread_out(slice(15, 20))
    near = np.zeros(FRAMES, bool)
    near[15 - WINDOW : 20 + WINDOW] = True
    assert_array_equal(rotations[~near], motion.rotations[~near])
    assert_array_equal(scales[~near], 1.0)
    assert (rotations[14] != motion.rotations[14]).any()
    assert active.any()


def test_changes_start_at_the_planted_frame_and_go_evenly():
    _, _, _, _, scales, changes = spread_out(slice(19, 20))  # one frame has no speed
    for k in range(1, WINDOW + 1):
        t = k / (WINDOW + 1)
        share = 2.0 * t**3 - 3.0 * t**2 + 1.0
        assert_allclose(changes[19 + k, :2], share * changes[19, :2], **ALGEBRA)
        assert_allclose(scales[19 + k] - 1.0, share * (scales[19] - 1.0), **ALGEBRA)
    steps = np.linalg.norm(np.diff(changes[19 : 20 + WINDOW], axis=0), axis=-1)
    assert steps.max() <= 1.5 / (WINDOW + 1) * np.linalg.norm(changes[19], axis=-1).max() + 1e-12


def test_after_a_plant_changes_go_on_with_their_speed():
    _, _, _, _, _, changes = spread_out(slice(15, 20))
    speed = changes[19, :2] - changes[18, :2]
    for k in range(1, WINDOW + 1):
        t = k / (WINDOW + 1)
        share, more = 2.0 * t**3 - 3.0 * t**2 + 1.0, k * (1.0 - t) ** 2
        assert_allclose(changes[19 + k, :2, 0], share * changes[19, :2, 0] + more * speed[:, 0], **ALGEBRA)


def test_a_short_gap_goes_from_one_change_to_the_other():
    _, _, _, _, scales, changes = spread_out(np.r_[14, 17:22])
    assert_allclose(changes[14] + changes[17], changes[15] + changes[16], atol=1e-10)
    assert_allclose(scales[14] + scales[17], scales[15] + scales[16], **ALGEBRA)


def test_written_turns_are_the_changes():
    motion, limbs, _, rotations, _, _ = spread_out(slice(15, 20))
    joints = [joint for limb in limbs for joint in (limb.base, limb.middle, limb.end)]
    assert_allclose(np.linalg.norm(rotations, axis=-1), 1.0, **ALGEBRA)
    dots = np.sum(rotations[:, joints] * motion.rotations[:, joints], axis=-1)
    assert dots[20:26].min() > 0.0  # same hemispheres


@pytest.mark.parametrize("far", [0.05, 0.2])
def test_no_knee_is_bent_backward(far):
    motion, limbs, _, rotations, _, _ = spread_out(slice(15, 20), far)
    before, after = world_pose(motion), world_pose(motion.with_rotations(rotations))
    for limb in limbs:
        for f in range(FRAMES):
            bends = []
            for pose in (before, after):
                hip, knee, ankle = pose.positions[f, [limb.base, limb.middle, limb.end]]
                axis = quaternions.rotate(pose.rotations[f, limb.middle], limb.axis)
                bends.append(hinge_of(tuple(knee - hip), tuple(ankle - knee), tuple(axis))[2])
            assert bends[1] >= min(0.0, bends[0]) - 1e-9


@pytest.mark.parametrize("window", [0, 1, 4])
def test_the_next_active_frame_is_told_from_frame_to_frame(window):
    rng = np.random.default_rng(window)
    for _ in range(8):
        active = rng.random((FRAMES, 1)) < 0.15
        ahead = spreading.nearest_active(active, 0, 0, 1, window, 0, FRAMES)
        for f in range(1, FRAMES):
            if spreading.nears(ahead):
                ahead -= 1
            else:
                ahead = spreading.next_after(active, f, 0, window, FRAMES, ahead)
            assert ahead == spreading.nearest_active(active, f, 0, 1, window, 0, FRAMES)


def test_the_furthest_row_nearby():
    rows = np.zeros((9, 3))
    rows[4] = [0.0, -3.0, 0.0]
    rows[5] = [1.0, 0.0, 0.0]
    out = np.zeros(rows.shape)
    furthest_rows(rows, 2, out)
    assert_array_equal(out[2:7], np.tile(rows[4], (5, 1)))
    assert_array_equal(out[7], rows[5])
    assert_array_equal(out[[0, 1, 8]], 0.0)
