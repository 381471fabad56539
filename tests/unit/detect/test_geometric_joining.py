"""From displacements to constraints: interruptions, means, promotion, filters (rows 69 to 76)."""

from itertools import pairwise

import numpy as np
import pytest
from support import slow_geometric as slow
from support.moving_frames import Track, posed

from supple.core import quaternions
from supple.core.pose import WorldPose
from supple.detect.geometric import GeometricSettings, Template, detect_geometric
from supple.detect.geometric.connection import Tolerance
from supple.detect.geometric.detection import measures_of
from supple.detect.geometric.displacements import Path, displacements
from supple.detect.geometric.fitting import fitted, mean_rotations
from supple.detect.geometric.line_runs import line_runs
from supple.detect.geometric.lines import are_equal, merged
from supple.detect.geometric.pieces import Piece


def detect(track, *templates, fps=25.0, **settings):
    pose, skeleton = posed(track)
    return detect_geometric(pose, skeleton, fps, "a", templates=templates, settings=GeometricSettings(**settings))


def told(found):
    return [(g.kind, g.start, g.stop - 1) for g in found]


def fits_of(positions, rotations, free):
    path = Path(np.asarray(positions), np.asarray(rotations))
    frames = np.arange(len(path.positions))
    return fitted(path, quaternions.to_matrix(path.rotations), frames, np.array([0]), np.array([free]))


def test_frame_tolerance_is_the_table_of_the_thesis():
    tolerance = Tolerance(10, 0.10)
    assert [tolerance.frames_at(0.01 * d) for d in range(12)] == [10, 7, 6, 5, 3, 3, 2, 1, 1, 1, 1, 0]


def test_neighbours_are_connected_wherever_they_are_and_jumps_are_not():
    tolerance = Tolerance(10, 0.10)
    assert tolerance.connects(0, 1, 5.0)
    assert tolerance.connects(1, 1, 0.09)
    assert not tolerance.connects(1, 1, 0.11)
    assert tolerance.connects(10, 1, 0.0)
    assert not tolerance.connects(11, 1, 0.0)
    assert tolerance.connects(13, 4, 0.0)  # ten frames between displacements of four


def test_ten_frames_with_three_aberrant_ones_are_one_space():
    track = Track(3).still(20, 0.001, 0.2).travel((1.0, 0.0, 0.0), 12, turn=(0.5, 0.0, 0.0)).still(9, 0.0007, 0.14)
    for frame in (34, 36, 39):
        track.positions[frame] = track.positions[frame] + (0.0, 0.04, 0.0)
    track.travel((2.0, 0.0, 0.0), 12, turn=(0.5, 0.0, 0.0))
    found = detect(track, Template("space", 0, 20), kinds=("space",))
    assert told(found) == [("space", 0, 20), ("space", 32, 41)]
    clean = [track.positions[f] for f in range(32, 42) if f not in (34, 36, 39)]
    assert found[1].origin_m == pytest.approx(np.mean(clean, axis=0), abs=1e-3)


def test_what_comes_back_to_its_place_is_bridged_only_if_it_is_short():
    def leaving(frames):
        track = Track(0).still(20)
        u = np.linspace(0.0, 1.0, frames + 2)[1:-1]
        track.positions += [np.array([0.0, y, 0.1 * k]) for k, y in enumerate(0.2 * np.sin(np.pi * u))] + [
            np.zeros(3)
        ] * 20
        track.rotations += [track.rotations[0]] * (frames + 20)
        return told(detect(track, Template("space", 2, 10)))

    assert leaving(9) == [("space", 0, 49)]
    assert leaving(10) == [("space", 0, 20), ("space", 31, 50)]


def test_the_mean_of_a_space_is_within_noise_and_has_no_order():
    rng = np.random.default_rng(0)
    truth = quaternions.exp(np.array([0.3, -1.0, 0.5]))
    q = quaternions.multiply(truth, quaternions.exp(0.01 * rng.normal(size=(200, 3))))
    q[::3] *= -1.0  # both signs are the same rotation
    x = rng.normal(size=(200, 3)) * 0.002
    shuffled = rng.permutation(200)
    one, other = (mean_rotations(turns, np.array([0]))[0] for turns in (q, q[shuffled]))
    assert 2.0 * np.arccos(min(1.0, abs(float(one @ truth)))) < 3.0 * 0.01 * np.sqrt(3.0 / 200.0)
    assert abs(one @ other) == pytest.approx(1.0, abs=1e-12)
    assert abs(one @ quaternions.mean(q)) == pytest.approx(1.0, abs=1e-9)  # the mean of chords is near
    places = [fits_of(x[order], q[order], 3).origin[0] for order in (np.arange(200), shuffled)]
    np.testing.assert_allclose(places, np.tile(x.mean(axis=0), (2, 1)), atol=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_runs_of_lines_are_those_of_the_plain_rules(seed):
    track = (
        Track(seed)
        .hinge((0.0, 0.1, -0.3), (0.2, 1.0, 0.0), 1.0, 30, noise=0.001)
        .ball((0.0, 0.3, 0.1), 60, noise=0.002)
    )
    track.hinge((0.1, 0.0, 0.3), (1.0, 0.1, 0.0), -1.5, 30, noise=0.001)
    path = Path(np.array(track.positions), np.array(track.rotations))
    measures, found = measures_of(GeometricSettings(), 25.0, len(path.positions), [], 1.75), displacements(path)
    at = np.flatnonzero(np.random.default_rng(seed).random(len(found.sigma)) < 0.9)
    joined: list[Piece] = []
    for i in at.tolist():
        piece = Piece("line", i, i, tuple(found.origin[i]), tuple(found.direction[i]), found.sigma[i] ** 2)
        if joined and joined[-1].last == i - 1 and are_equal(joined[-1], piece, measures):
            joined[-1] = merged(joined[-1], piece)
        else:
            joined.append(piece)
    runs = line_runs(found, at, measures)
    assert len(runs) == len(joined) > 5
    for one, other in zip(runs, joined, strict=True):
        assert (one.first, one.last) == (other.first, other.last)
        np.testing.assert_allclose(one.origin + one.direction, other.origin + other.direction, atol=1e-12)
    assert line_runs(found, at[:0], measures) == []


def test_a_door_is_one_line_within_a_degree():
    for seed in range(4):
        door = Track(seed).still(10).hinge((0.0, 0.2, -0.8), (0.1, 1.0, 0.0), 1.4, 50, noise=0.0003, shake_deg=0.05)
        door.still(10)
        for templates in ([], [Template("line", 15, 55)]):
            lines = [g for g in detect(door, *templates) if g.kind == "line"]
            assert len(lines) == 1
            axis = np.array([0.1, 1.0, 0.0]) / np.linalg.norm([0.1, 1.0, 0.0])
            assert np.linalg.norm(np.cross(lines[0].direction, axis)) < np.sin(np.radians(1.0))
            away = np.subtract(lines[0].origin_m, (0.0, 0.2, -0.8))
            assert np.linalg.norm(away - axis * (away @ axis)) < 0.005
            assert lines[0].start == pytest.approx(11, abs=2)
            assert lines[0].stop == pytest.approx(60, abs=2)


def test_a_ball_in_its_socket_is_one_point():
    for seed in range(4):
        ball = Track(seed).still(10).ball((0.0, 0.3, 0.0), 50, noise=0.0005).still(10)
        found = detect(ball, Template("point", 15, 55))
        assert [g.kind for g in found] == ["space", "point", "space"]
        assert found[1].origin_m == pytest.approx((0.0, 0.3, 0.0), abs=0.002)
        assert found[1].direction is None


def test_a_fitted_point_is_that_of_one_large_least_squares_problem():
    ball = Track(1).ball((0.1, 0.3, -0.2), 40, noise=0.003)
    _, place = slow.best_fixed(ball.positions, ball.rotations)
    np.testing.assert_allclose(fits_of(ball.positions, ball.rotations, 0).origin[0], place, atol=1e-9)


def test_a_door_that_halts_for_a_moment_is_still_one_line():
    door = Track(0).hinge((0.0, 0.0, -0.4), (0.0, 1.0, 0.0), 0.6, 15).still(2)
    door.hinge((0.0, 0.0, -0.4), (0.0, 1.0, 0.0), 0.6, 15)
    assert told(detect(door, min_duration_s=0.2)) == [("line", 0, 32)]
    assert [kind for kind, *_ in told(detect(door, min_duration_s=0.08))] == ["line", "space", "line"]


def test_a_short_turn_about_one_axis_is_part_of_a_point():
    pivot = Track(0).ball((0.0, 0.3, 0.0), 30).hinge((0.0, 0.3, 0.0), (1.0, 0.0, 0.0), 0.1, 2)
    pivot.ball((0.0, 0.3, 0.0), 30, turns=1.2)
    assert told(detect(pivot, Template("point", 2, 28), kinds=("point",))) == [("point", 0, 62)]


def test_a_single_odd_displacement_does_not_turn_a_line_into_a_point():
    door = Track(0).hinge((0.0, 0.0, -0.4), (0.0, 1.0, 0.0), 0.8, 20)
    door.hinge((0.0, 0.0, -0.4), (1.0, 0.0, 0.0), 0.04, 1).hinge((0.0, 0.0, -0.4), (0.0, 1.0, 0.0), 0.8, 20)
    assert told(detect(door)) == [("line", 0, 41)]


def test_constraints_do_not_overlap_and_spaces_keep_the_frames_they_share():
    track = Track(0).still(10).hinge((0.0, 0.0, -0.4), (0.0, 1.0, 0.0), 0.8, 20).still(10)
    track.ball((0.0, 0.2, 0.0), 30).still(10)
    found = detect(track)
    assert all(a.stop <= b.start for a, b in pairwise(found))
    spaces = [(g.start, g.stop - 1) for g in found if g.kind == "space"]
    assert spaces == [(0, 10), (30, 40), (70, 80)]
    assert [g.kind for g in found] == ["space", "line", "space", "point", "space"]


def test_only_what_lasts_and_was_asked_for_is_told():
    track = Track(0)
    for frames in (3, 6, 12, 25):
        track.still(frames).travel(track.end + (0.5, 0.0, 0.0), 12, lift=0.1, swing=0.9)
        track.hinge((0.0, -0.1, 0.0), (1.0, 0.0, 0.0), 0.05 * frames, frames)
    for seconds in (0.12, 0.3, 0.6):
        found = detect(track, min_duration_s=seconds)
        assert found
        assert min(g.stop - g.start for g in found) >= round(25 * seconds)
    only = detect(track, kinds=("line",))
    assert {g.kind for g in only} == {"line"}
    assert told(only) == [t for t in told(detect(track)) if t[0] == "line"]


def test_a_slow_drift_is_no_space_without_templates():
    frames = 200
    drifting = WorldPose(
        np.linspace(0.0, 0.24, frames)[:, None, None] * (1.0, 0.0, 0.0), np.tile([1.0, 0, 0, 0], (frames, 1, 1))
    )
    assert detect_geometric(drifting, posed(Track())[1], 25.0, "a") == ()
