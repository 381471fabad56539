r"""Values of joint limits in one pose, and how a joint's degrees of freedom change them.

N limits; limit n looks at the local rotation q of ``joint[n]`` alone. With :math:`p = rest^{-1} q = (w, u)`, the axis a
in the joint's frame and the middle c of the cone in its parent's:

- RANGE and TWIST: :math:`2\,\mathrm{atan2}(a \cdot u, w)` in :math:`(-\pi, \pi]`, the turn about a in swing times turn.
  It is a hinge's own angle, and each angle of two hinges at right angles. It jumps half a turn from ``rest``, so that
  ``rest`` is best the middle of what is allowed; of a bone that points straight back from ``rest`` it is 0.
- SWING: the angle between :math:`q\,a` and c.
- POLYGON: ``rest`` turns z to c, and x and y into the plane across it. The bone is the point
  :math:`\theta\,(\cos\varphi, \sin\varphi)` of that plane, for a bone :math:`\theta` away from c in the direction
  :math:`\varphi` (the exponential map of the sphere). The value is the distance in this plane from the nearest edge
  of the polygon, negative inside: true angles along rays from c, and never less than the angle on the sphere. The
  polygon may have dents but not cross itself, and its vertices go round from x to y (counter-clockwise).

All arrays of a limit are those of :class:`supple.core.body.joint_limits.JointLimits`.
"""

from __future__ import annotations

import numpy as np

from supple.kernels import vectors
from supple.kernels.dof_kinds import BALL, BODY, PARENT
from supple.kernels.jit import CUBE, INT, INTS, MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, dense
from supple.kernels.jit import types as numba_types
from supple.kernels.limit_kinds import POLYGON, SWING

_NO_TWIST_SQ = 1e-24  # cosine of half the swing, squared, below which a twist is lost in rounding
_NO_DIRECTION = 1e-12  # sine of an angle from the middle of a cone, below which it has no direction
_FAR = 1e300  # farther than any edge


@dense()
def _inverse(q):
    return q[0], -q[1], -q[2], -q[3]


@dense()
def _turn_about(p, a):
    """Cosine and sine of half the turn about ``a``, times that of half the swing; the cosine is not negative."""
    w, s = p[0], vectors.dot(a, p[1:])
    return (-w, -s) if w < 0.0 or (w == 0.0 and s < 0.0) else (w, s)


@dense()
def _angle_about(p, a):
    w, s = _turn_about(p, a)
    return 2.0 * np.arctan2(s, w) if w * w + s * s > _NO_TWIST_SQ else 0.0


@dense()
def _angle_slope(p, a):
    r""":math:`(w^2 a + w\,a\times u + (a \cdot u)\,u) / (w^2 + (a \cdot u)^2)`, along turns in the joint's frame."""
    u = p[1:]
    w, s = p[0], vectors.dot(a, u)
    size = w * w + s * s
    if size <= _NO_TWIST_SQ:
        return vectors.NONE
    turn = vectors.plus(vectors.scaled(w * w, a), vectors.scaled(w, vectors.cross(a, u)))
    return vectors.scaled(1.0 / size, vectors.plus(turn, vectors.scaled(s, u)))


@dense()
def _swing(q, a, c):
    d = vectors.rotated(q, a)
    side = vectors.cross(d, c)
    return np.arctan2(np.sqrt(vectors.dot(side, side)), vectors.dot(d, c))


@dense()
def _swing_slope(q, a, c):
    """Zero where the bone is in the middle or straight opposite."""
    side = vectors.cross(vectors.rotated(_inverse(q), c), a)
    size = np.sqrt(vectors.dot(side, side))
    return vectors.scaled(1.0 / size, side) if size > _NO_DIRECTION else vectors.NONE


@dense()
def _chart(d):
    """Angle from z and the unit direction across it of a unit vector; the direction is x where there is none."""
    r = np.sqrt(d[0] * d[0] + d[1] * d[1])
    if r < _NO_DIRECTION:
        return np.arctan2(r, d[2]), 1.0, 0.0
    return np.arctan2(r, d[2]), d[0] / r, d[1] / r


@dense()
def _from_edge(x, y, ax, ay, bx, by):
    """Squared distance of (x, y) from an edge, the way from its nearest point, and whether that lies between its ends.

    Between the ends the way is the edge's own normal, which is exact also on the edge.
    """
    ex, ey, dx, dy = bx - ax, by - ay, x - ax, y - ay
    size = ex * ex + ey * ey
    t = dx * ex + dy * ey
    if 0.0 < t < size:
        off = dx * ey - dy * ex
        return off * off / size, ey, -ex, True
    if t > 0.0:
        dx, dy = x - bx, y - by
    return dx * dx + dy * dy, dx, dy, False


@dense()
def _outside(x, y, first, stop, polygon):
    """Signed distance of (x, y) from a polygon and its slope (2 numbers)."""
    nearest, nx, ny, on_edge, inside = _FAR, 0.0, 0.0, False, False
    previous = stop - 1
    for k in range(first, stop):
        ax, ay, bx, by = polygon[previous, 0], polygon[previous, 1], polygon[k, 0], polygon[k, 1]
        size, dx, dy, between = _from_edge(x, y, ax, ay, bx, by)
        if size < nearest:
            nearest, nx, ny, on_edge = size, dx, dy, between
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
        previous = k
    size = np.sqrt(nx * nx + ny * ny)
    sign = -1.0 if inside else 1.0
    scale = (1.0 if on_edge else sign) / size if size > 0.0 else 0.0
    return sign * np.sqrt(nearest), scale * nx, scale * ny


@dense()
def _polygon(q, a, frame, first, stop, polygon):
    angle, ex, ey = _chart(vectors.rotated(_inverse(frame), vectors.rotated(q, a)))
    return _outside(angle * ex, angle * ey, first, stop, polygon)[0]


@dense()
def _polygon_slope(q, a, frame, first, stop, polygon):
    angle, ex, ey = _chart(vectors.rotated(_inverse(frame), vectors.rotated(q, a)))
    _, nx, ny = _outside(angle * ex, angle * ey, first, stop, polygon)
    sine, cosine = np.sin(angle), np.cos(angle)
    stretch = angle / sine if sine > _NO_DIRECTION else 1.0
    along, across = nx * ex + ny * ey, stretch * (ny * ex - nx * ey)
    slope = (along * cosine * ex - across * ey, along * cosine * ey + across * ex, -along * sine)
    own = vectors.rotated(_inverse(q), vectors.rotated(frame, slope))
    return vectors.cross(a, own)


@dense()
def limit_slope(kind, q, axis, centre, rest, first, stop, polygon):
    """The slope of a value along small turns of its joint in the joint's own frame: three numbers.

    Takes one limit's numbers, with the vertices ``first`` to ``stop`` of ``polygon``.
    """
    if kind == SWING:
        return _swing_slope(q, axis, centre)
    if kind == POLYGON:
        return _polygon_slope(q, axis, rest, first, stop, polygon)
    return _angle_slope(vectors.product(_inverse(rest), q), axis)


@dense()
def _value_and_steadiness(n, q, kind, axis, centre, rest, polygon_start, polygon):
    """The value of limit n for a local rotation, and how steady it is, see :func:`surely_inside`."""
    a = vectors.row_of(axis, n)
    if kind[n] == SWING:
        return _swing(q, a, vectors.row_of(centre, n)), 1.0
    if kind[n] == POLYGON:
        return _polygon(q, a, vectors.turn_of(rest, n), polygon_start[n], polygon_start[n + 1], polygon), 0.0
    p = vectors.product(_inverse(vectors.turn_of(rest, n)), q)
    w, s = _turn_about(p, a)
    return _angle_about(p, a), np.sqrt(w * w + s * s)


@dense()
def surely_inside(q, seen, value, steadiness, low, high):
    r"""Whether a rotation q is so near to another, ``seen``, that a limit of this value there cannot be broken.

    After a turn by :math:`\alpha` a swing has changed by no more than that, and a twist, whose slope is one over the
    cosine c of half the swing (the ``steadiness``), by no more than :math:`2 \ln(c / (c - \alpha / 2))`. So nothing is
    broken where :math:`\alpha (1 + m / 2) < c m` with the distance m from the nearer end; of polygons nothing is said.
    """
    x, y, z, w = q[0] - seen[0], q[1] - seen[1], q[2] - seen[2], q[3] - seen[3]
    apart_sq, room = x * x + y * y + z * z + w * w, min(value - low, high - value)
    most = steadiness * room / (1.0 + 0.5 * room)  # [rad], of which half is the way between unit quaternions, nearly
    return room > 0.0 and apart_sq < 0.1 and 4.2 * apart_sq < most * most


@dense(MATRIX, INTS, INTS, MATRIX, MATRIX, MATRIX, INTS, MATRIX, OUT_VECTOR)
def limit_values(rotations, joint, kind, axis, centre, rest, polygon_start, polygon, out):
    """Write the values (N,) [rad] of all limits in the pose of local ``rotations`` (J, 4)."""
    for n in range(joint.shape[0]):
        out[n] = _value_and_steadiness(
            n, vectors.turn_of(rotations, joint[n]), kind, axis, centre, rest, polygon_start, polygon
        )[0]


@dense(
    MATRIX, INTS, INTS, MATRIX, MATRIX, MATRIX, INTS, MATRIX,
    VECTOR, VECTOR, numba_types.float64,
    OUT_MATRIX, OUT_VECTOR, OUT_VECTOR, OUT_VECTOR,
)  # fmt: skip
def values_near_ends(
    rotations, joint, kind, axis, centre, rest, polygon_start, polygon,
    low, high, touch,
    seen, values, steadiness, out,
):  # fmt: skip
    """The same for limits that may be more than ``touch`` beyond ``low`` or ``high`` (N,); for others, what was seen.

    ``seen`` (N, 4), ``values`` and ``steadiness`` (N,) are the rotations that limits were last looked at in, and what
    was found there; steadiness 0 is not at all. Joints turn by little from pose to pose: most need no new look.
    """
    for n in range(joint.shape[0]):
        q = vectors.turn_of(rotations, joint[n])
        near = vectors.turn_of(seen, n)
        if not surely_inside(q, near, values[n], steadiness[n], low[n] - touch, high[n] + touch):
            seen[n, 0], seen[n, 1], seen[n, 2], seen[n, 3] = q
            values[n], steadiness[n] = _value_and_steadiness(
                n, q, kind, axis, centre, rest, polygon_start, polygon
            )  # fmt: skip
        out[n] = values[n]


@dense(CUBE, INTS, INTS, MATRIX, MATRIX, MATRIX, INTS, MATRIX, OUT_MATRIX)
def limit_values_of_clip(rotations, joint, kind, axis, centre, rest, polygon_start, polygon, out):
    """Write the values (F, N) [rad] of all limits in all poses (F, J, 4)."""
    for f in range(rotations.shape[0]):
        limit_values(rotations[f], joint, kind, axis, centre, rest, polygon_start, polygon, out[f])


@dense(
    INT, MATRIX,
    INTS, INTS, MATRIX, MATRIX, MATRIX, INTS, MATRIX,
    INTS, INTS, MATRIX,
    OUT_VECTOR,
)  # fmt: skip
def limit_row(
    n, rotations,
    joint, kind, axis, centre, rest, polygon_start, polygon,
    dof_start, dof_kind, dof_axes,
    out_row,
):  # fmt: skip
    """Write the derivative of value n into the columns of its joint in ``out_row`` (D,); the others are not touched.

    The columns are those of :func:`supple.kernels.step.take_step`. A value has no slope where it has no direction: a
    bone in the middle of its cone or straight opposite, a twist of a bone that points straight back.
    """
    j, a, c = joint[n], vectors.row_of(axis, n), vectors.row_of(centre, n)
    q, zero = vectors.turn_of(rotations, j), vectors.turn_of(rest, n)
    slope = limit_slope(kind[n], q, a, c, zero, polygon_start[n], polygon_start[n + 1], polygon)
    back = _inverse(q)
    for d in range(dof_start[j], dof_start[j + 1]):
        about = vectors.row_of(dof_axes, d)  # of a BALL: x, y, z
        if dof_kind[d] == BALL or dof_kind[d] == BODY:
            out_row[d] = vectors.dot(slope, about)
        elif dof_kind[d] == PARENT:
            out_row[d] = vectors.dot(slope, vectors.rotated(back, about))
        else:
            out_row[d] = 0.0
