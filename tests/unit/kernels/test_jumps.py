"""Jumps in compiled code against NumPy."""

import numpy as np
from numpy.testing import assert_allclose

from supple.kernels.jumps import jump_lengths, jump_shares, largest_about

RNG = np.random.default_rng(0)
PATHS, SOURCE = RNG.normal(size=(2, 12, 4, 3))


def naive_jumps(paths):
    return np.linalg.norm(np.diff(paths, 2, axis=0), axis=-1)


def test_jumps_are_lengths_of_second_differences():
    out = np.zeros((7, 4))
    jump_lengths(PATHS, 2, 9, out)
    assert_allclose(out, naive_jumps(PATHS)[1:8], rtol=1e-13)


def test_of_the_whole_jump_and_what_is_added_the_larger_share_counts():
    whole, added, out = RNG.uniform(0.5, 2.0, 4), RNG.uniform(0.5, 2.0, (7, 4)), np.zeros((7, 4))
    jump_shares(PATHS, SOURCE, 2, whole, added, out)
    shares = np.maximum(naive_jumps(PATHS)[1:8] / whole, naive_jumps(PATHS - SOURCE)[1:8] / added)
    assert_allclose(out, shares, rtol=1e-12)


def test_the_largest_about_a_row():
    numbers, out = RNG.normal(size=(9, 3)), np.zeros((9, 3))
    largest_about(numbers, 2, out)
    assert_allclose(out, [numbers[max(n - 2, 0) : n + 3].max(axis=0) for n in range(9)])
