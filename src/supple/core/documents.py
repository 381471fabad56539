"""TOML and JSON documents of a user: read, and checked with messages that name the key and the value."""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Sequence
from typing import Any

import msgspec

from supple.errors import DocumentError


def load_table(text: str, source: str, language: str) -> dict[str, Any]:
    """The keys of a document in ``"toml"`` or ``"json"``; ``source`` stands in messages."""
    try:
        data = json.loads(text) if language == "json" else tomllib.loads(text)
    except (tomllib.TOMLDecodeError, json.JSONDecodeError) as error:
        raise DocumentError(f"{source}: this is not {language.upper()}: {error}.") from None
    except RecursionError:
        raise DocumentError(f"{source}: values are nested too deeply.") from None
    if not isinstance(data, dict):
        raise DocumentError(f"{source}: a table of keys is needed; found {type(data).__name__}.")
    return data


def check_format(data: dict[str, Any], source: str) -> None:
    """Every document starts with ``format = 1``."""
    if "format" not in data:
        raise DocumentError(f"{source}: the key format is missing. Write format = 1 at the top.")
    if data["format"] != 1 or isinstance(data["format"], bool):
        raise DocumentError(f"{source}: format = {data['format']!r} is not known. This version reads format = 1.")


def check_name(name: str, allowed: Sequence[str], table: str, what: str, source: str) -> None:
    """Refuse a key that is not among the allowed ones, with the nearest of them."""
    if name in allowed:
        return
    near = difflib.get_close_matches(name[:60], allowed, n=3, cutoff=0.4)
    hint = f"Did you mean {' or '.join(near)}?" if near else f"Known: {', '.join(allowed)}."
    place = f"{table}.{name}" if table else name
    raise DocumentError(f"{source}: {place}: there is no {what} {name!r}. {hint}")


def converted(value: Any, kind: Any, place: str, source: str) -> Any:
    """``value`` as the type asked for, or a message with the key, the value and what was expected."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        said, _, where = str(error).partition(" - at `$")
        said = said[:1].lower() + said[1:].replace("`object`", "a table").replace("`", "")
        raise DocumentError(f"{source}: {place}{where.rstrip('`')} = {shown(value)}: {said}.") from None


def shown(value: Any) -> str:
    """A value as it stands in messages, cut when it is long."""
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
