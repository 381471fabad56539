"""A banded system, against the dense one."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from supple.kernels.cleanup.band import SPARE, WIDTH, solve_band


@pytest.mark.parametrize("size", [1, 3, 9, 10, 60])
def test_it_solves(size):
    rng = np.random.default_rng(size)
    rows = np.tril(np.triu(rng.normal(size=(size, size)), 1 - WIDTH))
    matrix, b = rows @ rows.T + size * np.eye(size), rng.normal(size=size)
    band, x = np.zeros((size + SPARE, WIDTH)), np.append(b, np.zeros(SPARE))
    for k in range(min(WIDTH, size)):
        band[: size - k, k] = np.diagonal(matrix, -k)
    solve_band(band, x)
    assert_allclose(matrix @ x[:size], b, rtol=0.0, atol=1e-11)
    assert not x[size:].any()
