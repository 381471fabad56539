"""What small verbs make is written and read again in every format: nothing of the old file shines through."""

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion
from support.shared import DATA, needs_data

import supple
from supple.recipes.compare import compare

VERBS = {
    "mirror": lambda m: supple.mirror(m),
    "rename": lambda m: supple.rename(m, "unity"),
    "swap": lambda m: supple.rename(m, _swapped(m)),
    "prune": lambda m: supple.prune(m, drop=["left_knee", "fingers"]),
    "keep": lambda m: supple.prune(m, keep=["roles"]),
    "scale": lambda m: supple.scale_units(m, factor=1.05),
    "orient": lambda m: supple.orient(m, heading_deg=20.0, position=(1.0, 2.0)),
    "inplace": lambda m: supple.inplace(m, with_heading=True, with_height=True),
    "join": lambda m: supple.join(supple.mirror(m).motion, m, joints=["left_shoulder"]),
}
FORMATS = ("bvh", "amc", "glb", "x3d", "npz")
REAL = (
    "cmu-bvh/02_01.bvh",
    "bandai-namco/dataset-1_walk_normal_001.bvh",
    "acclaim/02/02_01.amc",
    "hanim/hanim_create3000/HAnimMotion.x3d",
)


def _swapped(motion):
    """Two joints exchange their names: what was kept by name would be found on the wrong one."""
    roles = supple.motion_roles(motion)
    left, right = roles["left_knee"], roles["right_knee"]
    return {left: right, right: left}


def assert_comes_back(motion, path):
    supple.write(motion, path)
    apart = compare(motion, supple.read(path))
    assert apart.only_first == ()
    assert apart.frame_difference == 0
    assert apart.worst_mm < 0.02
    assert apart.worst_deg < 0.02


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("source", FORMATS)
@pytest.mark.parametrize("suffix", FORMATS)
def test_a_changed_motion_comes_back_as_it_was_changed(source, verb, suffix, tmp_path):
    supple.write(smooth_motion(human_skeleton(), 12), tmp_path / f"source.{source}")
    motion = supple.read(tmp_path / f"source.{source}")
    assert_comes_back(VERBS[verb](motion).motion, tmp_path / f"changed.{suffix}")


@needs_data
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("name", REAL)
def test_real_files_too(name, verb, tmp_path):
    motion = supple.read(DATA / name)
    motion = motion.with_frames(0, min(motion.frames, 40))
    assert_comes_back(VERBS[verb](motion).motion, tmp_path / f"changed{(DATA / name).suffix}")


def test_an_untouched_part_of_a_bvh_keeps_its_text(tmp_path):
    """Turning about the vertical and moving leaves the angles of all joints but the root as they were written."""
    supple.write(smooth_motion(human_skeleton(), 6), tmp_path / "a.bvh")
    other = supple.orient(supple.read(tmp_path / "a.bvh"), heading_deg=10.0).motion
    supple.write(other, tmp_path / "b.bvh")
    old, new = (_rows(tmp_path / name) for name in ("a.bvh", "b.bvh"))
    assert [row[6:] for row in old] == [row[6:] for row in new]
    assert np.array(old)[:, :6].tolist() != np.array(new)[:, :6].tolist()


def _rows(path):
    return [line.split() for line in path.read_text().split("Frame Time:")[1].splitlines()[1:]]
