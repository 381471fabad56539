"""How the values of joint limits change with small turns of their joints, at many samples."""

from __future__ import annotations

from supple.kernels import vectors
from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_CUBE, dense
from supple.kernels.limit_values import limit_slope


@dense(CUBE, INTS, INTS, MATRIX, MATRIX, MATRIX, INTS, MATRIX, OUT_CUBE)
def limit_slopes_of_clip(rotations, joint, kind, axis, centre, rest, polygon_start, polygon, out):
    """Write the slopes (F, N, 3) of all limits in all poses (F, J, 4), along turns in the joints' own frames."""
    for f in range(rotations.shape[0]):
        for n in range(joint.shape[0]):
            q, a, c = vectors.turn_of(rotations[f], joint[n]), vectors.row_of(axis, n), vectors.row_of(centre, n)
            zero = vectors.turn_of(rest, n)
            slope = limit_slope(kind[n], q, a, c, zero, polygon_start[n], polygon_start[n + 1], polygon)
            out[f, n, 0], out[f, n, 1], out[f, n, 2] = slope[0], slope[1], slope[2]
