"""TypeScript of the messages: ``python -m supple.editor.generate_types`` writes it into a checkout."""

from __future__ import annotations

import re
import typing
from pathlib import Path
from typing import Any

import msgspec

from supple.constraints.model import Constraint
from supple.editor import messages
from supple.session.actions import Action

TARGET = Path("web/src/messages.ts")
_ROOTS = ("FromPage", "FromServer")
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}
_ALIASES: dict[Any, str] = {messages.PageEdit: "PageEdit", Action: "Action", Constraint: "Constraint"}
_HEADER = """\
// Made from src/supple/editor/messages.py by `python -m supple.editor.generate_types`. Do not edit.
// A field with a question mark may be left out of what the page sends; what the server sends is always whole.
"""


def generated() -> str:
    """The whole file."""
    sent, known = (
        _structs(messages.FromServer, messages.PoseHeader),
        _structs(*map(_union, _ROOTS), messages.PoseHeader),
    )
    edits = set(typing.get_args(messages.PageEdit))  # which the server proposes, and the page sends
    parts = [_interface(name, kind, whole=name in sent and kind not in edits) for name, kind in sorted(known.items())]
    named = {**_ALIASES, **{_union(name): name for name in _ROOTS}}
    unions = [f"export type {name} =\n{_members(kind)};\n" for kind, name in named.items()]
    return "\n".join([_HEADER, *parts, *unions])


def _union(name: str) -> Any:
    return getattr(messages, name)


def _structs(*roots: Any) -> dict[str, type[msgspec.Struct]]:
    known: dict[str, type[msgspec.Struct]] = {}
    for root in roots:
        _collect(root, known)
    return known


def _collect(kind: Any, known: dict[str, type[msgspec.Struct]]) -> None:
    """All structs that a type is made of, each under a name of its own."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        name = _name(kind)
        if known.setdefault(name, kind) is not kind:
            raise ValueError(f"{name} stands for {known[name]} and {kind}.")
        for field_kind in _hints(kind).values():
            if not (isinstance(field_kind, type) and _name(field_kind) in known):
                _collect(field_kind, known)
    for part in typing.get_args(kind):
        if not (isinstance(part, type) and issubclass(part, msgspec.Struct) and _name(part) in known):
            _collect(part, known)


def _name(kind: type) -> str:
    """What a type is called: where modules use one word for two things, the module says which."""
    module = kind.__module__.removeprefix("supple.")
    prefix = {"session.actions": "Action", "session.edits": "Edit", "core.contacts": "", "io.documents.roles": "Roles"}
    if kind.__name__.startswith(prefix.get(module, "")):
        return kind.__name__
    return prefix.get(module, "") + kind.__name__


def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def _interface(name: str, kind: type[msgspec.Struct], *, whole: bool) -> str:
    lines = [f"/** {_first_line(kind)} */", f"export interface {name} {{"]
    config = kind.__struct_config__
    if config.tag is not None:
        lines.append(f"  {config.tag_field}: {msgspec.json.encode(config.tag).decode()};")
    for field in msgspec.structs.fields(kind):
        optional = "" if field.required or whole else "?"
        lines.append(f"  {field.name}{optional}: {_typed(field.type)};")
    return "\n".join([*lines, "}", ""])


def _first_line(kind: type) -> str:
    return re.sub(r":class:`~?([\w.]+\.)?(\w+)`", r"\2", (kind.__doc__ or "").strip().splitlines()[0]).replace(
        "``", "`"
    )


def _typed(kind: Any) -> str:
    """A type in TypeScript."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind in _ALIASES:
        return _ALIASES[kind]
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return " | ".join(msgspec.json.encode(value).decode() for value in args)
    if origin is tuple:
        return _tuple(args)
    if origin is dict:
        return f"Record<{_typed(args[0])}, {_typed(args[1])}>"
    if args:  # a union
        return " | ".join(dict.fromkeys(map(_typed, args)))
    return _name(kind)


def _tuple(args: tuple[Any, ...]) -> str:
    if len(args) == 2 and args[1] is Ellipsis:
        item = _typed(args[0])
        return f"({item})[]" if "|" in item else f"{item}[]"
    return f"[{', '.join(map(_typed, args))}]"


def _members(root: Any) -> str:
    return "\n".join(f"  | {_name(kind)}" for kind in typing.get_args(root))


if __name__ == "__main__":
    TARGET.write_text(generated(), encoding="utf-8")
