"""Systems of three unknowns as numbers, against NumPy's."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from supple.kernels.cleanup import blocks

UPPER = np.triu_indices(3)


@pytest.mark.parametrize("seed", range(5))
def test_it_solves_and_takes_out(seed):
    rng = np.random.default_rng(seed)
    rows, x = rng.normal(size=(3, 3)), rng.normal(size=3)
    start = blocks.with_square(tuple((rows @ rows.T)[UPPER]), tuple(x), 2.5)
    matrix, columns = rows @ rows.T + 2.5 * np.outer(x, x), rng.normal(size=(3, 3))
    assert_allclose(start, matrix[UPPER])
    found = blocks.each_solved(blocks.factored(start), tuple(map(tuple, columns.T)))
    assert_allclose(matrix @ np.array(found).T, columns, atol=1e-10)
    left = blocks.without_product(start, tuple(map(tuple, columns.T)), found)
    assert_allclose(left, (matrix - columns.T @ np.linalg.solve(matrix, columns))[UPPER], atol=1e-9)
