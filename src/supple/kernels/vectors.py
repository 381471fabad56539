"""Vectors and quaternions as results instead of ``out``: for parts of kernels that have no room to write into."""

from __future__ import annotations

from supple.kernels.jit import dense

NONE = (0.0, 0.0, 0.0)
NO_THREE = (NONE, NONE, NONE)


@dense()
def plus(a, b):
    """Three numbers, as all vectors here."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@dense()
def minus(a, b):
    """``a`` seen from ``b``."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@dense()
def scaled(s, a):
    """``s`` times ``a``."""
    return s * a[0], s * a[1], s * a[2]


@dense()
def row_of(matrix, i):
    """One row of an array (N, 3), as numbers: a view of it would be counted, which costs more than the rest."""
    return matrix[i, 0], matrix[i, 1], matrix[i, 2]


@dense()
def turn_of(matrix, i):
    """One quaternion of an array (N, 4)."""
    return matrix[i, 0], matrix[i, 1], matrix[i, 2], matrix[i, 3]


@dense()
def row_in(cube, i, n):
    """One row of an array (M, N, 3)."""
    return cube[i, n, 0], cube[i, n, 1], cube[i, n, 2]


@dense()
def turn_in(cube, i, n):
    """One quaternion of an array (M, N, 4)."""
    return cube[i, n, 0], cube[i, n, 1], cube[i, n, 2], cube[i, n, 3]


@dense()
def row_within(array, i, m, n):
    """One row of an array (K, M, N, 3)."""
    return array[i, m, n, 0], array[i, m, n, 1], array[i, m, n, 2]


@dense()
def dot(a, b):
    """The sum of products."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@dense()
def cross(a, b):
    """The vector product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@dense()
def rotated(q, v):
    """``v`` turned by the quaternion ``q``."""
    axis = (q[1], q[2], q[3])
    side = scaled(2.0, cross(axis, v))
    return plus(plus(v, scaled(q[0], side)), cross(axis, side))


@dense()
def product(a, b):
    """The quaternion of ``b`` followed by ``a``."""
    v = plus(cross(a[1:], b[1:]), plus(scaled(a[0], b[1:]), scaled(b[0], a[1:])))
    return a[0] * b[0] - dot(a[1:], b[1:]), v[0], v[1], v[2]


@dense()
def each_plus(a, b):
    """Three vectors plus three others."""
    return plus(a[0], b[0]), plus(a[1], b[1]), plus(a[2], b[2])


@dense()
def each_scaled(s, a):
    """``s`` times each of three vectors."""
    return scaled(s, a[0]), scaled(s, a[1]), scaled(s, a[2])


@dense()
def each_dot(a, b):
    """``a`` along each of three vectors."""
    return dot(a, b[0]), dot(a, b[1]), dot(a, b[2])


@dense()
def each_cross(a, b):
    """The products of ``a`` with each of three vectors."""
    return cross(a, b[0]), cross(a, b[1]), cross(a, b[2])
