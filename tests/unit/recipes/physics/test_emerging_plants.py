"""Plants that nobody labelled: a walk finds them, and strength, ratios, masses and injuries change it."""

from functools import lru_cache

import numpy as np
import pytest
from support.physical_bars import judged_by_mujoco, rms

import supple
from supple.constraints.physics import parse_physical
from supple.core.contacts import Contacts
from supple.errors import DocumentError
from supple.recipes.physics.physical import Physical
from supple.recipes.walk import true_walk, walking

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


@pytest.mark.parametrize(
    ("text", "says"), [('[contact]\nplants = "grow"', "plants"), ("[contact]\nroots = 1", "roots")]
)
def test_a_wish_for_contact_that_makes_no_sense_is_refused(text, says):
    with pytest.raises(DocumentError, match=says):
        parse_physical(f"format = 1\n{text}", "edit.toml")
