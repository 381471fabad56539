"""Move a pose along its degrees of freedom; the layout is that of :mod:`supple.kernels.jacobians`."""

from __future__ import annotations

from supple.kernels import quat, rotvec
from supple.kernels.dof_kinds import BALL, BODY, SLIDE
from supple.kernels.jit import INTS, MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, kernel


@kernel()
def _turn_ball(q, x, y, z):
    """Follow ``q`` (4,) by the rotation vector (x, y, z) of its own frame."""
    scale, w = rotvec.half_sine(x * x + y * y + z * z)
    quat.multiply(q, (w, scale * x, scale * y, scale * z), q)


@kernel()
def _turn_about(q, axis, angle):
    """Follow ``q`` (4,) by a turn about ``axis`` (3,) of its own frame."""
    _turn_ball(q, angle * axis[0], angle * axis[1], angle * axis[2])


@kernel()
def _turn_first(q, axis, angle):
    """Precede ``q`` (4,) by a turn about ``axis`` (3,) of its parent's frame."""
    half, w = rotvec.half_sine(angle * angle)
    s = half * angle
    quat.multiply((w, s * axis[0], s * axis[1], s * axis[2]), q, q)


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
        while d < dof_start[j + 1]:
            if dof_kind[d] == SLIDE:
                for i in range(3):
                    root[i] += dof_axes[d, i] * step[d]
            elif dof_kind[d] == BALL:
                _turn_ball(rotations[j], step[d], step[d + 1], step[d + 2])
                d += 2
            elif dof_kind[d] == BODY:
                _turn_about(rotations[j], dof_axes[d], step[d])
            else:
                _turn_first(rotations[j], dof_axes[d], step[d])
            d += 1
        quat.normalize(rotations[j])
