"""Move a pose along its degrees of freedom; the layout is that of :mod:`supple.kernels.jacobians`."""

from __future__ import annotations

import numpy as np

from supple.kernels import rotvec, vectors
from supple.kernels.dof_kinds import BALL, BODY, SLIDE
from supple.kernels.jit import INTS, MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, kernel

_ROUNDING = 1e-8  # of a squared length
_LAST_DIGITS = 4.4e-16  # of it: two of its last bits, one of the length's


@kernel()
def _turn(x, y, z):
    """The quaternion of a rotation vector."""
    scale, w = rotvec.half_sine(x * x + y * y + z * z)
    return w, scale * x, scale * y, scale * z


@kernel()
def _unit(q):
    """A quaternion of unit length; where that is off by rounding alone, as in products of turns, without a root.

    One that no other number would be nearer to keeps its bits, so that joints that do not turn keep theirs.
    """
    length_sq = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]
    if abs(length_sq - 1.0) < _LAST_DIGITS:
        return q
    if abs(length_sq - 1.0) < _ROUNDING:
        scale = 1.5 - 0.5 * length_sq  # which errs by 3/8 of the square of that
    elif length_sq > 0.0:
        scale = 1.0 / np.sqrt(length_sq)
    else:
        return 1.0, 0.0, 0.0, 0.0
    return scale * q[0], scale * q[1], scale * q[2], scale * q[3]


@kernel(VECTOR, INTS, INTS, MATRIX, OUT_VECTOR, OUT_MATRIX)
def take_step(step, dof_start, dof_kind, dof_axes, root, rotations):
    r"""Change ``root`` (3,) and the local ``rotations`` (J, 4) in place by ``step`` (D,) [m, rad].

    .. math:: x \leftarrow x + \delta, \qquad q \leftarrow q\,\exp(\delta), \qquad
              q \leftarrow q\,\exp(a\,\delta), \qquad q \leftarrow \exp(a\,\delta)\,q

    for SLIDE, BALL (three columns), BODY and PARENT. A joint of two hinges stays one: the first turns from
    the left, the second from the right. Rotations of joints that have columns are made unit again.
    """
    for j in range(rotations.shape[0]):
        d = dof_start[j]
        if d == dof_start[j + 1]:
            continue  # a joint without columns keeps its bits
        q = vectors.turn_of(rotations, j)
        while d < dof_start[j + 1]:
            if dof_kind[d] == SLIDE:
                for i in range(3):
                    root[i] += dof_axes[d, i] * step[d]
            elif dof_kind[d] == BALL:
                q = vectors.product(q, _turn(step[d], step[d + 1], step[d + 2]))
                d += 2
            else:
                x, y, z = vectors.row_of(dof_axes, d)
                turn = _turn(step[d] * x, step[d] * y, step[d] * z)
                q = vectors.product(q, turn) if dof_kind[d] == BODY else vectors.product(turn, q)
            d += 1
        rotations[j, 0], rotations[j, 1], rotations[j, 2], rotations[j, 3] = _unit(q)
