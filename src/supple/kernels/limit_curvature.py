"""How slopes of joint limits change with the turns of their joints: a cone is round, so what slides along it turns."""

from __future__ import annotations

from supple.kernels import vectors
from supple.kernels.jit import INT, INTS, MATRIX, OUT_MATRIX, dense
from supple.kernels.limit_kinds import RANGE
from supple.kernels.limit_values import limit_slope

_APART = 1e-5  # [rad] of the differences: slopes are exact to 1e-16
_SHARP = 20.0  # [1 / rad] a value that bends more is at a corner, which no quadratic model tells


@dense(INT, MATRIX, INTS, INTS, MATRIX, MATRIX, MATRIX, INTS, MATRIX, OUT_MATRIX)
def limit_curvature(n, rotations, joint, kind, axis, centre, rest, polygon_start, polygon, out):
    """Write the second derivative (3, 3) of the value of limit n along turns of its joint in the joint's own frame.

    By central differences of the slope, made symmetric; none of a hinge, and at a corner of a polygon.
    """
    out[:, :] = 0.0
    if kind[n] == RANGE:
        return
    q, a, c = vectors.turn_of(rotations, joint[n]), vectors.row_of(axis, n), vectors.row_of(centre, n)
    zero, first, stop = vectors.turn_of(rest, n), polygon_start[n], polygon_start[n + 1]
    worst = 0.0
    for way in range(6):
        along, half = way // 2, (0.5 if way % 2 == 0 else -0.5) * _APART
        turn = (1.0, half if along == 0 else 0.0, half if along == 1 else 0.0, half if along == 2 else 0.0)
        slope = limit_slope(kind[n], vectors.product(q, turn), a, c, zero, first, stop, polygon)
        for other in range(3):
            change = 0.125 * slope[other] / half
            out[along, other] += change
            out[other, along] += change
    for i in range(3):
        for k in range(3):
            worst = max(worst, abs(out[i, k]))
    if not worst < _SHARP:
        out[:, :] = 0.0
