"""The templates document: moments at which a person sees a joint keep a space, a line or a point still.

TOML (or JSON, by the suffix ``.json``) with ``format = 1``.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from supple.core.contacts import GeometricKind
from supple.core.documents import check_words, converted, known_table, shown
from supple.core.moments import Moment, parsed
from supple.errors import DocumentError, InvalidValueError
from supple.io.source import document_text

STARTING_POINT = """\
# Templates: show where a joint keeps still, and `supple detect MOTION --templates T.toml` finds all such places.
# Lines that begin with #[ or #a-word are examples: take away the # and change them.
format = 1

# One [[template]] for each moment that you are sure of; more where the motion changes its character (walk, run).
# A few frames too many do no harm: those that do not fit the others are recognised.
#   joint      as in the file (`supple info MOTION`), or a role: left_ankle right_wrist hips ...
#   kind       "space": all of it is still; "line": it turns about an axis; "point": it turns around a point
#   start end  seconds, or frames as "120f"; 0 is the first frame of the file; both ends belong to it
#   reference  another joint in whose frame it is still (a hand on the hip); without it, the world
#[[template]]
#joint = "left_ankle"
#kind = "space"
#start = "80f"
#end = "92f"

#[[template]]
#joint = "left_ankle"
#kind = "line"
#start = 2.96
#end = 3.2

#[[template]]
#joint = "right_wrist"
#kind = "space"
#start = 4.0
#end = 4.5
#reference = "hips"
"""

_KEYS = ("format", "template")


class TemplateEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One template as it was written."""

    joint: str
    kind: GeometricKind
    start: Moment
    end: Moment
    reference: str | None = None


class TemplatesDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A templates document, checked for everything that needs no motion."""

    templates: tuple[TemplateEntry, ...] = ()
    source: str = ""  # the file's name, for messages


def read_templates(path: Path | str) -> TemplatesDocument:
    """Read a templates document; a wrong key or value is a :class:`DocumentError` that names it."""
    return parse_templates(*document_text(path))


def parse_templates(text: str, source: str = "templates", language: str = "toml") -> TemplatesDocument:
    """A templates document from its text; ``source`` stands in messages."""
    data = known_table(text, source, language, _KEYS)
    tables = data.get("template", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise DocumentError(
            f"{source}: template = {shown(tables)}: a list of tables is needed, each under [[template]]."
        )
    entries = tuple(_entry(table, f"template[{k}]", source) for k, table in enumerate(tables))
    return TemplatesDocument(templates=entries, source=source)


def _entry(table: object, place: str, source: str) -> TemplateEntry:
    check_words(table, TemplateEntry, place, source)
    entry: TemplateEntry = converted(table, TemplateEntry, place, source)
    moments = {}
    for key in ("start", "end"):
        value = getattr(entry, key)
        try:
            moments[key] = parsed(value)
        except InvalidValueError as error:
            raise DocumentError(f"{source}: {place}.{key} = {shown(value)}: {error}") from None
    (start, unit), (end, other) = moments["start"], moments["end"]
    if unit == other and end <= start:
        raise DocumentError(f"{source}: {place}.end = {shown(entry.end)}: it must come after start, {entry.start!r}.")
    if entry.reference == entry.joint:
        raise DocumentError(f"{source}: {place}.reference = {shown(entry.reference)}: this is the joint itself.")
    return entry


__all__ = ["STARTING_POINT", "TemplateEntry", "TemplatesDocument", "parse_templates", "read_templates"]
