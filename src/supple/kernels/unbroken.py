"""Rotations of a clip that go on without a change of sign."""

from __future__ import annotations

from supple.kernels import vectors
from supple.kernels.jit import OUT_CUBE, kernel
from supple.kernels.jit import types as numba_types


@kernel()
def _along(a, b):
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])


@kernel(OUT_CUBE, numba_types.float64, returns=numba_types.boolean)
def unbroken(rotations, unit):
    """Choose the signs of rotations (F, J, 4) so that neighbours lie in one hemisphere, in place.

    Returns whether the squared norm of all is within ``unit`` of one; not a number is not.
    """
    fine = True
    for f in range(rotations.shape[0]):
        for j in range(rotations.shape[1]):
            q = vectors.turn_in(rotations, f, j)
            fine = fine and abs(_along(q, q) - 1.0) < unit
            if f > 0 and _along(q, vectors.turn_in(rotations, f - 1, j)) < 0.0:
                for i in range(4):
                    rotations[f, j, i] = -rotations[f, j, i]
    return fine
