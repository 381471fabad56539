"""What every format that can be written promises, on the same list of small motions."""

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

from supple.core import quaternions
from supple.core.motion import Motion, rest_pose
from supple.core.pose import world_pose
from supple.core.skeleton import Skeleton
from supple.errors import FileError, OverwriteError
from supple.io import registry
from supple.io.options import ReadOptions, WriteOptions

SPECIAL = {".asf", ".amass.npz"}  # the one holds no motion, the other SMPL's joints alone
WRITABLE = [s for f in registry.formats() if f.encode for s in f.suffixes if s not in SPECIAL]
FLOAT32 = {".glb", ".gltf"}  # single precision, by the standard
UNITLESS = {".bvh"}  # a single joint gives no evidence of scale, so the reader is told
EXACT = {".bvh", ".amc", ".npz"}  # give the numbers back as they were; the others round once
STANDING = {".glb", ".gltf", ".x3d", ".npz"}  # +Y is up by their standard


def one_joint():
    return Skeleton(("only",), [-1], [[0.0, 1.0, 0.0]])


def branching():
    """Several children at different places, a bone of length zero, no end sites."""
    offsets = [[0, 1, 0], [0.1, 0, 0], [0, -0.4, 0], [0, 0, 0], [-0.1, 0.02, 0], [1 / 3, 0.3, 1e-4]]
    return Skeleton(("root", "a", "a1", "a2", "b", "b1"), [-1, 0, 1, 2, 0, 4], offsets)


def turned_rest():
    """Rest rotations as glTF rigs have them: every joint's frame points somewhere else."""
    base = branching()
    rng = np.random.default_rng(3)
    rest = quaternions.normalized(rng.normal(size=(len(base), 4)))
    return Skeleton(base.names, base.parents, base.offsets, rest_rotations=rest)


def odd_rate():
    motion = smooth_motion(branching(), 7)
    return Motion(motion.skeleton, motion.root_positions, motion.rotations, 1001 / 24000)


MOTIONS = {
    "human": lambda: smooth_motion(human_skeleton(), 25),
    "one joint": lambda: smooth_motion(one_joint(), 5),
    "one frame": lambda: smooth_motion(human_skeleton(), 1),
    "branching": lambda: smooth_motion(branching(), 12, seed=2),
    "odd rate": odd_rate,
    "rest pose": lambda: rest_pose(human_skeleton()),
    "turned rest": lambda: smooth_motion(turned_rest(), 9, seed=4),
    "stretching": lambda: smooth_motion(human_skeleton(), 10, stretch=True),
}
each = pytest.mark.parametrize("suffix", WRITABLE)
every = pytest.mark.parametrize("name", MOTIONS)


def read_back(path):
    return registry.read(path, ReadOptions(unit_scale=0.01 if path.suffix in UNITLESS else None))


def positions_by_name(motion):
    world = world_pose(motion).positions
    return {name: world[:, j] for j, name in enumerate(motion.skeleton.names)}


@each
@every
def test_what_is_written_is_read_back(suffix, name, tmp_path):
    motion = MOTIONS[name]()
    registry.write(motion, tmp_path / f"a{suffix}")
    again = read_back(tmp_path / f"a{suffix}")
    assert again.frames == motion.frames
    assert again.frame_time == motion.frame_time
    before, after = positions_by_name(motion), positions_by_name(again)
    tolerance = 5e-6 if suffix in FLOAT32 else 1e-6  # [m] text carries at least 6 decimals
    for joint in before:
        assert joint in after, f"{joint} is gone"
        np.testing.assert_allclose(after[joint], before[joint], rtol=0, atol=tolerance)


@each
@every
def test_writing_is_deterministic_and_settles(suffix, name, tmp_path):
    motion = MOTIONS[name]()
    first = registry.encode(motion, tmp_path / f"a{suffix}").files
    assert registry.encode(motion, tmp_path / f"a{suffix}").files == first
    registry.write(motion, tmp_path / f"a{suffix}")
    again = read_back(tmp_path / f"a{suffix}")
    second = registry.encode(again, tmp_path / f"a{suffix}").files
    if suffix in EXACT:
        assert second == first, "write, read, write gives other bytes"
        return
    registry.write(again, tmp_path / f"a{suffix}", overwrite=True)
    third = read_back(tmp_path / f"a{suffix}")
    drift = np.abs(world_pose(third).positions - world_pose(again).positions).max()
    assert drift < (1e-6 if suffix in FLOAT32 else 1e-9), "the motion wanders with every pass"


@each
def test_nothing_is_overwritten_unasked(suffix, tmp_path):
    motion = MOTIONS["one joint"]()
    target = tmp_path / f"a{suffix}"
    target.write_text("mine")
    with pytest.raises(OverwriteError):
        registry.write(motion, target)
    assert target.read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 1


@each
def test_units_can_be_chosen_and_come_back(suffix, tmp_path):
    motion = MOTIONS["human"]()
    registry.write(motion, tmp_path / f"a{suffix}", WriteOptions(unit_scale=0.0254))
    again = registry.read(tmp_path / f"a{suffix}")
    np.testing.assert_allclose(world_pose(again).positions[:, 0], world_pose(motion).positions[:, 0], rtol=0, atol=5e-6)


@each
def test_a_z_up_file_stands_up_again(suffix, tmp_path):
    motion = MOTIONS["human"]()
    notes = registry.write(motion, tmp_path / f"a{suffix}", WriteOptions(up="z"))
    assert any("up" in note for note in notes) == (suffix in STANDING), "a wish that the standard forbids is answered"
    again = registry.read(tmp_path / f"a{suffix}")
    np.testing.assert_allclose(world_pose(again).positions[:, 0], world_pose(motion).positions[:, 0], rtol=0, atol=5e-6)


@pytest.mark.parametrize("suffix", [s for f in registry.formats() for s in f.suffixes])
@pytest.mark.parametrize("content", [b"", b" \n", b"\0\xff\xfe\x00" * 64, b"hello\n", b"{", b"<", b"\x80" * 300])
def test_rubbish_is_refused_with_the_file_named(suffix, content, tmp_path):
    path = tmp_path / f"rubbish{suffix}"
    path.write_bytes(content)
    with pytest.raises(FileError, match=f"rubbish{suffix}"):
        registry.read(path)


@pytest.mark.parametrize("suffix", [s for f in registry.formats() for s in f.suffixes])
def test_missing_files_and_folders_are_refused(suffix, tmp_path):
    with pytest.raises(FileError, match="no such file"):
        registry.read(tmp_path / f"none{suffix}")
    (tmp_path / f"folder{suffix}").mkdir()
    with pytest.raises(FileError, match="folder"):
        registry.read(tmp_path / f"folder{suffix}")


def test_an_unknown_suffix_lists_the_known_ones():
    with pytest.raises(FileError, match=r"suffix '\.mp3'.*\.bvh"):
        registry.read("song.mp3")
