"""The contacts document: what a motion keeps still, as JSON with ``format = 1`` and the keys of ``core.contacts``.

Read without a motion it is checked for everything that needs none; :func:`check_contacts` asks the rest.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from supple.core.contacts import Contact, Contacts, Floor, GaitEvents, Geometric, Target
from supple.core.documents import check_format, check_name, check_words, converted, load_table
from supple.errors import DocumentError
from supple.io.documents.contact_values import check_values
from supple.io.documents.contacts_fit import check_contacts
from supple.io.output import write_files
from supple.io.source import decode, load_bytes

_KINDS: dict[str, Any] = {
    "fps": float,
    "floor": Floor,
    "contacts": tuple[Contact, ...],
    "events": GaitEvents,
    "geometric": tuple[Geometric, ...],
    "targets": tuple[Target, ...],
    "notes": tuple[str, ...],
}

STARTING_POINT = """\
{
  "format": 1,
  "notes": [
    "Contacts: what a motion keeps still. `supple detect MOTION -o contacts.json` writes this document.",
    "Frames count from 0 with the file's rest rows, stop is not part of the span; places are metres, +Y is up.",
    "contacts: point is a name for reports, joint and offset_m say where it is (offset_m in the joint's frame).",
    "fixed true: a known place that must be met; false: where the motion has it, about.",
    "reference names a joint that the place rides with (a hand on a hip); null is the world.",
    "floor null: nothing touches a floor. belt_m_s is the velocity of a treadmill's belt, or null.",
    "On a belt, position_m is where the place is in the middle frame of its contact: start + (stop - start) // 2.",
    "geometric has joint, kind (space, line, point), start, stop, origin_m, direction (line), wxyz (space), reference.",
    "targets has given poses of joints: joint, start, positions_m (one per frame), wxyz (as many, or none)."
  ],
  "fps": 60.0,
  "floor": {"height_m": 0.0, "normal": [0.0, 1.0, 0.0], "supports": [0.0], "belt_m_s": null},
  "contacts": [
    {
      "point": "left_ball",
      "joint": "LeftToeBase",
      "offset_m": [0.0, 0.0, 0.0],
      "start": 10,
      "stop": 40,
      "position_m": [0.1, 0.02, 0.5],
      "fixed": false,
      "reference": null
    }
  ],
  "events": {
    "left": [{"heel_strike": 6, "toe_strike": 10, "heel_off": 28, "toe_off": 40}],
    "right": []
  },
  "geometric": [],
  "targets": []
}
"""


def read_contacts(path: Path | str) -> Contacts:
    """Read a contacts document; a wrong key or value is a :class:`DocumentError` that names it."""
    path = Path(path)
    text, _ = decode(load_bytes(path), path)
    return parse_contacts(text, str(path))


def parse_contacts(text: str, source: str = "contacts") -> Contacts:
    """Contacts from their JSON; ``source`` stands in messages."""
    data = load_table(text, source, "json")
    for key in data:
        check_name(key, ("format", *_KINDS), "", "key", source)
    check_format(data, source)
    if "fps" not in data:
        raise DocumentError(f"{source}: the key fps is missing. Write the frames per second of the motion.")
    contacts = Contacts(**{key: _value(data[key], key, source) for key in _KINDS if key in data})
    check_values(contacts, source)
    return contacts


def dump_contacts(contacts: Contacts) -> str:
    """The JSON of contacts, whole and in the order of ``core.contacts``; it reads back as the same contacts."""
    check_values(contacts)
    return json.dumps({"format": 1, **msgspec.to_builtins(contacts)}, indent=2, ensure_ascii=False) + "\n"


def write_contacts(path: Path | str, contacts: Contacts, *, overwrite: bool = False) -> None:
    """Write a contacts document, whole or not at all."""
    write_files({Path(path): dump_contacts(contacts).encode()}, overwrite=overwrite)


def _value(value: Any, key: str, source: str) -> Any:
    if key == "floor" and value is None:
        return None
    check_words(value, _KINDS[key], key, source)
    return converted(value, _KINDS[key], key, source)


__all__ = ["STARTING_POINT", "check_contacts", "dump_contacts", "parse_contacts", "read_contacts", "write_contacts"]
