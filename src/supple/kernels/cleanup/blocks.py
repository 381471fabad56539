"""Symmetric positive definite 3 x 3 systems as numbers: what a system of three unknowns per frame is solved with."""

from __future__ import annotations

from supple.kernels.jit import dense
from supple.kernels.vectors import dot

NO_BLOCK = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)  # xx, xy, xz, yy, yz, zz


@dense()
def factored(a):
    r"""The numbers of :math:`A = L D L^T`: three below the diagonal of L, and the inverse of D."""
    xx = 1.0 / a[0]
    xy, xz = a[1] * xx, a[2] * xx
    second, across = a[3] - xy * a[1], a[4] - xy * a[2]
    yy = 1.0 / second
    yz = across * yy
    return xy, xz, yz, xx, yy, 1.0 / (a[5] - xz * a[2] - yz * across)


@dense()
def solved(factors, v):
    """The solution x of A x = v."""
    xy, xz, yz, xx, yy, zz = factors
    y = v[1] - xy * v[0]
    z = zz * (v[2] - xz * v[0] - yz * y)
    y = yy * y - yz * z
    return xx * v[0] - xy * y - xz * z, y, z


@dense()
def each_solved(factors, columns):
    """The solutions for three columns."""
    return solved(factors, columns[0]), solved(factors, columns[1]), solved(factors, columns[2])


@dense()
def with_square(a, x, weight):
    r"""A block and :math:`w\,x x^T`."""
    y = (weight * x[0], weight * x[1], weight * x[2])
    return (
        a[0] + x[0] * y[0], a[1] + x[0] * y[1], a[2] + x[0] * y[2],
        a[3] + x[1] * y[1], a[4] + x[1] * y[2], a[5] + x[2] * y[2],
    )  # fmt: skip


@dense()
def without_product(a, columns, others):
    r"""A block less :math:`B^T P`, which is known to be symmetric, of three columns each."""
    b, p = columns, others
    return (
        a[0] - dot(b[0], p[0]), a[1] - dot(b[0], p[1]), a[2] - dot(b[0], p[2]),
        a[3] - dot(b[1], p[1]), a[4] - dot(b[1], p[2]), a[5] - dot(b[2], p[2]),
    )  # fmt: skip
