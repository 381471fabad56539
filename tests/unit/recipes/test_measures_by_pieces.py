"""Long clips are measured by pieces: the numbers stay the same, and memory stays near that of the clip."""

import tracemalloc

import numpy as np
from scipy.interpolate import CubicSpline
from support.motions import human_skeleton, smooth_motion

from supple.recipes import compare as comparing
from supple.recipes.measures import rates

FRAME_TIME = 1 / 120


def test_a_path_at_another_rate_is_the_same_by_pieces(monkeypatch):
    path = np.cumsum(np.random.default_rng(3).normal(size=(200, 5, 3)), axis=0)
    moments = np.arange(int(199 * FRAME_TIME * 60) + 1) / 60.0
    whole = CubicSpline(np.arange(200) * FRAME_TIME, path)(moments)
    for together in (1, 1000, 1 << 18):
        monkeypatch.setattr(rates, "_TOGETHER", together)
        assert np.array_equal(rates.sampled(path, FRAME_TIME, 60.0), whole)


def test_splines_of_a_long_clip_take_little_more_than_the_clip():
    path = np.zeros((50_000, 40))
    rates.sampled(path[:10], FRAME_TIME, 60.0)  # loads what is needed
    tracemalloc.start()
    rates.sampled(path, FRAME_TIME, 60.0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3.0 * path.nbytes  # one spline through all takes more than ten times as much


def test_a_comparison_is_the_same_by_pieces(monkeypatch):
    first, second = (smooth_motion(human_skeleton(), 40, seed=seed) for seed in (1, 2))
    whole = comparing.compare(first, second)
    monkeypatch.setattr(comparing, "_BLOCK", 7)
    assert comparing.compare(first, second) == whole
