"""How large a unit is and which way is up, by what the file states and whether that can be."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.axes import UPS
from supple.core.motion import Motion
from supple.core.pose import posed_frames, sample_frames
from supple.io.acclaim.model import Asf
from supple.io.evidence import Evidence, decide
from supple.io.options import ReadOptions, is_unit
from supple.units import METRES_PER

_PLAUSIBLE = (0.45, 2.7)  # [m] extent of a figure at rest, from a toddler to a tall person with arms up


@dataclass(frozen=True, slots=True)
class Scale:
    """What was decided, and why."""

    unit: float  # metres per file unit
    up: str
    decisions: tuple[tuple[str, str], ...]
    warnings: tuple[str, ...] = ()


def stated_unit(asf: Asf) -> float | None:
    """Metres per file unit by ``:units length``: a number in the file, divided by it, is in inches."""
    if asf.length is None or not 0.0 < asf.length < float("inf"):
        return None
    unit = METRES_PER["in"] / asf.length
    return unit if is_unit(unit) else None


def decide_scale(asf: Asf, plain: Motion, options: ReadOptions) -> Scale:
    """Decide for a motion that still has the file's units and axes."""
    evidence = decide(plain.skeleton, posed_frames(plain, sample_frames(plain, 16)))
    unit, unit_words, warnings = _unit(asf, plain, options, evidence)
    up, up_words = _up(asf, options, evidence)
    return Scale(unit, up, (("units", unit_words), ("up", up_words)), warnings)


def _unit(asf: Asf, plain: Motion, options: ReadOptions, evidence: Evidence) -> tuple[float, str, tuple[str, ...]]:
    if options.unit_scale is not None:
        return options.unit_scale, "as told", ()
    if asf.unit_scale is not None:
        return asf.unit_scale, "stated by a comment of the .asf", ()
    stated = stated_unit(asf)
    if stated is None:
        return (
            evidence.unit_scale,
            f"the .asf states no unit of length that can be; {evidence.unit_reason}",
            evidence.warnings,
        )
    size = _extent(plain)
    guessed = bool(evidence.warnings)  # nothing human to go by: then what the file says is better
    if _plausible(stated * size) or guessed or not _plausible(evidence.unit_scale * size):
        return stated, f"stated: length {asf.length:g} makes a unit {stated:.6g} m", ()
    words = (
        f"the stated length {asf.length:g} would make the figure {stated * size:.2f} m large; {evidence.unit_reason}"
    )
    return evidence.unit_scale, words, (f"{words}.",)


def _up(asf: Asf, options: ReadOptions, evidence: Evidence) -> tuple[str, str]:
    if options.up is not None:
        return options.up, "as told"
    for comment in asf.comments:
        axis, _, rest = comment.partition(" ")
        if rest == "is up" and axis in UPS:
            return axis, "stated by a comment of the .asf"
    if evidence.up == "y":
        return "y", "Y by custom, and the figure agrees"
    return evidence.up, evidence.up_reason


def _extent(plain: Motion) -> float:
    """The largest extent of the figure at rest [file unit]."""
    rest = np.array(plain.skeleton.offsets)
    rest[0] = 0.0
    for joint in range(1, len(rest)):  # rest rotations are none, so offsets add up
        rest[joint] += rest[plain.skeleton.parents[joint]]
    return float(np.ptp(rest, axis=0).max())


def _plausible(metres: float) -> bool:
    return _PLAUSIBLE[0] <= metres <= _PLAUSIBLE[1]
