"""The body document: how large the parts of a figure are, as a whole, part by part, or keyed in time. TOML or JSON."""

from __future__ import annotations

from pathlib import Path

import msgspec

from supple.core.documents import check_words, converted, known_table
from supple.core.moments import Moment, parsed
from supple.errors import DocumentError, InvalidValueError
from supple.io.documents.body_parts import EXAMPLE, KEYS, BodyParts, parse_parts
from supple.io.source import document_text

STARTING_POINT = (
    """\
# A body: `supple scale MOTION BODY.toml -o OUT` gives the motion to a figure with these proportions.
# Lines that begin with #[ or #a-word are examples: take away the # and change them.
format = 1

# How many times as long bones are. Factors multiply: with all = 1.1 and legs = 1.2 the legs are 1.32 times as long.
#   all trunk head arms left_arm right_arm legs left_leg right_leg hands left_hand right_hand feet left_foot right_foot
# An arm goes from the shoulder to the fingertips, a leg from the hip to the toes; hands and feet are parts of them.
[scale]
all = 1.0
#legs = 1.2
#left_arm = 0.9
# The way over the ground; without it, as much as the legs.
#way = 1.0

# Factors at moments (seconds, or frames as "120f"), smooth between them: the body changes while it moves, and the
# strides stay as long as they are. They multiply those above; hands and feet keep what those say.
#[[scale.key]]
#at = 0.0
#legs = 1.0

#[[scale.key]]
#at = 2.0
#legs = 1.3
#trunk = 0.8

# What the segments of a leg weigh, for `supple individualise --body`: heavier ones move less.
#[mass]
#thigh_kg = 10.0
#shank_kg = 3.5
#foot_kg = 1.0
"""
    + EXAMPLE
)
_SMALLEST, _LARGEST = 0.1, 10.0
_HEAVIEST = 200.0  # [kg] of a segment


class Factors(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How many times as long the bones of parts are; they multiply."""

    all: float = 1.0
    trunk: float = 1.0
    head: float = 1.0
    arms: float = 1.0
    left_arm: float = 1.0
    right_arm: float = 1.0
    legs: float = 1.0
    left_leg: float = 1.0
    right_leg: float = 1.0


class Key(Factors, frozen=True, kw_only=True):
    """Factors at a moment."""

    at: Moment


class Scale(Factors, frozen=True, kw_only=True):
    """Factors of the whole clip, and what changes in time."""

    hands: float = 1.0
    left_hand: float = 1.0
    right_hand: float = 1.0
    feet: float = 1.0
    left_foot: float = 1.0
    right_foot: float = 1.0
    way: float | None = None  # of the way over the ground; None: as much as the legs
    key: tuple[Key, ...] = ()


class Mass(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the segments of one leg weigh [kg]."""

    thigh_kg: float
    shank_kg: float
    foot_kg: float


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A body as a person describes it."""

    scale: Scale = Scale()
    mass: Mass | None = None
    parts: BodyParts = BodyParts()  # what `supple dynamics` and `supple physical` look at


ENDS = ("hands", "left_hand", "right_hand", "feet", "left_foot", "right_foot")
PARTS: tuple[str, ...] = (*Factors.__struct_fields__, *ENDS)


def read_body(path: Path | str) -> Body:
    """The body of a TOML or JSON document; a wrong key or value is a :class:`DocumentError` that names it."""
    text, source, language = document_text(path)
    return parse_body(text, source, language)


def parse_body(text: str, source: str, language: str = "toml") -> Body:
    """The same of a text; ``source`` stands in messages."""
    data = known_table(text, source, language, ("format", "scale", "mass", *KEYS))
    table = data.get("scale", {})
    keys = table.get("key") if isinstance(table, dict) else None
    for number, key in enumerate(keys if isinstance(keys, list) else ()):
        _refuse_ends(key, f"scale.key[{number}]", source)
    check_words(table, Scale, "scale", source)
    mass = None
    if "mass" in data:
        check_words(data["mass"], Mass, "mass", source)
        mass = converted(data["mass"], Mass, "mass", source)
    body = Body(scale=converted(table, Scale, "scale", source), mass=mass, parts=parse_parts(data, source))
    check_body(body, source)
    return body


def _refuse_ends(key: object, place: str, source: str) -> None:
    for name in key if isinstance(key, dict) else ():
        if name in ENDS:
            raise DocumentError(
                f"{source}: {place}.{name}: hands and feet do not change in time, since they stand on the ground. "
                f"Write {name} under [scale]."
            )


def check_body(body: Body, source: str = "body") -> None:
    """Refuse factors and moments that no body has."""
    scale = body.scale
    _check_factors(scale, PARTS, f"{source}: scale")
    if scale.way is not None and not _SMALLEST <= scale.way <= _LARGEST:
        raise DocumentError(f"{source}: scale.way must lie between {_SMALLEST} and {_LARGEST}; got {scale.way}.")
    for name in Mass.__struct_fields__ if body.mass is not None else ():
        if not 0.0 < (value := getattr(body.mass, name)) < _HEAVIEST:
            raise DocumentError(f"{source}: mass.{name} must lie between 0 and {_HEAVIEST:g} kg; got {value}.")
    for number, key in enumerate(scale.key):
        place = f"{source}: scale.key[{number}]"
        _check_factors(key, Factors.__struct_fields__, place)
        try:
            parsed(key.at)
        except InvalidValueError as error:
            raise DocumentError(f"{place}.at: {error}") from None


def _check_factors(factors: Factors, names: tuple[str, ...], place: str) -> None:
    for name in names:
        value = getattr(factors, name)
        if not _SMALLEST <= value <= _LARGEST:
            raise DocumentError(f"{place}.{name} must lie between {_SMALLEST} and {_LARGEST}; got {value}.")
