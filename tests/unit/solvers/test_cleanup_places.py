"""What feet and hands stand on in the cleanup of whole clips (Kovar rows 24 to 26): grounds, belts, other joints."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.cleaning import (
    LEVEL,
    drift_mm,
    figure_for,
    lowest,
    point_path,
    replace_contact,
    skating_walk,
    with_stiff_toes,
)
from support.planted import waving_figure

from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Floor
from supple.core.pose import world_pose
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.floor_pass import find_tips
from supple.solvers.cleanup.settings import CleanSettings

RIGID, STRETCH = CleanSettings(), CleanSettings(stretch=0.03)
MODES = pytest.mark.parametrize("settings", [RIGID, STRETCH], ids=["rigid", "stretch"])
WINDOW_S = 0.25


@MODES
def test_free_feet_and_toes_stay_above_the_ground(settings):
    """Rows 24 to 26."""
    motion, contacts, limbs, _ = skating_walk(angle=0.05)
    sunk = motion.with_root_positions(motion.root_positions - [0.0, 0.01, 0.0])
    result = clean(sunk, contacts, limbs, replace(settings, floor=0.0))
    assert lowest(sunk, contacts, limbs).min() < -0.01
    assert lowest(result.motion, contacts, limbs).min() > -1e-9
    assert result.report.lifted_frames > 0
    assert result.report.bent_frames > 0
    assert drift_mm(result.motion, contacts) < 1e-3


@MODES
def test_feet_that_do_not_bend_keep_their_toes_out_of_the_ground(settings):
    motion, contacts, limbs, _ = skating_walk(floor=LEVEL)
    stiff = with_stiff_toes(limbs)
    result = clean(motion, contacts, stiff, settings)
    figure = figure_for(motion, contacts, stiff)
    assert find_tips(figure, world_pose(motion))[:, :2, 2, 1].min() < -0.005
    assert find_tips(figure, world_pose(result.motion))[:, :2, :, 1].min() > -1e-5
    assert drift_mm(result.motion, contacts) < 1e-3
    again = clean(result.motion, contacts, stiff, settings).motion
    assert_allclose(world_pose(again).positions, world_pose(result.motion).positions, rtol=0.0, atol=1e-6)


@MODES
def test_a_foot_that_does_not_bend_still_rolls_over_its_ball_unless_it_may_not_rise(settings):
    motion, contacts, limbs, _ = skating_walk(floor=LEVEL)
    heels, stiff = [], with_stiff_toes(limbs)
    for some, given in ((limbs, settings), (stiff, settings), (stiff, replace(settings, rises=False))):
        cleaned = clean(motion, contacts, some, given).motion
        planted = np.concatenate([np.arange(c.start, c.stop) for c in contacts.contacts if c.point == "left_ball"])
        heels.append(find_tips(figure_for(motion, contacts, some), world_pose(cleaned))[planted, 0, 0, 1].max())
    assert heels[1] > 0.8 * heels[0]
    assert heels[2] < 0.5 * heels[0]


def hills(x, z):
    return 0.02 * np.sin(2.0 * z) + 0.05 * x


@MODES
@pytest.mark.parametrize("floor", [hills, 0.015], ids=["hills", "a height"])
def test_any_ground_is_stood_on(settings, floor):
    motion, contacts, limbs, _ = skating_walk()
    cleaned = clean(motion, contacts, limbs, replace(settings, floor=floor)).motion
    height = floor if callable(floor) else lambda x, z: np.full_like(x, floor)
    for contact in contacts.contacts:
        path = point_path(cleaned, contact)[contact.start : contact.stop]
        assert_allclose(path[:, 1], height(path[:, 0], path[:, 2]), atol=1e-6)
    tips = find_tips(figure_for(cleaned, contacts, limbs), world_pose(cleaned))[:, :2]
    assert (tips[..., 1] - height(tips[..., 0], tips[..., 2])).min() > -1e-4
    assert drift_mm(cleaned, contacts) < 1e-3


def test_a_tilted_floor_and_steps_are_stood_on():
    motion, contacts, limbs, _ = skating_walk()
    tilted = Floor(height_m=-0.02, normal=(0.0, 1.0, -0.02))
    cleaned = clean(motion, Contacts(fps=60.0, floor=tilted, contacts=contacts.contacts), limbs, STRETCH).motion
    for contact in contacts.contacts[:4]:
        place = point_path(cleaned, contact)[contact.start]
        assert_allclose(place @ [0.0, 1.0, -0.02], -0.02, atol=1e-6)
    steps = Floor(height_m=-0.2, supports=(-0.2, 0.01))
    cleaned = clean(motion, Contacts(fps=60.0, floor=steps, contacts=contacts.contacts), limbs, STRETCH).motion
    for contact in contacts.contacts:
        assert_allclose(point_path(cleaned, contact)[contact.start : contact.stop, 1], 0.01, atol=1e-6)


def test_a_plant_high_above_the_ground_stays_there_and_one_below_is_raised():
    motion, contacts, limbs, _ = skating_walk()
    for height, at in ((-0.3, None), (0.08, 0.08)):
        cleaned = clean(motion, contacts, limbs, CleanSettings(stretch=0.2, floor=height)).motion
        places = [point_path(cleaned, c)[c.start, 1] for c in contacts.contacts]
        assert_allclose(places, 0.0 if at is None else at, atol=0.05 if at is None else 1e-6)


@MODES
def test_feet_on_a_belt_move_with_it(settings):
    motion, contacts, limbs, _ = skating_walk(floor=LEVEL)
    belt = np.array([0.0, 0.0, -1.3])
    way = belt * motion.frame_time * np.arange(motion.frames)[:, None]
    treadmill = motion.with_root_positions(motion.root_positions + way)
    floor = Floor(supports=(0.0,), belt_m_s=tuple(belt.tolist()))
    cleaned = clean(treadmill, Contacts(fps=60.0, floor=floor, contacts=contacts.contacts), limbs, settings).motion
    ground = clean(motion, contacts, limbs, settings).motion
    assert_allclose(cleaned.root_positions - way, ground.root_positions, atol=1e-9)
    assert_allclose(np.abs(np.sum(cleaned.rotations * ground.rotations, axis=-1)), 1.0, atol=1e-9)


@MODES
def test_a_hand_on_a_hip_goes_with_it(settings):
    motion, limbs = waving_figure(40)
    pose, hips, hand = world_pose(motion), 0, motion.skeleton.index("LeftHand")
    seen = quaternions.rotate(
        quaternions.conjugate(pose.rotations[:, hips]), pose.positions[:, hand] - pose.positions[:, hips]
    )
    held = Contact(
        point="left_wrist",
        joint="LeftHand",
        reference="Hips",
        start=10,
        stop=14,
        position_m=tuple(seen[11].tolist()),
        fixed=True,
    )
    cleaned = world_pose(clean(motion, Contacts(fps=60.0, contacts=(held,)), limbs, settings).motion)
    after = quaternions.rotate(
        quaternions.conjugate(cleaned.rotations[:, hips]), cleaned.positions[:, hand] - cleaned.positions[:, hips]
    )
    assert_allclose(after[10:14], np.broadcast_to(seen[11], (4, 3)), atol=1e-9)


def test_feet_can_be_told_to_stand_flat():
    motion, contacts, limbs, _ = skating_walk(floor=LEVEL)
    rolled = motion.rotations.copy()
    foot = motion.skeleton.index("LeftFoot")
    rolled[:, foot] = quaternions.multiply(rolled[:, foot], quaternions.about_axis("z", np.full(motion.frames, 0.1)))
    motion = motion.with_rotations(rolled)
    both = [c for c in contacts.contacts if c.point.startswith("left")]
    span = slice(max(both[0].start, both[1].start), min(both[0].stop, both[1].stop))
    up = {}
    for roll in ("free", "flat"):
        pose = world_pose(clean(motion, contacts, limbs, CleanSettings(stretch=0.03, roll=roll)).motion)
        up[roll] = quaternions.rotate(pose.rotations[span, foot], np.array([0.0, 1.0, 0.0]))[:, 1]
    assert_allclose(up["flat"], 1.0, atol=1e-6)
    assert up["free"].max() < 0.9999


def test_what_cannot_be_reached_is_reported():
    motion, contacts, limbs, _ = skating_walk(1.5)
    contact = contacts.contacts[0]
    x, y, z = contact.position_m
    other = next(c for c in contacts.contacts if c.point.startswith("right"))
    span = {"start": contact.start, "stop": contact.stop}
    far = (
        replace_contact(contact, fixed=True, position_m=(x, y, z + 3.0)),
        replace_contact(other, fixed=True, position_m=(x, y, z - 3.0), **span),
    )
    report = clean(motion, Contacts(fps=60.0, contacts=far), limbs).report
    assert report.status == "infeasible"
    missed = [c for c in report.constraints if not c.met]
    assert missed
    assert missed[0].blocked_by == ("reach",)
    assert missed[0].worst > 100.0
