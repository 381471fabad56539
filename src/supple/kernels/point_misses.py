"""How far points of a clip are from their places, for measures that no solver has a say in."""

from __future__ import annotations

import numpy as np

from supple.kernels import vectors
from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_MATRIX, array_in, dense
from supple.kernels.jit import types as numba_types


@dense(
    INTS, INTS, MATRIX, CUBE, array_in(2, numba_types.boolean), CUBE,
    CUBE, CUBE,
    OUT_MATRIX,
)  # fmt: skip
def point_misses(
    tasks, joint, point, rows, asked, goal,
    positions, turned,
    out,
):  # fmt: skip
    """Write the distances [m] of some ``tasks`` (n,) of K into ``out`` (F, K), along unit ``rows`` (K, 3, 3).

    Task k wants its ``point`` (K, 3) of a ``joint`` (K,) at ``goal`` (F, K, 4), of which three numbers count, in the
    frames in which it is ``asked`` (F, K). The clip is where joints are, ``positions`` (F, J, 3) and ``turned``.
    """
    for f in range(out.shape[0]):
        for k in tasks:
            if asked[f, k]:
                turn, own = vectors.turn_in(turned, f, joint[k]), vectors.row_of(point, k)
                place = vectors.plus(vectors.row_in(positions, f, joint[k]), vectors.rotated(turn, own))
                miss, total = vectors.minus(vectors.row_in(goal, f, k), place), 0.0
                for r in range(3):
                    total += vectors.dot(vectors.row_in(rows, k, r), miss) ** 2
                out[f, k] = np.sqrt(total)
