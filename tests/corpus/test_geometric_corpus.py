"""Geometric constraints of real captures: feet that stand, people who sit, without templates and with one."""

from itertools import pairwise

import numpy as np
import pytest
from support.shared import DATA, needs_data

from supple.core.pose import world_pose
from supple.detect.geometric import GeometricSettings, Template, detect_geometric
from supple.io.registry import read

pytestmark = needs_data

_CMU = DATA / "cmu-bvh"


def detect(name, joint, *templates, **settings):
    motion = read(_CMU / f"{name}.bvh")
    found = detect_geometric(
        world_pose(motion), motion.skeleton, motion.fps, joint, templates=templates,
        settings=GeometricSettings(**settings), first_frame=motion.rest_rows,
    )  # fmt: skip
    return motion, found


@pytest.mark.parametrize(("name", "steps"), [("02_01", 5), ("07_01", 5), ("16_17", 8)])
def test_every_step_of_a_walk_is_one_flat_foot(name, steps):
    plants = []
    for joint in ("LeftFoot", "RightFoot"):
        motion, found = detect(name, joint, kinds=("space",))
        plants += [(g.start, g.stop, joint) for g in found if g.stop < motion.frames]
        assert all(0.1 <= (g.stop - g.start) / motion.fps <= 0.6 for g in found)
        heights = [g.origin_m[1] for g in found]
        assert np.ptp(heights) < 0.06  # on one floor, which in these captures is not quite level
    plants.sort()
    assert abs(len(plants) - steps) <= 1
    sides = [joint for *_, joint in plants]
    assert all(a != b for a, b in pairwise(sides))  # left and right in turn


def test_one_template_finds_the_other_plants_of_a_walk():
    _, alone = detect("02_01", "LeftFoot", kinds=("space",))
    middle = alone[1]
    template = Template("space", middle.start + 3, middle.stop - 4)
    _, found = detect("02_01", "LeftFoot", template, kinds=("space",))
    assert len(found) == len(alone) == 3
    for a, b in zip(found, alone, strict=True):
        assert np.linalg.norm(np.subtract(a.origin_m, b.origin_m)) < 0.02


def test_feet_roll_over_the_ball_about_a_level_axis_on_the_floor():
    _, found = detect("02_01", "LeftFoot", kinds=("line",))
    assert len(found) == 2
    for g in found:
        assert abs(g.direction[1]) < 0.35
        assert -0.06 < g.origin_m[1] < 0.10


def test_hips_that_sit_are_spaces_of_one_height():
    motion, found = detect("13_04", "Hips", kinds=("space",), min_duration_s=2.0)
    assert len(found) == 4
    assert sum(g.stop - g.start for g in found) > 0.3 * motion.frames
    assert np.ptp([g.origin_m[1] for g in found]) < 0.12


@pytest.mark.parametrize("joint", ["Head", "Hips", "Spine"])
@pytest.mark.parametrize("name", ["02_01", "07_01", "09_01", "16_35"])
def test_heads_and_hips_of_people_who_walk_and_run_are_never_still(name, joint):
    assert [g for g in detect(name, joint)[1] if g.kind != "line"] == []
