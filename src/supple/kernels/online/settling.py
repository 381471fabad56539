"""Heights of points above the ground as they should be, of a whole clip."""

from __future__ import annotations

from supple.kernels.jit import OUT_VECTOR, VECTOR, dense, types
from supple.kernels.online.ground import UNTOUCHED, settled


@dense(VECTOR, types.float64, OUT_VECTOR)
def settle(heights, low, out):
    """``out`` (n,) of ``heights`` (n,) [m]: none below ``low``, unchanged well above it; see ``ground.settled``."""
    for i in range(heights.shape[0]):
        out[i] = settled(heights[i], low, UNTOUCHED * low)
