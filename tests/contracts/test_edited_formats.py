"""What comes back when a motion is read from a file, changed, and written in the same format again.

Writers remember the file a motion came from and give its numbers back; an edit must never be lost to that memory.
"""

from dataclasses import replace

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

from supple.core import quaternions
from supple.core.freedom import about
from supple.core.pose import world_pose
from supple.io import registry
from supple.io.options import ReadOptions, WriteOptions

SPECIAL = {".asf", ".amass.npz"}  # the one holds no motion, the other SMPL's joints alone
WRITABLE = [s for f in registry.formats() if f.encode for s in f.suffixes if s not in SPECIAL]
FLOAT32 = {".glb", ".gltf"}  # single precision, by the standard


def turned(motion):
    """Half of the frames bend one elbow further."""
    rotations = motion.rotations.copy()
    bend = np.linspace(0.0, 0.8, motion.frames // 2)
    at = motion.skeleton.index("LeftForeArm")
    rotations[: len(bend), at] = quaternions.multiply(rotations[: len(bend), at], quaternions.about_axis("z", bend))
    return motion.with_rotations(rotations)


def renamed(motion):
    names = tuple("Pelvis" if name == "Hips" else name for name in motion.skeleton.names)
    return replace(motion, skeleton=replace(motion.skeleton, names=names))


def longer_arm(motion):
    offsets = motion.skeleton.offsets.copy()
    offsets[motion.skeleton.index("LeftForeArm")] *= 1.25
    return replace(motion, skeleton=replace(motion.skeleton, offsets=offsets))


def shuffled(motion):
    """Frames in another order, one of them new, as a transition makes them."""
    order = np.array([5, 4, 4, 9, 0])
    rows = motion.provenance.rows
    provenance = motion.provenance
    if rows is not None:
        provenance = replace(provenance, rows=np.where(order == 9, -1, rows[order]))
    rotations = motion.rotations[order].copy()
    rotations[3, 0] = quaternions.multiply(quaternions.about_axis("y", np.array(0.5)), rotations[3, 0])
    return replace(motion, root_positions=motion.root_positions[order], rotations=rotations, provenance=provenance)


def stretched(motion):
    wave = 1.0 + 0.1 * np.sin(np.arange(motion.frames))[:, None, None]
    return replace(motion, offsets=motion.skeleton.offsets * wave)


EDITS = {
    "nothing": lambda m: m,
    "cut": lambda m: m.with_frames(3, 9),
    "turned": turned,
    "moved": lambda m: m.with_root_positions(m.root_positions + [0.3, 0.0, -1.0]),
    "renamed": renamed,
    "longer arm": longer_arm,
    "larger": lambda m: replace(m, skeleton=m.skeleton.scaled(1.1), root_positions=m.root_positions * 1.1),
    "shuffled": shuffled,
    "stretched": stretched,
    "slower": lambda m: replace(m, frame_time=1.0 / 50.0),
    "of no row": lambda m: replace(turned(m), provenance=m.provenance.without_rows()),
    "rest row": lambda m: replace(m, rest_rows=1),
}
OPTIONS = {"as it was": WriteOptions(), "inches": WriteOptions(unit_scale=0.0254), "z up": WriteOptions(up="z")}
each = pytest.mark.parametrize("suffix", WRITABLE)


@pytest.fixture(scope="module", params=["y", "z"])
def source_up(request):
    return request.param


@pytest.fixture(scope="module")
def from_files(tmp_path_factory, source_up):
    """The same motion as each format reads it, from a file with another up axis or Supple's own."""
    folder = tmp_path_factory.mktemp("sources")
    motions = {}
    for suffix in WRITABLE:
        registry.write(smooth_motion(human_skeleton(), 12), folder / f"a{suffix}", WriteOptions(up=source_up))
        motions[suffix] = registry.read(folder / f"a{suffix}")
    return motions


@each
@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("options", OPTIONS)
def test_an_edit_is_what_is_written(suffix, edit, options, from_files, tmp_path):
    motion = EDITS[edit](from_files[suffix])
    registry.write(motion, tmp_path / f"b{suffix}", OPTIONS[options])
    asked = OPTIONS[options]
    told = (
        ReadOptions()
        if suffix != ".bvh"
        else ReadOptions(  # a BVH cannot state them
            unit_scale=asked.unit_scale or motion.provenance.unit_scale, up=asked.up or motion.provenance.up
        )
    )
    again = registry.read(tmp_path / f"b{suffix}", told)
    assert (again.frames, again.frame_time) == (motion.frames, motion.frame_time)
    assert again.skeleton.names == motion.skeleton.names
    found, wanted = world_pose(again).positions, world_pose(motion).positions
    np.testing.assert_allclose(found, wanted, rtol=0, atol=5e-6 if suffix in FLOAT32 else 1e-6)


@each
@pytest.mark.parametrize("edit", ["cut", "turned", "shuffled", "renamed"])
def test_encoding_changes_nothing_and_needs_no_disk(suffix, edit, from_files, tmp_path):
    motion = EDITS[edit](from_files[suffix])
    before = [array.copy() for array in (motion.rotations, motion.root_positions, motion.skeleton.offsets)]
    nowhere = registry.encode(motion, tmp_path / "no" / "such" / f"a{suffix}")
    here = registry.encode(motion, tmp_path / f"a{suffix}")
    assert {p.name: data for p, data in nowhere.files.items()} == {p.name: data for p, data in here.files.items()}
    assert nowhere.notes == here.notes
    for array, old in zip((motion.rotations, motion.root_positions, motion.skeleton.offsets), before, strict=True):
        np.testing.assert_array_equal(array, old)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("suffix", [".bvh", ".amc"])
def test_a_cut_file_has_the_numbers_of_the_whole_one(suffix, from_files, tmp_path):
    motion = from_files[suffix]
    whole = registry.encode(motion, tmp_path / f"a{suffix}").files[tmp_path / f"a{suffix}"].decode().splitlines()
    cut = registry.encode(motion.with_frames(3, 9), tmp_path / f"a{suffix}").files[tmp_path / f"a{suffix}"].decode()
    assert cut.splitlines()[-1] in whole
    fresh = [line for line in cut.splitlines() if line not in whole]
    assert len(fresh) <= 1  # the number of frames


LIMITED = [s for s in WRITABLE if s != ".bvh"]  # a BVH has no place for limits, and says so


@pytest.mark.parametrize("suffix", LIMITED)
@pytest.mark.parametrize("options", ["as it was", "z up"])
def test_new_limits_of_a_joint_come_back_about_its_axis(suffix, options, from_files, tmp_path):
    axis, limits = np.array([0.0, 1.0, 0.0]), np.array([-0.25, 2.5])
    motion = from_files[suffix]
    at = motion.skeleton.index("LeftForeArm")
    rotations = motion.rotations.copy()
    rotations[:, at] = quaternions.about_axis("y", np.linspace(0.0, 1.5, motion.frames))
    freedoms = list(motion.skeleton.freedoms)
    freedoms[at] = about(axis[None], limits[None])
    motion = replace(motion, skeleton=replace(motion.skeleton, freedoms=tuple(freedoms)), rotations=rotations)
    registry.write(motion, tmp_path / f"b{suffix}", OPTIONS[options])
    again = registry.read(tmp_path / f"b{suffix}").skeleton
    found = again.freedoms[again.index("LeftForeArm")]
    assert found.limited, "the limits are gone"
    nearest = int(np.argmax(found.axes @ axis))
    np.testing.assert_allclose(found.axes[nearest], axis, rtol=0, atol=1e-6)
    np.testing.assert_allclose(found.limits[nearest], limits, rtol=0, atol=1e-6)
    others = np.delete(found.limits, nearest, axis=0)
    assert not others.any(), "a hinge turns about its axis alone"


@pytest.mark.parametrize("suffix", sorted(FLOAT32 | {".x3d"}))
def test_what_a_viewer_makes_of_a_file_is_said_alike(suffix, from_files, source_up, tmp_path):
    plain = smooth_motion(human_skeleton(), 12)
    quiet = registry.encode(plain, tmp_path / f"a{suffix}").notes
    assert not any(word in note for note in quiet for word in ("rest pose", "scene", "up;"))
    resting = registry.encode(replace(plain, rest_rows=2), tmp_path / f"a{suffix}").notes
    assert any("first 2 frames are a rest pose" in note for note in resting)
    assert any("z up; " in n for n in registry.encode(plain, tmp_path / f"a{suffix}", WriteOptions(up="z")).notes)
    again = registry.encode(from_files[suffix], tmp_path / f"a{suffix}").notes
    assert any("source's scene are not kept" in note for note in again)
