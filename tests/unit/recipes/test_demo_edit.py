"""The edit of the demo: what it asks for is there, in the files that it writes."""

import numpy as np
import pytest

from supple.core.pose import world_pose
from supple.core.quaternions import conjugate, rotate
from supple.io.registry import read
from supple.recipes.demo_edit import run_demo_edit
from supple.recipes.edit_document import read_edit
from supple.recipes.walk import true_walk


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder, walk = tmp_path_factory.mktemp("demo"), true_walk()
    return walk, folder, run_demo_edit(walk, folder)


def test_the_document_is_the_edit(made):
    _, folder, edited = made
    assert read_edit(folder / "catwalk.toml") == edited.edit


def test_feet_stand_on_the_line(made):
    walk, folder, edited = made
    motion = read(folder / "catwalk.bvh")
    pose = world_pose(motion)
    plants = [c for c in edited.edit.constraints if c.name.startswith("step")]
    assert len(plants) == 6
    for plant in plants:
        side = plant.foot.capitalize()
        flat = slice(int(plant.events.toe_strike[:-1]), int(plant.events.heel_off[:-1]) + 1)
        foot, toe = (motion.skeleton.index(side + part) for part in ("Foot", "ToeBase"))
        heel = pose.positions[flat, foot] + rotate(pose.rotations[flat, foot], walk.heel)
        ball = pose.positions[flat, toe]
        assert max(np.ptp(heel, axis=0).max(), np.ptp(ball, axis=0).max()) < 1e-4
        assert np.abs(0.5 * (heel + ball)[:, 0]).max() < 0.006
        assert np.abs(ball[:, 0] - heel[:, 0]).max() < 0.001


def test_the_hand_greets(made):
    _, folder, _ = made
    motion = read(folder / "catwalk.bvh")
    pose, chest, hand = world_pose(motion), motion.skeleton.index("Spine1"), motion.skeleton.index("RightHand")
    away = rotate(conjugate(pose.rotations[:, chest]), pose.positions[:, hand] - pose.positions[:, chest])
    assert np.linalg.norm(away[100:140] - (-0.34, 0.42, 0.22), axis=1).max() < 1e-3
