"""What kind of value an option takes, by its annotation: checked once, at the door of the Python API.

Only options of plain kinds (numbers, words, yes or no, names, contacts) are looked at; what takes more, such as a
document or a rate, is checked where it is understood.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from os import PathLike
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, ParamSpec, TypeVar, get_args, get_origin

import numpy as np

from supple.errors import InvalidValueError

P = ParamSpec("P")
R = TypeVar("R")


class _Kind(NamedTuple):
    words: str
    fits: Callable[[object], bool]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)


def _are_many(value: object, kind: type = object) -> bool:
    return (
        not isinstance(value, str | bytes) and isinstance(value, Collection) and all(isinstance(v, kind) for v in value)
    )


_KINDS = {
    "int": _Kind("a whole number", lambda value: _is_number(value) and not isinstance(value, float | np.floating)),
    "float": _Kind("a number", _is_number),
    "bool": _Kind("True or False", lambda value: isinstance(value, bool | np.bool_)),
    "str": _Kind("a word", lambda value: isinstance(value, str)),
    "Path": _Kind("a path", lambda value: isinstance(value, str | PathLike)),
    "Height": _Kind("a function of x and z", callable),
    "Progress": _Kind("a function of what is done and all", callable),
    "Sequence[str]": _Kind("a list of names", lambda value: _are_many(value, str)),
    "FitSettings": _Kind("FitSettings", lambda value: type(value).__name__ == "FitSettings"),  # its home loads much
    "Skin": _Kind("a Skin", lambda value: type(value).__name__ == "Skin"),
    "None": _Kind("None", lambda value: value is None),
}
_MANY = {"Sequence[": "a list", "tuple[": "a tuple", "Mapping[": "pairs"}  # of what, is asked where it is used


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """A function that refuses options of a wrong kind with words instead of failing somewhere inside."""
    known = function.__globals__
    parameters = inspect.signature(function).parameters
    kinds = {p.name: found for p in parameters.values() if (found := _kinds(p.annotation, known, p.default is p.empty))}
    names = tuple(parameters)

    @functools.wraps(function)
    def asked(*args: P.args, **options: P.kwargs) -> R:
        for name, value in (*zip(names, args, strict=False), *options.items()):
            if name in kinds:
                _check(name, value, kinds[name], f" of {function.__name__}")
        return function(*args, **options)

    return asked


def check_fields(settings: object) -> None:
    """Refuse settings, a dataclass, with a field of a wrong kind."""
    for name, annotation in type(settings).__annotations__.items():
        if kinds := _kinds(annotation, {}, False):
            _check(name, getattr(settings, name), kinds, f" of {type(settings).__name__}")


def _kinds(annotation: str, known: Mapping[str, Any], needed: bool) -> tuple[_Kind, ...]:
    """What an annotation, as it is written, allows; nothing where it names more than plain kinds.

    choice: what a function cannot do without, its motion or clips above all, it refuses in words of its own.
    """
    meant = known.get(annotation)
    if isinstance(meant, UnionType):
        members = ["None" if member is NoneType else member.__name__ for member in get_args(meant)]
    else:
        members = re.split(r" \| (?![^\[]*\])", annotation)
    found = [_kind(member, known, needed) for member in members]
    return tuple(kind for kind in found if kind) if all(found) else ()


def _kind(member: str, known: Mapping[str, Any], needed: bool) -> _Kind | None:
    meant = known.get(member)
    if member in _KINDS:
        return _KINDS[member]
    if get_origin(meant) is Literal:  # the function says which words there are
        return _KINDS["str"]
    if needed:
        return None
    for start, words in _MANY.items():
        if member.startswith(start):
            return _Kind(words, _are_many)
    if isinstance(meant, type):
        return _Kind(member, lambda value: isinstance(value, meant))
    return None


def _check(name: str, value: object, kinds: Sequence[_Kind], where: str) -> None:
    if any(kind.fits(value) for kind in kinds):
        return
    shown = repr(value)
    shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
    allowed = " or ".join(kind.words for kind in kinds)
    raise InvalidValueError(f"{name}{where} takes {allowed}; got {shown} ({type(value).__name__}).")
