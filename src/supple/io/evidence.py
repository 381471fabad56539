"""Units and up axis of files that do not state them, decided by what the figure looks like."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.skeleton import Skeleton


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was decided, and why, in words for ``supple info``."""

    unit_scale: float  # metres per file unit
    up: str  # one of supple.core.axes.UPS
    unit_reason: str
    up_reason: str
    warnings: tuple[str, ...] = ()


def decide(skeleton: Skeleton, positions: np.ndarray) -> Evidence:
    """Decide from a figure in the file's own units and axes.

    ``skeleton`` has offsets in file units; ``positions`` (n, J, 3) are world positions of a few frames
    spread over the clip (rest rows left out), in file units and axes.
    """
    extent = np.ptp(positions, axis=1).max(axis=0)
    scale = min(
        (1.0, 0.1, 0.0254 / 0.45, 0.0254, 0.01, 0.001), key=lambda s: abs(np.log(max(extent.max(), 1e-9) * s / 1.7))
    )
    return Evidence(scale, "y", f"the figure is {extent.max():g} units tall", "")
