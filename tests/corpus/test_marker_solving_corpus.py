"""Captures of other people, solved without any setting; see also ``python -m benchmarks markers``."""

import numpy as np
import pytest
from support.shared import DATA, needs_data

from benchmarks.marker_captures import turn_between
from benchmarks.markers import acclaim_errors, angle_differences
from supple import SuppleError, read, solve_markers

pytestmark = needs_data
FOLDER = DATA / "markers"


@pytest.mark.parametrize("name", ["pycgm/Sample_Static.c3d", "nimble/trial2.c3d", "nimble/run200.trc"])
def test_captures_need_no_setting(name):
    found = solve_markers(read(FOLDER / name))
    assert found.report.marker_rms_mm < 20.0
    assert found.report.dropped_pct <= 5.0
    assert turn_between(found.motion.rotations[1:], found.motion.rotations[:-1]).max() < 10.0


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["opensim/walking2.c3d", "nimble/markers.trc", "addbiomechanics/motion_capture_walk_trimmed.trc"]
)
def test_more_captures_need_no_setting(name):
    test_captures_need_no_setting(name)


def test_a_cmu_take_has_the_joints_of_its_published_skeleton():
    found = solve_markers(read(FOLDER / "cmu" / "02_01.c3d"))
    off = acclaim_errors(found.motion, read(DATA / "acclaim" / "02" / "02_01.amc"))
    assert np.median(list(off.values())) < 40.0


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
