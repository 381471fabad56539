"""Equations of a few rows against NumPy."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from supple.kernels.factors import add_rows, factored, fill_products, solve_factored, take_along


def factors_of(rows):
    count, size = rows.shape
    products, inverse = np.zeros((count, count)), np.zeros(count)
    fill_products(rows, count, size, products)
    return products, inverse, factored(products, count, inverse, np.zeros(count))


@pytest.mark.parametrize("count", [1, 2, 3, 5, 7, 15])
def test_solutions_are_those_of_the_normal_equations(count):
    rng = np.random.default_rng(count)
    rows, right = rng.normal(size=(count, 20)), rng.normal(size=count)
    products, inverse, fine = factors_of(rows)
    assert fine
    found = right.copy()
    solve_factored(products, inverse, found, count)
    assert_allclose(found, np.linalg.solve(rows @ rows.T, right), rtol=1e-10)


@pytest.mark.parametrize("twin", [1, 4, 6])
def test_a_row_with_nothing_new_takes_no_part(twin):
    rng = np.random.default_rng(twin)
    rows = rng.normal(size=(7, 20))
    rows[twin] = rows[0]
    products, inverse, fine = factors_of(rows)
    assert fine
    assert inverse[twin] == 0.0
    others, right = np.delete(np.arange(7), twin), rng.normal(size=7)
    found = right.copy()
    solve_factored(products, inverse, found, 7)
    assert found[twin] == 0.0
    assert_allclose(found[others], np.linalg.solve(rows[others] @ rows[others].T, right[others]), rtol=1e-8)


def test_rows_that_nearly_depend_are_not_trusted():
    rows = np.random.default_rng(0).normal(size=(6, 20))
    rows[4] = rows[1] + 3e-4 * rows[4]
    assert not factors_of(rows)[2]
    rows[4] = np.nan
    assert not factors_of(rows)[2]


@pytest.mark.parametrize("count", [2, 3, 8])
def test_sums_along_rows_and_of_rows(count):
    rng = np.random.default_rng(count)
    rows, vector, shares = rng.normal(size=(count, 11)), rng.normal(size=11), rng.normal(size=count)
    along, total = shares.copy(), vector.copy()
    take_along(rows, count, 11, vector, along)
    add_rows(rows, count, 11, shares, total)
    assert_allclose(along, shares - rows @ vector, rtol=1e-12, atol=1e-12)
    assert_allclose(total, vector + shares @ rows, rtol=1e-12, atol=1e-12)
