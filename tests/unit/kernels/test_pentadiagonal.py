"""Systems of five diagonals against SciPy's banded solver."""

import numpy as np
import pytest
from scipy.linalg import solveh_banded

from supple.kernels.pentadiagonal import solve_rows
from supple.recipes.everyday.low_pass import _bands


@pytest.mark.parametrize("frames", [3, 4, 50, 700])
@pytest.mark.parametrize("weight", [0.1, 30.0, 1e5])
def test_solutions_are_those_of_scipy(frames, weight):
    rows = np.random.default_rng(frames).normal(size=(frames, 5)).cumsum(axis=0)
    expected = solveh_banded(_bands(frames, weight), rows, lower=True)
    found = rows.copy()
    solve_rows(_bands(frames, weight), found)
    np.testing.assert_allclose(found, expected, atol=1e-15 * weight + 1e-12)
