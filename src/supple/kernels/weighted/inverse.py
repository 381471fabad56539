r"""The right pseudo-inverse of a limb's Jacobian, applied to a wanted move.

.. math:: \dot q = W J^T y, \qquad (J V J^T + \lambda I)\, y = \dot x

``V = 1`` is the plain pseudo-inverse with weights applied to its result (the joint's share is scaled and what it does
not do is left undone); ``V = W`` is the true weighted one, in which the other joints do what a stiff one leaves.
:math:`\lambda` is far below the squared singular values of any bent limb: it keeps the algebra finite in a straight
one.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.algebra import cholesky, solve_lower, solve_upper
from supple.kernels.jit import INT, MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, dense, types


@dense(MATRIX, VECTOR, INT, types.float64, OUT_MATRIX)
def fill_square(jacobian, weights, rows, damping, square):
    """The lower triangle of J V J^T + damping, (rows, rows)."""
    for i in range(rows):
        for j in range(i + 1):
            total = 0.0
            for d in range(jacobian.shape[1]):
                total += jacobian[i, d] * weights[d] * jacobian[j, d]
            square[i, j] = total
        square[i, i] += damping


@dense(OUT_MATRIX, OUT_VECTOR, returns=types.boolean)
def solve_three(square, y):
    """``y`` becomes the solution of a symmetric system of three, by cofactors of its lower triangle; false if none."""
    a, b, c = square[0, 0], square[1, 0], square[2, 0]
    d, e, f = square[1, 1], square[2, 1], square[2, 2]
    aa, ab, ac = d * f - e * e, c * e - b * f, b * e - c * d
    determinant = a * aa + b * ab + c * ac
    if not determinant > 0.0:
        return False
    scale = 1.0 / determinant
    x, v, z = y[0] * scale, y[1] * scale, y[2] * scale
    bb, bc, cc = a * f - c * c, b * c - a * e, a * d - b * b
    y[0] = aa * x + ab * v + ac * z
    y[1] = ab * x + bb * v + bc * z
    y[2] = ac * x + bc * v + cc * z
    return True


@dense(OUT_MATRIX, OUT_VECTOR, INT, returns=types.boolean)
def solve_square(square, y, rows):
    """``y`` becomes the solution, of three rows by cofactors, of six by Cholesky; false where there is none.

    choice: the source inverts six rows by LU; the matrix is symmetric, and Cholesky does it with half the work.
    """
    if rows == 3:
        return solve_three(square, y)
    if not cholesky(square, rows):
        return False
    solve_lower(square, y, rows)
    solve_upper(square, y, rows)
    return True


@dense(MATRIX, VECTOR, VECTOR, INT, types.float64, OUT_VECTOR)
def fill_step(jacobian, weights, y, rows, share, step):
    """``share`` times W J^T y, (D,)."""
    for d in range(jacobian.shape[1]):
        total = 0.0
        for i in range(rows):
            total += jacobian[i, d] * y[i]
        step[d] = share * weights[d] * total


@dense(VECTOR, INT, returns=types.float64)
def length_of(values, count):
    """The Euclidean length of the first ``count`` numbers."""
    total = 0.0
    for i in range(count):
        total += values[i] * values[i]
    return np.sqrt(total)
