"""Quaternions (w, x, y, z) in compiled code; results are written into ``out``."""

from __future__ import annotations

from supple.kernels.jit import kernel


@kernel()
def multiply(a, b, out):
    """The rotation ``b`` followed by ``a``. All are (4,); ``out`` may not be ``a`` or ``b``."""
    out[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3]
    out[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2]
    out[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1]
    out[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]


@kernel()
def rotate_add(q, v, base, out):
    r"""``base`` plus the vector ``v`` turned by ``q``: :math:`b + v + 2w(u\times v) + 2u\times(u\times v)`.

    ``q`` is (4,); ``v``, ``base`` and ``out`` are (3,).
    """
    tx = 2.0 * (q[2] * v[2] - q[3] * v[1])
    ty = 2.0 * (q[3] * v[0] - q[1] * v[2])
    tz = 2.0 * (q[1] * v[1] - q[2] * v[0])
    out[0] = base[0] + v[0] + q[0] * tx + q[2] * tz - q[3] * ty
    out[1] = base[1] + v[1] + q[0] * ty + q[3] * tx - q[1] * tz
    out[2] = base[2] + v[2] + q[0] * tz + q[1] * ty - q[2] * tx
