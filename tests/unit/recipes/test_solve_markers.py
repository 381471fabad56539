"""Markers to skeletons: bars on captures whose truth is known, and captures that must be refused."""

from dataclasses import replace

import numpy as np
import pytest

import supple
from benchmarks.marker_captures import (
    angle_errors,
    centre_errors,
    change_errors,
    damaged,
    labelled_capture,
    scattered_capture,
    turn_between,
)
from benchmarks.marker_people import CHILD, resized, scaled, seated
from supple.core.freedom import BALL
from supple.errors import SuppleError
from supple.recipes.markers.actor_document import dump_actor, parse_actor
from supple.recipes.markers.guessing import guess_template
from supple.recipes.markers.solving import solve_markers
from supple.recipes.walk import walking
from supple.solvers.markers.actor import columns_of
from supple.solvers.markers.posing import marker_points, spread_out
from supple.solvers.markers.segmented import BONE_BY_BONE, solve_segmented
from supple.solvers.markers.starting import first_pose


@pytest.fixture(scope="module")
def motion():
    return walking(2.0, 60.0)


@pytest.fixture(scope="module")
def labelled(motion):
    return labelled_capture(motion)


@pytest.fixture(scope="module")
def estimated(labelled):
    return solve_markers(labelled.capture)


def test_with_the_actor_known_angles_come_back(motion):
    truth = scattered_capture(motion)
    found = solve_markers(truth.capture, actor=truth.actor)
    assert angle_errors(motion, found.motion).max() < 0.1
    assert found.report.marker_rms_mm < 1.0
    noisy = solve_markers(damaged(truth.capture, noise=0.005, dropouts=0.1), actor=truth.actor)
    assert np.sqrt((angle_errors(motion, noisy.motion) ** 2).mean(axis=0)).max() < 3.0


def test_with_the_actor_estimated_joints_are_where_they_are(motion, estimated):
    assert max(centre_errors(motion, estimated.motion).values()) < 10.0
    assert max(change_errors(motion, estimated.motion).values()) < 1.0
    assert estimated.report.status == "met"
    assert estimated.report.dropped_pct == 0.0
    assert abs(estimated.actor.stature - 1.75) < 0.1
    assert {"functional", "regression"} >= {how.split(",")[0] for _, how in estimated.actor.sources}


def test_children_and_who_sits_are_solved_as_others(motion):
    for size, posed in ((CHILD, motion), (1.0, seated(motion))):
        found = solve_markers(scaled(labelled_capture(posed).capture, size))
        assert np.median(list(centre_errors(resized(posed, size), found.motion).values())) < 10.0
        assert found.report.status == "met"
        assert found.actor.stature == pytest.approx(1.75 * size, abs=0.15)


def test_an_actor_is_kept_as_json_and_solves_other_takes(labelled, estimated):
    actor = parse_actor(dump_actor(estimated.actor))
    assert dump_actor(actor) == dump_actor(estimated.actor)
    part = solve_markers(labelled.capture, actor=actor, frames=(30, 90))
    assert part.motion.frames == 60
    assert turn_between(part.motion.rotations, estimated.motion.rotations[30:90]).max() < 0.5
    assert part.report.marker_rms_mm < 1.0


def test_a_spike_changes_little_and_the_marker_comes_back(labelled, estimated):
    points = labelled.capture.positions.copy()
    k = labelled.capture.labels.index("LFHD")
    points[50:56, k] += [0.0, 0.0, 0.3]
    found = solve_markers(replace(labelled.capture, positions=points), actor=estimated.actor)
    assert turn_between(found.motion.rotations, estimated.motion.rotations).max() < 1.0
    marker = found.report.markers[found.actor.labels.index("LFHD")]
    assert (marker.dropped, marker.reinstated) == (6, 1)
    assert marker.worst_mm == pytest.approx(300.0, abs=5.0)


@pytest.mark.parametrize("pair", [("LKNE", "RKNE"), ("LWRA", "LWRB")])
def test_exchanged_labels_are_reported_and_put_back(labelled, estimated, pair):
    points, both = labelled.capture.positions.copy(), [labelled.capture.labels.index(label) for label in pair]
    points[40:70, both] = points[40:70, both[::-1]]
    found = solve_markers(replace(labelled.capture, positions=points), actor=estimated.actor)
    assert [tuple(swap) for swap in found.report.swaps] == [(*pair, 40, 70)]
    assert turn_between(found.motion.rotations, estimated.motion.rotations).max() < 0.5


def test_a_limb_without_markers_is_guessed_smoothly_and_marked(labelled, estimated):
    points = labelled.capture.positions.copy()
    lost = [
        k
        for k, label in enumerate(labelled.capture.labels)
        if label in ("LELB", "LFRM", "LWRA", "LWRB", "LFIN", "LUPA")
    ]
    points[45:60, lost] = np.nan
    found = solve_markers(replace(labelled.capture, positions=points), actor=estimated.actor)
    guessed = {guess.joint: (guess.start, guess.stop) for guess in found.report.guesses}
    assert guessed["LeftForeArm"] == (45, 60)
    assert found.report.guessed_frames == 15
    assert any("15 of 120 frames rest on too little data. In frames 60:120" in note for note in found.report.notes)
    elbow = found.motion.skeleton.index("LeftArm")
    assert turn_between(found.motion.rotations[1:], found.motion.rotations[:-1]).max() < 10.0
    assert turn_between(found.motion.rotations, estimated.motion.rotations)[:, elbow].max() < 15.0


def test_chains_beat_single_bones_and_threads_change_nothing(labelled, estimated):
    actor = replace(
        estimated.actor,
        skeleton=replace(estimated.actor.skeleton, freedoms=estimated.actor.skeleton.freedoms),
    )
    assert BALL in actor.skeleton.freedoms
    columns, points = columns_of(actor), np.ascontiguousarray(labelled.capture.positions)
    start = spread_out(first_pose(actor, points[0])[0], 0, len(points))
    seen, order = np.ones(points.shape[:2]), np.arange(len(points))
    chains, done = solve_segmented(columns, points, seen, start, order)
    assert done[0] == "pelvis"
    assert done.index("left_femur+left_tibia+left_foot") < done.index(
        "left_clavicle+left_humerus+left_radius+left_hand"
    )
    side_by_side, _ = solve_segmented(columns, points, seen, start, order, threads=2)
    assert (side_by_side.rotations == chains.rotations).all()
    bones, _ = solve_segmented(columns, points, seen, start, order, stages=BONE_BY_BONE)
    feet = np.isin(actor.joints, [actor.skeleton.index(name) for name in ("LeftFoot", "RightFoot")])
    off = [np.linalg.norm(points - marker_points(actor, p), axis=2)[:, feet] for p in (chains, bones)]
    assert np.sqrt((off[0] ** 2).mean()) < np.sqrt((off[1] ** 2).mean())


def test_a_nudged_segment_is_solved_again_alone(labelled, estimated):
    rotations = estimated.motion.rotations.copy()
    leg = estimated.motion.skeleton.index("LeftLeg")
    rotations[40:50, leg] = [np.cos(0.3), np.sin(0.3), 0.0, 0.0]
    nudged = estimated.motion.with_rotations(rotations)
    again = solve_markers(labelled.capture, actor=estimated.actor, start=nudged, segment="left_leg", frames=(35, 60))
    assert again.motion.frames == estimated.motion.frames
    off = turn_between(again.motion.rotations, estimated.motion.rotations)
    assert off.max() < 1.0
    others = [j for j, name in enumerate(again.motion.skeleton.names) if not name.startswith("Left")]
    assert off[:, others].max() < 1e-5
    with pytest.raises(SuppleError, match="no segment 'tail'"):
        solve_markers(labelled.capture, actor=estimated.actor, start=nudged, segment="tail")
    with pytest.raises(SuppleError, match="--start"):
        solve_markers(labelled.capture, actor=estimated.actor, segment="left_leg")


def test_joints_stay_in_their_ranges(labelled, estimated):
    noisy = solve_markers(damaged(labelled.capture, noise=0.02), actor=estimated.actor)
    from supple.core.limits import broken_limits

    assert broken_limits(noisy.motion) == []


def only(capture, keep):
    which = [k for k, label in enumerate(capture.labels) if keep(label)]
    return replace(capture, labels=tuple(capture.labels[k] for k in which), positions=capture.positions[:, which])


BAD = {
    "unlabelled": (lambda c: replace(c, labels=tuple(f"*{k}" for k in range(len(c.labels)))), "0 of 40 .*--guess"),
    "no pelvis": (lambda c: only(c, lambda label: label[1:] not in ("ASI", "PSI")), "on the pelvis"),
    "one leg": (lambda c: only(c, lambda label: label[0] == "L" or label in ("RASI", "RPSI")), "right leg none"),
    "metres taken for millimetres": (lambda c: replace(c, positions=c.positions * 1000.0), "--input-units"),
    "a doll": (lambda c: replace(c, positions=c.positions * 0.01), "--input-units"),
    "mirrored": (lambda c: replace(c, positions=c.positions * [-1.0, 1.0, 1.0]), "mirrored"),
    "nothing seen": (lambda c: replace(c, positions=np.full_like(c.positions, np.nan)), "no marker is seen"),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(BAD))
def test_what_is_no_body_is_refused_with_advice(labelled, name):
    spoil, words = BAD[name]
    with pytest.raises(SuppleError, match=words):
        solve_markers(spoil(labelled.capture), frames=(0, 20))


def test_a_mirrored_lab_can_be_told(labelled, estimated):
    mirrored = replace(labelled.capture, positions=labelled.capture.positions * [-1.0, 1.0, 1.0])
    found = solve_markers(mirrored, mirrored=True, actor=estimated.actor)
    assert found.report.marker_rms_mm < 1.0


def test_markers_that_are_never_seen_are_named(labelled):
    points = labelled.capture.positions.copy()
    lost = [k for k, label in enumerate(labelled.capture.labels) if label in ("LFHD", "RFHD", "LBHD", "RBHD")]
    points[:, lost] = np.nan
    found = solve_markers(replace(labelled.capture, positions=points), frames=(0, 40))
    assert "all markers of head are missing." in found.report.notes
    assert any(note.startswith("Head is guessed in every frame. Label the markers") for note in found.report.notes)
    assert found.report.status == "stalled"  # a head that looks right, and of which nothing is known
    assert [(guess.joint, guess.start, guess.stop) for guess in found.report.guesses] == [("Head", 0, 40)]


def test_rigidity_proposes_a_template(labelled):
    text = guess_template(labelled.capture)
    assert '"LTHI" = "left_femur"' in text
    nameless = replace(labelled.capture, labels=tuple(f"P{k:02d}" for k in range(len(labelled.capture.labels))))
    proposed = guess_template(nameless)
    assert proposed.startswith("# Proposed")
    head = [f'"P{labelled.capture.labels.index(label):02d}" = "head"' for label in ("LFHD", "RFHD", "LBHD", "RBHD")]
    assert all(line in proposed for line in head)


def test_the_public_names():
    assert supple.solve_markers is solve_markers
