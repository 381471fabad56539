"""Finding what is wrong with a wish: small checks that say where, what was found and what is allowed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from supple.core.moments import Moment, parsed
from supple.errors import InvalidValueError

_FAR = 1e6  # metres, seconds, degrees: a larger number is a slip


class Fault(NamedTuple):
    """Something wrong: the key below the constraint, what was found there, and what is allowed."""

    key: str
    found: Any
    words: str


def below(table: str, faults: Iterator[Fault]) -> Iterator[Fault]:
    """The same faults, as keys of a table further up."""
    for key, found, words in faults:
        yield Fault(f"{table}.{key}", found, words)


def not_finite(value: Any, key: str = "") -> Iterator[Fault]:
    """Every number anywhere inside that is not finite, or larger than anything about a motion."""
    if isinstance(value, float) and not math.isfinite(value):
        yield Fault(key, value, "a finite number is needed.")
    elif isinstance(value, float) and abs(value) >= _FAR:
        yield Fault(key, value, f"numbers must be below {_FAR:g}.")
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from not_finite(getattr(value, name), f"{key}.{name}".lstrip("."))
    elif isinstance(value, tuple):
        for k, item in enumerate(value):
            yield from not_finite(item, f"{key}[{k}]")


def one_of(a: str, value_a: object, b: str, value_b: object) -> Iterator[Fault]:
    """Two keys of which exactly one must be given."""
    if (value_a is None) == (value_b is None):
        yield Fault(a, value_a, f"give either {a} or {b}" + ("." if value_a is None else ", not both."))


def in_order(key: str, moments: Sequence[Moment], how: str = "", rising: bool = False) -> Iterator[Fault]:
    """Moments that are none, or that go back; seconds and frames can be compared only for a certain motion."""
    try:
        pairs = [parsed(moment) for moment in moments]
    except InvalidValueError as error:
        yield Fault(key, moments, str(error))
        return
    for unit in ("s", "f"):
        values = [value for value, own in pairs if own == unit]
        if any(b < a or (rising and b == a) for a, b in pairwise(values)):
            yield Fault(key, moments, f"times must {'rise' if rising else 'not go back'}{how}.")
            return


def comes_before(first: Moment, second: Moment) -> bool:
    """Whether a moment is earlier than another, as far as that can be said without a motion."""
    try:
        (a, unit), (b, other) = parsed(first), parsed(second)
    except InvalidValueError:
        return True  # in_order tells about it
    return unit != other or a < b
