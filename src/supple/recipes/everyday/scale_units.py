"""How large a figure is, and the unit its numbers are in."""

from __future__ import annotations

from dataclasses import replace

from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.errors import InvalidValueError
from supple.io.options import WriteOptions
from supple.recipes.everyday.clip import Clip, check_motion
from supple.recipes.everyday.contact_places import scaled
from supple.units import metres_per, unit_name

_SMALLEST, _LARGEST = 1e-6, 1e6  # a factor beyond these is a slip


@checked
def scale_units(
    motion: Motion, *, factor: float = 1.0, units: str | float | None = None, contacts: Contacts | None = None
) -> Clip:
    """The motion ``factor`` times as large, with files of it in ``units`` (``Clip.writing``).

    ``units`` alone changes the numbers of the file and not the figure: it is as tall as before. ``factor`` changes the
    figure: bones, travel, and contacts; the speed of time stays.
    """
    check_motion(motion, "scaled")
    if not _SMALLEST <= factor <= _LARGEST:
        raise InvalidValueError(f"a factor is a number from {_SMALLEST:g} to {_LARGEST:g}; got {factor}.")
    unit = metres_per(units) if isinstance(units, str) else units
    notes = [] if unit is None else [f"one unit of the file is {unit_name(unit)}."]
    if factor == 1.0:
        return Clip(motion, contacts, tuple(notes), WriteOptions(unit_scale=unit))
    larger = replace(
        motion,
        skeleton=motion.skeleton.scaled(factor),
        root_positions=motion.root_positions * factor,
        offsets=None if motion.offsets is None else motion.offsets * factor,
    )
    known = unit_name(unit or motion.provenance.unit_scale)
    notes.append(
        f"the figure is {factor:g} times as large. Where a format states no unit (BVH) it is guessed by the figure's "
        f"size: read it with --input-units {known.removesuffix(' m')}."
    )
    return Clip(
        larger, None if contacts is None else scaled(contacts, factor), tuple(notes), WriteOptions(unit_scale=unit)
    )
