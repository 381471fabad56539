"""Arrays that compiled code looks at without counting who does."""

import sys

import numpy as np
import pytest
from numba import njit
from numba.core.errors import TypingError
from numpy.testing import assert_array_equal

from supple.kernels.jit import DISABLED
from supple.kernels.lent import lent


@njit
def shift(arrays):
    """Add the first array to the others."""
    given, parts = lent(arrays)
    one, other = parts
    for i in range(given.shape[0]):
        one[i] += given[i]
        other[i, 0] += given[i]


@njit
def lend(number):
    return lent(number)


def test_what_is_lent_is_the_array_itself_and_stays_its_owners():
    given, one, other = np.arange(3.0), np.ones(3), np.zeros((3, 2))
    counts = [sys.getrefcount(array) for array in (given, one, other)]
    for _ in range(5):
        shift((given, (one, other)))
    assert_array_equal(one, [1.0, 6.0, 11.0])
    assert_array_equal(other, [[0.0, 0.0], [5.0, 0.0], [10.0, 0.0]])
    assert [sys.getrefcount(array) for array in (given, one, other)] == counts


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_only_arrays_are_lent():
    with pytest.raises(TypingError, match="only arrays"):
        lend(1.0)
