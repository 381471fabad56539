"""Quaternions (w, x, y, z) in compiled code; results are written into ``out``."""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import dense


@dense()
def multiply(a, b, out):
    """The rotation ``b`` followed by ``a``: ``R(a) R(b)``. All are (4,); ``out`` may be ``a`` or ``b``."""
    aw, ax, ay, az = a[0], a[1], a[2], a[3]
    bw, bx, by, bz = b[0], b[1], b[2], b[3]
    out[0] = aw * bw - ax * bx - ay * by - az * bz
    out[1] = aw * bx + ax * bw + ay * bz - az * by
    out[2] = aw * by - ax * bz + ay * bw + az * bx
    out[3] = aw * bz + ax * by - ay * bx + az * bw


@dense()
def conjugate(q, out):
    """The inverse of a unit quaternion. Both are (4,); ``out`` may be ``q``."""
    out[0], out[1], out[2], out[3] = q[0], -q[1], -q[2], -q[3]


@dense()
def rotate(q, v, out):
    r"""The vector ``v`` (3,) turned by ``q`` (4,): :math:`v + 2w(u\times v) + 2u\times(u\times v)`, :math:`q=(w,u)`.

    ``out`` (3,) may be ``v``.
    """
    w, x, y, z = q[0], q[1], q[2], q[3]
    vx, vy, vz = v[0], v[1], v[2]
    tx = 2.0 * (y * vz - z * vy)
    ty = 2.0 * (z * vx - x * vz)
    tz = 2.0 * (x * vy - y * vx)
    out[0] = vx + w * tx + y * tz - z * ty
    out[1] = vy + w * ty + z * tx - x * tz
    out[2] = vz + w * tz + x * ty - y * tx


@dense()
def rotate_add(q, v, base, out):
    """``base`` plus the vector ``v`` turned by ``q``. ``q`` is (4,), the others are (3,); ``out`` may be ``v``."""
    bx, by, bz = base[0], base[1], base[2]
    rotate(q, v, out)
    out[0] += bx
    out[1] += by
    out[2] += bz


@dense()
def normalize(q):
    """Scale ``q`` (4,) to unit length in place; zero becomes no rotation."""
    norm = np.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    if norm > 0.0:
        scale = 1.0 / norm
        q[0], q[1], q[2], q[3] = q[0] * scale, q[1] * scale, q[2] * scale, q[3] * scale
    else:
        q[0], q[1], q[2], q[3] = 1.0, 0.0, 0.0, 0.0


@dense()
def turn(q, axis, angle):
    """Follow ``q`` (4,) in place by a turn of ``angle`` [rad] about the unit vector ``axis`` (3,) of its own frame."""
    c, s = np.cos(0.5 * angle), np.sin(0.5 * angle)
    x, y, z = s * axis[0], s * axis[1], s * axis[2]
    a, b, d, e = q[0], q[1], q[2], q[3]
    q[0] = a * c - b * x - d * y - e * z
    q[1] = a * x + b * c + d * z - e * y
    q[2] = a * y - b * z + d * c + e * x
    q[3] = a * z + b * y - d * x + e * c


@dense()
def axes_of(q, out):
    """The images of the x, y, z axes under ``q`` (4,), as *rows* of ``out`` (3, 3): the transposed rotation matrix."""
    w, x, y, z = q[0], q[1], q[2], q[3]
    out[0, 0], out[0, 1], out[0, 2] = 1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)
    out[1, 0], out[1, 1], out[1, 2] = 2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)
    out[2, 0], out[2, 1], out[2, 2] = 2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)
