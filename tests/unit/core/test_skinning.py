"""A mesh on a moving skeleton: rows 5 to 9 of the marker specification."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion
from support.tolerances import ALGEBRA

import supple
from supple.core import quaternions
from supple.core.motion import rest_pose
from supple.core.skinning.attaching import bones_of, owners
from supple.errors import InvalidValueError

CUBE = supple.Mesh(
    np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)]) * 0.05,
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5]],
)


@pytest.fixture(scope="module")
def motion() -> supple.Motion:
    return smooth_motion(human_skeleton(), frames=12, seed=3)


@pytest.fixture(scope="module")
def cloud(motion: supple.Motion) -> supple.Mesh:
    """Vertices all about the bones of the rest pose, and some far away."""
    rng = np.random.default_rng(5)
    at = supple.bind_of(motion.skeleton).positions
    near = at[rng.integers(len(at), size=300)] + rng.normal(scale=0.05, size=(300, 3))
    return supple.Mesh(np.concatenate([near, rng.normal(scale=3.0, size=(20, 3))]), np.arange(318).reshape(-1, 3))


def test_objects_stay_rigid_with_their_joints(motion: supple.Motion) -> None:
    names = motion.skeleton.names[1], motion.skeleton.names[3]
    turned = supple.Part(CUBE, offset=[0.1, 0.0, 0.0], turn=[0.6, 0.8, 0.0, 0.0])
    skin = supple.map_objects({names[0]: supple.Part(CUBE), names[1]: turned}, supple.bind_of(motion.skeleton))
    moved = supple.deform(skin, motion)
    gaps = np.linalg.norm(moved[:, :8, None] - moved[:, None, :8], axis=-1)
    np.testing.assert_allclose(gaps, gaps[:1].repeat(len(gaps), axis=0), **ALGEBRA)
    world, joint = supple.world_pose(motion), motion.skeleton.index(names[1])
    away = np.linalg.norm(moved[:, 8:] - world.positions[:, joint, None], axis=-1)
    np.testing.assert_allclose(away, away[:1].repeat(len(away), axis=0), **ALGEBRA)
    own = turned.offset + quaternions.rotate(turned.turn, CUBE.vertices)
    expected = world.positions[:, joint, None] + quaternions.rotate(world.rotations[:, joint, None], own)
    np.testing.assert_allclose(moved[:, 8:], expected, **ALGEBRA)


@pytest.mark.parametrize("kind", ["simple", "smooth"])
def test_the_bind_pose_gives_the_mesh_back(motion: supple.Motion, cloud: supple.Mesh, kind: str) -> None:
    for bind, still in (
        (supple.bind_of(motion.skeleton), None),
        (supple.bind_of(motion, 4), motion.with_frames(4, 5)),
    ):
        skin = supple.attach(cloud, bind, kind)
        posed = supple.deform(skin, rest_pose(motion.skeleton) if still is None else still)
        np.testing.assert_allclose(posed[0], cloud.vertices, **ALGEBRA)


def test_smooth_with_one_joint_a_vertex_is_simple(motion: supple.Motion, cloud: supple.Mesh) -> None:
    simple = supple.attach(cloud, supple.bind_of(motion.skeleton), "simple")
    assert (simple.weights.max(axis=1) == 1.0).all()
    one_hot = supple.Skin(cloud, simple.bind, simple.joints[:, :1], np.ones((len(cloud.vertices), 1)))
    np.testing.assert_allclose(supple.deform(one_hot, motion), supple.deform(simple, motion), **ALGEBRA)


def test_smooth_skins_mix_transforms_by_weight(motion: supple.Motion, cloud: supple.Mesh) -> None:
    skin = supple.attach(cloud, supple.bind_of(motion.skeleton))
    assert (np.count_nonzero(skin.weights, axis=1) > 1).any(), "something has to be shared near joints"
    world, vertex, frame = supple.world_pose(motion), 17, 6
    expected = np.zeros(3)
    for joint, weight in zip(skin.joints[vertex], skin.weights[vertex], strict=True):
        turn = quaternions.to_matrix(world.rotations[frame, joint])
        back = quaternions.to_matrix(skin.bind.rotations[joint]).T
        own = back @ (cloud.vertices[vertex] - skin.bind.positions[joint])
        expected += weight * (world.positions[frame, joint] + turn @ own)
    np.testing.assert_allclose(supple.deform(skin, motion)[frame, vertex], expected, **ALGEBRA)


@pytest.mark.parametrize("wrong", [[0.6, 0.6], [1.5, -0.5], [np.nan, 1.0]])
def test_weights_are_one_together(motion: supple.Motion, wrong: list[float]) -> None:
    weights = np.tile([0.5, 0.5], (8, 1))
    weights[5] = wrong
    with pytest.raises(InvalidValueError, match="vertex 5"):
        supple.Skin(CUBE, supple.bind_of(motion.skeleton), np.zeros((8, 2), int), weights)


def test_every_vertex_gets_a_bone_and_boxes_win(motion: supple.Motion, cloud: supple.Mesh) -> None:
    bind = supple.bind_of(motion.skeleton)
    bones = bones_of(bind)
    skin = supple.attach(cloud, bind, "simple")
    assert set(skin.joints[:, 0]) <= set(bones.carrier)
    middles = bones.start + 0.5 * bones.along
    assert (bones.carrier[owners(middles, bones)] == bones.carrier).mean() > 0.9  # bones of a chain may touch


def test_a_vertex_inside_a_box_is_not_given_to_a_nearer_bone_outside() -> None:
    skeleton = supple.Skeleton(
        names=("hips", "far", "upper", "tip"),
        parents=[-1, 0, 1, 2],
        offsets=[[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.5, 0.0], [-0.1, 0.0, 0.0]],
    )
    bones = bones_of(supple.bind_of(skeleton))
    vertex = np.array([[1.8, 0.42, 0.0]])  # 0.13 m from the last bone, whose box is 0.04 m wide; 0.42 m from the first
    assert skeleton.names[bones.carrier[owners(vertex, bones)[0]]] == "hips"


def _turned_frames(skeleton: supple.Skeleton, joint: int, turn: np.ndarray) -> supple.Skeleton:
    """The same figure at rest, but for the frame of one joint, which is turned in place."""
    back, rest, offsets = quaternions.conjugate(turn), skeleton.rest_rotations.copy(), skeleton.offsets.copy()
    rest[joint] = quaternions.multiply(rest[joint], turn)
    for child in skeleton.children(joint):
        rest[child] = quaternions.multiply(back, rest[child])
        offsets[child] = quaternions.rotate(back, offsets[child])
    return replace(skeleton, rest_rotations=rest, offsets=offsets)


def test_other_axes_are_refused_by_the_joint(motion: supple.Motion, cloud: supple.Mesh) -> None:
    skin = supple.attach(cloud, supple.bind_of(motion.skeleton))
    joint = next(j for j in range(1, len(motion.skeleton)) if len(motion.skeleton.children(j)) == 1)
    bone = motion.skeleton.offsets[motion.skeleton.children(joint)[0]]
    about_bone = np.concatenate([[np.cos(0.4)], np.sin(0.4) * bone / np.linalg.norm(bone)])
    for turn in (np.array([np.sqrt(0.5), np.sqrt(0.5), 0.0, 0.0]), about_bone):
        other = replace(motion, skeleton=_turned_frames(motion.skeleton, joint, turn))
        with pytest.raises(InvalidValueError, match=motion.skeleton.names[joint]):
            supple.deform(skin, other)


def test_longer_bones_are_no_other_axes(motion: supple.Motion, cloud: supple.Mesh) -> None:
    skin = supple.attach(cloud, supple.bind_of(motion.skeleton))
    longer = replace(motion, skeleton=replace(motion.skeleton, offsets=1.3 * motion.skeleton.offsets))
    assert np.isfinite(supple.deform(skin, longer)).all()


def test_another_skeleton_is_refused(motion: supple.Motion, cloud: supple.Mesh) -> None:
    skin = supple.attach(cloud, supple.bind_of(motion.skeleton))
    names = ("other", *motion.skeleton.names[1:])
    with pytest.raises(InvalidValueError, match="Retarget"):
        supple.deform(skin, replace(motion, skeleton=replace(motion.skeleton, names=names)))


def test_bad_meshes_are_refused() -> None:
    with pytest.raises(InvalidValueError, match="vertex 1"):
        supple.Mesh([[0, 0, 0], [np.nan, 0, 0]], np.zeros((0, 3), int))
    with pytest.raises(InvalidValueError, match="names vertex 7"):
        supple.Mesh(np.zeros((3, 3)), [[0, 1, 7]])


def test_a_mesh_in_other_units_is_refused(motion: supple.Motion, cloud: supple.Mesh) -> None:
    bind = supple.bind_of(motion.skeleton)
    with pytest.raises(InvalidValueError, match="in centimetres or millimetres"):
        supple.attach(supple.Mesh(100.0 * cloud.vertices, cloud.faces), bind)
