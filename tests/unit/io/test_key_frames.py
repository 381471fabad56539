"""The frames chosen for keys, whatever format states them."""

import numpy as np
import pytest

from supple.io.key_frames import choose

MANY = 10**6


@pytest.mark.parametrize("rate", [24.0, 25.0, 30000.0 / 1001.0, 30.0, 60.0, 120.0, 1000.0])
def test_a_capture_keeps_its_own_rate(rate):
    keys = (np.arange(500) / rate).astype(np.float32).astype(float)
    found = choose(keys, MANY)
    assert (found.count, found.frame_time) == (500, pytest.approx(1.0 / rate, rel=1e-12))


def test_thinned_keys_still_tell_the_grid():
    keys = np.array([0, 7, 9, 12, 40, 41.0]) / 24.0
    assert choose(keys, MANY).count == 42
    coarse = np.array([0, 2, 5, 9.0]) / 30.0  # no two keys are one frame apart
    found = choose(coarse, MANY)
    assert (found.count, found.frame_time) == (10, pytest.approx(1.0 / 30.0))


def test_key_poses_get_frames_between_them():
    found = choose(np.array([0.0, 0.5, 1.5]), MANY)
    assert (found.count, found.frame_time) == (46, pytest.approx(1.0 / 30.0))


def test_keys_written_with_few_digits_still_lie_on_a_grid():
    rounded = np.array([0.0, 0.143, 0.286, 0.429, 0.571, 0.714, 0.857, 1.0])  # sevenths
    assert "no common grid" not in choose(rounded, MANY, slack=0.01).reason
    assert choose(rounded, MANY, slack=0.01).frame_time == pytest.approx(1.0 / 7.0 / 5)


def test_keys_on_no_grid_are_sampled_at_thirty_or_more_and_the_last_is_met():
    keys = np.array([0.5, 0.7718281, 1.5, 3.6415926])
    found = choose(keys, MANY)
    assert 30.0 <= 1.0 / found.frame_time < 31.0
    assert "no common grid" in found.reason
    assert (found.times[0], found.times[-1]) == (0.5, pytest.approx(keys[-1], abs=1e-12))


def test_a_stated_frame_time_counts_only_where_it_fits():
    keys = np.arange(5) * 1.0
    assert choose(keys, MANY, stated=1.0).count == 5
    assert choose(keys, MANY, stated=0.7).frame_time == pytest.approx(1.0 / 30.0)


def test_more_frames_than_allowed_are_made_coarser_with_a_warning():
    found = choose(np.array([0.0, 3.0e7]), 100)
    assert (found.count, found.times[-1]) == (100, pytest.approx(3.0e7))
    assert "far more than the file holds" in found.warning
