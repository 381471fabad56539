"""Thresholds: from templates, naive and robust, over time, and from the clip itself (rows 66 to 68)."""

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator
from support import slow_geometric as slow
from support.moving_frames import Track, posed

from supple.detect.geometric import GeometricSettings, Template
from supple.detect.geometric.automatic import automatic, between
from supple.detect.geometric.detection import measures_of
from supple.detect.geometric.displacements import displacements, joint_path
from supple.detect.geometric.thresholds import in_time, largest, learned, least_median


def setup(track, *templates, fps=25.0):
    path = joint_path(posed(track)[0], 0)
    measures = measures_of(GeometricSettings(), fps, len(path.positions), templates, 1.75)
    found = displacements(path, measures.lag)
    return found, automatic(found, measures, fps), measures


def test_the_naive_rule_takes_the_largest_value_of_the_template():
    template = Template("space", 3, 9)
    found, limits, measures = setup(Track(2).still(20, 0.003, 0.5), template)
    naive = learned(found, [template], limits, measures, robust=False)
    assert naive.space == pytest.approx(found.moved[3:9].max())
    assert naive.sigma == pytest.approx(found.sigma[3:9].max())
    assert naive.line == pytest.approx(naive.space)  # nothing else is known about lines


def test_six_bad_frames_of_twenty_six_are_rejected():
    rng = np.random.default_rng(0)
    good, bad = rng.uniform(0.0014, 0.002, 20), rng.uniform(0.006, 0.03, 6)
    values = np.concatenate([good, bad])
    assert least_median(values) == good.max()
    assert largest(values) == bad.max()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("count", [1, 2, 3, 7, 40])
def test_the_robust_rule_is_that_of_plain_loops(count, seed):
    values = np.random.default_rng(seed).exponential(size=count)
    assert least_median(values) == slow.least_median(list(values))


@pytest.mark.parametrize("values", [[0.5], [0.2, 0.2, 0.2], [0.0, 0.0, 0.0, 1.0], [0.3, 0.3, 0.3, 0.3, 0.9]])
def test_values_without_spread_are_no_trouble(values):
    assert least_median(np.array(values)) == np.median(values)


def test_one_template_is_a_constant():
    assert (in_time(np.arange(50.0), [(Template("space", 10, 20), 0.3)]) == 0.3).all()


def test_between_templates_goes_the_monotone_cubic_of_scipy():
    knots = [(Template("space", 10, 20), 0.3), (Template("space", 40, 47), 0.1), (Template("space", 90, 99), 0.8)]
    times = np.linspace(10.0, 99.0, 500)
    frames = [f for t, _ in knots for f in (t.start, t.end)]
    oracle = PchipInterpolator(frames, [v for _, v in knots for _ in (0, 1)])
    np.testing.assert_allclose(in_time(times, knots), oracle(times), atol=1e-12)
    outside = in_time(np.array([-100.0, 0.0, 200.0]), knots)
    assert outside.tolist() == [0.3, 0.3, 0.8]  # held, not extrapolated


def test_templates_that_share_a_frame_keep_the_larger_value_there():
    knots = [(Template("space", 74, 80), 0.1), (Template("space", 80, 92), 0.4)]
    values = in_time(np.array([74.0, 80.0, 86.0, 92.0]), knots)
    assert values == pytest.approx([0.1, 0.4, 0.4, 0.4])


def test_templates_of_lines_and_spaces_do_not_mix():
    track = Track(1).hinge((0.0, -0.1, 0.0), (1.0, 0.0, 0.0), 0.6, 8, noise=0.002).still(20, 0.0005, 0.1)
    line, space = Template("line", 0, 8), Template("space", 8, 28)
    found, limits, measures = setup(track, line, space)
    both = learned(found, [line, space], limits, measures)
    alone = learned(found, [space], limits, measures)
    assert both.sigma.tolist() == alone.sigma.tolist()  # the third singular value, 0, would make everything a line
    assert both.space.tolist() == alone.space.tolist()
    assert both.line.max() > 1.2 * both.space.max()


def test_with_lines_alone_what_turns_half_as_much_is_still_a_line():
    track = Track(1).hinge((0.0, -0.1, 0.0), (1.0, 0.0, 0.0), np.radians(4.0), 20)  # 5 degrees a second
    template = Template("line", 0, 20)
    found, limits, measures = setup(track, template)
    assert limits.sigma.min() > found.sigma.max()  # by itself, this is still
    assert learned(found, [template], limits, measures).sigma.max() == pytest.approx(0.5 * np.median(found.sigma))


def test_without_templates_the_threshold_parts_the_still_from_the_moving_within_bounds():
    rng = np.random.default_rng(0)
    still, moving = rng.uniform(0.01, 0.02, 100), rng.uniform(1.0, 2.0, 80)
    assert 0.02 < between(np.concatenate([still, moving]), 0.001, 10.0) < 1.0
    assert between(moving, 0.04, 0.16) == 0.16  # a head that never stops
    assert between(still * 0.01, 0.04, 0.16) == 0.04  # a foot that never moves
    assert between(np.array([]), 0.04, 0.16) == 0.16
    assert between(np.array([0.3]), 0.04, 0.16) == 0.16


def test_thresholds_without_templates_scale_with_the_body():
    small, large = (
        automatic(found, measures_of(GeometricSettings(), 25.0, 31, [], size), 25.0)
        for size in (1.0, 2.0)
        for found in [displacements(joint_path(posed(Track().travel((9.0, 0.0, 0.0), 30))[0], 0))]
    )
    assert large.space[0] == pytest.approx(2.0 * small.space[0])
    assert large.sigma[0] == small.sigma[0]
