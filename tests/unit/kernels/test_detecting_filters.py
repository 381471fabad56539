"""Filters, speeds and middles of detection against SciPy and NumPy."""

import numpy as np
import pytest
from scipy.interpolate import CubicSpline
from scipy.ndimage import convolve1d, gaussian_filter1d
from support.tolerances import ALGEBRA

from supple.detect.percentiles import middle_of, row_percentiles
from supple.detect.stillness import bell_of
from supple.detect.tracks import speeds_against
from supple.kernels.detecting.filters import mean_and_slope, sampled_rows, weighted_mean
from supple.kernels.detecting.places import middle_lifts, middle_places
from supple.kernels.detecting.speeds import slower_against

RNG = np.random.default_rng(3)


@pytest.mark.parametrize("count", [1, 5, 40, 300])
@pytest.mark.parametrize("sigma", [1.2, 4.8])
def test_weighted_means_are_those_of_scipy(count, sigma):
    rows = RNG.normal(size=(count, 7))
    mean = np.empty(rows.shape)
    weighted_mean(rows, bell_of(sigma), mean)
    np.testing.assert_array_equal(mean, gaussian_filter1d(rows, sigma, axis=0, mode="nearest"))


def sampled(rows, times, count):
    out = np.empty((count, rows.shape[1]))
    sampled_rows(rows, times, np.empty(len(rows)), np.empty(rows.shape), out)
    return out


@pytest.mark.parametrize("count", [2, 3, 4, 50])
@pytest.mark.parametrize("times", [0.4, 0.5, 1.2, 2.0, 7.0])
def test_samples_are_on_the_natural_spline_of_scipy(count, times):
    rows = RNG.normal(size=(count, 6))
    fine = sampled(rows, times, int((count - 1) * times) + 1)
    spline = CubicSpline(np.arange(count), rows, bc_type="natural")
    np.testing.assert_allclose(fine, spline(np.arange(len(fine)) / times), **ALGEBRA)
    if times in (2.0, 7.0):
        np.testing.assert_array_equal(fine[:: int(times)], rows)


def test_samples_after_the_last_row_go_on_straight():
    rows = RNG.normal(size=(6, 3))
    slope = CubicSpline(np.arange(6), rows, bc_type="natural")(5.0, 1)
    np.testing.assert_allclose(sampled(rows, 0.4, 4)[-1], rows[-1] + 2.5 * slope, **ALGEBRA)


@pytest.mark.parametrize("count", [2, 6, 200])
def test_means_and_slopes_are_those_of_a_path_that_is_mirrored_at_its_ends(count):
    rows, at = RNG.normal(size=(count, 6)), np.arange(-5, 6)[5 - min(5, count - 1) : 6 + min(5, count - 1)]
    bell = np.exp(-0.1 * at**2)
    slope, reach = at * bell, len(at) // 2
    mean, change = np.empty(rows.shape), np.empty(rows.shape)
    mean_and_slope(rows, bell, slope, mean, change)
    before, after = 2.0 * rows[0] - rows[reach:0:-1], 2.0 * rows[-1] - rows[-2 : -reach - 2 : -1]
    padded, inside = np.concatenate([before, rows, after]), slice(reach, reach + count)
    np.testing.assert_array_equal(mean, convolve1d(padded, bell, axis=0)[inside])
    np.testing.assert_array_equal(change, convolve1d(padded, -slope, axis=0)[inside])


def test_speeds_are_lengths_of_differences():
    velocities, others = RNG.normal(size=(50, 4, 3)), RNG.normal(size=(50, 4, 3))
    for against in (others, others[:, 0], others[0, 0]):
        apart = velocities - (against[:, None] if against.ndim == 2 else against)
        np.testing.assert_array_equal(speeds_against(velocities, against), np.linalg.norm(apart, axis=2).T)


def test_speeds_against_another_point_count_where_it_stands_and_they_are_less():
    velocities = RNG.normal(size=(50, 4, 3))
    speed = np.linalg.norm(velocities[:, 1], axis=1)
    relative, least = np.linalg.norm(velocities[:, 1] - velocities[:, 3], axis=1), speed.copy()
    slower_against(velocities, 1, 3, np.array([5, 40]), np.array([20, 60]), least)
    inside = np.zeros(50, dtype=bool)
    inside[5:20] = inside[40:] = True
    np.testing.assert_array_equal(least, np.where(inside, np.minimum(speed, relative), speed))


def test_places_are_medians_over_spans():
    positions, places = RNG.normal(size=(80, 3, 3)), np.empty((4, 3))
    firsts, stops, points = np.array([0, 10, 70, 30]), np.array([7, 50, 99, 30]), np.array([0, 2, 1, 1])
    middle_places(positions, points, firsts, stops, np.empty(80), places)
    for k in range(3):
        np.testing.assert_array_equal(places[k], np.median(positions[firsts[k] : stops[k], points[k]], axis=0))
    assert np.isnan(places[3]).all()


def test_lifts_are_heights_above_the_middle_of_the_points_that_stand():
    positions, stand = RNG.normal(size=(60, 5, 3)), RNG.uniform(size=5)
    points, columns = np.array([0, 0, 3, 4]), np.array([0, 0, 1, 2])
    firsts, stops = np.array([0, 40, 5, 10]), np.array([20, 55, 30, 35])
    lifts, heights = np.empty(4), np.full((60, 3), np.nan)
    middle_lifts(positions, stand, points, columns, firsts, stops, heights, np.empty(120), lifts)
    known = np.full((60, 3), np.nan)
    for point, column, first, stop in zip(points, columns, firsts, stops, strict=True):
        known[first:stop, column] = positions[first:stop, point, 1] - stand[point]
    together = np.isfinite(known).sum(axis=1) > 1
    levels = np.array([np.nanmedian(row) if both else np.nan for row, both in zip(known, together, strict=True)])
    for k in (0, 2, 3):
        above = (known[:, columns[k]] - levels)[firsts[k] : stops[k]]
        assert lifts[k] == np.median(above[np.isfinite(above)])
    assert np.isnan(lifts[1])  # nothing else stands then


def test_percentiles_of_rows_leave_out_what_was_not_seen():
    values, valid = RNG.normal(size=(3, 40)), RNG.uniform(size=(3, 40)) < 0.5
    valid[2] = False
    expected = [np.percentile(v[seen], 60.0) for v, seen in zip(values[:2], valid[:2], strict=True)]
    np.testing.assert_array_equal(row_percentiles(values, valid, 60.0), [*expected, 0.0])
    np.testing.assert_array_equal(middle_of(values.T[:9]), np.median(values.T[:9], axis=0))
    np.testing.assert_array_equal(middle_of(values.T[:8]), np.median(values.T[:8], axis=0))
