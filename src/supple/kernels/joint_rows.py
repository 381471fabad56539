"""How all joints of a figure, and the sides of some, move with its columns, in many frames."""

from __future__ import annotations

from supple.kernels.dof_kinds import SLIDE
from supple.kernels.jit import CUBE, INTS, OUT_CUBE, kernel


@kernel(CUBE, CUBE, INTS, INTS, INTS, INTS, OUT_CUBE)
def joint_rows(axes, places, joint, parents, dof_start, dof_kind, out):
    """Write the rows (n, 3 (J + S), D) of J joints and of the sides of some (S,); ``out`` is 0 before.

    ``axes`` (n, D, 3) are those of the columns in the world, ``places`` (n, J + S, 3) those of joints, then where the
    sides point to from their joints. A column moves its own joint and all below it: along its axis, or about it. Sides
    only turn.
    """
    count = parents.shape[0]
    for f in range(axes.shape[0]):
        for p in range(places.shape[1]):
            side = p >= count
            x, y, z = places[f, p, 0], places[f, p, 1], places[f, p, 2]
            row, above = 3 * p, joint[p - count] if side else p
            while above >= 0:
                u, v, w = x, y, z
                if not side:
                    u, v, w = x - places[f, above, 0], y - places[f, above, 1], z - places[f, above, 2]
                for d in range(dof_start[above], dof_start[above + 1]):
                    a, b, c = axes[f, d, 0], axes[f, d, 1], axes[f, d, 2]
                    if dof_kind[d] != SLIDE:
                        out[f, row, d] = b * w - c * v
                        out[f, row + 1, d] = c * u - a * w
                        out[f, row + 2, d] = a * v - b * u
                    elif not side:
                        out[f, row, d], out[f, row + 1, d], out[f, row + 2, d] = a, b, c
                above = parents[above]
