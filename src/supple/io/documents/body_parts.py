"""The tables of a body document that tell what a person weighs: ``[person]``, ``[segment.NAME]``, ``[strength]``."""

from __future__ import annotations

from typing import Any

import msgspec

from supple.core.documents import check_name, check_words, converted
from supple.errors import DocumentError

MEASURED = (
    "foot", "shank", "thigh", "lower_torso", "lower_chest", "upper_chest", "upper_arm", "forearm", "hand", "neck",
    "head",
)  # fmt: skip
SEGMENT_NAMES = ("foot", "shank", "thigh", "upper_arm", "forearm", "hand", "trunk", "head")
STRENGTHS = ("hip", "knee", "ankle", "spine", "neck", "clavicle", "shoulder", "elbow", "wrist")
_LONGEST, _HEAVIEST, _STRONGEST = 10.0, 1000.0, 1e5

EXAMPLE = """
# Who it is, for `supple dynamics` and `supple physical`; the segments of an average person of this size, unless they
# are told below. `supple body` writes all of this.
#[person]
#height_m = 1.75
#mass_kg = 70.0

# A segment of the body (left and right are alike): foot shank thigh upper_arm forearm hand trunk head.
#   length_m, mass_kg, centre (share of the length from the joint), gyration (radii across and along, as shares of it)
#[segment.thigh]
#length_m = 0.43
#mass_kg = 9.9
#centre = 0.39
#gyration = [0.35, 0.155]

# As a tape measures it (for `supple body --measure`), all of: foot shank thigh lower_torso lower_chest upper_chest
# upper_arm forearm hand neck head; the first circumference is at the joint, the second at the far end.
#[measure.shank]
#length_m = 0.48
#circumference_m = [0.35, 0.22]

# The largest torque of joints: hip knee ankle spine neck clavicle shoulder elbow wrist.
#[strength]
#hip_nm = 210.0
"""


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Size and weight."""

    height_m: float = 1.75
    mass_kg: float | None = None


class SegmentEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One segment; what is not told is that of an average person of the same size."""

    length_m: float | None = None
    mass_kg: float | None = None
    centre: float | None = None
    gyration: tuple[float, float] | None = None


class MeasureEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One segment by the tape."""

    length_m: float
    circumference_m: tuple[float, float]


class BodyParts(msgspec.Struct, frozen=True, kw_only=True):
    """All that a document tells of weights and strength."""

    person: Person | None = None
    segments: dict[str, SegmentEntry] = {}
    measures: dict[str, MeasureEntry] = {}
    strength: dict[str, float] = {}  # joint -> [Nm]

    def __hash__(self) -> int:  # nobody changes what a document says
        tables = (self.segments, self.measures, self.strength)
        return hash((self.person, *(tuple(sorted(table.items(), key=str)) for table in tables)))


KEYS = ("person", "segment", "measure", "strength")


def parse_parts(data: dict[str, Any], source: str) -> BodyParts:
    """The parts of a document's keys, checked."""
    person = None
    if "person" in data:
        person = _converted(data["person"], Person, "person", source)
        _check(person.height_m, 0.0, _LONGEST, f"{source}: person.height_m")
        if person.mass_kg is not None:
            _check(person.mass_kg, 0.0, _HEAVIEST, f"{source}: person.mass_kg")
    segments = _named(data, "segment", SEGMENT_NAMES, SegmentEntry, source)
    for name, entry in segments.items():
        for key, most in (("length_m", _LONGEST), ("mass_kg", _HEAVIEST), ("centre", 2.0)):
            if (value := getattr(entry, key)) is not None:
                _check(value, 0.0, most, f"{source}: segment.{name}.{key}")
        for value in entry.gyration or ():
            _check(value, 0.0, 10.0, f"{source}: segment.{name}.gyration")
    measures = _named(data, "measure", MEASURED, MeasureEntry, source)
    for name, tape in measures.items():
        for value in (tape.length_m, *tape.circumference_m):
            _check(value, 0.0, _LONGEST, f"{source}: measure.{name}")
    return BodyParts(person=person, segments=segments, measures=measures, strength=_strength(data, source))


def _named(data: dict[str, Any], key: str, names: tuple[str, ...], kind: Any, source: str) -> dict[str, Any]:
    table = converted(data.get(key, {}), dict[str, Any], key, source)
    for name in table:
        check_name(name, names, key, "segment", source)
    return {name: _converted(value, kind, f"{key}.{name}", source) for name, value in table.items()}


def _strength(data: dict[str, Any], source: str) -> dict[str, float]:
    table = converted(data.get("strength", {}), dict[str, float], "strength", source)
    allowed = tuple(f"{joint}_nm" for joint in STRENGTHS)
    for name, value in table.items():
        check_name(name, allowed, "strength", "joint", source)
        _check(value, 0.0, _STRONGEST, f"{source}: strength.{name}")
    return {name.removesuffix("_nm"): value for name, value in table.items()}


def _converted(value: Any, kind: Any, place: str, source: str) -> Any:
    check_words(value, kind, place, source)
    return converted(value, kind, place, source)


def _check(value: float, low: float, high: float, place: str) -> None:
    if not low < value < high:
        raise DocumentError(f"{place} must lie between {low:g} and {high:g}; got {value:g}.")
