"""Plants that nobody labelled: a walk finds them, and strength, ratios, masses and injuries change it."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from support.physical_bars import judged_by_mujoco, rms

import supple
from supple.constraints.physics import parse_physical
from supple.core import quaternions
from supple.core.contacts import Contacts, Floor
from supple.errors import DocumentError
from supple.recipes.physics.physical import Physical
from supple.recipes.physics.slopes import turned
from supple.recipes.walk import true_walk, walking
from supple.solvers.spacetime.result import played
from supple.solvers.spacetime.scene import scene_of

pytest.importorskip("pinocchio")
SHORT = 1.3  # [s]
EMERGE = '[contact]\nplants = "emerge"\n'


@lru_cache
def alone(tmp: str) -> Physical:
    """A short walk without a word on its contacts."""
    walk = walking(SHORT)
    with open(f"{tmp}/emerge.toml", "w") as file:
        file.write(f"format = 1\n{EMERGE}")
    return supple.physical(walk, edit=f"{tmp}/emerge.toml", contacts=Contacts(fps=walk.fps))


@pytest.fixture(scope="module")
def walked(tmp_path_factory):
    return alone(str(tmp_path_factory.mktemp("emerge")))


def test_plants_are_found_without_labels(walked):
    """Every contact that the walk was made with has a plant at its place, and every plant carries weight."""
    assert walked.status == "met"
    spans = walked.setting.problem.contacts
    for truth in true_walk(SHORT).contacts:
        side, frames = truth.foot.removesuffix("Foot").lower(), walked.motion.frame_time
        middle = 0.5 * (truth.start + truth.stop) * frames
        own = [s for s in spans if s.name == f"{side}_{truth.part}" and s.start - 0.07 <= middle <= s.stop + 0.07]
        assert own or truth.stop - truth.start < 0.1 / frames
    assert {s.name for s in spans} == {"left_heel", "left_ball", "right_heel", "right_ball"}


def test_what_emerges_is_physical_as_mujoco_sees_it(walked, tmp_path):
    left = judged_by_mujoco(walked, walked.motion, tmp_path)
    assert 100.0 * rms(left[:, :3]) < 1.0
    assert 100.0 * rms(left[:, 3:]) < 1.0
    assert walked.after.slide_mm < 2.0
    assert walked.after.friction_violation_pct < 1.0
    assert walked.pose_change_deg < 5.0
    for c, span in enumerate(walked.setting.problem.contacts):
        loaded = np.linalg.norm(walked.forces[:, c], axis=1) > 1.0
        assert np.abs(walked.places[loaded, c, 1] - span.place[1]).max(initial=0.0) < 5e-3


def test_a_search_for_plants_that_is_cut_short_still_gives_a_motion(tmp_path):
    edit = tmp_path / "emerge.toml"
    edit.write_text(f"format = 1\n{EMERGE}[strength]\nleft_hip = 0.8\n")
    hurried = supple.physical(walking(SHORT), edit=edit, seconds=1e-3)
    assert hurried.status == "stalled"
    assert len(hurried.history) == 1
    assert np.isfinite(hurried.motion.rotations).all()


def _uphill(steep_deg):
    """The short walk on a slope that was found, and what was found."""
    tilt = quaternions.exp(np.array([-np.radians(steep_deg), 0.0, 0.0]))
    walk, normal = walking(SHORT), quaternions.rotate(tilt, np.array([0.0, 1.0, 0.0]))
    return turned(walk, tilt), Contacts(fps=walk.fps, floor=Floor(normal=tuple(normal.tolist())))


def test_plants_emerge_on_the_slope_that_was_found(walked, tmp_path):
    edit = tmp_path / "emerge.toml"
    edit.write_text(f"format = 1\n{EMERGE}")
    steep, contacts = _uphill(6.0)
    found = supple.physical(steep, edit=edit, contacts=contacts)
    assert found.status == "met"
    assert found.pose_change_deg < walked.pose_change_deg + 1.0
    ground = found.ground(found.places[..., 0], found.places[..., 2])
    assert np.abs(found.places[..., 1] - ground)[np.linalg.norm(found.forces, axis=2) > 1.0].max() < 5e-3
    left = judged_by_mujoco(found, found.motion, tmp_path)  # with gravity that points straight down
    assert 100.0 * rms(left[:, :3]) < 1.0


def test_frames_outside_of_a_window_on_a_slope_are_left_alone(tmp_path):
    edit = tmp_path / "part.toml"
    edit.write_text(f'format = 1\n{EMERGE}[window]\nstart = "20f"\nstop = "60f"\n')
    steep, contacts = _uphill(6.0)
    part = supple.physical(steep, edit=edit, contacts=contacts, seconds=1e-3)
    outside = np.ones(steep.frames, bool)
    outside[20:61] = False
    np.testing.assert_array_equal(part.motion.root_positions[outside], steep.root_positions[outside])
    assert np.abs(part.motion.root_positions - steep.root_positions).max() < 0.05


def test_a_point_that_does_not_push_is_not_planted(walked):
    """While plants are looked for every point may push at any time; what it does then is no slide."""
    scene = scene_of(replace(walked.setting.problem, plants="emerge"))
    assert not played(scene, np.zeros(scene.layout.size), walked.setting.times).touching.any()


def test_steps_are_told_where_plants_are_to_emerge(tmp_path):
    edit = tmp_path / "emerge.toml"
    edit.write_text(f"format = 1\n{EMERGE}")
    steps = Contacts(fps=60.0, floor=Floor(supports=(0.0, 0.17)))
    told = supple.physical(walking(SHORT), edit=edit, contacts=steps, seconds=1e-3)
    assert any("need level ground" in note and "0.00, 0.17 m" in note for note in told.notes)


@pytest.mark.parametrize(
    ("text", "says"), [('[contact]\nplants = "grow"', "plants"), ("[contact]\nroots = 1", "roots")]
)
def test_a_wish_for_contact_that_makes_no_sense_is_refused(text, says):
    with pytest.raises(DocumentError, match=says):
        parse_physical(f"format = 1\n{text}", "edit.toml")
