"""The quadratic model of frames that are solved together, against differences and dense algebra."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from supple.solvers.prioritized.banded import Frames, band_of, free_directions

N, D, J = 6, 9, 4


def made(seed, ranks):
    random = np.random.default_rng(seed)
    basis = np.zeros((N, 5, D))
    for n, rank in enumerate(ranks):
        basis[n, :rank] = np.linalg.qr(random.normal(size=(D, max(rank, 1))))[0].T[:rank]
    half = random.normal(size=(N, D, D))
    hessian = half @ np.swapaxes(half, 1, 2) + np.eye(D)
    moved, bent = random.normal(size=(N, 3 * J, D)), random.normal(size=(N + 2, J, 3))
    weights = random.uniform(0.1, 2.0, size=(N + 2, J))
    return Frames(basis, np.array(ranks), hessian, random.normal(size=(N, D)), moved, bent, weights)


@pytest.mark.parametrize("ranks", [(2, 2, 2, 2, 2, 2), (0, 1, 4, 2, 3, 4), (4, 4, 4, 4, 4, 4)])
def test_the_step_is_that_of_the_whole_system(ranks):
    """One dense KKT system: squares of second differences, the frames' own models, and what is held as equations."""
    frames = made(0, ranks)
    twice = np.zeros((N + 2, N))
    for k in range(N):
        twice[k : k + 3, k] = (1.0, -2.0, 1.0)
    matrix, right = np.zeros((N * D, N * D)), frames.downhill.ravel().copy()
    for n in range(N):
        matrix[n * D : (n + 1) * D, n * D : (n + 1) * D] += frames.hessian[n]
    for f in range(N + 2):
        rows = np.concatenate([twice[f, n] * frames.moved[n] for n in range(N)], axis=1)  # (3 J, N D)
        weighed = rows * np.repeat(frames.weights[f], 3)[:, None]
        matrix += rows.T @ weighed
        right -= weighed.T @ frames.bent[f].ravel()
    held = [np.pad(row, (n * D, (N - 1 - n) * D)) for n in range(N) for row in frames.basis[n, : ranks[n]]]
    rows = np.reshape(held, (len(held), N * D))
    system = np.block([[matrix, rows.T], [rows, np.zeros((len(held), len(held)))]])
    expected = np.linalg.solve(system, np.concatenate([right, np.zeros(len(held))]))[: N * D]
    assert_allclose(band_of(frames).solved(0.0).ravel(), expected, rtol=0, atol=1e-9)


def test_free_directions_are_as_many_as_are_free():
    frames = made(1, (2, 3, 4, 2, 2, 3))
    free = free_directions(frames.basis, frames.rank)
    assert free.shape == (N, D, D - 2)
    assert_allclose(frames.basis[0, :2] @ free[0], 0.0, atol=1e-12)
    assert_allclose((free**2).sum(axis=(1, 2)), D - frames.rank, atol=1e-12)


def test_where_nothing_is_free_nothing_moves():
    frames = made(2, (1,) * N)
    whole = frames._replace(basis=np.tile(np.eye(D), (N, 1, 1)), rank=np.full(N, D))
    assert not band_of(whole).solved(1.0).any()
