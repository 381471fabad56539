"""Limbs near plants bend smoothly from what one plant needs to what the next does."""

from __future__ import annotations

import numpy as np

from supple.core.pose import WorldPose
from supple.solvers.cleanup.limbs import LimbRows
from supple.solvers.cleanup.targets import Targets
from supple.solvers.cleanup.working import Posed

_PULL = 2000.0  # [1/s^2] what a bend is off its way, against the acceleration of what it has more than in the motion
_COUNTER = 0.7  # beta of the kernel
# choice: where plants give way too it is that of the root (0.3 of kernels.cleanup.bends); with none knees accelerate
# more by a thirtieth.
_COUNTER_AT_EDGES = 0.3


def eased(
    pose: Posed | WorldPose, rows: LimbRows, targets: Targets, planted: np.ndarray, displacement: np.ndarray, fps: float
) -> np.ndarray | None:
    """(F, L) bends of limbs that are on their way and not ``planted`` (F, L) [rad], NaN of all others; None: no such.

    Such a limb misses its way by a little where the way asks too much of it.
    """
    from supple.kernels.cleanup.easing import ease

    if np.array_equal(targets.active, planted):
        return None
    bends = np.full(planted.shape, np.nan)
    ease(
        pose.positions, pose.rotations, rows.bases, rows.middles, rows.ends, rows.axes, targets.active, planted,
        targets.positions, targets.firm, displacement, _PULL / fps**2, _COUNTER, bends,
    )  # fmt: skip
    return bends


def about_edges(window: int, fps: float) -> tuple[int, float, float]:
    """How limbs that may stretch are eased about the ends of plants: how many frames into them, b per frame^2, beta."""
    from supple.kernels.cleanup.blending import FEW

    rate = float(f"{fps:.4g}")  # a clip of 0.0083333 s a frame and a stream at 120 fps are eased alike
    return max(1, window // FEW), _PULL / rate**2, _COUNTER_AT_EDGES
