"""Where a figure is: floor, orient, inplace."""

from dataclasses import replace

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion
from support.tolerances import ALGEBRA

import supple
from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Floor, Geometric, Target
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.skeleton import Skeleton
from supple.errors import FileError, InvalidValueError
from supple.recipes.everyday.headings import heading
from supple.recipes.everyday.inplace import inplace
from supple.recipes.everyday.orient import orient
from supple.recipes.everyday.rigid_moves import moved_motion
from supple.recipes.everyday.root_curve import COLUMNS, RootCurve
from supple.recipes.walk import true_walk, walking


def facing(motion, frame=0):
    return np.degrees(heading(motion.with_frames(frame, frame + 1), supple.motion_roles(motion)))


# floor


def test_a_walk_that_floats_and_leans_stands_again():
    walk = walking(4.0)
    tilt = quaternions.exp(np.radians([2.0, 0.0, 0.0]))
    lifted = moved_motion(walk, tilt, np.array([0.3, 0.25, 0.0]))
    got = supple.floor(lifted)
    feet = [j for j, name in enumerate(walk.skeleton.names) if "Toe" in name]
    want, have = (world_pose(m).positions[:, feet, 1].min(axis=0) for m in (walk, got.motion))
    np.testing.assert_allclose(have, want, atol=0.004)
    assert "tilt of 2." in got.notes[0]
    found = supple.detect(got.motion).floor
    assert abs(found.height_m) < 0.003
    assert found.normal[1] > np.cos(np.radians(0.3))


def test_a_given_floor_is_taken_and_contacts_stay_in_step():
    walk = walking(2.0)
    contacts = Contacts(
        fps=walk.fps,
        floor=Floor(height_m=0.4, normal=(0.0, 0.8, 0.6), supports=(0.4,)),
        contacts=(Contact(point="p", start=0, stop=3, position_m=(0.0, 0.4, 0.0)),),
    )
    got = supple.floor(walk, contacts=contacts, height=0.1)
    assert got.contacts.floor.normal == pytest.approx((0.0, 1.0, 0.0), abs=1e-12)
    assert got.contacts.floor.height_m == pytest.approx(0.1, abs=1e-12)
    assert got.contacts.contacts[0].position_m[1] == pytest.approx(0.1, abs=1e-12)
    level = supple.floor(walk, contacts=contacts, keep_tilt=True)
    np.testing.assert_array_equal(level.motion.rotations, walk.rotations)
    assert level.contacts.floor.normal == pytest.approx((0.0, 0.8, 0.6))


def test_a_wall_is_no_floor():
    walk = walking(1.0)
    with pytest.raises(InvalidValueError, match="wall"):
        supple.floor(walk, contacts=Contacts(fps=walk.fps, floor=Floor(normal=(1.0, 0.0, 0.0))))


def test_without_a_floor_the_lowest_point_serves():
    jump = smooth_motion(human_skeleton(), 30)
    jump = jump.with_root_positions(jump.root_positions + [0.0, 3.0, 0.0])
    nothing = Contacts(fps=jump.fps)
    got = supple.floor(jump, lowest=True, contacts=nothing)
    assert world_pose(got.motion).positions[..., 1].min() == pytest.approx(0.0, abs=1e-12)
    assert got.contacts.floor is None


def test_a_clip_in_which_nothing_stands_is_refused(monkeypatch):
    flying = Contacts(fps=60.0)
    monkeypatch.setattr("supple.recipes.detect.detect", lambda *_, **__: flying)
    with pytest.raises(InvalidValueError, match="--lowest"):
        supple.floor(walking(1.0))


# orient


def test_a_figure_turns_about_its_own_place():
    walk = moved_motion(walking(2.0), quaternions.about_axis("y", np.array(0.7)), np.array([3.0, 0.0, -2.0]))
    got = orient(walk, heading_deg=90.0).motion
    assert facing(got) == pytest.approx(90.0, abs=1e-9)
    np.testing.assert_allclose(got.root_positions[0], walk.root_positions[0], **ALGEBRA)
    np.testing.assert_allclose(got.root_positions[:, 1], walk.root_positions[:, 1], **ALGEBRA)


def test_it_starts_where_it_is_told_and_keeps_its_shape():
    walk = walking(2.0)
    got = orient(walk, position=(1.5, -0.5)).motion
    assert got.root_positions[0, [0, 2]] == pytest.approx((1.5, -0.5))
    steps = [np.diff(world_pose(m).positions, axis=0) for m in (walk, got)]
    np.testing.assert_allclose(steps[0], steps[1], **ALGEBRA)


def test_the_way_it_goes_can_be_its_heading():
    back = walking(2.0)
    backwards = back.with_root_positions(back.root_positions * (1.0, 1.0, -1.0))
    got = orient(backwards, heading_deg=90.0, of="travel").motion
    way = got.root_positions[-1] - got.root_positions[0]
    assert np.degrees(np.arctan2(way[0], way[2])) == pytest.approx(90.0, abs=1e-6)
    assert facing(got) == pytest.approx(-90.0, abs=6.0)


def test_contacts_turn_with_it():
    walk, turned = walking(2.0), np.pi / 2
    contacts = Contacts(fps=walk.fps, contacts=(Contact(point="p", start=0, stop=3, position_m=(0.0, 0.0, 1.0)),))
    got = orient(
        walk,
        heading_deg=np.degrees(heading(walk, supple.motion_roles(walk)) + turned),
        position=(0.0, 0.0),
        contacts=contacts,
    )
    start = walk.root_positions[0]
    want = quaternions.rotate(
        quaternions.about_axis("y", np.array(turned)), np.array([0.0, 0.0, 1.0]) - start * (1, 0, 1)
    )
    np.testing.assert_allclose(got.contacts.contacts[0].position_m, want, atol=1e-12)


def test_another_up_axis_changes_the_file_and_not_the_motion(tmp_path):
    walk = walking(1.0)
    got = orient(walk, up="z")
    assert got.motion is walk
    supple.write(got.motion, tmp_path / "z.bvh", got.writing)
    back = supple.read(tmp_path / "z.bvh")
    assert back.provenance.up == "z"
    np.testing.assert_allclose(world_pose(back).positions, world_pose(walk).positions, atol=1e-6)


def test_rest_rows_are_not_turned():
    walk = replace(walking(1.0), rest_rows=1)
    got = orient(walk, heading_deg=120.0).motion
    np.testing.assert_array_equal(got.rotations[0], walk.rotations[0])
    assert facing(got, 1) == pytest.approx(120.0, abs=1e-9)


def test_what_has_no_heading_is_refused():
    bare = smooth_motion(Skeleton(("root", "a", "b"), [-1, 0, 1], np.eye(3)), 3)
    with pytest.raises(InvalidValueError, match="no left and right"):
        orient(bare, heading_deg=0.0)
    still = walking(1.0).with_frames(0, 1)
    with pytest.raises(InvalidValueError, match="0 mm"):
        orient(still, heading_deg=0.0, of="travel")
    with pytest.raises(InvalidValueError, match="nan"):
        orient(still, heading_deg=float("nan"))


# inplace


def spinning(frames=80):
    """A figure that goes round in a circle twice and faces where it goes."""
    base = smooth_motion(human_skeleton(), frames)
    angle = np.linspace(0.0, 4.0 * np.pi, frames)
    turns = quaternions.about_axis("y", angle)
    way = np.stack([2.0 * np.cos(angle), 0.1 * np.sin(5 * angle), -2.0 * np.sin(angle)], axis=1)
    return moved_motion(base.with_root_positions(np.tile(base.root_positions[0], (frames, 1))), turns, way)


@pytest.mark.parametrize("asked", [{}, {"with_height": True}, {"with_heading": True}, {"steady": True}])
def test_in_place_and_back_through_a_table(asked, tmp_path):
    motion = spinning()
    still = inplace(motion, **asked)
    (tmp_path / "a.root.csv").write_text(still.curve.table())
    back = RootCurve.read(tmp_path / "a.root.csv").put_back(still.motion).motion
    np.testing.assert_allclose(back.root_positions, motion.root_positions, atol=1e-12)
    np.testing.assert_allclose(back.rotations, motion.rotations, atol=1e-12)


def test_what_is_taken_out_is_gone():
    motion = spinning()
    level = inplace(motion).motion
    np.testing.assert_allclose(np.ptp(level.root_positions[:, [0, 2]], axis=0), 0.0, atol=1e-12)
    np.testing.assert_array_equal(level.root_positions[:, 1], motion.root_positions[:, 1])
    whole = inplace(motion, with_height=True, with_heading=True)
    np.testing.assert_allclose(np.ptp(whole.motion.root_positions, axis=0), 0.0, atol=1e-12)
    assert np.ptp(whole.curve.headings) == pytest.approx(4.0 * np.pi, rel=0.1)  # two rounds, without a jump
    roles = supple.motion_roles(motion)
    faces = [heading(whole.motion.with_frames(k, k + 1), roles) for k in range(motion.frames)]
    assert np.ptp(np.unwrap(faces)) < np.radians(60.0)


def test_an_even_travel_makes_the_ground_a_belt():
    walk = true_walk(4.0)
    contacts = supple.detect(walk.motion)
    got = inplace(walk.motion, steady=True, contacts=contacts)
    assert got.contacts.belt_m_s == pytest.approx((0.0, 0.0, -1.3), abs=0.05)
    pose = world_pose(got.motion)
    for contact in got.contacts.contacts:
        joint = walk.motion.skeleton.index(contact.joint)
        for frame in (contact.start, contact.stop - 1):
            point = pose.positions[frame, joint] + quaternions.rotate(
                pose.rotations[frame, joint], np.array(contact.offset_m)
            )
            place = contact.place_at(frame, got.contacts.belt_m_s, walk.motion.frame_time)
            assert np.linalg.norm(point - place) < 0.03
    back = got.curve.put_back(got.motion, contacts=got.contacts)
    assert back.contacts.belt_m_s is None
    for one, other in zip(contacts.contacts, back.contacts.contacts, strict=True):
        assert one.position_m == pytest.approx(other.position_m, abs=1e-12)


def test_contacts_with_the_world_are_left_out_and_that_is_said():
    walk = walking(2.0)
    rides = Contact(point="p", joint="LeftHand", start=0, stop=3, position_m=(0.0, 0.0, 0.0), reference="Hips")
    stands = Contact(point="q", joint="LeftFoot", start=0, stop=3, position_m=(0.0, 0.0, 0.0))
    space = Geometric(joint="LeftFoot", kind="point", start=0, stop=3, origin_m=(0.0, 0.0, 0.0))
    target = Target(joint="LeftFoot", start=5, positions_m=tuple(map(tuple, world_pose(walk).positions[5:8, 3])))
    contacts = Contacts(fps=walk.fps, contacts=(rides, stands), geometric=(space,), targets=(target,))
    got = inplace(walk, contacts=contacts)
    assert got.contacts.contacts == (rides,)
    assert got.contacts.geometric == ()
    assert "2 contacts" in got.notes[0]
    np.testing.assert_allclose(
        got.contacts.targets[0].positions_m, world_pose(got.motion).positions[5:8, 3], atol=1e-12
    )


def test_a_curve_of_another_clip_is_refused():
    walk = walking(2.0)
    curve = inplace(walk).curve
    with pytest.raises(InvalidValueError, match="120 rows"):
        curve.put_back(walk.with_frames(0, 50))
    with pytest.raises(InvalidValueError, match="60 frames per second"):
        curve.put_back(replace(walk, frame_time=0.01))
    with pytest.raises(InvalidValueError, match="straight"):
        inplace(walk, steady=True, with_heading=True)


def test_one_frame_has_a_curve_too(tmp_path):
    one = walking(1.0).with_frames(3, 4)
    still = inplace(one)
    (tmp_path / "one.root.csv").write_text(still.curve.table())
    back = RootCurve.read(tmp_path / "one.root.csv").put_back(still.motion).motion
    np.testing.assert_allclose(back.root_positions, one.root_positions, atol=1e-12)


HEAD = ",".join(COLUMNS)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b\n", "first line"),
        (f"{HEAD}\n", "no rows"),
        (f"{HEAD}\n0,0,0,0,0\n", ":2: 6 numbers"),
        (f"{HEAD}\n0,0,0,0,0,x\n", ":2: 6 numbers"),
        (f"{HEAD}\n0,0,nan,0,0,0\n", ":2: 6 numbers"),
        (f"{HEAD}\n0,0,0,0,0,0\n2,1,0,0,0,0\n", "follow each other"),
        (f"{HEAD}\n0,1,0,0,0,0\n1,1,0,0,0,0\n", "grow"),
    ],
)
def test_tables_that_are_no_curves_are_refused(text, said, tmp_path):
    (tmp_path / "bad.csv").write_text(text)
    with pytest.raises(FileError, match=said):
        RootCurve.read(tmp_path / "bad.csv")


# scale_units


def test_a_figure_becomes_larger_and_its_contacts_with_it():
    walk = smooth_motion(human_skeleton(), 10, stretch=True)
    contacts = Contacts(fps=walk.fps, contacts=(Contact(point="p", start=0, stop=3, position_m=(0.0, 0.1, 1.0)),))
    got = supple.scale_units(walk, factor=2.54, contacts=contacts)
    np.testing.assert_allclose(world_pose(got.motion).positions, 2.54 * world_pose(walk).positions, **ALGEBRA)
    assert got.contacts.contacts[0].position_m == pytest.approx((0.0, 0.254, 2.54))
    assert got.motion.frame_time == walk.frame_time


def test_units_change_the_numbers_of_the_file_and_not_the_figure(tmp_path):
    walk = walking(1.0)
    got = supple.scale_units(walk, units="mm")
    assert isinstance(got.motion, Motion)
    supple.write(got.motion, tmp_path / "mm.bvh", got.writing)
    back = supple.read(tmp_path / "mm.bvh")
    assert back.provenance.unit_scale == pytest.approx(0.001)
    np.testing.assert_allclose(world_pose(back).positions, world_pose(walk).positions, atol=1e-6)


@pytest.mark.parametrize("factor", [0.0, -1.0, float("nan"), float("inf"), 1e9])
def test_factors_that_are_slips_are_refused(factor):
    with pytest.raises(InvalidValueError, match="factor"):
        supple.scale_units(walking(1.0), factor=factor)
