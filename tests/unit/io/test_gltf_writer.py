"""What is written opens elsewhere: pygltflib and trimesh read it, and skin it to the same place."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.gltf_oracle import Oracle
from support.motions import human_skeleton, smooth_motion

from supple.core.freedom import BALL, Freedom, about
from supple.core.motion import Motion, rest_pose
from supple.core.pose import posed_frames, world_pose
from supple.core.provenance import Provenance
from supple.core.skeleton import Skeleton
from supple.errors import FileError
from supple.io.options import WriteOptions
from supple.io.registry import encode, read, write

SINGLE = {"rtol": 0.0, "atol": 1e-6}  # [m] 32-bit numbers on a person
SUFFIXES = pytest.mark.parametrize("suffix", [".glb", ".gltf"])


def positions(motion):
    return posed_frames(motion, slice(None))


def tilted_human() -> Skeleton:
    """A person whose joints have rotations of their own at rest."""
    skeleton = human_skeleton()
    rng = np.random.default_rng(5)
    q = np.array([1.0, 0.0, 0.0, 0.0]) + 0.2 * rng.normal(size=(len(skeleton), 4)) * ~skeleton.end_sites[:, None]
    return replace(skeleton, rest_rotations=q / np.sqrt(np.sum(q**2, axis=1, keepdims=True)))


@SUFFIXES
@pytest.mark.parametrize("stretch", [False, True])
def test_pygltflib_finds_every_joint_where_supple_has_it(suffix, stretch, tmp_path):
    motion = smooth_motion(tilted_human(), frames=8, stretch=stretch)
    path = tmp_path / f"walk{suffix}"
    write(motion, path)
    oracle = Oracle(path)
    found = oracle.positions(motion.skeleton.names, 0, oracle.key_times(0))
    assert_allclose(found, world_pose(motion).positions, rtol=0, atol=1e-6)


@SUFFIXES
def test_a_round_trip_gives_everything_back(suffix, tmp_path):
    motion = replace(smooth_motion(tilted_human(), stretch=True), rest_rows=1)
    path = tmp_path / f"walk{suffix}"
    write(motion, path)
    again = read(path)
    assert again.skeleton.names == motion.skeleton.names
    assert again.skeleton.parents.tolist() == motion.skeleton.parents.tolist()
    assert again.skeleton.end_sites.tolist() == motion.skeleton.end_sites.tolist()
    assert_allclose(again.skeleton.offsets, motion.skeleton.offsets, rtol=0, atol=0)
    assert_allclose(again.skeleton.rest_rotations, motion.skeleton.rest_rotations, rtol=0, atol=1e-15)
    assert (again.frame_time, again.rest_rows) == (motion.frame_time, 1)
    assert_allclose(again.rotations, motion.rotations, rtol=0, atol=1e-7)
    assert_allclose(positions(again), positions(motion), **SINGLE)
    assert again.provenance.warnings == ()


@pytest.mark.parametrize("frame_time", [0.0083333, 1.0 / 23.976, 1.0, 1.0 / 120.0, 0.0123456789])
def test_frame_times_come_back_to_the_last_digit(frame_time, tmp_path):
    motion = replace(smooth_motion(human_skeleton(), frames=2000), frame_time=frame_time)
    write(motion, tmp_path / "a.glb")
    again = read(tmp_path / "a.glb")
    assert (again.frames, again.frame_time) == (2000, frame_time)


def test_freedoms_and_limits_come_back(tmp_path):
    skeleton = human_skeleton()
    hinge = about(np.array([[1.0, 0.0, 0.0]]), np.array([[0.0, 2.5]]))
    half_open = about(np.eye(3), np.array([[-1.0, np.inf], [-np.inf, np.inf], [-0.5, 0.5]]))
    freedoms = list(skeleton.freedoms)
    freedoms[2], freedoms[3], freedoms[4] = hinge, half_open, Freedom("fixed")
    write(smooth_motion(replace(skeleton, freedoms=tuple(freedoms))), tmp_path / "a.glb")
    again = read(tmp_path / "a.glb").skeleton.freedoms
    assert [f.kind for f in again] == [f.kind for f in freedoms]
    assert_allclose(again[2].limits, hinge.limits, rtol=0, atol=0)
    assert_allclose(again[3].limits, half_open.limits, rtol=0, atol=0)
    assert again[1].kind == BALL.kind


@SUFFIXES
def test_writing_twice_gives_the_same_bytes(suffix, tmp_path):
    motion = smooth_motion(human_skeleton())
    path = tmp_path / f"a{suffix}"
    assert encode(motion, path).files == encode(motion, path).files


@pytest.mark.parametrize("up", ["y", "z", "-x"])
@pytest.mark.parametrize("scale", [1.0, 0.01])
def test_units_and_axes_as_asked_are_read_back(up, scale, tmp_path):
    motion = smooth_motion(tilted_human(), frames=5, stretch=True)
    notes = write(motion, tmp_path / "a.glb", WriteOptions(unit_scale=scale, up=up))
    again = read(tmp_path / "a.glb")
    assert_allclose(positions(again), positions(motion), **SINGLE)
    assert (again.provenance.unit_scale, again.provenance.up) == (scale, up)
    assert any("viewers take" in n for n in notes) == (scale != 1.0 or up != "y")


def test_one_frame_and_a_rest_pose(tmp_path):
    for name, motion in {"one": smooth_motion(human_skeleton(), frames=1), "rest": rest_pose(human_skeleton())}.items():
        write(motion, tmp_path / f"{name}.glb")
        again = read(tmp_path / f"{name}.glb")
        assert (again.frames, again.rest_rows) == (1, motion.rest_rows)
        assert_allclose(positions(again), positions(motion), **SINGLE)


def test_joints_at_rest_have_no_keys(tmp_path):
    skeleton = human_skeleton()
    still = np.repeat(skeleton.rest_rotations[None], 4, axis=0)
    still[1:, 3] = (0.6, 0.8, 0.0, 0.0)
    write(Motion(skeleton, np.zeros((4, 3)), still, 0.01), tmp_path / "a.glb")
    targets = [(c.target.node, c.target.path) for c in Oracle(tmp_path / "a.glb").gltf.animations[0].channels]
    assert targets == [(0, "translation"), (3, "rotation")]


def test_a_long_clip_of_a_few_moving_joints_keeps_its_rate(tmp_path):
    skeleton = human_skeleton()
    frames = 12_000
    still = np.repeat(skeleton.rest_rotations[None], frames, axis=0)
    still[1:, 3] = (0.6, 0.8, 0.0, 0.0)
    write(Motion(skeleton, np.zeros((frames, 3)), still, 0.01), tmp_path / "a.glb")
    again = read(tmp_path / "a.glb")
    assert (again.frames, again.frame_time, again.provenance.warnings) == (frames, 0.01, ())


def skinned(oracle, frame):
    """Vertices moved by the skin, as the standard says: sum of weight * joint world * inverse bind."""
    gltf = oracle.gltf
    primitive = gltf.meshes[0].primitives[0]
    at = oracle.accessor(primitive.attributes.POSITION)
    joints, weights = (
        oracle.accessor(primitive.attributes.JOINTS_0),
        oracle.accessor(primitive.attributes.WEIGHTS_0) / 255.0,
    )
    binds = oracle.accessor(gltf.skins[0].inverseBindMatrices).reshape(-1, 4, 4).transpose(0, 2, 1)
    keyed = {} if frame is None else oracle.keyed(0)
    time, known = 0.0 if frame is None else oracle.key_times(0)[frame], {}
    worlds = np.array([oracle.world(n, keyed, time, known) for n in gltf.skins[0].joints])
    moves = np.einsum("vk,vkij->vij", weights, (worlds @ binds)[joints])
    return np.einsum("vij,vj->vi", moves, np.c_[at, np.ones(len(at))])[:, :3], joints[:, 0]


def test_the_body_moves_rigidly_with_its_joints(tmp_path):
    motion = smooth_motion(tilted_human(), frames=6)
    write(motion, tmp_path / "a.glb")
    oracle = Oracle(tmp_path / "a.glb")
    rest, joints = skinned(oracle, None)
    bound = oracle.accessor(oracle.gltf.meshes[0].primitives[0].attributes.POSITION)
    assert_allclose(rest, bound, rtol=0, atol=1e-6)  # at rest the skin does nothing
    moved, _ = skinned(oracle, 4)
    pose = world_pose(motion)
    before = rest - positions(rest_pose(motion.skeleton))[0, joints]
    after = moved - pose.positions[4, joints]
    assert_allclose(np.linalg.norm(after, axis=1), np.linalg.norm(before, axis=1), rtol=0, atol=1e-5)


def test_the_body_is_as_large_as_the_person_and_closed(tmp_path):
    trimesh = pytest.importorskip("trimesh")
    motion = rest_pose(human_skeleton())
    write(motion, tmp_path / "a.glb")
    (mesh,) = trimesh.load(str(tmp_path / "a.glb")).geometry.values()
    low, high = mesh.bounds
    assert 1.65 < high[1] - low[1] < 1.85  # the skeleton is a person of 1.75 m
    assert 1.6 < high[0] - low[0] < 1.95  # arm span in a T-pose
    assert 0.2 < high[2] - low[2] < 0.4  # feet
    assert -0.02 < low[1] < 0.02  # soles on the floor
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert 0.04 < mesh.volume < 0.12  # [m3] parts overlap at the joints
    assert np.linalg.norm(mesh.vertex_normals, axis=1) == pytest.approx(1.0)


def test_the_body_stays_small(tmp_path):
    spine = [("j0", -1)] + [(f"j{k}", (k - 1) // 2) for k in range(1, 75)]
    order = sorted(range(75), key=lambda k: path_of(spine, k))
    names = [spine[k][0] for k in order]
    parents = [-1 if spine[k][1] < 0 else order.index(spine[k][1]) for k in order]
    offsets = np.random.default_rng(1).normal(size=(75, 3)) * 0.1
    path = tmp_path / "a.glb"
    assert len(encode(rest_pose(Skeleton(tuple(names), parents, offsets)), path).files[path]) < 400_000


def path_of(spine, k):
    way = [k]
    while spine[way[-1]][1] >= 0:
        way.append(spine[way[-1]][1])
    return way[::-1]


@pytest.mark.parametrize("joints", [1, 2, 400])
def test_any_skeleton_can_be_written(joints, tmp_path):
    offsets = np.zeros((joints, 3))  # every bone without length
    motion = rest_pose(Skeleton(tuple(f"j{k}" for k in range(joints)), np.arange(-1, joints - 1), offsets))
    write(motion, tmp_path / "a.glb")
    assert read(tmp_path / "a.glb").skeleton.names == motion.skeleton.names


def test_a_joint_may_be_called_body_and_names_keep_all_letters(tmp_path):
    names = ("body", 'a "quoted" name', "mixamorig:Hips", "Hüfte 左")
    motion = rest_pose(Skeleton(names, [-1, 0, 1, 2], np.ones((4, 3)) * 0.1))
    for suffix in (".glb", ".gltf"):
        write(motion, tmp_path / f"a{suffix}")
        assert read(tmp_path / f"a{suffix}").skeleton.names == names


def test_where_the_motion_came_from_is_told(tmp_path):
    told = Provenance(source="walk.bvh", format="bvh", unit_scale=0.01, up="z")
    write(replace(smooth_motion(human_skeleton()), provenance=told), tmp_path / "a.glb")
    assert "walk.bvh (bvh, 0.01 m per unit, z up)" in read(tmp_path / "a.glb").provenance.decision("source")


def test_numbers_beyond_single_precision_are_refused(tmp_path):
    motion = smooth_motion(human_skeleton(), frames=2)
    with pytest.raises(FileError, match="does not fit"):
        write(motion.with_root_positions(np.full((2, 3), 1e39)), tmp_path / "a.glb")
    with pytest.raises(FileError, match="told apart"):
        write(replace(motion, frame_time=1e300), tmp_path / "b.glb")
    assert not list(tmp_path.iterdir())


def without(skeleton, lost):
    """A skeleton that lacks some joints; what hung on them hangs on the next one above."""
    keep = [j for j in range(len(skeleton)) if j not in lost]
    above = {-1: -1}
    for j, parent in enumerate(skeleton.parents.tolist()):
        above[j] = above[parent] if j in lost else keep.index(j)
    parents = [above[int(skeleton.parents[j])] for j in keep]
    names = tuple(skeleton.names[j] for j in keep)
    return Skeleton(names, parents, skeleton.offsets[keep], skeleton.end_sites[keep])


@pytest.mark.parametrize("lost", human_skeleton().names[1:])
def test_a_person_who_lacks_a_joint_gets_a_body(lost, tmp_path):
    human = human_skeleton()
    skeleton = without(human, {human.index(lost)})
    encode(smooth_motion(skeleton, 3), tmp_path / "a.glb")


@pytest.mark.parametrize("seed", range(30))
def test_any_subset_of_a_person_gets_a_body(seed, tmp_path):
    rng = np.random.default_rng(seed)
    lost = set((1 + np.flatnonzero(rng.random(25) < rng.choice([0.1, 0.4, 0.7]))).tolist())
    encode(smooth_motion(without(human_skeleton(), lost), 3), tmp_path / "a.glb")
