"""What wishes miss at worst, against NumPy."""

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from supple.kernels.point_misses import worst_misses


def test_the_worst_of_each_is_the_largest_of_its_tasks():
    rng, owner, count = np.random.default_rng(0), np.array([0, 1, 1, 3]), 5
    misses = np.where(rng.random((30, 4)) < 0.3, np.nan, rng.random((30, 4)))
    misses[12, 2] = misses[20, 1] = 2.0  # the first of two that are as bad
    worst, squares, (frames, first) = np.zeros(count), np.zeros(count), np.zeros((2, count), np.int64)
    worst_misses(misses, owner, worst, squares, frames, first)
    for c in range(count):
        own = misses[:, owner == c]
        some = np.flatnonzero(~np.isnan(own).all(axis=1))
        most = np.fmax.reduce(own[some], axis=1) if len(some) else np.zeros(0)
        assert frames[c] == len(some)
        assert_allclose(squares[c], np.sum(most**2), rtol=1e-12)
        assert worst[c] == most.max(initial=0.0)
        assert_array_equal(first[c], some[most.argmax()] if len(some) else 0)
    assert first[1] == 12
