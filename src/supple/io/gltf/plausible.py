"""A doubt about metres: the standard says so, some exporters do not care."""

from __future__ import annotations

from supple.core.motion import Motion
from supple.core.pose import posed_frames, sample_frames
from supple.io.evidence import decide
from supple.units import unit_name

_DOUBT = 3.0  # the figure would be this many times too large or too small


def size_warnings(motion: Motion) -> list[str]:
    """A warning when the figure cannot be a person in metres; the numbers stay as they are."""
    positions = posed_frames(motion, sample_frames(motion, 8))
    evidence = decide(motion.skeleton, positions)
    if 1.0 / _DOUBT < evidence.unit_scale < _DOUBT:
        return []
    unit = unit_name(evidence.unit_scale * motion.provenance.unit_scale)
    return [f"glTF is in metres, but {evidence.unit_reason}. If its unit is {unit}, read it with that unit."]
