"""TOML and JSON documents of a user: read, and checked with messages that name the key and the value."""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from supple.errors import DocumentError, SuppleError

_LONGEST_SHOWN = 80  # letters of a value in a message


def load_table(text: str, source: str, language: str) -> dict[str, Any]:
    """The keys of a document in ``"toml"`` or ``"json"``; ``source`` stands in messages."""
    try:
        data = json.loads(text, object_pairs_hook=_table) if language == "json" else tomllib.loads(text)
        json.dumps(data, ensure_ascii=False, default=str).encode()  # refuses halves of characters, such as \ud800
    except ValueError as error:
        if "set_int_max_str_digits" in str(error):
            raise DocumentError(f"{source}: a number has thousands of digits. Is the file damaged?") from None
        raise DocumentError(f"{source}: this is not {language.upper()}: {error}.") from None
    except RecursionError:
        raise DocumentError(f"{source}: values are nested too deeply.") from None
    if not isinstance(data, dict):
        raise DocumentError(f"{source}: a table of keys is needed; found {type(data).__name__}.")
    return data


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A table of JSON; a key that it has twice is refused, as TOML does: the reader meant one of the two."""
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"the key {shown(key)} stands twice in one table")
        table[key] = value
    return table


def known_table(text: str, source: str, language: str, keys: Sequence[str]) -> dict[str, Any]:
    """The same of a document with ``format = 1`` and no key but those given."""
    data = load_table(text, source, language)
    for key in data:
        check_name(key, keys, "", "key", source)
    check_format(data, source)
    return data


@contextmanager
def about(document: object) -> Iterator[None]:
    """Errors inside are about a document: where it is a path, its name goes in front of the message."""
    try:
        yield
    except SuppleError as error:
        if not isinstance(document, Path | str):
            raise
        raise DocumentError(f"{document}: {error}") from None


def check_format(data: dict[str, Any], source: str) -> None:
    """Every document starts with ``format = 1``."""
    if "format" not in data:
        raise DocumentError(f"{source}: the key format is missing. Write format = 1 at the top.")
    if data["format"] != 1 or isinstance(data["format"], bool):
        raise DocumentError(f"{source}: format = {shown(data['format'])} is not known. This version reads format = 1.")


def check_name(name: str, allowed: Sequence[str], table: str, what: str, source: str) -> None:
    """Refuse a key that is not among the allowed ones, with the nearest of them."""
    if name in allowed:
        return
    key = name if len(name) <= _LONGEST_SHOWN else shown(name)
    place = f"{table}.{key}" if table else key
    raise DocumentError(f"{source}: {place}: there is no {what} {shown(name)}. {nearest(name, allowed)}")


def nearest(name: str, allowed: Sequence[str]) -> str:
    """A hint for a name that is not among the allowed ones: those most like it, else all of them."""
    plain: dict[str, list[str]] = {}
    for word in allowed:
        plain.setdefault(_plain(word), []).append(word)
    found = difflib.get_close_matches(_plain(name[:60]), plain, n=3, cutoff=0.4)
    near = [word for key in found for word in plain[key]][:3]
    return f"Did you mean {' or '.join(near)}?" if near else f"Known: {', '.join(allowed)}."


def _plain(word: str) -> str:
    """A word without capitals and without what stands between its parts: right_hand and RightHand are the same."""
    return re.sub(r"[\W_]", "", word).lower()


def check_words(value: Any, kind: Any, place: str, source: str) -> None:
    """Refuse unknown keys and words in a value that is to become ``kind``, with the nearest of those allowed."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if isinstance(value, dict):
            _check_struct(value, kind, place, source)
    elif get_origin(kind) is Literal:
        if isinstance(value, str) and value not in get_args(kind):
            hint = nearest(value, get_args(kind))
            raise DocumentError(f"{source}: {place} = {shown(value)}: there is no such choice. {hint}")
    elif get_origin(kind) is tuple and isinstance(value, list):
        for k, item in enumerate(value):
            check_words(item, get_args(kind)[0], f"{place}[{k}]", source)
    elif get_origin(kind) in (Union, UnionType) and isinstance(value, dict):
        tables = [one for one in get_args(kind) if isinstance(one, type) and issubclass(one, msgspec.Struct)]
        if len(tables) == 1:  # else it is not known which of them is meant
            _check_struct(value, tables[0], place, source)


def _check_struct(table: dict[str, Any], kind: type[msgspec.Struct], place: str, source: str) -> None:
    types = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    tag = kind.__struct_config__.tag_field
    for key, item in table.items():
        check_name(key, (tag, *types) if tag else tuple(types), place, "key", source)
        if key in types:
            check_words(item, types[key], f"{place}.{key}", source)


def converted(value: Any, kind: Any, place: str, source: str) -> Any:
    """``value`` as the type asked for, or a message with the key, the value and what was expected."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        said, _, where = str(error).partition(" - at `$")
        where = where.rstrip("`")
        if missing := re.fullmatch("Object missing required field `(.*)`", said):
            raise DocumentError(f"{source}: {place}{where}: the key {missing[1]} is missing.") from None
        said = said[:1].lower() + said[1:].replace("`object`", "a table").replace("`", "")
        raise DocumentError(f"{source}: {place}{where} = {shown(_dug(value, where))}: {said}.") from None


def _dug(value: Any, where: str) -> Any:
    """What stands at a path such as ``.goals[0].when`` of a value; the value itself where the path is not followed."""
    found = value
    for key, index in re.findall(r"\.([^.\[]+)|\[(\d+)\]", where):
        try:
            found = found[key] if key else found[int(index)]
        except (KeyError, IndexError, TypeError):
            return value
    return found


def shown(value: Any) -> str:
    """A value as it stands in messages, cut when it is long."""
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."
