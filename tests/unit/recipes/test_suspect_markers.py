"""Captures that a skeleton would fit, or nearly, though they are not what they say: never one that looks right."""

import json
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.marker_captures import labelled_capture, turn_between
from supple.core import quaternions
from supple.core.markers import Markers
from supple.errors import SuppleError
from supple.recipes.markers.actor_document import dump_actor, parse_actor
from supple.recipes.markers.solving import solve_markers
from supple.recipes.walk import walking


@pytest.fixture(scope="module")
def capture():
    return labelled_capture(walking(1.0, 60.0)).capture


@pytest.fixture(scope="module")
def solved(capture):
    return solve_markers(capture)


def exchanged(capture, *pairs):
    to = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    return replace(capture, labels=tuple(to.get(label, label) for label in capture.labels))


def test_a_capture_that_is_right_is_not_suspected(solved):
    assert solved.report.suspects == ()
    assert solved.report.status == "met"


@pytest.mark.parametrize(
    "pair",
    [("LASI", "LPSI"), ("LTHI", "RTHI"), ("LWRA", "LFIN"), ("CLAV", "STRN"), ("LUPA", "LELB"), ("LFRM", "LWRA")],
    ids="-".join,
)
def test_labels_that_are_exchanged_all_the_time_are_named(capture, pair):
    report = solve_markers(exchanged(capture, pair)).report
    assert report.status == "stalled"
    assert {suspect.label for suspect in report.suspects} & set(pair)
    assert any(note.startswith(pair) and "Is its label right?" in note for note in report.notes)


def test_before_labels_are_blamed_a_capture_of_less_than_a_stride_is(capture):
    wrong = exchanged(capture, ("LTHI", "RTHI"))
    first, *_ = solve_markers(wrong, frames=(0, 30)).report.notes
    assert first.startswith("the skeleton was made from 30 frames (0.50 s)")
    assert not any("frames (1.00 s) alone" in note for note in solve_markers(wrong).report.notes)
    assert not any("alone" in note for note in solve_markers(capture, frames=(0, 30)).report.notes)


def test_a_marker_that_is_often_far_off_is_told(capture, solved):
    points = capture.positions.copy()
    points[:6, capture.labels.index("T10")] += [0.0, 0.0, -0.15]
    report = solve_markers(replace(capture, positions=points), actor=solved.actor).report
    assert any(note.startswith("T10 is up to 1") and "dropped in 10 %" in note for note in report.notes)
    assert (report.status, report.strays) == ("met", ())  # it leaps back: the body rests on the others


def test_a_marker_that_goes_far_from_the_skeleton_on_its_own_path_is_a_skeleton_that_is_wrong(capture, solved):
    points = capture.positions.copy()
    points[20:51, capture.labels.index("T10"), 2] -= 0.15 * np.sin(np.linspace(0.0, np.pi, 31)) ** 2
    report = solve_markers(replace(capture, positions=points), actor=solved.actor).report
    (stray,) = report.strays
    assert (report.status, stray.label, stray.joint) == ("stalled", "T10", "Spine")
    assert 20 < stray.start < 35 < stray.stop < 50
    assert stray.worst_mm == pytest.approx(150.0, abs=15.0)
    words = next(note for note in report.notes if "without a leap" in note)
    assert f"in frames {stray.start}:{stray.stop}," in words
    assert "--template" in words


def test_who_refuses_says_which_labels_would_fit(capture, solved):
    with pytest.raises(SuppleError, match=r"worst are [LR]KNE \d+ mm.*LKNE and RKNE would fit if they were exchanged"):
        solve_markers(exchanged(capture, ("LKNE", "RKNE")), actor=solved.actor)
    with pytest.raises(SuppleError, match=r"worst are L(ANK|KNE) \d+ mm.*LANK and LKNE would fit"):
        solve_markers(exchanged(capture, ("LKNE", "LANK")))


def test_zeros_are_missing_and_nothing_is_refused_in_words(capture, solved):
    points = capture.positions.copy()
    points[np.random.default_rng(0).random(points.shape[:2]) < 0.05] = 0.0
    report = solve_markers(replace(capture, positions=points), actor=solved.actor).report
    assert report.marker_rms_mm < 2.0
    assert any("exactly (0, 0, 0)" in note for note in report.notes)
    for empty in (Markers((), np.zeros((5, 0, 3)), 0.01), Markers(("LASI",), np.zeros((0, 1, 3)), 0.01)):
        with pytest.raises(SuppleError, match="nothing to solve"):
            solve_markers(empty)


def test_an_actor_is_not_forced_on_what_it_does_not_fit(capture, solved):
    def scaled(*factors):
        return replace(capture, positions=capture.positions * factors)

    with pytest.raises(SuppleError, match="mirrored"):
        solve_markers(scaled(-1.0, 1.0, 1.0), actor=solved.actor)
    with pytest.raises(SuppleError, match="--input-units"):
        solve_markers(scaled(1e3, 1e3, 1e3), actor=solved.actor)
    with pytest.raises(SuppleError, match="knows its markers"):
        solve_markers(capture, actor=solved.actor, rest=0)
    few = replace(capture, labels=capture.labels[-2:], positions=capture.positions[:, -2:])
    with pytest.raises(SuppleError, match="2 of the actor's 40 markers .* where the pelvis is"):
        solve_markers(few, actor=solved.actor)
    taller = solve_markers(scaled(1.06, 1.06, 1.06), actor=solved.actor).report
    assert any("6 % farther apart" in note for note in taller.notes)
    assert taller.status == "stalled"


def test_a_rest_of_somebody_else_is_refused_or_told(capture):
    other = replace(capture, labels=tuple(f"X{label}" for label in capture.labels))
    with pytest.raises(SuppleError, match="0 of the 40 markers"):
        solve_markers(capture, rest=other)
    child = replace(capture, positions=capture.positions * 0.8)
    notes = solve_markers(capture, rest=child).report.notes
    assert any("25 % farther apart than in the capture at rest" in note for note in notes)


def test_a_mirrored_lab_mirrors_its_rest_too(capture, solved):
    mirrored = replace(capture, positions=capture.positions * [-1.0, 1.0, 1.0])
    found = solve_markers(mirrored, mirrored=True, rest=mirrored)
    assert found.report.marker_rms_mm < 1.0
    assert abs(found.actor.stature - solved.actor.stature) < 0.05


def test_a_segment_is_not_solved_within_another_actors_motion(capture, solved):
    longer = solved.motion.skeleton.offsets.copy()
    longer[solved.motion.skeleton.index("LeftFoot")] *= 1.05
    other = replace(solved.motion, skeleton=replace(solved.motion.skeleton, offsets=longer))
    with pytest.raises(SuppleError, match="bone to LeftFoot"):
        solve_markers(capture, actor=solved.actor, start=other, segment="left_leg")


def test_who_lies_is_solved_as_who_stands(capture, solved):
    lying = quaternions.about_axis("x", np.array(-0.5 * np.pi))
    found = solve_markers(replace(capture, positions=quaternions.rotate(lying, capture.positions)))
    assert found.report.marker_rms_mm < 1.0
    feet = [found.motion.skeleton.index(name) for name in ("LeftFoot", "RightFoot")]
    turned = turn_between(found.motion.rotations, solved.motion.rotations)[:, feet]
    assert np.ptp(turned, axis=0).max() < 3.0  # a constant of how feet stand may differ, their motion not


def test_statures_that_nobody_has_are_told(capture):
    notes = solve_markers(replace(capture, positions=1.3 * capture.positions), frames=(0, 20)).report.notes
    assert any("m tall. Is the unit right?" in note for note in notes)


def edited(joint, **keys):
    def edit(actor):
        next(entry for entry in actor["joints"] if entry["name"] == joint).update(keys)

    return edit


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (edited("LeftForeArm", axes=[[1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]), "LeftForeArm: its two axes"),
        (edited("LeftUpLeg", cone_deg=[-10.0, 5.0, -5.0]), "LeftUpLeg: a cone"),
        (edited("LeftLeg", offset_m=[1e300, 0.0, 0.0]), "shorter than 100 m"),
        (edited("Hips", parent="LeftLeg"), "the root hangs on nothing"),
        (edited("LeftLeg", range_deg=[[50.0, -50.0]]), "pairs"),
    ],
)
def test_actors_that_nobody_is_are_refused(solved, edit, words):
    actor = json.loads(dump_actor(solved.actor))
    edit(actor)
    with pytest.raises(SuppleError, match=words):
        parse_actor(json.dumps(actor))
