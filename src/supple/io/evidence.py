"""Units and up axis of files that do not state them, decided by what the figure looks like."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.roles import find_roles
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
    from supple.io.unit_evidence import decide_unit
    from supple.io.up_evidence import decide_up

    roles = find_roles(skeleton, positions)
    scale, unit_reason, unit_warnings = decide_unit(skeleton, positions, roles)
    up, up_reason = decide_up(skeleton, positions, roles)
    return Evidence(scale, up, unit_reason, up_reason, unit_warnings)
