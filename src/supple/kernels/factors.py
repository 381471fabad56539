r"""Equations of a few rows that hold at once: :math:`J J^T` of rows J, factored and solved, three rows at a time.

Upper triangles only: what is left of each row lies in one piece. Each number that is loaded serves three rows.
"""

from __future__ import annotations

from supple.kernels.algebra import dot, gram_block
from supple.kernels.jit import dense

_DEPENDENT = 1e-8  # of a row's squared length: nothing new in it
_UNSURE = 1e-6  # of a row's squared length: so little new that a bare step may be a long one


@dense()
def fill_products(rows, count, size, products):
    """The products of the first ``count`` rows with each other: the upper triangle, and a few numbers below it."""
    whole = count - count % 3
    for i in range(0, whole, 3):
        for j in range(i, whole, 3):
            gram_block(rows, i, j, size, products)
    for j in range(whole, count):
        for i in range(j + 1):
            products[i, j] = dot(rows[i], rows[j], size)


@dense()
def factored(products, count, inverse, own):
    r"""Turn products of rows into :math:`U` of :math:`U^T D^{-1} U`, with ``inverse`` (R,) of its diagonal D.

    False where a row is nearly dependent. A row with nothing new has 0 for the inverse, and takes no part. ``own`` (R,)
    is room for the squared lengths of rows.
    """
    for i in range(count):
        own[i] = products[i, i]
    for first in range(0, count, 3):
        stop = min(first + 3, count)
        for p in range(first, stop):
            for q in range(first, p):
                share = products[q, p] * inverse[q]
                for j in range(p, count):
                    products[p, j] -= share * products[q, j]
            left, inverse[p] = products[p, p], 0.0
            if left <= _DEPENDENT * own[p]:
                continue
            if not left >= _UNSURE * own[p]:  # nor where it is not a number
                return False
            inverse[p] = 1.0 / left
        if stop == first + 3:
            for i in range(stop, count):
                a, b = products[first, i] * inverse[first], products[first + 1, i] * inverse[first + 1]
                c = products[first + 2, i] * inverse[first + 2]
                for j in range(i, count):
                    products[i, j] -= a * products[first, j] + b * products[first + 1, j] + c * products[first + 2, j]
    return True


@dense()
def solve_factored(products, inverse, right, count):
    """Numbers (R,) become what the factored products of rows make of them."""
    whole = count - count % 3
    for i in range(0, whole, 3):
        a = right[i] * inverse[i]
        b = (right[i + 1] - a * products[i, i + 1]) * inverse[i + 1]
        c = (right[i + 2] - a * products[i, i + 2] - b * products[i + 1, i + 2]) * inverse[i + 2]
        for k in range(i + 3, count):
            right[k] -= a * products[i, k] + b * products[i + 1, k] + c * products[i + 2, k]
        right[i], right[i + 1], right[i + 2] = a, b, c
    if whole < count:  # one or two rows are left
        right[whole] *= inverse[whole]
    if whole + 1 < count:
        between = products[whole, whole + 1]
        right[whole + 1] = (right[whole + 1] - right[whole] * between) * inverse[whole + 1]
        right[whole] -= inverse[whole] * between * right[whole + 1]
    for i in range(whole - 3, -1, -3):
        a, b, c = 0.0, 0.0, 0.0
        for k in range(i + 3, count):
            x = right[k]
            a, b, c = a + products[i, k] * x, b + products[i + 1, k] * x, c + products[i + 2, k] * x
        right[i + 2] -= inverse[i + 2] * c
        right[i + 1] -= inverse[i + 1] * (b + products[i + 1, i + 2] * right[i + 2])
        right[i] -= inverse[i] * (a + products[i, i + 1] * right[i + 1] + products[i, i + 2] * right[i + 2])


@dense()
def take_along(rows, count, size, vector, out):
    """Take what ``vector`` (D,) has along each of the first ``count`` rows from ``out`` (R,)."""
    whole = count - count % 3
    for i in range(0, whole, 3):
        a, b, c = 0.0, 0.0, 0.0
        for d in range(size):
            a, b, c = a + rows[i, d] * vector[d], b + rows[i + 1, d] * vector[d], c + rows[i + 2, d] * vector[d]
        out[i], out[i + 1], out[i + 2] = out[i] - a, out[i + 1] - b, out[i + 2] - c
    for i in range(whole, count):
        out[i] -= dot(rows[i], vector, size)


@dense()
def add_rows(rows, count, size, shares, out):
    """Add the first ``count`` rows, each times its share (R,), to ``out`` (D,)."""
    whole = count - count % 3
    for i in range(0, whole, 3):
        a, b, c = shares[i], shares[i + 1], shares[i + 2]
        for d in range(size):
            out[d] += a * rows[i, d] + b * rows[i + 1, d] + c * rows[i + 2, d]
    for i in range(whole, count):
        for d in range(size):
            out[d] += shares[i] * rows[i, d]
