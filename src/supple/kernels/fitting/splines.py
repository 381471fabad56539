r"""Uniform cubic B-splines, and the local fit of scattered data.

With knots one apart, control points :math:`b_{-1} \ldots b_{n+1}` (kept from 0 on) and u the way past knot k,

.. math:: f(t) = \sum_{a=0}^{3} B_a(u)\,b_{k+a-1}, \qquad k = \min(\lfloor t\rfloor, n - 1),\; u = t - k.

The fit gives each control point the mean of what the data near it would like it to be, weighted by the squares of
their weights; a single datum is met exactly. Control points that no datum reaches are zero, so that the curve is zero
away from the data.
"""

from __future__ import annotations

from supple.kernels.jit import MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, dense, types


@dense()
def basis(u):
    """The four weights at ``u`` in [0, 1]."""
    v = 1.0 - u
    first, last = v * v * v / 6.0, u * u * u / 6.0
    return first, 2.0 / 3.0 - u * u * (1.0 - 0.5 * u), 2.0 / 3.0 - v * v * (1.0 - 0.5 * v), last


@dense()
def place(time, spacing, intervals):
    """The knot before a moment, and how far past it the moment is."""
    t = time / spacing
    k = min(max(int(t), 0), intervals - 1)
    return k, t - k


@dense(VECTOR, MATRIX, types.float64, OUT_MATRIX, OUT_VECTOR)
def fit_local(times, values, spacing, controls, weights):
    """Fit ``values`` (N, C) at ``times`` (N,): ``controls`` (n + 3, C) and ``weights`` (n + 3,) are written in full."""
    controls[:] = 0.0
    weights[:] = 0.0
    intervals = controls.shape[0] - 3
    for i in range(times.shape[0]):
        k, u = place(times[i], spacing, intervals)
        b = basis(u)
        total = b[0] * b[0] + b[1] * b[1] + b[2] * b[2] + b[3] * b[3]
        for a in range(4):
            share = b[a] * b[a]
            weights[k + a] += share
            like = share * b[a] / total
            for c in range(values.shape[1]):
                controls[k + a, c] += like * values[i, c]
    for k in range(controls.shape[0]):
        if weights[k] > 0.0:
            for c in range(controls.shape[1]):
                controls[k, c] /= weights[k]


@dense(VECTOR, MATRIX, types.float64, OUT_MATRIX)
def evaluate(times, controls, spacing, out):
    """The curves of ``controls`` (n + 3, C) at ``times`` (N,), into ``out`` (N, C)."""
    intervals = controls.shape[0] - 3
    for i in range(times.shape[0]):
        k, u = place(times[i], spacing, intervals)
        b = basis(u)
        for c in range(controls.shape[1]):
            out[i, c] = (
                b[0] * controls[k, c]
                + b[1] * controls[k + 1, c]
                + b[2] * controls[k + 2, c]
                + b[3] * controls[k + 3, c]
            )
