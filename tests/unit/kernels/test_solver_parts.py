"""The parts of a solver: dense algebra, the pull to another pose."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from support.tolerances import ALGEBRA
from support.trees import random_motion, random_skeleton

from supple.core.dofs import dof_layout
from supple.core.jacobians import stepped
from supple.kernels import algebra, pull

seeds = st.integers(0, 2**32 - 1)


@given(seeds, st.integers(1, 30))
def test_a_positive_definite_system_is_solved(seed, size):
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(size, size + 3))
    matrix, b = root @ root.T + 1e-3 * np.eye(size), rng.normal(size=size)
    lower, x = np.tril(matrix), b.copy()
    assert algebra.cholesky(lower, size)
    assert_allclose(np.tril(lower) @ np.tril(lower).T, matrix, rtol=0, atol=1e-10)
    algebra.solve_lower(lower, x, size)
    algebra.solve_upper(lower, x, size)
    assert_allclose(matrix @ x, b, rtol=0, atol=1e-7)  # the smallest eigenvalue is about 1e-3


@given(seeds, st.integers(1, 30), st.integers(0, 7))
def test_rows_are_solved_as_one_by_one(seed, size, count):
    rng = np.random.default_rng(seed)
    lower, rows = rng.normal(size=(size, size)) + 5.0 * np.eye(size), rng.normal(size=(count + 1, size))
    solved, alone = rows.copy(), rows.copy()
    algebra.solve_lower_rows(lower, solved, count, size)
    for row in alone[:count]:
        algebra.solve_lower(lower, row, size)
    assert_allclose(solved, alone, rtol=1e-9, atol=1e-9)  # what lies above the diagonal, and the last row, are left


@given(seeds, st.integers(0, 17), st.integers(1, 40))
def test_products_of_rows_are_those_of_a_matrix_with_itself(seed, count, size):
    rows, gram = np.random.default_rng(seed).normal(size=(count + 2, size)), np.full((count + 1, count + 1), 7.0)
    algebra.fill_gram(rows, count, size, gram)
    assert_allclose(np.tril(gram[:count, :count]), np.tril(rows[:count] @ rows[:count].T), **ALGEBRA)
    assert (gram[count] == 7.0).all(), "rows after the last are left alone"


@pytest.mark.parametrize("size", [1, 2, 7, 60])
def test_only_the_lower_triangle_is_touched(size):
    root = np.random.default_rng(size).normal(size=(size, size + 3))
    matrix = np.tril(root @ root.T) + np.triu(np.full((size, size), np.nan), 1)
    assert algebra.cholesky(matrix, size)
    assert_allclose(np.tril(matrix), np.linalg.cholesky(root @ root.T), rtol=0, atol=1e-9)
    assert np.isnan(matrix[np.triu_indices(size, 1)]).all()


@pytest.mark.parametrize("bad", range(5))
def test_the_place_of_a_negative_pivot_does_not_matter(bad):
    for value in (0.0, -1e-6, np.nan):
        assert not algebra.cholesky(np.diag([value if i == bad else 1.0 for i in range(5)]), 5)


def test_an_indefinite_matrix_is_told():
    assert not algebra.cholesky(np.diag([1.0, -1e-6]), 2)
    assert not algebra.cholesky(np.zeros((2, 2)), 2)


@given(seeds)
def test_dependent_rows_do_not_enter_a_basis(seed):
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(4, 9))
    rows = np.vstack([rows, rows[0] + 2.0 * rows[3], rng.normal(size=9)])
    basis, rank = np.zeros((6, 9)), 0
    for row in rows:
        rank = algebra.add_direction(row, basis, rank, 9, 1e-8)
    assert rank == 5
    assert_allclose(basis[:5] @ basis[:5].T, np.eye(5), **ALGEBRA)
    left = rng.normal(size=9)
    algebra.remove_directions(left, basis, rank, 9)
    assert_allclose(rows @ left, 0.0, rtol=0, atol=1e-11)


def pulled(pose, goal):
    layout = dof_layout(pose.skeleton)
    out = np.zeros(len(layout))
    pull.pull_to(
        pose.root_positions[0], pose.rotations[0], goal.root_positions[0], goal.rotations[0],
        layout.start, layout.kind, layout.axes, out,
    )  # fmt: skip
    return out


@pytest.mark.parametrize("size", [1e-9, 1e-3, 1.0])
@pytest.mark.parametrize("seed", range(6))
def test_the_pull_undoes_a_step(seed, size):
    skeleton = random_skeleton(seed, 12, ("ball", "hinge", "fixed"))
    start = random_motion(seed, skeleton, 1)
    step = size * np.random.default_rng(seed).uniform(-1.0, 1.0, len(dof_layout(skeleton)))
    assert_allclose(pulled(start, stepped(start, 0, step)), step, rtol=1e-7, atol=1e-12)
    assert not pulled(start, start).any(), "nothing, to the last bit: that is how a frame is known to be well as it is"


def test_the_pull_takes_the_short_way_whatever_the_sign():
    start = random_motion(3, random_skeleton(3, 5, ("ball",)), 1)
    goal = stepped(start, 0, np.full(len(dof_layout(start.skeleton)), 0.4))
    flipped = goal.with_rotations(-goal.rotations)
    assert_allclose(pulled(start, flipped), pulled(start, goal), **ALGEBRA)
