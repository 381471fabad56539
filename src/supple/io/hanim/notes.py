"""What Supple notes in a file for itself: numbers that X3D has no place for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from supple.core.axes import UPS
from supple.io.hanim import fields
from supple.io.hanim.document import Node

NAME = "supple"


@dataclass(frozen=True, slots=True)
class Notes:
    """Frames of a motion that Supple wrote."""

    frame_time: float  # [s]
    frames: int
    rest_rows: int
    up: str = "y"


def notes_of(humanoid: Node, path: Path) -> Notes | None:
    """The notes in a humanoid's metadata, ``None`` when there are none that make sense."""
    for child in humanoid.children:
        if child.tag == "MetadataSet" and child.get("name") == NAME:
            found = {
                entry.get("name"): fields.numbers(entry, "value", path)
                for entry in child.children
                if entry.tag in ("MetadataDouble", "MetadataInteger")
            }
            return _checked({name: float(values[0]) for name, values in found.items() if len(values) == 1})
    return None


def up_number(up: str) -> int:
    """The number that stands for an up axis in the notes."""
    return UPS.index(up)


def _checked(numbers: dict[str, float]) -> Notes | None:
    frame_time, frames = numbers.get("frame_time", 0.0), numbers.get("frames", 0.0)
    rest_rows = numbers.get("rest_rows", 0.0)
    sane = frame_time > 0.0 and frames >= 1.0 and frames.is_integer() and 0.0 <= rest_rows <= frames
    up = numbers.get("up", float(UPS.index("y")))
    sane = sane and up.is_integer() and 0.0 <= up < len(UPS)
    return Notes(frame_time, int(frames), int(rest_rows), UPS[int(up)]) if sane else None
