"""Formats whose standard says metres and +Y up (glTF, X3D): what overrules it, and a doubt where it cannot be."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.motion import Motion
from supple.core.pose import posed_frames, sample_frames
from supple.io.evidence import decide
from supple.io.options import ReadOptions
from supple.units import unit_name

_DOUBT = 3.0  # the figure would be this many times too large or too small
_SAMPLES = 8  # frames that a figure is judged by


@dataclass(frozen=True, slots=True)
class StandardFrame:
    """Units and axes of a file, and why, in words."""

    unit_scale: float  # metres per file unit
    up: str
    decisions: tuple[tuple[str, str], ...]
    told_unit: bool = False


def standard_frame(standard: str, options: ReadOptions, noted_scale: float = 1.0, noted_up: str = "y") -> StandardFrame:
    """The caller's word, else what Supple noted in a file of its own, else the standard's metres and +Y."""
    units, up = f"metres, as {standard} has it", f"y, as {standard} has it"
    if options.unit_scale is not None:
        units = "as told"
    elif noted_scale != 1.0:
        units = f"{noted_scale:g} m per unit, as Supple noted in the file"
    if options.up is not None:
        up = "as told"
    elif noted_up != "y":
        up = f"{noted_up}, as Supple noted in the file"
    told = options.unit_scale is not None
    scale = noted_scale if options.unit_scale is None else options.unit_scale
    return StandardFrame(scale, options.up or noted_up, (("units", units), ("up", up)), told)


def doubts(motion: Motion, frame: StandardFrame, claim: str) -> tuple[str, ...]:
    """A warning where a figure cannot have the size that ``claim`` gives it; its numbers stay as they are."""
    if frame.told_unit:
        return ()
    positions = posed_frames(motion, sample_frames(motion, _SAMPLES))
    better = decide(motion.skeleton, positions).unit_scale
    if 1.0 / _DOUBT < better < _DOUBT:
        return ()
    unit, size = unit_name(better * frame.unit_scale), float(np.ptp(positions, axis=1).max())
    said = f"{claim}, which makes the figure {size:.3g} m large; its unit looks like {unit}"
    return (f"{said}. If so, say it with --input-units.",)
