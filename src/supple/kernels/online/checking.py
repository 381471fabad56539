"""Whether a pose that was handed in can be one."""

from __future__ import annotations

from supple.kernels.jit import INT, MATRIX, VECTOR, kernel, types

FINE, FAR_ROOT, FAR_OFFSETS = -1, -2, -3
_UNIT = 1e-6  # how far the squared norm of a rotation may be from one


@kernel(VECTOR, MATRIX, MATRIX, types.float64, returns=INT)
def fault_of(root, rotations, offsets, farthest):
    """The first joint whose rotation is no unit quaternion, or what else is wrong, or that it is fine; NaN never is."""
    for k in range(3):
        if not abs(root[k]) < farthest:
            return FAR_ROOT
    for j in range(rotations.shape[0]):
        square = 0.0
        for k in range(4):
            square += rotations[j, k] * rotations[j, k]
        if not abs(square - 1.0) < _UNIT:
            return j
    for j in range(1, offsets.shape[0]):
        for k in range(3):
            if not abs(offsets[j, k]) < farthest:
                return FAR_OFFSETS
    return FINE
