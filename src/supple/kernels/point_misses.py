"""How far points of a clip are from their places, and the worst of what wishes miss: no solver has a say in it."""

from __future__ import annotations

import numpy as np

from supple.kernels import vectors
from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_MATRIX, OUT_VECTOR, array_in, array_out, dense
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


_OUT_INTS = array_out(1, numba_types.int64)


@dense(MATRIX, INTS, OUT_VECTOR, OUT_VECTOR, _OUT_INTS, _OUT_INTS)
def worst_misses(misses, owner, worst, squares, count, frame):
    """Of ``misses`` (F, K), what each of C owners misses: the largest of its tasks counts, those of NaN do not.

    Task k belongs to ``owner[k]``, whose tasks lie side by side. Written are the ``worst`` (C,), the sum of ``squares``
    (C,) over the ``count`` (C,) of frames in which there is something to miss, and the first ``frame`` (C,) of the
    worst, all of which are 0 before.
    """
    for f in range(misses.shape[0]):
        k = 0
        while k < owner.shape[0]:
            mine, most, some = owner[k], 0.0, False
            while k < owner.shape[0] and owner[k] == mine:
                if misses[f, k] >= 0.0:
                    most, some = max(most, misses[f, k]), True
                k += 1
            if some:
                if count[mine] == 0 or most > worst[mine]:
                    worst[mine], frame[mine] = most, f
                squares[mine] += most * most
                count[mine] += 1
