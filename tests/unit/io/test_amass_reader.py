"""AMASS: poses of SMPL's family as motions, by a forward pass that knows nothing of Supple."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from supple.core.motion import rest_pose
from supple.core.pose import world_pose
from supple.errors import FileError
from supple.io import registry
from supple.io.amass.average import average_joints
from supple.io.amass.layouts import BODY, LAYOUTS, SMPL, SMPLH, SMPLX
from supple.io.options import ReadOptions
from supple.recipes.figure import standing_figure

FRAMES = 9
# The trees as the papers number them.
SMPL_PARENTS = [-1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21]
HAND = [-1, 0, 1, -1, 3, 4, -1, 6, 7, -1, 9, 10, -1, 12, 13]
TREES = {
    22: SMPL_PARENTS[:22],
    24: SMPL_PARENTS,
    52: SMPL_PARENTS[:22] + [20 if p < 0 else 22 + p for p in HAND] + [21 if p < 0 else 37 + p for p in HAND],
    55: SMPL_PARENTS[:22]
    + [15] * 3
    + [20 if p < 0 else 25 + p for p in HAND]
    + [21 if p < 0 else 40 + p for p in HAND],
}
each_layout = pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.title)


def arrays(layout=SMPLH, frames=FRAMES, **changes):
    rng = np.random.default_rng(len(layout.names))
    poses = rng.normal(size=(frames, len(layout.names), 3)) * 0.4
    poses[:, 0] = [np.pi / 2, 0.0, 0.0] + 0.1 * poses[:, 0]  # a body that stands in a z-up world
    sound = {
        "poses": poses.reshape(frames, -1),
        "trans": rng.normal(size=(frames, 3)),
        "betas": rng.normal(size=16),
        "gender": np.array("female"),
        "mocap_framerate": np.array(120.0),
    }
    return {name: array for name, array in {**sound, **changes}.items() if array is not None}


def saved(tmp_path, content, name="walk_poses.npz"):
    np.savez(tmp_path / name, **content)
    return tmp_path / name


def slow_positions(content, joints):
    """(F, n, 3) in the file's world, by matrices, in the file's order of joints."""
    poses = content["poses"].reshape(len(content["trans"]), -1, 3)
    parents = TREES[poses.shape[1]]
    places = np.zeros(poses.shape)
    for f, pose in enumerate(poses):
        turned = [Rotation.from_rotvec(v).as_matrix() for v in pose]
        places[f, 0] = joints[0] + content["trans"][f]
        for j in range(1, len(parents)):
            p = parents[j]
            places[f, j] = places[f, p] + turned[p] @ (joints[j] - joints[p])
            turned[j] = turned[p] @ turned[j]
    return places


def assert_places(motion, layout, expected_z_up):
    world = world_pose(motion).positions
    for j, name in enumerate(layout.names):
        x, y, z = expected_z_up[:, j].T
        np.testing.assert_allclose(
            world[:, motion.skeleton.index(name)], np.stack([x, z, -y], axis=1), rtol=0, atol=1e-9
        )


@each_layout
def test_joints_are_where_a_slow_forward_pass_puts_them(layout, tmp_path):
    content = arrays(layout)
    motion = registry.read(saved(tmp_path, content))
    assert (motion.frames, motion.fps) == (FRAMES, pytest.approx(120.0))
    assert_places(motion, layout, slow_positions(content, average_joints(layout.names)))
    assert motion.provenance.decision("layout").startswith(layout.title)


def test_the_rest_pose_stands_and_faces_forward(tmp_path):
    motion = registry.read(saved(tmp_path, arrays()))
    at = dict(zip(motion.skeleton.names, world_pose(rest_pose(motion.skeleton)).positions[0], strict=True))
    assert at["head"][1] > at["pelvis"][1] + 0.5 > at["left_ankle"][1] + 1.0
    assert at["left_wrist"][0] > 0.6
    assert at["left_foot"][2] > at["left_ankle"][2] + 0.1


def test_the_average_body_has_the_proportions_of_supples_own_figure():
    figure = standing_figure(1.70)
    ours = {
        name: figure.offsets[figure.index(name)] for name in ("LeftLeg", "RightFoot", "LeftForeArm", "Neck", "Head")
    }
    joints = dict(zip(SMPLX.names, average_joints(SMPLX.names), strict=True))
    for name, (joint, above) in {
        "LeftLeg": ("left_knee", "left_hip"),
        "RightFoot": ("right_ankle", "right_knee"),
        "LeftForeArm": ("left_elbow", "left_shoulder"),
        "Neck": ("neck", "spine3"),
        "Head": ("head", "neck"),
    }.items():
        np.testing.assert_allclose(joints[joint] - joints[above], ours[name], rtol=0, atol=1e-12)


def test_an_average_body_is_said(tmp_path):
    motion = registry.read(saved(tmp_path, arrays()))
    assert any("average body" in words and "--skeleton" in words for words in motion.provenance.warnings)


def test_smplx_files_in_parts_are_read_as_one_pose(tmp_path):
    content = arrays(SMPLX, mocap_framerate=None, mocap_frame_rate=np.array(60.0))
    whole = registry.read(saved(tmp_path, content))
    parts = np.split(content.pop("poses"), np.cumsum([3, 63, 3, 6]), axis=1)
    names = ("root_orient", "pose_body", "pose_jaw", "pose_eye", "pose_hand")
    again = registry.read(saved(tmp_path, {**content, **dict(zip(names, parts, strict=True))}, "parts.npz"))
    assert whole.fps == pytest.approx(60.0)
    np.testing.assert_array_equal(again.rotations, whole.rotations)


def test_a_body_pose_alone_is_read(tmp_path):
    content = arrays(BODY)
    poses = content.pop("poses")
    motion = registry.read(saved(tmp_path, {**content, "root_orient": poses[:, :3], "pose_body": poses[:, 3:]}))
    assert len(motion.skeleton) == 22


def test_the_joints_of_a_given_body_count(tmp_path):
    content, joints = arrays(SMPL), average_joints(SMPL.names) * 1.1 + [0.01, -0.2, 0.03]
    body = saved(tmp_path, {"J": joints}, "body.npz")
    motion = registry.read(saved(tmp_path, content), ReadOptions(skeleton=body))
    assert_places(motion, SMPL, slow_positions(content, joints))
    assert "body.npz" in motion.provenance.decision("body")


def test_a_body_model_is_shaped_by_the_betas(tmp_path):
    rng = np.random.default_rng(3)
    content = arrays(SMPLH)
    regressor, template, shapes = rng.uniform(size=(55, 40)), rng.normal(size=(40, 3)), rng.normal(size=(40, 3, 10))
    body = saved(tmp_path, {"J_regressor": regressor, "v_template": template, "shapedirs": shapes}, "model.npz")
    all_joints = regressor @ (template + np.einsum("vkb,b->vk", shapes, content["betas"][:10]))
    mine = all_joints[[SMPLX.names.index(name) for name in SMPLH.names]]  # the joints of SMPL-H in a model of SMPL-X
    motion = registry.read(saved(tmp_path, content), ReadOptions(skeleton=body))
    assert_places(motion, SMPLH, slow_positions(content, mine))


def test_a_skeleton_of_another_format_can_be_the_body(tmp_path):
    content = arrays(SMPL)
    average = registry.read(saved(tmp_path, content))
    registry.write(average, tmp_path / "body.bvh")
    again = registry.read(tmp_path / "walk_poses.npz", ReadOptions(skeleton=tmp_path / "body.bvh"))
    np.testing.assert_allclose(again.skeleton.offsets, average.skeleton.offsets, rtol=0, atol=1e-6)


def test_y_up_data_is_doubted_and_read_as_told(tmp_path):
    content = arrays()
    content["poses"][:, :3] = 0.0
    path = saved(tmp_path, content)
    assert any("--input-up y" in words for words in registry.read(path).provenance.warnings)
    told = registry.read(path, ReadOptions(up="y"))
    assert not any("--input-up" in words for words in told.provenance.warnings)
    np.testing.assert_allclose(told.root_positions, content["trans"], rtol=0, atol=1e-12)


def test_what_is_no_motion_is_named(tmp_path):
    content = arrays(dmpls=np.zeros((FRAMES, 8)), markers=np.zeros((FRAMES, 5, 3)))
    assert any("dmpls, markers" in words for words in registry.read(saved(tmp_path, content)).provenance.warnings)


def test_objects_that_are_not_needed_are_not_touched(tmp_path):
    """AMASS's SMPL-X files hold a pickled table of markers; it stays closed."""
    content = arrays(markers_latent_vids=np.array({"LTOE": 1}, dtype=object))
    assert registry.read(saved(tmp_path, content)).frames == FRAMES


def test_a_file_without_a_rate_gets_the_usual_one_and_says_so(tmp_path):
    motion = registry.read(saved(tmp_path, arrays(mocap_framerate=None)))
    assert motion.fps == pytest.approx(120.0)
    assert any("assumed" in words for words in motion.provenance.warnings)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"poses": np.zeros((FRAMES, 70))}, "three numbers per joint"),
        ({"poses": np.zeros((FRAMES, 75))}, "75 numbers, which no layout has.*156"),
        ({"poses": np.zeros((0, 156)), "trans": np.zeros((0, 3))}, "shape"),
        ({"poses": np.full((FRAMES, 156), np.nan)}, "finite; frame 0"),
        ({"poses": np.full((FRAMES, 156), "x")}, "type"),
        ({"poses": np.full((FRAMES, 52), {"a": 1}, dtype=object)}, "object"),
        ({"trans": np.zeros((FRAMES - 1, 3))}, "trans has the shape"),
        ({"trans": np.full((FRAMES, 3), np.inf)}, "trans must be finite"),
        ({"mocap_framerate": np.array(0.0)}, "rate must be a positive"),
        ({"mocap_framerate": np.array(np.nan)}, "rate must be a positive"),
        ({"mocap_framerate": np.array([1.0, 2.0])}, "rate must be a positive"),
        ({"betas": np.full(16, np.inf)}, "betas"),
        ({"betas": np.zeros(5000)}, "betas"),
        ({"supple_joints": np.zeros((3, 3))}, "supple_joints"),
        ({"poses": None, "pose_body": np.zeros((FRAMES, 63))}, "root_orient.*missing"),
        ({"poses": None, "pose_body": np.zeros((FRAMES, 60)), "root_orient": np.zeros((FRAMES, 3))}, "fit together"),
    ],
)
def test_a_wrong_array_is_named(tmp_path, changes, words):
    with pytest.raises(FileError, match=words):
        registry.read(saved(tmp_path, arrays(**changes)))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"J": np.zeros((7, 3))}, r"\(7, 3\)"),
        ({"J": average_joints(SMPL.names)}, "lacks the joint 'left_index1'"),
        ({"J": np.full((52, 3), np.nan)}, "22, 24, 52 or 55"),
        ({"J_regressor": np.zeros((52, 4)), "v_template": np.zeros((5, 3)), "shapedirs": np.zeros((5, 3, 2))}, "fit"),
        ({"weights": np.zeros(3)}, "not written by Supple"),
    ],
)
def test_a_wrong_body_is_named(tmp_path, body, words):
    given = saved(tmp_path, body, "body.npz")
    with pytest.raises(FileError, match=words):
        registry.read(saved(tmp_path, arrays()), ReadOptions(skeleton=given))


def test_pickled_bodies_are_not_opened(tmp_path):
    (tmp_path / "SMPL_MALE.pkl").write_bytes(b"cos\nsystem\n")
    with pytest.raises(FileError, match="run code"):
        registry.read(saved(tmp_path, arrays()), ReadOptions(skeleton=tmp_path / "SMPL_MALE.pkl"))


def test_a_bomb_is_refused(tmp_path):
    np.savez_compressed(tmp_path / "a.npz", poses=np.zeros((60_000, 156)), trans=np.zeros((60_000, 3)))
    with pytest.raises(FileError, match="unpacks to"):
        registry.read(tmp_path / "a.npz")


def test_supples_own_arrays_under_amass_suffix_are_named(tmp_path):
    motion = registry.read(saved(tmp_path, arrays()))
    registry.write(motion, tmp_path / "own.npz")
    (tmp_path / "own.npz").rename(tmp_path / "own.amass.npz")
    with pytest.raises(FileError, match="no AMASS file"):
        registry.read(tmp_path / "own.amass.npz")
