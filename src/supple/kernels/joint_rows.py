"""How all joints of a figure move with its columns, in many frames."""

from __future__ import annotations

from supple.kernels.dof_kinds import SLIDE
from supple.kernels.jit import CUBE, INTS, OUT_CUBE, kernel


@kernel(CUBE, CUBE, INTS, INTS, INTS, OUT_CUBE)
def joint_rows(axes, positions, parents, dof_start, dof_kind, out):
    """Write the rows (n, 3 J, D) of all joints, from world axes (n, D, 3) and places (n, J, 3); ``out`` is 0 before.

    A column moves its own joint and all below it: along its axis, or about it.
    """
    for f in range(axes.shape[0]):
        for j in range(parents.shape[0]):
            x, y, z = positions[f, j, 0], positions[f, j, 1], positions[f, j, 2]
            row, above = 3 * j, j
            while above >= 0:
                u, v, w = x - positions[f, above, 0], y - positions[f, above, 1], z - positions[f, above, 2]
                for d in range(dof_start[above], dof_start[above + 1]):
                    a, b, c = axes[f, d, 0], axes[f, d, 1], axes[f, d, 2]
                    if dof_kind[d] == SLIDE:
                        out[f, row, d], out[f, row + 1, d], out[f, row + 2, d] = a, b, c
                    else:
                        out[f, row, d] = b * w - c * v
                        out[f, row + 1, d] = c * u - a * w
                        out[f, row + 2, d] = a * v - b * u
                above = parents[above]
