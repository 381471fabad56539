"""AMASS out: its own files come back number by number, other figures by their roles."""

from dataclasses import replace

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion
from support.shared import DATA, needs_data

from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.pose import posed_frames, sample_frames, world_pose
from supple.core.roles import find_roles
from supple.core.skeleton import Skeleton
from supple.errors import FileError
from supple.io import registry
from supple.io.amass.average import average_joints
from supple.io.amass.layouts import LAYOUTS, SMPL, SMPLH, SMPLX
from supple.io.options import DEFAULT_WRITE, ReadOptions, WriteOptions
from supple.recipes.walk import walking

FRAMES = 8


def amass(tmp_path, layout=SMPLH, size=0.5, **more):
    rng = np.random.default_rng(1)
    content = {
        "poses": rng.normal(size=(FRAMES, 3 * len(layout.names))) * size,
        "trans": rng.normal(size=(FRAMES, 3)),
        "betas": rng.normal(size=10),
        "gender": np.array("male"),
        "mocap_framerate": np.array(100.0),
        **more,
    }
    np.savez(tmp_path / "in.npz", **content)
    return content, tmp_path / "in.npz"


def written(motion, tmp_path, options=DEFAULT_WRITE):
    notes = registry.write(motion, tmp_path / "out.amass.npz", options, overwrite=True)
    with np.load(tmp_path / "out.amass.npz", allow_pickle=False) as arrays:
        return dict(arrays), notes


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.title)
@pytest.mark.parametrize("size", [0.5, 4.0])  # beyond half a turn a rotation has several vectors
def test_a_file_comes_back_number_by_number(tmp_path, layout, size):
    content, path = amass(tmp_path, layout, size)
    arrays, _ = written(registry.read(path), tmp_path)
    for name in ("poses", "trans", "betas"):
        np.testing.assert_array_equal(arrays[name], content[name])
    assert str(arrays["gender"]) == "male"
    assert float(arrays["mocap_frame_rate" if layout is SMPLX else "mocap_framerate"]) == 100.0


def test_smplx_has_its_parts_too(tmp_path):
    content, path = amass(tmp_path, SMPLX)
    arrays, _ = written(registry.read(path), tmp_path)
    assert str(arrays["surface_model_type"]) == "smplx"
    np.testing.assert_array_equal(arrays["pose_hand"], content["poses"][:, 75:])
    np.testing.assert_array_equal(arrays["pose_jaw"], content["poses"][:, 66:69])


def test_chosen_frames_keep_their_numbers(tmp_path):
    content, path = amass(tmp_path, size=4.0)
    arrays, _ = written(registry.read(path).with_frames(2, 6), tmp_path)
    np.testing.assert_array_equal(arrays["poses"], content["poses"][2:6])


def test_an_edited_joint_alone_gets_new_numbers(tmp_path):
    content, path = amass(tmp_path, size=4.0)
    motion = registry.read(path)
    knee = motion.skeleton.index("left_knee")
    rotations = motion.rotations.copy()
    rotations[:, knee] = quaternions.multiply(rotations[:, knee], quaternions.exp(np.array([0.3, 0.0, 0.0])))
    edited = motion.with_rotations(rotations)
    arrays, _ = written(edited, tmp_path)
    number = SMPLH.names.index("left_knee")
    new = arrays["poses"].reshape(FRAMES, -1, 3)
    old = content["poses"].reshape(FRAMES, -1, 3)
    np.testing.assert_array_equal(np.delete(new, number, axis=1), np.delete(old, number, axis=1))
    again = world_pose(registry.read(tmp_path / "out.amass.npz")).positions
    np.testing.assert_allclose(again, world_pose(edited).positions, rtol=0, atol=1e-6)


def test_bones_of_a_given_body_come_back(tmp_path):
    content, path = amass(tmp_path, SMPL)
    np.savez(tmp_path / "body.npz", J=average_joints(SMPL.names) * 1.2 + [0.0, -0.3, 0.02])
    motion = registry.read(path, ReadOptions(skeleton=tmp_path / "body.npz"))
    arrays, notes = written(motion, tmp_path)
    np.testing.assert_array_equal(arrays["trans"], content["trans"])
    assert any("supple_joints" in words for words in notes)
    again = registry.read(tmp_path / "out.amass.npz")
    np.testing.assert_allclose(again.skeleton.offsets, motion.skeleton.offsets, rtol=0, atol=1e-12)


def test_a_detour_over_supples_own_arrays_keeps_the_motion(tmp_path):
    _, path = amass(tmp_path)
    motion = registry.read(path)
    registry.write(motion, tmp_path / "own.npz")
    written(registry.read(tmp_path / "own.npz"), tmp_path)
    again = world_pose(registry.read(tmp_path / "out.amass.npz")).positions
    np.testing.assert_allclose(again, world_pose(motion).positions, rtol=0, atol=1e-6)


PAIRS = {
    "pelvis": "Hips", "left_knee": "LeftLeg", "right_ankle": "RightFoot", "left_foot": "LeftToeBase", "neck": "Neck",
    "head": "Head", "left_shoulder": "LeftArm", "right_elbow": "RightForeArm", "left_wrist": "LeftHand",
}  # fmt: skip


def test_a_walk_becomes_smpl_by_its_roles(tmp_path):
    motion = walking(1.0)
    arrays, notes = written(motion, tmp_path)
    assert arrays["poses"].shape == (motion.frames, 156)
    again = registry.read(tmp_path / "out.amass.npz")
    before, after = world_pose(motion).positions, world_pose(again).positions
    for joint, name in PAIRS.items():
        np.testing.assert_allclose(
            after[:, again.skeleton.index(joint)],
            before[:, motion.skeleton.index(name)],
            rtol=0,
            atol=1e-6,
            err_msg=joint,
        )
    assert any("spine2" in words for words in notes)


def test_bent_knees_and_elbows_turn_about_smpls_own_axes(tmp_path):
    """Which tells whether the T-pose was found: a left knee bends about +x, a left elbow about -y."""
    arrays, _ = written(walking(1.0), tmp_path)
    poses = arrays["poses"].reshape(len(arrays["poses"]), -1, 3)
    for joint, axis in (("left_knee", [1, 0, 0]), ("right_knee", [1, 0, 0]), ("left_elbow", [0, -1, 0])):
        bends = poses[:, SMPLH.names.index(joint)]
        largest = bends[np.argmax(np.linalg.norm(bends, axis=1))]
        assert largest @ axis > 0.95 * np.linalg.norm(largest) > 0.0


def turned_rest(skeleton: Skeleton) -> Skeleton:
    """The same figure at rest, every joint's axes turned at random."""
    rng = np.random.default_rng(5)
    world = quaternions.normalized(rng.normal(size=(len(skeleton), 4)))
    above = np.concatenate([quaternions.identity(1), world[skeleton.parents[1:]]])
    back = quaternions.conjugate(above)
    return replace(
        skeleton, offsets=quaternions.rotate(back, skeleton.offsets), rest_rotations=quaternions.multiply(back, world)
    )


def test_the_axes_of_a_figures_joints_do_not_matter(tmp_path):
    plain = smooth_motion(human_skeleton(), 6)
    odd = turned_rest(plain.skeleton)
    world, rest = quaternions.identity(len(odd)), odd.rest_rotations.copy()
    for j in range(1, len(odd)):
        rest[j] = quaternions.multiply(rest[odd.parents[j]], rest[j])
    above = np.concatenate([world[:1], rest[odd.parents[1:]]])
    rotations = quaternions.multiply(quaternions.multiply(quaternions.conjugate(above), plain.rotations), rest)
    rotations[:, odd.end_sites] = odd.rest_rotations[odd.end_sites]
    same = Motion(odd, plain.root_positions, rotations, plain.frame_time)
    np.testing.assert_allclose(world_pose(same).positions, world_pose(plain).positions, rtol=0, atol=1e-9)
    ours, _ = written(plain, tmp_path)
    theirs, _ = written(same, tmp_path)
    np.testing.assert_allclose(
        quaternions.to_matrix(quaternions.exp(theirs["poses"].reshape(-1, 3))),
        quaternions.to_matrix(quaternions.exp(ours["poses"].reshape(-1, 3))),
        rtol=0,
        atol=1e-8,
    )


def test_what_smpl_lacks_is_said(tmp_path):
    motion = smooth_motion(human_skeleton(), 4, stretch=True)
    _, notes = written(motion, tmp_path)
    assert any("stretch" in words for words in notes)


def test_a_figure_that_is_no_person_is_refused(tmp_path):
    box = Skeleton(("root", "arm"), [-1, 0], [[0, 0, 0], [0, 1, 0]])
    with pytest.raises(FileError, match="SMPL is a person.*'hips'"):
        registry.write(smooth_motion(box, 4), tmp_path / "out.amass.npz")
    assert not (tmp_path / "out.amass.npz").exists()


def test_axes_and_units_that_were_asked_for_are_answered(tmp_path):
    motion = walking(0.5)
    arrays, notes = written(motion, tmp_path, WriteOptions(up="y", unit_scale=0.01))
    np.testing.assert_allclose(arrays["trans"], motion.root_positions * 100.0, rtol=0, atol=1e-9)
    assert any("z up" in words for words in notes)


@needs_data
@pytest.mark.parametrize(
    ("name", "most_mm"), [("cmu-bvh/02_01.bvh", 40.0), ("other-bvh/games105", 1.0), ("bandai-namco", 1.0)]
)
def test_captures_become_smpl(tmp_path, name, most_mm):
    """Joints stay where they were but for what the joints between them did."""
    place = DATA / name
    path = place if place.is_file() else next(iter(sorted(place.rglob("*.bvh"))), None)
    if path is None:
        pytest.skip(f"no {name} here")
    motion = registry.read(path)
    written(motion, tmp_path)
    again = registry.read(tmp_path / "out.amass.npz")
    frames = sample_frames(motion, 30)
    roles = find_roles(motion.skeleton, posed_frames(motion, frames))
    before, after = posed_frames(motion, frames), posed_frames(again, frames)
    for role, joint in (("hips", "pelvis"), ("left_ankle", "left_ankle"), ("right_wrist", "right_wrist")):
        gap = before[:, motion.skeleton.index(roles[role])] - after[:, again.skeleton.index(joint)]
        assert 1000.0 * np.linalg.norm(gap, axis=1).max() < most_mm, role
