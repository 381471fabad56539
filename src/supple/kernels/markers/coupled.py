r"""The systems of all frames, coupled in time: conjugate gradients for :math:`(B + S) x = p`.

B has a block (D, D) for each frame, sparse as the joint tree; S is the squared second difference in time of every
degree of freedom d, times its strength :math:`s_d`. With :math:`B + s = U^T P\,U` frame by frame (no fill along the
tree),

.. math:: U^T (P - s + S)\,U

is the preconditioner: a matrix of five diagonals in time for each degree of freedom. It is B + S itself where markers
say so much that S hardly counts (S commutes with nothing else), and where they say nothing (then U is the identity).
Both sums of the middle are positive, since eliminating never takes more from B + s than leaves s.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_MATRIX, VECTOR, dense, types
from supple.kernels.markers import tree


@dense()
def _weight_of_second(frames, f, k):
    """The entry of the squared second difference in frames f and f + k; 0 <= k <= 2."""
    if k == 2:
        return 1.0 if f + 2 < frames else 0.0
    first, middle, last = f + 2 < frames, 1 <= f <= frames - 2, f >= 2
    if k == 0:
        return (1.0 if first else 0.0) + (4.0 if middle else 0.0) + (1.0 if last else 0.0)
    return (-2.0 if first else 0.0) + (-2.0 if middle and f + 1 < frames else 0.0)


@dense()
def _factor(matrices, strength, above, units, bands):
    """``units`` (F, D, D) and ``bands`` (3, F, D): the factors of the preconditioner."""
    frames, dofs = matrices.shape[0], matrices.shape[1]
    pivots = np.zeros(dofs)
    for f in range(frames):
        for d in range(dofs):
            e = d
            while e >= 0:
                units[f, d, e] = matrices[f, d, e]
                e = above[e]
            units[f, d, d] += strength[d]
        tree.factor(units[f], above)
        tree.make_unit(units[f], above, pivots)
        for k in range(3):
            weight = _weight_of_second(frames, f, k)
            for d in range(dofs):
                bands[k, f, d] = strength[d] * weight
        for d in range(dofs):
            bands[0, f, d] += max(pivots[d] - strength[d], 0.0)
    for f in range(frames):
        for d in range(dofs):
            one, two, pivot = bands[1, f, d], bands[2, f, d], bands[0, f, d]
            first, second = one / pivot, two / pivot
            if f + 1 < frames:
                bands[0, f + 1, d] -= first * one
                bands[1, f + 1, d] -= second * one
            if f + 2 < frames:
                bands[0, f + 2, d] -= second * two
            bands[1, f, d], bands[2, f, d] = first, second


@dense()
def _precondition(units, bands, above, r, middle, z):
    """``z`` (F, D) becomes the preconditioner's solution for ``r``; ``middle`` (F, D) is room to work."""
    frames, dofs = r.shape
    for f in range(frames):
        for d in range(dofs):
            middle[f, d] = r[f, d]
        tree.to_root(units[f], above, middle[f])
        if f >= 1:
            for d in range(dofs):
                middle[f, d] -= bands[1, f - 1, d] * middle[f - 1, d]
        if f >= 2:
            for d in range(dofs):
                middle[f, d] -= bands[2, f - 2, d] * middle[f - 2, d]
    for f in range(frames - 1, -1, -1):
        for d in range(dofs):
            middle[f, d] /= bands[0, f, d]
        if f + 1 < frames:
            for d in range(dofs):
                middle[f, d] -= bands[1, f, d] * middle[f + 1, d]
        if f + 2 < frames:
            for d in range(dofs):
                middle[f, d] -= bands[2, f, d] * middle[f + 2, d]
        for d in range(dofs):
            z[f, d] = middle[f, d]
        tree.to_leaves(units[f], above, z[f])


@dense()
def _multiply(matrices, strength, above, x, out):
    """``out`` (F, D) becomes (B + S) x."""
    frames, dofs = x.shape
    for f in range(frames):
        for d in range(dofs):
            out[f, d] = 0.0
        for d in range(dofs):
            total = matrices[f, d, d] * x[f, d]
            e = above[d]
            while e >= 0:
                total += matrices[f, d, e] * x[f, e]
                out[f, e] += matrices[f, d, e] * x[f, d]
                e = above[e]
            out[f, d] += total
    for f in range(frames - 2):
        for d in range(dofs):
            bend = strength[d] * (x[f, d] - 2.0 * x[f + 1, d] + x[f + 2, d])
            out[f, d] += bend
            out[f + 1, d] -= 2.0 * bend
            out[f + 2, d] += bend


@dense()
def _dot(a, b):
    total = 0.0
    for f in range(a.shape[0]):
        for d in range(a.shape[1]):
            total += a[f, d] * b[f, d]
    return total


@dense(CUBE, MATRIX, VECTOR, INTS, types.int64, types.float64, OUT_MATRIX, returns=types.int64)
def solve(matrices, push, strength, above, most, enough, x):
    """Solve for ``x`` (F, D), which is written: the steps that were taken, -1 where ``most`` were not enough.

    Of ``matrices`` (F, D, D) only entries along ``above`` count. It is enough when the residual, in the measure of the
    preconditioner, is that part of the first.
    """
    frames, dofs = push.shape
    units, bands = np.zeros((frames, dofs, dofs)), np.zeros((3, frames, dofs))
    _factor(matrices, strength, above, units, bands)
    middle, z, product = np.zeros((frames, dofs)), np.zeros((frames, dofs)), np.zeros((frames, dofs))
    r, p = push.copy(), np.zeros((frames, dofs))
    x[:] = 0.0
    first, before = 0.0, 1.0
    for step in range(most + 1):
        _precondition(units, bands, above, r, middle, z)
        rz = _dot(r, z)
        if step == 0:
            first = rz
        if not rz > enough * enough * first:
            return step
        share = rz / before if step > 0 else 0.0
        for f in range(frames):
            for d in range(dofs):
                p[f, d] = z[f, d] + share * p[f, d]
        _multiply(matrices, strength, above, p, product)
        along = rz / _dot(p, product)
        for f in range(frames):
            for d in range(dofs):
                x[f, d] += along * p[f, d]
                r[f, d] -= along * product[f, d]
        before = rz
    return -1
