"""Left becomes right: on figures of every rig, with their contacts."""

from dataclasses import replace

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion
from support.tolerances import ALGEBRA

import supple
from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Floor, GaitEvents, Geometric, Step, Target
from supple.core.pose import world_pose
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError
from supple.recipes.everyday.mirror import mirror
from supple.recipes.everyday.partners import partners
from supple.recipes.everyday.rigid_moves import moved_motion

FLIP = np.array([-1.0, 1.0, 1.0])


def image_of(motion, partner):
    return world_pose(motion).positions[:, partner] * FLIP


def human(frames=20, **more):
    return smooth_motion(human_skeleton(), frames, **more)


def partner_of(motion):
    return partners(motion.skeleton, supple.motion_roles(motion))


def with_own_axes(motion, seed=3):
    """The same movement on a rig whose joints have rest frames of their own, other ones on each side."""
    rng = np.random.default_rng(seed)
    old, count = motion.skeleton, len(motion.skeleton)
    frames = quaternions.normalized(rng.normal(size=(count, 4)))
    frames[0] = (1.0, 0.0, 0.0, 0.0)
    above = np.concatenate([quaternions.identity(1), frames[old.parents[1:]]])
    back = quaternions.conjugate(above)
    skeleton = replace(
        old,
        offsets=quaternions.rotate(back, old.offsets),
        rest_rotations=quaternions.multiply(quaternions.multiply(back, old.rest_rotations), frames),
    )
    rotations = quaternions.multiply(quaternions.multiply(back, motion.rotations), frames)
    return replace(motion, skeleton=skeleton, rotations=rotations)


def test_a_mirrored_figure_is_the_mirror_image():
    motion = human()
    partner = partner_of(motion)
    got = world_pose(mirror(motion, across="x").motion).positions
    np.testing.assert_allclose(got, image_of(motion, partner), **ALGEBRA)


def test_left_and_right_need_not_have_like_rest_frames():
    motion = with_own_axes(human())
    partner = partner_of(motion)
    got = mirror(motion, across="x").motion
    np.testing.assert_allclose(world_pose(got).positions, image_of(motion, partner), **ALGEBRA)
    again = mirror(got, across="x").motion
    np.testing.assert_allclose(world_pose(again).positions, world_pose(motion).positions, **ALGEBRA)


def test_a_rest_pose_that_is_a_heap_of_bones_does_not_matter():
    """As on many rigs, bones point along +X on the left and -X on the right, and the pose makes a body of them."""
    motion = human(60)
    turned = np.tile([1.0, 0.0, 0.0, 0.0], (len(motion.skeleton), 1))
    for j, name in enumerate(motion.skeleton.names):
        if name.startswith(("Left", "Right")):
            turned[j] = quaternions.arc(np.array([1.0, 0.0, 0.0]), np.array([0.0, -1.0, 0.0]))
            if name.startswith("Right"):
                turned[j] = quaternions.multiply(turned[j], np.array([0.0, 0.0, 0.0, 1.0]))
    above = np.concatenate([quaternions.identity(1), turned[motion.skeleton.parents[1:]]])
    skeleton = replace(
        motion.skeleton, offsets=quaternions.rotate(quaternions.conjugate(above), motion.skeleton.offsets)
    )
    rotations = quaternions.multiply(quaternions.multiply(quaternions.conjugate(above), motion.rotations), turned)
    rotations[:, skeleton.end_sites] = (1.0, 0.0, 0.0, 0.0)
    heap = replace(motion, skeleton=skeleton, rotations=rotations)
    joints = ~skeleton.end_sites
    np.testing.assert_allclose(
        world_pose(heap).positions[:, joints], world_pose(motion).positions[:, joints], **ALGEBRA
    )
    got = mirror(heap, across="x").motion
    partner = partner_of(motion)
    np.testing.assert_allclose(world_pose(got).positions[:, joints], image_of(motion, partner)[:, joints], **ALGEBRA)


def test_the_figure_starts_where_it_was_and_looks_there_too():
    motion = supple.orient(human(), heading_deg=35.0, position=(2.0, -1.0)).motion
    other = mirror(motion).motion
    np.testing.assert_allclose(other.root_positions[0], motion.root_positions[0], **ALGEBRA)
    turned = supple.orient(other, heading_deg=35.0).notes[0]
    assert float(turned.split()[2]) == pytest.approx(0.0, abs=0.01)


def test_stretching_bones_and_a_root_that_stays_behind_are_mirrored():
    motion = human(stretch=True)
    got = mirror(motion, across="x").motion
    np.testing.assert_allclose(world_pose(got).positions, image_of(motion, partner_of(motion)), **ALGEBRA)


@pytest.mark.parametrize("turn", [(0.0, 0.0, np.pi / 2), (np.pi / 2, 0.3, 0.0), (0.0, 2.0, np.pi)])
def test_lying_and_upside_down_twice_is_the_identity(turn):
    motion = moved_motion(human(), quaternions.exp(np.array(turn)), np.array([1.0, 0.2, -3.0]))
    once = mirror(motion).motion
    again = mirror(once).motion
    np.testing.assert_allclose(again.root_positions, motion.root_positions, **ALGEBRA)
    np.testing.assert_allclose(world_pose(again).positions, world_pose(motion).positions, **ALGEBRA)
    np.testing.assert_allclose(once.root_positions[:, 1], motion.root_positions[:, 1], **ALGEBRA)


def test_rest_rows_stay():
    motion = replace(human(), rest_rows=2)
    got = mirror(motion).motion
    assert got.rest_rows == 2
    np.testing.assert_array_equal(got.rotations[:2], motion.rotations[:2])
    np.testing.assert_array_equal(got.root_positions[:2], motion.root_positions[:2])
    assert np.abs(got.rotations[2:] - motion.rotations[2:]).max() > 0.1


def test_contacts_change_sides_and_still_hold():
    motion = with_own_axes(human())
    pose, frame = world_pose(motion), 7
    joint = motion.skeleton.index("LeftFoot")
    offset = np.array([0.02, -0.05, 0.11])
    place = pose.positions[frame, joint] + quaternions.rotate(pose.rotations[frame, joint], offset)
    hand = motion.skeleton.index("RightHand")
    seen = quaternions.rotate(quaternions.conjugate(pose.rotations[frame, hand]), place - pose.positions[frame, hand])
    on = {"point": "left_heel", "joint": "LeftFoot", "offset_m": tuple(offset), "start": frame, "stop": frame + 1}
    contacts = Contacts(
        fps=motion.fps,
        floor=Floor(height_m=0.1, normal=(0.6, 0.8, 0.0), belt_m_s=(0.3, 0.0, -1.0)),
        contacts=(Contact(position_m=tuple(place), **on), Contact(position_m=tuple(seen), reference="RightHand", **on)),
        events=GaitEvents(left=(Step(heel_strike=3),)),
        geometric=(
            Geometric(joint="LeftFoot", kind="space", start=0, stop=2, origin_m=(1.0, 2.0, 3.0),
                      wxyz=tuple(pose.rotations[frame, joint])),
        ),
        targets=(Target(joint="LeftFoot", start=frame, positions_m=(tuple(pose.positions[frame, joint]),)),),
    )  # fmt: skip
    got = mirror(motion, across="x", contacts=contacts)
    after = world_pose(got.motion)
    other = motion.skeleton.index("RightFoot")
    held, riding = got.contacts.contacts
    assert (held.point, held.joint) == ("right_heel", "RightFoot")
    point = after.positions[frame, other] + quaternions.rotate(after.rotations[frame, other], np.array(held.offset_m))
    np.testing.assert_allclose(point, held.position_m, **ALGEBRA)
    left_hand = motion.skeleton.index("LeftHand")
    assert riding.reference == "LeftHand"
    there = after.positions[frame, left_hand] + quaternions.rotate(
        after.rotations[frame, left_hand], np.array(riding.position_m)
    )
    np.testing.assert_allclose(there, held.position_m, **ALGEBRA)
    assert got.contacts.events == GaitEvents(right=(Step(heel_strike=3),))
    assert got.contacts.floor.belt_m_s == (-0.3, 0.0, -1.0)
    np.testing.assert_allclose(got.contacts.floor.normal, (-0.6, 0.8, 0.0), **ALGEBRA)
    turned = np.array(got.contacts.geometric[0].wxyz)
    assert abs(turned @ after.rotations[frame, other]) == pytest.approx(1.0, abs=1e-12)
    np.testing.assert_allclose(got.contacts.targets[0].positions_m[0], after.positions[frame, other], **ALGEBRA)


def test_joints_without_the_like_on_the_other_side_are_told():
    skeleton = human_skeleton()
    names, parents = (*skeleton.names, "RightHand_tool"), [*skeleton.parents, skeleton.index("RightHand_end")]
    motion = smooth_motion(Skeleton(names, parents, np.vstack([skeleton.offsets, [0.0, 0.1, 0.0]])), 5)
    got = mirror(motion)
    assert any("RightHand_tool" in note for note in got.notes)
    again = mirror(got.motion).motion
    np.testing.assert_allclose(world_pose(again).positions, world_pose(motion).positions, **ALGEBRA)


def test_a_figure_without_sides_is_refused():
    bare = Skeleton(("root", "a", "b"), [-1, 0, 1], np.eye(3))
    with pytest.raises(InvalidValueError, match="no left and right"):
        mirror(smooth_motion(bare, 3))


def test_bones_that_differ_are_told():
    skeleton = human_skeleton()
    offsets = skeleton.offsets.copy()
    offsets[skeleton.index("LeftForeArm")] *= 1.1
    note = mirror(smooth_motion(replace(skeleton, offsets=offsets), 5)).notes[-1]
    assert "28 mm" in note
    assert "ForeArm" in note


def test_an_unknown_plane_is_refused():
    with pytest.raises(InvalidValueError, match="'y'"):
        mirror(human(3), across="y")
