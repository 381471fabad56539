"""Bones of limbs that become longer or shorter."""

from __future__ import annotations

from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_CUBE, kernel


@kernel(CUBE, INTS, MATRIX, OUT_CUBE)
def stretch(bones, limbs, scales, out):
    """Write ``bones`` (F, J, 3), or one row of them for all frames, scaled into ``out`` (F, J, 3).

    ``limbs`` (J,) says which of the ``scales`` (F, L) is that of a joint's bone; -1: it keeps its length.
    """
    for f in range(out.shape[0]):
        row = f if bones.shape[0] == out.shape[0] else 0
        for j in range(out.shape[1]):
            scale = scales[f, limbs[j]] if limbs[j] >= 0 else 1.0
            for i in range(3):
                out[f, j, i] = bones[row, j, i] * scale
