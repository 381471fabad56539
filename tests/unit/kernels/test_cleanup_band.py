"""A banded system, against the dense one."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from supple.kernels.cleanup.band import solve_band


@pytest.mark.parametrize(("size", "width"), [(1, 1), (5, 3), (9, 9), (30, 9), (4, 9)])
def test_it_solves(size, width):
    rng = np.random.default_rng(size)
    rows = np.tril(np.triu(rng.normal(size=(size, size)), 1 - width))
    matrix, b = rows @ rows.T + size * np.eye(size), rng.normal(size=size)
    band = np.zeros((size, width))
    for k in range(min(width, size)):
        band[k:, k] = np.diagonal(matrix, -k)
    x = b.copy()
    solve_band(band, x)
    assert_allclose(matrix @ x, b, rtol=0.0, atol=1e-12)
