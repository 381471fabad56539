"""The parts of automatic detection: paths on a fine clock, stillness, the ground, medians, names of markers."""

import numpy as np
import pytest
from support.footsteps import climbing

from supple.detect.floor import find_floor, grouped_median
from supple.detect.ground import find_ground
from supple.detect.marker_parts import foot_markers, marker_point
from supple.detect.marker_shapes import shaped_points
from supple.detect.settings import DEFAULT_RULE
from supple.detect.standing import standing_spans
from supple.detect.stillness import Ends, Watched, still_spans, swing_speed
from supple.detect.tracks import tracks_of

RATE = 100.0


def watched(speed, path=None, valid=None):
    speed = np.asarray(speed, dtype=np.float64)
    path = np.zeros((len(speed), 3)) if path is None else path
    valid = np.ones(len(speed), dtype=bool) if valid is None else valid
    return Watched(speed, swing_speed(speed, RATE, 0.5), path, valid, RATE, 0.15, 0.03)


def stepping(ramp: float) -> np.ndarray:
    """A speed that is 0 from 1 s to 2 s and 4 m/s else, with even changes of ``ramp`` seconds outside."""
    clock = np.arange(0.0, 3.0, 1.0 / RATE)
    return np.interp(clock, [0.0, 1.0 - ramp, 1.0, 2.0, 2.0 + ramp, 3.0], [4.0, 4.0, 0.0, 0.0, 4.0, 4.0])


@pytest.mark.parametrize("fps", [20.0, 50.0, 120.0, 240.0, 999.0])
def test_straight_ways_keep_their_velocity_up_to_the_ends(fps):
    clock = np.arange(60) / fps
    tracks = tracks_of(np.stack([np.stack([2.0 * clock, 0.0 * clock, -clock], axis=1)], axis=1), fps, 0.012)
    assert tracks.rate == pytest.approx(120.0)
    np.testing.assert_allclose(
        tracks.velocities[:, 0], np.tile([2.0, 0.0, -1.0], (len(tracks.velocities), 1)), atol=1e-9
    )
    moments = np.arange(len(tracks.positions)) / tracks.rate
    np.testing.assert_allclose(tracks.positions[:, 0, 0], 2.0 * moments, atol=1e-9)
    assert 0.0 <= moments[-1] - clock[-1] < 1.0 / tracks.rate


def test_shaking_paths_are_blurred_more():
    steps = climbing(fps=120.0).positions
    calm = tracks_of(steps, 120.0, 0.012)
    noisy = tracks_of(steps + np.random.default_rng(0).normal(scale=5e-3, size=steps.shape), 120.0, 0.012)
    assert calm.shake.max() < 0.03
    assert noisy.shake.min() > 0.03
    assert np.abs(noisy.velocities - calm.velocities).mean() < 0.25  # 0.4 with the blur of calm paths


def test_a_rest_begins_and_ends_where_the_speed_does():
    (span,) = still_spans(watched(stepping(0.1)), Ends(0.2, 0.03), DEFAULT_RULE)
    assert (span.start, span.stop) == (pytest.approx(1.0, abs=0.006), pytest.approx(2.0, abs=0.006))


def test_without_an_onset_it_ends_at_the_thresholds():
    (span,) = still_spans(watched(stepping(0.1)), Ends(0.2), DEFAULT_RULE)
    assert span.start == pytest.approx(1.0 - DEFAULT_RULE.land * 0.1, abs=1e-6)
    assert span.stop == pytest.approx(2.0 + 0.2 * 0.1, abs=1e-6)


def test_a_point_that_creeps_before_it_goes_leaves_at_the_threshold():
    speed = np.maximum(stepping(0.1), 0.3 * (np.arange(300) >= 150))
    (span,) = still_spans(watched(speed), Ends(0.2, 0.03), DEFAULT_RULE)
    assert span.stop == pytest.approx(2.02, abs=0.002)


def test_short_faults_are_bridged_only_where_the_point_stays():
    speed, away = stepping(0.1), np.zeros((300, 3))
    speed[150:155] = 3.0
    away[153:, 0] = 0.2
    assert len(still_spans(watched(speed), Ends(0.2), DEFAULT_RULE)) == 1
    assert len(still_spans(watched(speed, away), Ends(0.2), DEFAULT_RULE)) == 2


def bouncing(top: float) -> Watched:
    """A heel that stands for 0.2 s, goes up slowly, pauses at ``top`` [m] for 0.2 s, and comes down to stand again."""
    clock = np.arange(0.0, 3.0, 1.0 / RATE)
    high = np.interp(clock, [0.0, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 3.0], [1.5, 0, 0, top, top, 0, 0, 1.5])
    bell = np.exp(-0.5 * (np.arange(-6, 7) / 2.0) ** 2)
    path = np.zeros((len(clock), 3))
    path[:, 1] = np.convolve(np.pad(high, 6, "edge"), bell / bell.sum(), "valid")
    speed = np.abs(np.gradient(path[:, 1])) * RATE
    return Watched(speed, np.full(len(clock), 5.0), path, np.ones(len(clock), bool), RATE, 0.15, 0.03)


def test_a_heel_that_bounces_does_not_stand_at_the_top():
    """It lands below 0.75 m/s and leaves above 0.5: seen from behind, the pause seems to begin before the heel left."""
    heel, centre = bouncing(0.12), np.full(300, 2.0)
    assert len(still_spans(heel, Ends(0.10, 0.0, True), DEFAULT_RULE)) == 3
    spans = standing_spans(heel, Ends(0.10, 0.0, True), DEFAULT_RULE, centre, 1.0)
    heights = [heel.path[int(span.middle * RATE), 1] for span in spans]
    assert heights == pytest.approx([0.0, 0.0], abs=0.01)


def test_moments_that_were_not_seen_belong_to_no_contact():
    valid = np.ones(300, dtype=bool)
    valid[140:160] = False
    first, second = still_spans(watched(stepping(0.1), valid=valid), Ends(0.2), DEFAULT_RULE)
    assert (first.stop, second.start) == (1.39, 1.60)
    assert first.open_stop
    assert second.open_start


def test_what_is_never_slow_or_too_short_is_no_contact():
    assert still_spans(watched(np.full(300, 2.0)), Ends(0.2), DEFAULT_RULE) == []
    speed = np.full(300, 4.0)
    speed[100:104] = 0.0
    assert still_spans(watched(speed), Ends(0.2), DEFAULT_RULE) == []


def test_what_slides_away_slowly_does_not_stay():
    body = np.full(300, 1.0)
    for far, found in ((0.4, 0), (0.1, 1)):
        path = np.linspace(0.0, 1.0, 300)[:, None] * (far, 0.0, 0.0)
        point = watched(np.full(300, 0.05), path)
        assert len(still_spans(point, Ends(0.2), DEFAULT_RULE)) == 1
        assert len(standing_spans(point, Ends(0.2), DEFAULT_RULE, body, 1.0)) == found


@pytest.mark.parametrize("belt", [0.0, 0.1, 1.3])
def test_the_ground_moves_as_most_low_feet_do(belt):
    steps = climbing(belt=belt)
    tracks = tracks_of(steps.positions, steps.fps, 0.012)
    ground = find_ground(
        tracks.positions, tracks.velocities, tracks.valid, tracks.velocities.mean(axis=1), tracks.rate, 1.0
    )
    np.testing.assert_allclose(ground.velocity, [0.0, 0.0, -belt], atol=0.01)
    assert ground.is_belt == (belt > 0.25)


def test_grouped_medians_equal_those_of_each_group():
    rng = np.random.default_rng(1)
    values, groups = rng.normal(size=57), rng.integers(0, 6, size=57)
    groups[groups == 4] = 5
    expected = [np.median(values[groups == g]) if (groups == g).any() else np.nan for g in range(8)]
    np.testing.assert_allclose(grouped_median(values, groups, 8), expected)


def test_a_floor_keeps_its_height_with_a_few_wrong_footings():
    rng = np.random.default_rng(2)
    places = np.column_stack([rng.uniform(-2, 2, 20), 0.3 + rng.normal(scale=2e-3, size=20), rng.uniform(-2, 2, 20)])
    places[:2, 1] += 0.5
    floor = find_floor(places, np.ones(20), 1.0)
    assert floor.plane.height == pytest.approx(0.3, abs=5e-3)
    assert floor.plane.normal == pytest.approx([0.0, 1.0, 0.0], abs=2e-3)
    assert find_floor(np.zeros((0, 3)), np.zeros(0), 1.0) is None


NAMED = {
    "LHEE": "left heel", "RTOE": "right toe", "L.Toe.Tip": "left toe", "R.Heel": "right heel", "r_calc": "right heel",
    "L_toe": "left toe", "r_5meta": "right ball", "RCAL": "right heel", "RMT5": "right ball", "heel_r": "right heel",
    "RightHeel": "right heel", "LeftToeBase": "left ball", "RFCC": "right heel", "L_FM1": "left ball",
    "R.Heel.Top": "right heel", "RD5M": "right ball", "RHLX": "right toe", "LSMH": "left ball",
    "Takeo:LHEE": "left heel", "r met1": "right ball", "R_Toe_Lat": "right toe", "LCA": "left heel",
    "L.LateralFoot": "left ball", "R.PosteriorFoot": "right heel", "RMTP1": "right ball", "1MT_L": "left ball",
}  # fmt: skip


@pytest.mark.parametrize("label", NAMED)
def test_markers_of_feet_are_known_by_many_names(label):
    point = marker_point(label)
    assert f"{point.limb} {point.part}" == NAMED[label]
    assert point.name == label


def test_other_markers_are_on_no_foot():
    labels = (
        "LANK RKNE LTHI RASI LFIN RWRA C7 LTIB L.ASIS R.Ankle.Lat LToeAngles RHAND LFOO LMMAL RMFC CLAV T10 STRN L R"
    )
    assert foot_markers(labels.split()) == []


def test_feet_without_names_are_known_by_their_movement():
    steps = climbing()
    knee = steps.positions[:, :1] + (0.0, 0.45, 0.1)
    points = shaped_points(["a", "b", "c", "d", "knee"], np.concatenate([steps.positions, knee], axis=1), 1.75)
    assert [point.on_foot for point in points] == [True, True, True, True, False]
    assert points[0].limb == points[1].limb != points[2].limb == points[3].limb
