"""Captures of other people, solved without any setting; see also ``python -m benchmarks markers``."""

import numpy as np
import pytest
from support.shared import DATA, needs_data

from benchmarks.marker_bodies import SETS, exchanged, marked
from benchmarks.marker_captures import centre_errors, turn_between
from benchmarks.marker_labels import clip, verdict
from benchmarks.markers import HELD_OUT, acclaim_errors, angle_differences, leave_one_out, opensim_ik, solved_take
from supple import SuppleError, read, solve_markers

pytestmark = needs_data
FOLDER = DATA / "markers"


@pytest.mark.parametrize("name", ["pycgm/Sample_Static.c3d", "nimble/trial2.c3d", "nimble/run200.trc"])
def test_captures_need_no_setting(name):
    found = solve_markers(read(FOLDER / name))
    assert found.report.marker_rms_mm < 20.0
    assert found.report.dropped_pct <= 5.0
    assert found.report.suspects == ()
    assert turn_between(found.motion.rotations[1:], found.motion.rotations[:-1]).max() < 10.0


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["opensim/walking2.c3d", "nimble/markers.trc", "addbiomechanics/motion_capture_walk_trimmed.trc"]
)
def test_more_captures_need_no_setting(name):
    test_captures_need_no_setting(name)


@pytest.mark.parametrize(
    ("capture", "take"),
    [("02_01.c3d", "02_01.amc"), pytest.param("cmu_02_05.c3d", "02_05.amc", marks=pytest.mark.slow)],
)
def test_a_cmu_take_has_the_joints_of_its_published_skeleton(capture, take):
    found = solve_markers(read(FOLDER / "cmu" / capture))
    off = acclaim_errors(found.motion, read(DATA / "acclaim" / "02" / take))
    assert np.median(list(off.values())) < 40.0
    assert found.report.status == "met"


@pytest.mark.slow
@pytest.mark.parametrize("take", HELD_OUT)
def test_takes_by_which_nothing_was_chosen_have_their_joints(take):
    motion, found = solved_take(take)  # dancers and who turns a cartwheel are not taken for mirrored, nor for monsters
    assert np.median(list(centre_errors(motion, found.motion).values())) < 12.0
    assert found.report.marker_rms_mm < 20.0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "words"), [("cmu-bvh/35_17", "cmu"), ("bandai-namco/dataset-1_kick_normal_001", "plug-in")]
)
def test_runners_with_bent_arms_and_kickers_who_look_aside_are_found(name, words):
    capture = marked(clip(DATA / f"{name}.bvh"), SETS[words], seed=109, noise=0.003)
    assert verdict(capture) == "met"
    for pair in (("CLAV", "STRN"), ("LUPA", "LELB")):
        assert verdict(exchanged(capture, pair)) == "stalled"


def test_gait2354_bends_as_opensim_has_it():
    folder = FOLDER / "gait2354"
    walk = read(folder / "subject01_walk1.trc")
    made = solve_markers(walk, rest=read(folder / "subject01_static.trc"), frames=(0, 75))
    found = solve_markers(walk, actor=made.actor, frames=(75, None))
    knee, hip = angle_differences(found.motion, walk, 75)
    assert knee < 5.0
    assert hip < 5.0
    assert found.report.marker_rms_mm < 21.6  # OpenSim's own tool on these frames, measured by the benchmark
    assert found.report.dropped_pct <= 5.0


@pytest.mark.slow
def test_gait2354_is_solved_better_than_by_opensim():
    pytest.importorskip("opensim")
    folder = FOLDER / "gait2354"
    walk = read(folder / "subject01_walk1.trc")
    actor = solve_markers(walk, rest=read(folder / "subject01_static.trc"), frames=(0, 75)).actor
    used, theirs, _ = opensim_ik(walk, 75)
    ours = solve_markers(walk, actor=actor, frames=(75, None))
    which = [actor.labels.index(label) for label in used]
    assert 1e3 * np.sqrt(np.nanmean(ours.solved.off[:, which] ** 2)) <= theirs
    assert leave_one_out(walk, actor) < 10.0


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("kineticstoolkit/sprintbasket.c3d", "pelvis|too few"),
        ("kineticstoolkit/walkingOptiTrack.c3d", "--guess"),
        ("odd/abdbonepin.trc", "--guess"),
        ("odd/markers.trc", "--guess"),
    ],
)
def test_what_is_no_whole_body_is_refused(name, words):
    with pytest.raises(SuppleError, match=words):
        solve_markers(read(FOLDER / name))
