"""Toes that are bent out of the ground go back slowly; what snaps all the same is told."""

import re

import numpy as np
import pytest
from msgspec import structs
from numpy.testing import assert_allclose, assert_array_equal
from support.cleaning import LEVEL, figure_for, lowest, replace_contact, skating_walk

from supple.core import quaternions
from supple.kernels.cleanup.toes import bend_on, die_out, find_needs
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.flaws import snaps
from supple.solvers.cleanup.settings import CleanSettings
from supple.solvers.cleanup.working import working_copy

MODES = pytest.mark.parametrize("settings", [CleanSettings(), CleanSettings(stretch=0.03)], ids=["rigid", "stretch"])


def degrees_a_frame(motion, joint):
    """(F - 1,) how far a joint turns from frame to frame."""
    turns = motion.rotations[:, motion.skeleton.index(joint)]
    return np.degrees(2.0 * np.arccos(np.clip(np.abs((turns[1:] * turns[:-1]).sum(axis=1)), 0.0, 1.0)))


@MODES
def test_toes_do_not_snap_back_when_a_ball_was_held_too_long(settings):
    """Its contact goes on for a tenth of a second in which the capture lifts it."""
    motion, contacts, limbs, _ = skating_walk(3.0, floor=LEVEL)
    held = [
        replace_contact(c, stop=c.stop + 6) if c.point.endswith("ball") and c.stop + 6 < motion.frames else c
        for c in contacts.contacts
    ]
    contacts = structs.replace(contacts, contacts=tuple(held))
    result = clean(motion, contacts, limbs, settings)
    stops = [c.stop for c in held if c.point == "left_ball" and c.stop + 20 < motion.frames]
    assert stops
    for stop in stops:
        after = degrees_a_frame(result.motion, "LeftToeBase")[stop : stop + 20].max()
        assert (
            after < 8.0
        )  # they turn by 7.7 in the walk themselves, and by 18 to 23 where each frame is bent by itself
    assert lowest(result.motion, contacts, limbs).min() > -1e-4


def dying_out(needs, before):
    """(F, L) bends of the needs (F, L), those of the frames ``before`` (W, L) being known."""
    angles = np.zeros(needs.shape)
    die_out(np.concatenate([before, needs]), angles)
    return angles


def test_bends_die_out_level_at_both_ends_and_are_never_less_than_needed():
    needs = np.zeros((40, 1))
    needs[5:8, 0] = (0.2, 0.6, 0.3)
    eased = dying_out(needs, np.zeros((10, 1)))
    assert (eased >= needs).all()
    assert_array_equal(eased[:8], np.maximum(needs, eased)[:8])
    assert eased[17, 0] < 0.02
    assert_array_equal(eased[18:], 0.0)
    assert np.abs(np.diff(eased[7:, 0])).max() < 1.5 * 0.6 / 10


def test_a_bend_is_the_largest_that_is_left_of_the_needs_before():
    needs = np.random.default_rng(4).uniform(0.0, 1.0, (40, 2)) * (np.arange(40) % 9 < 3)[:, None]
    before = np.array([[0.7, 0.0], [0.2, 0.9], [0.0, 0.4]])
    known = np.concatenate([before, needs])
    left = [1.0 - 3.0 * t**2 + 2.0 * t**3 for t in np.arange(4) / 4.0]
    slow = [[max(left[k] * known[3 + f - k, limb] for k in range(4)) for limb in range(2)] for f in range(40)]
    assert_allclose(dying_out(needs, before), slow, atol=1e-15)


def test_frames_one_by_one_give_the_bits_of_all_at_once():
    needs = np.random.default_rng(3).uniform(0.0, 1.0, (30, 2)) * (np.arange(30) % 7 < 2)[:, None]
    whole, before, out = dying_out(needs, np.zeros((6, 2))), np.zeros((6, 2)), []
    for row in needs:
        out.append(dying_out(row[None], before)[0])
        before = np.concatenate([before, row[None]])[1:]
    assert_array_equal(out, whole)


def test_toes_bend_about_their_axes_by_angles_that_are_told_again():
    axes = quaternions.rotate(quaternions.exp(np.array([0.3, 0.4, 0.5])), np.eye(3)[:2])
    local, angles = quaternions.exp(np.full((5, 2, 3), 0.7)), np.linspace(0.0, 2.5, 10).reshape(5, 2)
    above = quaternions.exp(np.random.default_rng(5).normal(size=(5, 2, 3)))
    turned, positions, ends = (
        quaternions.multiply(above, local),
        np.ones((5, 2, 3)),
        np.array([[0, 0, 0.1], [0, 0.2, 0]]),
    )
    toes, bent, tips, needs = np.arange(2), local.copy(), np.zeros((5, 2, 3)), np.zeros((5, 2))
    bend_on(toes, ends, axes, positions, turned, local, needs, angles, bent, tips)
    expected = quaternions.multiply(quaternions.exp(angles[..., None] * axes), local)
    assert_allclose(bent, expected, atol=1e-14)
    assert_allclose(
        tips.reshape(-1, 3)[1:],
        (1.0 + quaternions.rotate(quaternions.multiply(above, expected), ends)).reshape(-1, 3)[1:],
        atol=1e-14,
    )
    assert_array_equal(tips[0, 0], 0.0)  # it is not bent: nothing is written
    find_needs(bent, toes, local, axes, needs)
    assert_allclose(needs, angles, atol=1e-12)


def test_toes_that_snap_are_told_with_joint_and_frame():
    motion, contacts, limbs, _ = skating_walk(2.0)
    figure, clip = figure_for(motion, contacts, limbs), working_copy(motion)
    assert snaps(motion, clip, figure, 0) == []
    toe = motion.skeleton.index("LeftToeBase")
    clip.rotations[50:, toe] = quaternions.multiply(
        clip.rotations[50:, toe], quaternions.exp(np.array([0.6, 0.0, 0.0]))
    )
    (told,) = snaps(motion, clip, figure, 3)
    assert re.fullmatch(r"'LeftToeBase' snaps by \d+ degrees at frame 53 \(\d+ in the motion\)\.", told)
