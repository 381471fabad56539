"""A doubt about metres: the standard says so, some exporters do not care."""

from __future__ import annotations

import numpy as np

from supple.core.motion import Motion
from supple.core.pose import posed_frames, sample_frames
from supple.io.evidence import decide
from supple.units import unit_name

_SMALLEST, _TALLEST = 0.3, 4.0  # [m]


def size_warnings(motion: Motion) -> list[str]:
    """A warning when the figure cannot be a person in metres; the numbers stay as they are."""
    positions = posed_frames(motion, sample_frames(motion, 8))
    size = float(np.ptp(positions, axis=1).max())
    if _SMALLEST <= size <= _TALLEST or size == 0.0:
        return []
    likely = decide(motion.skeleton, positions).unit_scale
    advice = f" If its unit is {unit_name(likely)}, read it with that unit." if likely != 1.0 else ""
    return [f"the figure is {size:.3g} m large, which is odd for a person; glTF is in metres.{advice}"]
