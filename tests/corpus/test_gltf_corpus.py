"""Khronos' sample files against pygltflib and plain matrices."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.gltf_oracle import oracle_of
from support.shared import DATA, files, needs_data

from supple.core.pose import world_pose
from supple.errors import FileError
from supple.io.options import ReadOptions
from supple.io.registry import read, write

pytestmark = needs_data

REFUSED = {
    "CesiumMan.gltf": "CesiumMan_data.bin",
    "RiggedFigure.gltf": "RiggedFigure0.bin",
    "InterpolationTest.glb": "no skinned skeleton",
}
READ = [p for pattern in ("gltf/*/*.glb", "gltf/*/*.gltf") for p in files(pattern) if p.name not in REFUSED]
SINGLE = 2.0**-20  # of the figure's size: what 32-bit transforms may be off by in a chain of a dozen joints


def named(paths):
    return pytest.mark.parametrize("path", paths, ids=lambda p: p.name)


@named(READ)
def test_joints_are_where_plain_matrices_put_them_at_every_key(path):
    motion, oracle = read(path), oracle_of(path)
    times = oracle.key_times(0)
    frames = np.round((times - times[0]) / motion.frame_time).astype(int)
    assert_allclose(times, times[0] + frames * motion.frame_time, rtol=0, atol=1e-5)  # every key is a frame
    expected = oracle.positions(motion.skeleton.names, 0, times)
    size = np.ptp(expected, axis=1).max()
    assert_allclose(world_pose(motion).positions[frames], expected, rtol=0, atol=SINGLE * size)


@named(READ)
def test_the_skeleton_takes_all_joints_of_the_skin(path):
    motion, oracle = read(path), oracle_of(path)
    skin = oracle.gltf.skins[0]
    names = {oracle.gltf.nodes[n].name or f"node_{n}" for n in skin.joints}
    assert names <= set(motion.skeleton.names)


def test_every_clip_of_the_fox():
    path = DATA / "gltf/Fox/Fox.glb"
    oracle = oracle_of(path)
    for number, (frames, rate) in enumerate([(83, 24), (18, 24), (140, 120)]):  # Run has a gap of 4.8 / 24 s
        motion = read(path, ReadOptions(figure=number))
        assert (motion.frames, motion.frame_time) == (frames, 1.0 / rate)
        times = oracle.key_times(number)
        expected = oracle.positions(motion.skeleton.names, number, times)
        found = world_pose(motion).positions[np.round(times * rate).astype(int)]
        assert_allclose(found, expected, rtol=0, atol=1e-4)  # 100 units large
    assert any("'Walk'" in w for w in motion.provenance.warnings)
    assert any("cm" in w for w in motion.provenance.warnings)  # the fox is a hundred metres tall


def test_figures_of_a_crowd_are_chosen_by_number():
    path = DATA / "gltf/RecursiveSkeletons/RecursiveSkeletons.glb"
    oracle = oracle_of(path)
    motion = read(path, ReadOptions(figure=2))
    expected = oracle.positions(motion.skeleton.names, 0, [0.0, 1.0, 2.0])
    assert_allclose(world_pose(motion).positions[[0, 30, 60]], expected, rtol=0, atol=1e-4)


def test_a_man_walks_upright():
    motion = read(DATA / "gltf/CesiumMan/CesiumMan.glb")
    height = world_pose(motion).positions[:, :, 1]
    names = list(motion.skeleton.names)
    assert (height[:, names.index("Skeleton_neck_joint_2")] > 1.0).all()
    assert (height[:, names.index("leg_joint_L_5")] < 0.4).all()


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_missing_is_named(name):
    path = next((DATA / "gltf").glob(f"*/{name}"))
    with pytest.raises(FileError, match=REFUSED[name]):
        read(path)


@named(READ)
def test_written_again_the_joints_stay(path, tmp_path):
    motion = read(path)
    write(motion, tmp_path / "again.glb")
    again = read(tmp_path / "again.glb")
    assert again.skeleton.names == motion.skeleton.names
    assert again.frame_time == motion.frame_time
    before, after = world_pose(motion).positions, world_pose(again).positions
    assert_allclose(after, before, rtol=0, atol=SINGLE * np.ptp(before, axis=1).max())
