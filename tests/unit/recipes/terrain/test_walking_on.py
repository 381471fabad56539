"""A walk on other grounds: feet on them, nothing in them, heads under lintels."""

from functools import cache

import numpy as np
import pytest
from support.planted_paths import paths, worst_miss_mm

import supple
from supple.core.contacts import Contacts, Floor
from supple.core.ground import Grid, waves
from supple.core.heights import parse_heights
from supple.io.documents.limits import HeightLimit
from supple.recipes.refit import standing
from supple.recipes.terrain.swinging import swings_over
from supple.recipes.terrain.walking_on import terrain

NEAR_MM = 0.1
GROUNDS = {
    "waves": waves(0.1, 2.0),
    "ramp": parse_heights("ramp:deg=8,start=1"),
    "down": parse_heights("ramp:deg=-6"),
    "stairs": parse_heights("stairs:rise=0.17,run=0.35,start=1.2"),
    "downstairs": parse_heights("stairs:rise=-0.17,run=0.35,start=1.2"),
}
DOOR = HeightLimit(x_m=(-2.0, 2.0), z_m=(3.0, 3.4), max_height_m=1.45)


@cache
def walk():
    motion = supple.walking(seconds=5.0, fps=60.0)
    return motion, supple.detect(motion)


@cache
def on(name):
    motion, contacts = walk()
    return terrain(motion, GROUNDS[name], contacts=contacts)


@cache
def ducked():
    motion, contacts = walk()
    return terrain(motion, "flat", contacts=contacts, limits=[DOOR])


@pytest.mark.parametrize("name", GROUNDS)
def test_planted_feet_stand_still_on_the_ground_and_nothing_is_in_it(name):
    moved, ground = on(name), GROUNDS[name]
    after = moved.cleaned.after()
    assert moved.cleaned.report.status == "met"
    assert not moved.cleaned.report.flaws  # no knee jumps, on stairs neither
    assert len(moved.contacts.contacts) >= 15
    assert worst_miss_mm(moved.motion, moved.contacts) < NEAR_MM
    assert after.slide_mm_max < NEAR_MM
    assert after.penetration_mm_max < NEAR_MM
    for c, way in paths(moved.motion, moved.contacts):
        above = way[:, 1] - ground(way[:, 0], way[:, 2])
        assert above.min() > -1e-3 * NEAR_MM, f"{c.point} is in the ground"


@pytest.mark.parametrize("name", ["waves", "ramp", "down"])
def test_points_of_feet_are_as_high_above_the_slope_as_they_were_above_the_floor(name):
    motion, contacts = walk()
    moved, ground = on(name), GROUNDS[name]
    before = {(c.point, c.start): way[:, 1].mean() for c, way in paths(motion, contacts)}
    for c, way in paths(moved.motion, moved.contacts):
        above = way[:, 1] - ground(way[:, 0], way[:, 2])
        floor = max(0.0, before[c.point, c.start])
        assert above == pytest.approx(floor, abs=1e-3 * NEAR_MM + 1e-3)  # a millimetre: found places are means


def test_a_foot_on_stairs_stands_level_on_one_tread():
    moved, ground = on("stairs"), GROUNDS["stairs"]
    rises = {
        round(float((way[:, 1] - (0.0 if "heel" in c.point else 0.03)).mean() / 0.17), 0)
        for c, way in paths(moved.motion, moved.contacts)
        if way[0, 2] > 1.2
    }
    assert len(rises) >= 5  # it does climb
    heels = [way for c, way in paths(moved.motion, moved.contacts) if "heel" in c.point]
    for way in heels:  # a heel is on a tread, its own or the next one up, where the ball stands
        tread = way[:, 1].mean() / 0.17
        assert abs(tread - round(tread)) * 170.0 < 5.0
        assert way[:, 1].mean() >= ground(way[0, 0], way[0, 2]) - 1e-4


@pytest.mark.parametrize("name", ["stairs", "downstairs"])
def test_feet_swing_over_the_edges_of_steps_without_cutting_them(name):
    motion, ground = on(name).motion, GROUNDS[name]
    fine = supple.resample(motion, fps=240.0).motion  # between frames, too
    pose = supple.world_pose(fine)
    for foot in ("LeftFoot", "LeftToeBase", "RightFoot", "RightToeBase"):
        x, y, z = pose.positions[:, motion.skeleton.index(foot)].T
        assert (y - ground(x, z)).min() > -0.01


@pytest.mark.parametrize("name", ["stairs", "downstairs"])
def test_knees_bend_smoothly_on_stairs(name):
    motion, pose = on(name).motion, supple.world_pose(on(name).motion)
    for side in ("Left", "Right"):
        hip, knee, ankle = (pose.positions[:, motion.skeleton.index(side + part)] for part in ("UpLeg", "Leg", "Foot"))
        bend = np.degrees(np.arccos(np.clip(_cosines(knee - hip, ankle - knee), -1.0, 1.0)))
        assert np.abs(np.diff(bend, 2)).max() < 8.0  # degrees; 36 to 50 where a foot is lifted at once


def _cosines(a, b):
    return np.sum(a * b, axis=1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)


def test_on_level_ground_swings_keep_their_own_paths():
    motion, contacts = walk()
    stood = standing(motion, contacts)
    assert swings_over(stood, motion, stood.contacts, {}, parse_heights("flat")) == {}


def test_the_written_file_stands_as_well(tmp_path):
    moved = on("waves")
    supple.write(moved.motion, tmp_path / "hilly.bvh")
    back = supple.read(tmp_path / "hilly.bvh")
    assert worst_miss_mm(back, moved.contacts) < NEAR_MM
    assert moved.cleaned.after(back).penetration_mm_max < NEAR_MM


def test_the_error_falls_from_level_to_level():
    for name in GROUNDS:
        left = [level.worst_m for level in on(name).levels]
        assert left == sorted(left, reverse=True)
        assert left[-1] < 1e-3


def test_a_flat_ground_changes_nothing_that_is_seen():
    motion, contacts = walk()
    flat = terrain(motion, "flat", contacts=contacts)
    difference = supple.world_pose(flat.motion).positions - supple.world_pose(motion).positions
    assert np.abs(difference).max() < 5e-3


def test_the_whole_figure_is_under_the_lintel_in_every_frame_and_between_them():
    fine = supple.resample(ducked().motion, fps=240.0).motion
    _, y, z = np.moveaxis(supple.world_pose(fine).positions, -1, 0)
    under = (z >= DOOR.z_m[0]) & (z <= DOOR.z_m[1])
    assert under.any()
    assert y[under].max() < DOOR.max_height_m + 1e-3
    _, y, z = np.moveaxis(supple.world_pose(walk()[0]).positions, -1, 0)
    assert y[(z >= DOOR.z_m[0]) & (z <= DOOR.z_m[1])].max() > 1.6  # without ducking it would not be


def test_feet_stay_planted_while_the_figure_ducks():
    after = ducked().cleaned.after()
    assert worst_miss_mm(ducked().motion, ducked().contacts) < NEAR_MM
    assert after.penetration_mm_max < NEAR_MM
    assert ducked().over_mm < 1.0


def test_far_from_the_door_nobody_ducks():
    motion, _ = walk()
    heads = [supple.world_pose(m).positions[..., 1].max(axis=1) for m in (motion, ducked().motion)]
    before_the_door = motion.root_positions[:, 2] < 0.3  # more than two seconds earlier
    assert before_the_door.any()
    assert np.abs(heads[1] - heads[0])[before_the_door].max() < 5e-3


def test_a_ground_with_a_hole_under_a_foot_is_refused_with_the_place():
    motion, contacts = walk()

    def pit(x, z):
        return np.where((np.asarray(z) > 2.0) & (np.asarray(z) < 3.0), np.nan, 0.0) + 0.0 * np.asarray(x)

    with pytest.raises(supple.SuppleError, match=r"no height at x = .* m, z = 2\.\d* m, where a foot stands"):
        terrain(motion, pit, contacts=contacts)


def test_a_hole_that_the_figure_goes_over_is_refused_too():
    motion, contacts = walk()
    stands = np.array([c.position_m for c in contacts.contacts])

    def pit(x, z):
        away = np.hypot(np.asarray(x)[..., None] - stands[:, 0], np.asarray(z)[..., None] - stands[:, 2]).min(axis=-1)
        return np.where(away < 0.12, 0.0, np.nan)

    with pytest.raises(supple.SuppleError, match=r"no height at .*, over which the figure goes"):
        terrain(motion, pit, contacts=contacts)


def test_a_ground_that_ends_before_the_walk_does_is_told_with_the_place():
    motion, contacts = walk()
    ends = np.array([-2.0, 2.0])
    short = terrain(motion, Grid(ends, ends, np.zeros((2, 2))), contacts=contacts)
    assert any("z = 2" in note and "0 m high" in note for note in short.notes)
    assert not on("ramp").notes


def test_a_limit_beside_the_way_is_told():
    motion, contacts = walk()
    beside = HeightLimit(x_m=(20.0, 22.0), z_m=(3.0, 3.4), max_height_m=1.4, name="gate")
    notes = terrain(motion, "flat", contacts=contacts, limits=[DOOR, beside]).notes
    assert [note for note in notes if "nothing goes under" in note and "'gate'" in note]
    assert not any("limit[0]" in note for note in notes)


def test_a_motion_that_stands_on_nothing_is_refused():
    motion, _ = walk()
    with pytest.raises(supple.SuppleError, match=r"stands on nothing.* in \d+ frames.*--contacts"):
        terrain(motion, "flat", contacts=Contacts(fps=motion.fps))


def test_a_treadmill_is_refused():
    motion, contacts = walk()
    belt = Contacts(fps=motion.fps, floor=Floor(belt_m_s=(0.0, 0.0, -1.3)), contacts=contacts.contacts)
    with pytest.raises(supple.SuppleError, match="treadmill"):
        terrain(motion, "flat", contacts=belt)


def test_what_is_no_motion_is_refused():
    with pytest.raises(supple.SuppleError, match="only a motion"):
        terrain("walk.bvh", "flat")
