"""Whatever unit is asked for, a figure comes back where it was; a unit that no file can hold is refused."""

from dataclasses import replace

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

from supple.core.pose import world_pose
from supple.io import registry
from supple.io.options import LARGEST_UNIT, SMALLEST_UNIT, ReadOptions, WriteOptions

SPECIAL = {".asf", ".amass.npz"}  # the one holds no motion, the other SMPL's joints alone
WRITABLE = [s for f in registry.formats() if f.encode for s in f.suffixes if s not in SPECIAL]


@pytest.mark.parametrize("unit", [SMALLEST_UNIT, 1e-3, 0.3, 100.0, LARGEST_UNIT])
@pytest.mark.parametrize("stretch", [False, True], ids=["rigid", "stretching"])
@pytest.mark.parametrize("suffix", WRITABLE)
def test_a_figure_of_any_unit_comes_back(tmp_path, suffix, stretch, unit):
    motion = smooth_motion(human_skeleton(), 6, stretch=stretch)
    registry.write(motion, tmp_path / f"a{suffix}", WriteOptions(unit_scale=unit))
    told = unit if suffix == ".bvh" else None  # BVH has no place for it
    back = registry.read(tmp_path / f"a{suffix}", ReadOptions(unit_scale=told, up="y"))
    names = [back.skeleton.index(name) for name in motion.skeleton.names]
    found = world_pose(back).positions[:, names]
    np.testing.assert_allclose(found, world_pose(motion).positions, rtol=0, atol=1e-6)


@pytest.mark.parametrize("unit", [SMALLEST_UNIT, LARGEST_UNIT])
def test_small_moves_of_joints_survive_any_unit(tmp_path, unit):
    motion = smooth_motion(human_skeleton(), 6)
    offsets = np.tile(motion.skeleton.offsets, (6, 1, 1))
    offsets[3:, 4] += 5e-6  # [m]
    motion = replace(motion, offsets=offsets)
    registry.write(motion, tmp_path / "a.amc", WriteOptions(unit_scale=unit))
    back = registry.read(tmp_path / "a.amc")
    names = [back.skeleton.index(name) for name in motion.skeleton.names]
    found = world_pose(back).positions[:, names]
    np.testing.assert_allclose(found, world_pose(motion).positions, rtol=0, atol=1e-7)
    registry.write(back, tmp_path / "b.amc", WriteOptions(unit_scale=LARGEST_UNIT))
    again = world_pose(registry.read(tmp_path / "b.amc")).positions[:, names]
    np.testing.assert_allclose(again, world_pose(motion).positions, rtol=0, atol=1e-7)
