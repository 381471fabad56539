"""Moments of a constraint that can be dragged along the timeline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from supple.constraints.model import Constraint, Footplant, Moment, Shape
from supple.errors import InvalidValueError
from supple.session.edits import MoveKey

EVENTS = ("heel_strike", "toe_strike", "heel_off", "toe_off")


def key_moved(constraint: Constraint, edit: MoveKey) -> Constraint:
    """The constraint with one of its moments elsewhere; their order is checked with the whole constraint."""
    kind = constraint.__struct_config__.tag
    if edit.of == "goal" and hasattr(constraint, "goals"):
        return _with_item(constraint, "goals", "when", edit)
    if edit.of == "point" and isinstance(constraint, Shape):
        return _with_item(constraint, "points", "hold", edit)
    if edit.of == "event" and isinstance(constraint, Footplant):
        events = msgspec.structs.replace(constraint.known_events, **{EVENTS[_index(edit.key, 4, "event")]: edit.to})
        return msgspec.structs.replace(constraint, events=events)
    span: Sequence[Moment] | None = getattr(constraint, "span", None)
    if edit.of == "span" and span is not None:
        return msgspec.structs.replace(constraint, span=_moved(span, edit))
    raise InvalidValueError(f"a {kind} has no key of a {edit.of} that could be moved.")


def _with_item(constraint: Constraint, items_name: str, keys_name: str, edit: MoveKey) -> Constraint:
    items: tuple[Any, ...] = getattr(constraint, items_name)
    k = _index(edit.number, len(items), edit.of)
    keys = getattr(items[k], keys_name)
    if keys is None:
        raise InvalidValueError(f"{edit.of} {k} acts all through, and has no keys. Give it times first.")
    item = msgspec.structs.replace(items[k], **{keys_name: _moved(keys, edit)})
    return msgspec.structs.replace(constraint, **{items_name: (*items[:k], item, *items[k + 1 :])})


def _moved(keys: Sequence[Moment], edit: MoveKey) -> tuple[Moment, ...]:
    k = _index(edit.key, len(keys), "key")
    return (*keys[:k], edit.to, *keys[k + 1 :])


def _index(number: int, count: int, what: str) -> int:
    if not 0 <= number < count:
        raise InvalidValueError(f"there is no {what} {number}: they are numbered 0 to {count - 1}.")
    return number
