"""The low-pass on what an edit changed, and the passes after it."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.transform import Rotation
from support.edits import walker
from support.solved_edits import MM, beside, outcome, path, planted, solved, turned

from supple.constraints.model import Settings
from supple.solvers.prioritized.adjusting import adjust, adjustment
from supple.solvers.prioritized.filtering import filter_adjustment, filtered
from supple.solvers.prioritized.frames import Poses

WHEN = (0.5, 1.0, 2.0, 2.5)
REACH = (*planted(), beside("LeftHand", (0.0, 0.1, 0.1), WHEN, priority=2))
FRAMES = walker()[0].frames


def copied(motion):
    """The poses of a motion, as a solver holds them."""
    rest = [np.zeros(0)] * 6
    return Poses(motion.root_positions.copy(), motion.rotations.copy(), *rest)


def test_a_constant_and_a_line_pass_unchanged():
    line = np.linspace(1.0, 3.0, 50)[:, None] * [1.0, -2.0]
    for track in (np.ones((50, 3)), line):
        assert_allclose(filtered(track, 6.5), track, rtol=0, atol=1e-12)


def test_a_spike_is_spread_over_the_width_and_keeps_its_sum():
    spike = np.zeros(41)
    spike[20] = 1.0
    out = filtered(spike, 6.0)
    assert_array_equal(np.flatnonzero(out), np.arange(15, 26))
    assert out.max() < 0.2
    assert out.sum() == pytest.approx(1.0)
    assert_allclose(out, out[::-1], rtol=0, atol=1e-15)


@pytest.mark.parametrize("half", [0.3, 1.0, 8.0, 1000.0])
def test_the_ends_stay_whatever_the_width(half):
    track = np.random.default_rng(1).normal(size=(30, 2))
    out = filtered(track, half)
    assert_array_equal(out[[0, -1]], track[[0, -1]])
    if half <= 1.0:
        assert_array_equal(out, track)


def test_what_was_not_adjusted_keeps_its_bits():
    motion = walker()[0]
    poses = copied(motion)
    filter_adjustment(motion, np.ones(FRAMES, bool), poses, 0.2)
    assert_array_equal(poses.rotations, motion.rotations)
    assert_array_equal(poses.root, motion.root_positions)


def test_a_jerk_of_one_frame_is_spread_inside_the_span_alone():
    motion, elbow = walker()[0], walker()[0].skeleton.index("LeftForeArm")
    poses = copied(motion)
    turn = Rotation.from_quat(np.roll(motion.rotations[62, elbow], -1)) * Rotation.from_rotvec([0.5, 0.0, 0.0])
    poses.rotations[62, elbow] = np.roll(turn.as_quat(), 1)
    poses.root[62] += (0.0, 0.0, 0.1)
    filter_adjustment(motion, (np.arange(FRAMES) >= 60) & (np.arange(FRAMES) < 90), poses, 0.2)
    bent = replace(motion, root_positions=poses.root, rotations=poses.rotations)
    angles, travel = turned(motion, bent), (poses.root - motion.root_positions)[:, 2]
    assert not angles[:, [j for j in range(len(motion.skeleton)) if j != elbow]].any()
    assert set(np.flatnonzero(travel)) == {61, 62, 63, 64, 65, 66, 67}
    assert angles[:, elbow].max() == pytest.approx(0.5 * travel.max() / 0.1, rel=1e-6)
    assert travel.max() < 0.05


def test_adjustments_are_taken_off_and_put_on_again():
    motion, frames = walker()[0], np.arange(40, 80)
    bent = solved(beside("LeftHand", (0.3, 0.4, 0.2))).motion
    again = copied(motion)
    by = adjustment(motion, frames, bent.root_positions, bent.rotations)
    adjust(motion, frames, by, again.root, again.rotations)
    assert np.abs(by.turns).max() > 0.3
    assert_allclose(again.rotations[frames], bent.rotations[frames], rtol=0, atol=1e-12)
    assert_allclose(again.root[frames], bent.root_positions[frames], rtol=0, atol=1e-12)


def test_filtering_disturbs_wishes_and_a_second_pass_meets_them_again():
    once, twice = (solved(*REACH, settings=Settings(filter_s=0.2, passes=n)) for n in (1, 2))
    worst = {name: (outcome(once, name).worst, outcome(twice, name).worst) for name in ("LeftFoot", "LeftHand")}
    assert all(before > 0.1 and after < 0.01 for before, after in worst.values()), worst
    assert once.report.status == "infeasible"
    assert "passes = 2" in once.report.notes[0]
    assert twice.report.status == "met"
    assert not twice.report.notes


def test_a_wish_that_begins_at_once_is_led_up_to():
    """The step of 141 mm is spread to both sides; the second pass restores the side that is asked for."""
    sudden = (*planted(), beside("LeftHand", (0.0, 0.1, 0.1), (1.0, 1.0, 2.0, 2.0), priority=2))
    source, jumps = path(walker()[0], "LeftHand"), []
    for settings in (Settings(), Settings(filter_s=0.2), Settings(filter_s=0.2, passes=2)):
        away = path(solved(*sudden, settings=settings).motion, "LeftHand") - source
        jumps.append(np.linalg.norm(np.diff(away, axis=0), axis=1).max() / MM)
    assert jumps[0] == pytest.approx(141.0, abs=1.0)
    assert jumps[1] < 30.0
    assert jumps[2] < 0.65 * jumps[0]


def test_outside_the_span_no_bit_changes_in_any_pass():
    motion = walker()[0]
    for passes in (1, 2, 3):
        bent = solved(REACH[-1], settings=Settings(filter_s=0.3, passes=passes)).motion
        touched = np.flatnonzero((bent.rotations != motion.rotations).any(axis=(1, 2)))
        assert (touched.min(), touched.max()) == (31, 149)
        step = np.linalg.norm(np.diff(path(bent, "LeftHand") - path(motion, "LeftHand"), axis=0), axis=1)
        assert step[[29, 30, 148, 149]].max() < 2.0 * MM


def test_passes_without_a_filter_change_nothing():
    one, three = (solved(*REACH, settings=Settings(passes=n)).motion for n in (1, 3))
    assert_array_equal(one.rotations, three.rotations)


def test_progress_counts_all_passes():
    from supple.recipes.edit import edit

    seen = []
    edit(
        walker()[0], REACH, roles=walker()[1], settings=Settings(filter_s=0.1, passes=2),
        progress=lambda done, total: seen.append((done, total)),
    )  # fmt: skip
    shares = [done / total for done, total in seen]
    assert shares[-1] == 1.0
    assert shares == sorted(shares)
