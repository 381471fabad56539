"""The fits of the demo, measured on the files that it writes: feet on the hills, and on another figure."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.html_reader import Reader, assert_self_contained

from supple.core.pose import world_pose
from supple.core.quaternions import rotate
from supple.io.registry import read
from supple.plots.demo_page import demo_page
from supple.recipes.compare import compare
from supple.recipes.demo import DemoResult
from supple.recipes.demo_fit import ARMS, HIGH, LEGS, LONG, character, run_demo_fit
from supple.recipes.figure import standing_figure
from supple.recipes.names import motion_names
from supple.recipes.round_trip import RoundTrip
from supple.recipes.walk import true_walk

STILL = 1e-4  # [m]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder, walk = tmp_path_factory.mktemp("demo"), true_walk()
    return walk, folder, run_demo_fit(walk, folder)


def paths(motion, walk, heel):
    """Where heels and balls of a file go, with the frames of the walk in which they stand."""
    pose, names = world_pose(motion), motion_names(motion)
    for c in walk.contacts:
        side = c.foot.removesuffix("Foot").lower()
        joint = motion.skeleton.index(names.roles[f"{side}_{'ankle' if c.part == 'heel' else 'ball'}"])
        point = heel if c.part == "heel" else np.zeros(3)
        inside = slice(c.start + 2, c.stop - 2)  # detection may find the very ends otherwise
        if c.stop - c.start > 4:
            yield pose.positions[inside, joint] + rotate(pose.rotations[inside, joint], point)


def test_feet_stand_on_the_hills(made):
    walk, folder, _ = made
    for path in paths(read(folder / "hilly.bvh"), walk, walk.heel):
        _, y, z = path.T
        assert np.ptp(path, axis=0).max() < STILL
        under = 0.5 * HIGH * (1.0 - np.cos(2.0 * np.pi * z / LONG))
        assert np.abs(y - under).max() < 0.004  # a foot is straight, the hill is not


def test_the_walk_goes_up_and_down_with_the_hills(made):
    walk, folder, _ = made
    up = read(folder / "hilly.bvh").root_positions[:, 1] - walk.motion.root_positions[:, 1]
    assert 0.6 * HIGH < np.ptp(up) < 1.2 * HIGH


def test_the_character_is_built_quite_otherwise():
    figure, walker = character(), standing_figure()
    assert not set(figure.skeleton.names) & set(walker.names)
    names = motion_names(figure)
    pose = world_pose(figure).positions[0]

    def long(a, b):
        return np.linalg.norm(np.subtract(*(pose[figure.skeleton.index(names.roles[r])] for r in (a, b))))

    assert long("left_shoulder", "left_elbow") == pytest.approx(0.290 * ARMS)
    assert long("right_hip", "right_knee") == pytest.approx(0.425 * LEGS)
    assert abs(pose[:, 1].min()) < 1e-9
    assert pose[figure.skeleton.index(names.roles["left_wrist"]), 1] < 0.6  # an A-pose


def test_feet_of_the_other_figure_stand_still(made):
    walk, folder, fitted = made
    assert fitted.retargeted.report.status == "met"
    motion = read(folder / "retargeted.bvh")
    assert motion.skeleton.names == read(folder / "character.bvh").skeleton.names
    balls = list(paths(motion, walk, walk.heel))
    assert len(balls) >= 10
    for path in balls:
        assert np.ptp(path, axis=0).max() < STILL
        assert np.abs(path[:, 1]).max() < 1e-3


def test_the_page_tells_of_both(made, tmp_path):
    walk, _, fitted = made
    page = demo_page(DemoResult(walk, (_trip(walk),), fitted=fitted))
    assert_self_contained(page)
    for words in ("On hills", "On another figure", "ground-strip", "pair-strip", "supple terrain walk.bvh waves:"):
        assert words in page
    assert json.loads(Reader(page).scripts[0])["names"]


def test_a_joint_with_a_nasty_name_is_text(made):
    walk, _, fitted = made
    other = fitted.retargeted
    skeleton = replace(other.motion.skeleton, names=tuple(f"<b>{n}" for n in other.motion.skeleton.names))
    nasty = replace(other, motion=replace(other.motion, skeleton=skeleton), names=replace(other.names, roles={}))
    assert "<b>" not in demo_page(DemoResult(walk, (_trip(walk),), fitted=replace(fitted, retargeted=nasty)))


def _trip(walk):

    same = compare(walk.motion, walk.motion)
    return RoundTrip("bvh", Path("walk.bvh"), (Path("walk.bvh"),), 12_345, same, (), 0.1)
