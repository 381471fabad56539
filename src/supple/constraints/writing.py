"""An edit as text: TOML for people, JSON for programs; each reads back as the same edit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from supple.constraints import model
from supple.constraints.checks import check_edit
from supple.constraints.document import KEYS

_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_FIRST = ("name", "kind", "effector", "foot", "priority")  # what a person looks for
_LONG = ("goals", "points", "swing_polygon_deg")  # lists that get a line per item


def dump_edit(edit: model.Edit, language: str = "toml") -> str:
    """The text of an edit in ``"toml"`` or ``"json"``, without what has its default; equal edits give equal text."""
    check_edit(edit)
    table = edit_table(edit)
    if language == "json":
        return json.dumps(table, indent=2, ensure_ascii=False) + "\n"
    return "\n".join(_lines(table)) + "\n"


def edit_table(edit: model.Edit) -> dict[str, Any]:
    """An edit as nested tables, lists, numbers and texts, under the keys of the document."""
    tables = {
        "format": 1,
        "space": edit.space,
        "constraint": [_table(c) for c in edit.constraints],
        "settings": _table(edit.settings),
        "joints": {name: _table(joint) for name, joint in edit.joints.items()},
        "mass": [_table(mass) for mass in edit.masses],
    }
    return {key: tables[key] for key in KEYS if tables[key] or key == "format"}


def _table(value: msgspec.Struct) -> dict[str, Any]:
    """The keys that differ from their defaults, the kind among them, the best known first."""
    tag = value.__struct_config__.tag
    table = {} if tag is None else {"kind": tag}
    for field in msgspec.structs.fields(value):
        item = getattr(value, field.name)
        if field.required or item != field.default or field.name == "priority":
            table[field.name] = _plain(item)
    return dict(sorted(table.items(), key=lambda pair: _FIRST.index(pair[0]) if pair[0] in _FIRST else len(_FIRST)))


def _plain(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return _table(value)
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _lines(table: dict[str, Any]) -> Iterator[str]:
    yield "format = 1"
    if "space" in table:
        yield f"space = {_text(table['space'])}"
    for constraint in table.get("constraint", ()):
        yield from ("", "[[constraint]]", *_pairs(constraint))
    if "settings" in table:
        yield from ("", "[settings]", *_pairs(table["settings"]))
    for name, joint in table.get("joints", {}).items():
        yield from ("", f"[joints.{_key(name)}]", *_pairs(joint))
    for mass in table.get("mass", ()):
        yield from ("", "[[mass]]", *_pairs(mass))


def _pairs(table: dict[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if key in _LONG and value and not isinstance(value[0], str):
            yield from (f"{key} = [", *(f"  {_value(item)}," for item in value), "]")
        else:
            yield f"{key} = {_value(value)}"


def _value(value: Any) -> str:
    """A value of TOML on one line."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + " }"
    return repr(value)


def _key(name: str) -> str:
    return name if name and _BARE.issuperset(name) else _text(name)


def _text(text: str) -> str:
    """A basic string: the escapes of JSON are those of TOML, but for the one control character that JSON allows."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
