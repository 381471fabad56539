"""The examples of walks from nothing and of one person's walk on others."""

import runpy
from types import SimpleNamespace

import numpy as np
import pytest
from support.examples import FOLDER

import supple


def script(name):
    return SimpleNamespace(**runpy.run_path(str(FOLDER / f"{name}.py")))


def test_the_stiff_knee_of_the_limp_moves_less_than_the_free_one():
    it = script("procedural_limp")
    walks = it.walks(7.0)
    ranges = {name: it.knee_range(walked) for name, walked in walks.items()}
    assert ranges["limp_knee"] < ranges["limp_even"] - 1.0 < ranges["walk_even"]
    assert ranges["walk_stiff_hip"] < ranges["walk_even"]


@pytest.mark.parametrize("limp", [False, True])
def test_three_bodies_walk_side_by_side(limp):
    motions = script("three_bodies").three_bodies(limp=limp, seconds=3.0)
    ways = [np.ptp(motion.root_positions[:, 2]) for motion in motions]
    assert min(ways) > 2.0
    heights = [float(supple.world_pose(motion).positions[..., 1].max()) for motion in motions]
    assert heights[2] > heights[0] > heights[1]
    assert min(float(supple.world_pose(motion).positions[..., 1].min()) for motion in motions) > -2e-3


def test_the_walk_of_one_actor_goes_to_another():
    it = script("actor_map")
    done = it.actor("B", it.walk_of_c(2.0))
    assert done.cleaned.report.status == "met"
    assert done.cleaned.after().slide_mm_max < 1.0
    shank = done.motion.skeleton.offsets[done.motion.skeleton.index("LeftFoot")]
    assert np.linalg.norm(shank) == pytest.approx(it.LEGS["B"].shank_m)
    assert done.after.left.ranges["knee"] < done.before.left.ranges["knee"]
