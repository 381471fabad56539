r"""Symmetric positive definite systems whose sparsity is that of the joint tree.

Two degrees of freedom meet in an entry of :math:`A = J^T W J` only where one of them carries the other. Eliminating
from the leaves to the root, :math:`A = L^T L` (L lower triangular) fills in nothing, so that only entries along
``above`` are ever touched: ``above[d]`` is the degree of freedom that carries d, -1 for the first.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import INTS, OUT_MATRIX, OUT_VECTOR, dense

_LEAST = 1e-300  # a pivot is never divided by less


@dense(OUT_MATRIX, INTS)
def factor(matrix, above):
    """The lower triangle of ``matrix`` (D, D) becomes L."""
    for k in range(matrix.shape[0] - 1, -1, -1):
        pivot = np.sqrt(max(matrix[k, k], _LEAST))
        matrix[k, k] = pivot
        i = above[k]
        while i >= 0:
            matrix[k, i] /= pivot
            i = above[i]
        i = above[k]
        while i >= 0:
            j = i
            while j >= 0:
                matrix[i, j] -= matrix[k, i] * matrix[k, j]
                j = above[j]
            i = above[i]


@dense()
def make_unit(lower, above, pivots):
    """L becomes U with ones on its diagonal, which are not written, and ``pivots`` (D,): A = U' diag(pivots) U."""
    for k in range(lower.shape[0]):
        pivot = lower[k, k]
        pivots[k] = pivot * pivot
        i = above[k]
        while i >= 0:
            lower[k, i] /= pivot
            i = above[i]


@dense()
def to_root(unit, above, x):
    """``x`` (D,) becomes the solution of U' y = x."""
    for k in range(x.shape[0] - 1, -1, -1):
        i = above[k]
        while i >= 0:
            x[i] -= unit[k, i] * x[k]
            i = above[i]


@dense()
def to_leaves(unit, above, x):
    """``x`` (D,) becomes the solution of U y = x."""
    for k in range(x.shape[0]):
        total = x[k]
        i = above[k]
        while i >= 0:
            total -= unit[k, i] * x[i]
            i = above[i]
        x[k] = total


@dense(OUT_MATRIX, INTS, OUT_VECTOR)
def solve(lower, above, x):
    """``x`` (D,) becomes the solution of A y = x, for the L of :func:`factor`."""
    for k in range(x.shape[0] - 1, -1, -1):
        x[k] /= lower[k, k]
        i = above[k]
        while i >= 0:
            x[i] -= lower[k, i] * x[k]
            i = above[i]
    for k in range(x.shape[0]):
        i = above[k]
        while i >= 0:
            x[k] -= lower[k, i] * x[i]
            i = above[i]
        x[k] /= lower[k, k]
