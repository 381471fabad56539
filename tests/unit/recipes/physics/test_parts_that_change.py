"""What of a motion may change: a window in time, some joints, slides that are kept, ranges of joints, steps."""

import re

import numpy as np
import pytest

import supple
from supple.constraints.physics import parse_physical
from supple.core import quaternions
from supple.errors import DocumentError, InvalidValueError
from supple.recipes.walk import walking

pytest.importorskip("pinocchio")


PUSH = '[[push]]\njoint = "{}"\nforce_n = [9.0, 0.0, 0.0]\nstart = {}\nstop = {}\n'
GOAL = '[[constraint]]\nkind = "position"\neffector = "{}"\ngoals = [{{at = [0.3, 1.5, 0.2], when = [{}]}}]\n'


@pytest.fixture(scope="module")
def walk():
    return walking(0.8)


def _physical(walk, folder, text, **more):
    edit = folder / "edit.toml"
    edit.write_text(f"format = 1\n{text}\n")
    return supple.physical(walk, edit=edit, **more)


def _turned(a, b):
    """(F, J) angles between the turns of two motions [deg]."""
    between = quaternions.multiply(quaternions.conjugate(a.rotations), b.rotations)
    return np.degrees(2.0 * np.arctan2(np.linalg.norm(between[..., 1:], axis=-1), np.abs(between[..., 0])))


@pytest.mark.slow
def test_frames_outside_of_a_window_are_left_alone(walk, tmp_path):
    part = _physical(walk, tmp_path, '[window]\nstart = "12f"\nstop = "40f"')
    inside = np.zeros(walk.frames, bool)
    inside[12:41] = True
    np.testing.assert_array_equal(part.motion.root_positions[~inside], walk.root_positions[~inside])
    assert _turned(part.motion, walk)[~inside].max() < 1e-6
    assert _turned(part.motion, walk)[inside].max() > 1.0
    assert len(part.forces) == 29
    assert part.after.force_pct_bw < 1.0
    steps = np.linalg.norm(np.diff(part.motion.root_positions, axis=0), axis=1)
    before = np.linalg.norm(np.diff(walk.root_positions, axis=0), axis=1)
    assert np.abs(steps - before)[[11, 40]].max() < 0.2 * before.mean()  # nothing jumps where the window begins or ends


@pytest.mark.slow
def test_slides_of_the_motion_are_told_where_a_window_goes_over_into_it_and_judged_inside(walk, tmp_path):
    """Feet that slide in the motion slide in the frames that are half its own, whatever the solve does."""
    sliding = walk.with_root_positions(walk.root_positions * [1.0, 1.0, 1.05])
    part = _physical(sliding, tmp_path, '[window]\nstart = "8f"\nstop = "44f"', contacts=supple.detect(walk))
    assert part.after.slide_mm < 2.0 < part.after.slide_anywhere.mm
    assert not 6 <= part.after.slide_anywhere.frame < len(part.forces) - 6
    told = [note for note in part.notes if "slides by" in note]
    assert len(told) == 1
    assert "not judged" in told[0]


@pytest.mark.slow
def test_other_joints_keep_their_turns(walk, tmp_path):
    legs = [f"{side}_{part}" for side in ("left", "right") for part in ("hip", "knee", "ankle")]
    part = _physical(walk, tmp_path, f"[window]\njoints = {legs}")
    turned, names = _turned(part.setting.motion, part.motion), walk.skeleton.names
    fit = part.pose_change_fit_deg
    moved = {name for k, name in enumerate(names) if k and turned[:, k].max() > 6.0 * fit + 1e-6}
    assert moved
    assert moved <= {"LeftUpLeg", "LeftLeg", "LeftFoot", "RightUpLeg", "RightLeg", "RightFoot"}
    assert part.after.force_pct_bw < 1.0


@pytest.mark.slow
def test_slides_are_kept(walk, tmp_path):
    """Feet that shuffle go where they went, and friction does not matter."""
    sliding = walk.with_root_positions(walk.root_positions * [1.0, 1.0, 1.1])
    contacts = supple.detect(walk)
    kept = _physical(sliding, tmp_path, "keep_slides = true", contacts=contacts)
    assert kept.after.force_pct_bw < 1.0
    assert kept.after.slide_mm < 2.0  # from where they go in the example
    paths = kept.places[:, 0][kept.touching[:, 0]]
    assert np.linalg.norm(paths - paths.mean(axis=0), axis=1).max() > 5e-3  # and that is a slide


@pytest.mark.slow
def test_joints_stay_in_their_ranges(walk, tmp_path):
    """A spine that may hardly bend carries a load behind the back otherwise than a free one."""
    heavy = '[[mass]]\njoint = "chest"\nkg = 40.0\nat = [0.0, 0.0, -0.3]\n[joints.spine]\nswing_deg = 3.0\n'
    free = _physical(walk, tmp_path, heavy, contacts=supple.detect(walk))
    loose = _physical(walk, tmp_path, "joint_limits = false\n" + heavy, contacts=supple.detect(walk))
    assert free.range_deg < 0.5
    spine = walk.skeleton.names.index("Spine")
    bent = [np.abs(_turned(r.motion, walk)[:, spine]).max() for r in (free, loose)]
    assert bent[0] < bent[1]


@pytest.mark.slow
def test_a_step_is_climbed(walk, tmp_path):
    far = walk.root_positions[-1, 2] - walk.root_positions[0, 2]
    at = walk.root_positions[0, 2] + 0.5 * far
    up = _physical(walk, tmp_path, f'[ground]\nheights = "stairs:rise=0.06,run=9,steps=1,start={at:.3f}"')
    levels = {round(float(c.place[1]), 2) for c in up.setting.problem.contacts}
    assert max(levels) - min(levels) == pytest.approx(0.06, abs=0.015)
    assert up.after.force_pct_bw < 1.0
    assert up.after.slide_mm < 2.0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[window]\nstart = "70f"', r"edit.toml: window.start = '70f' is outside this clip, .*Give"),
        ("[window]\nstart = 0.4\nstop = 0.2", r"edit.toml: window.stop = 0.2 does not come after window.start = 0.4"),
        ('[window]\njoints = ["hips", "Hips"]', r"window.joints\[1\]: 'Hips' is there already, as 'hips'"),
        ("[strength]\nHips = 0.5", r"edit.toml: strength.Hips: this is the root"),
        ("[strength]\nleft_toe_end = 0.5", r"edit.toml: strength.left_toe_end: .*does not turn.* LeftFoot"),
        ('[ground]\nsurface = "butter"', r"edit.toml: ground.surface = 'butter' is not known"),
        (PUSH.format("nobody", 0.1, 0.3), r"edit.toml: push\[0\].joint: there is no joint or role 'nobody'"),
        (PUSH.format("chest", 40, 50), r"edit.toml: push\[0\].start = 40 is outside of the clip, which goes from 0 to"),
        (PUSH.format("chest", 0.3, 0.1), r"edit.toml: push\[0\].stop = 0.1 does not come after push\[0\].start = 0.3"),
        (PUSH.format("chest", 0.785, 0.8), r"push\[0\] lasts from 0.785 to 0.8, of which 0 s are between"),
        (PUSH.format("chest", '"10f"', '"11f"'), r"push\[0\] lasts from '10f' to '11f', of which 0.0167 s"),
        (PUSH.format("chest", 0.3, 0.3), r"push\[0\].stop = 0.3 does not come after"),
        (
            PUSH.format("chest", 0, 0.3) + "[window]\nstart = 0.2",
            r"push\[0\].start = 0 is outside of .window., .* 0.2 to",
        ),
        (GOAL.format("right_wrist", "30, 31, 32, 33"), r"t\[0\].goals\[0\].when\[0\] = 30 is outside of the clip"),
        (GOAL.format("tail", "0.1, 0.2, 0.3, 0.4"), r"edit.toml: constraint\[0\].effector: there is no joint or role"),
        ('[[mass]]\njoint = "tail"\nkg = 1.0', r"edit.toml: mass\[0\].joint: there is no joint or role 'tail'"),
        ('[window]\nstart = "10f"\nstop = "15f"', "the window has 6"),
        ('[window]\njoints = ["nobody"]', "no joint or role 'nobody'"),
        ('[window]\njoints = ["left_toe_end"]', "does not turn"),
        ('[window]\nstart = "12f"\n[ground]\nslope_deg = 3.0', "slope_deg"),
        ('[ground]\nheights = "ramp:deg=10"', "slope_deg"),
        ('[ground]\nheights = "hills"', "no shape of ground"),
        ("[strength]\nnobody = 0.5", "no joint or role 'nobody'"),
    ],
)
def test_parts_that_are_not_there_are_refused(walk, text, says, tmp_path):
    with pytest.raises((InvalidValueError, DocumentError), match=says):
        _physical(walk, tmp_path, text, tell=lambda p: pytest.fail("refused before the work"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[window]\njoints = []", "name a joint"),
        ("[window]\nstart = 'x'", "window.start"),
        ("keep_slides = 3", "keep_slides"),
        (
            '[ground]\nsurface = "butter"\nfriction = 0.1',
            "ground.surface = 'butter' and ground.friction = 0.1 both say",
        ),
        ('[ground]\nheights = "stairs:rise=0.1,run=0.3"\nslope_deg = 3.0', "heights and ground.slope_deg do not go"),
        ('[ground]\nheights = "stairs:rise=0.1,run=0.3"\n[window]\nstop = 0.3', "heights and times in .window. do"),
        ("keep_slides = true\n[contact]\nplants = 'emerge'", "contradict"),
        ("[[push]]\njoint = 'chest'\nforce_n = [1.0, 0.0, 0.0]\nstart = 0\nstop = 1\nat = [nan, 0, 0]", "at.0. = nan"),
        ("[[constraint]]\nkind = 'position'\neffector = 'hips'\ngoals = [{at = [0.0, inf, 0.0]}]", "at.1. = inf"),
    ],
)
def test_documents_that_make_no_sense_are_refused(text, says):
    with pytest.raises(DocumentError, match=says):
        parse_physical(f"format = 1\n{text}", "edit.toml")


@pytest.mark.slow
def test_a_place_out_of_reach_is_missed_and_physics_holds(walk, tmp_path):
    goal = 'goals = [{ at = [0.0, 30.0, 0.0], when = ["10f", "20f", "20f", "30f"] }]'
    text = f'[[constraint]]\nname = "star"\nkind = "position"\neffector = "left_wrist"\n{goal}'
    told = _physical(walk.with_frames(0, 34), tmp_path, text)
    assert told.status == "infeasible"
    assert any(note.startswith("star misses its place by") and "0.33 s" in note for note in told.notes)
    assert told.after.force_pct_bw < 1.0
    assert told.pose_change_deg < 15.0


@pytest.mark.slow
def test_legs_that_nobody_could_walk_with_end_in_a_physical_motion_and_say_what_is_missing_and_when(tmp_path):
    legs = [f"{side}_{joint}" for side in ("left", "right") for joint in ("hip", "knee", "ankle")]
    told = _physical(walking(2.5), tmp_path, "[strength]\n" + "".join(f"{joint} = 0.02\n" for joint in legs))
    assert told.status == "infeasible"
    for joint in legs:
        note = next(note for note in told.notes if note.startswith(f"strength.{joint}: "))
        assert re.search(r"Nm more are needed at \d\.\d\d s than the \d+\.\d Nm allowed; weakened to \d+%, below", note)
    assert told.after.force_pct_bw < 1.0
    assert told.after.moment_pct_bwh < 1.0
    assert told.after.slide_mm < 2.0
