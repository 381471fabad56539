"""What lint says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from supple.constraints import model
from supple.constraints.spans import Span

Severity = Literal["error", "warning"]
Topic = Literal["names", "times", "recruiting", "collision", "reach", "mass", "axes"]


@dataclass(frozen=True, slots=True)
class Remedy:
    """What would mend it: one constraint recruits other joints."""

    constraint: int
    recruit: str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One trouble: an error must be mended before solving, a warning will be solved around."""

    severity: Severity
    topic: Topic
    place: str  # the key, such as constraint[2].recruit
    constraint: int | None  # its number, where it is about one
    name: str  # of the constraint, or ""
    message: str
    fix: str = ""
    remedy: Remedy | None = None  # the fix as a program may carry it out, where there is one


def label(edit: model.Edit, number: int) -> str:
    """A constraint as messages call it."""
    c = edit.constraints[number]
    about = c.name or f"{c.__struct_config__.tag} {getattr(c, 'effector', getattr(c, 'foot', ''))}".strip()
    return f"constraint[{number}] ({about})"


def finding(
    edit: model.Edit, number: int, severity: Severity, topic: Topic, key: str, message: str, fix: str = ""
) -> Finding:
    """A finding about one constraint."""
    place = f"constraint[{number}].{key}".rstrip(".")
    return Finding(severity, topic, place, number, edit.constraints[number].name, message, fix)


def span_in_words(span: Span, frame_time: float) -> str:
    """From when to when [s]."""
    return f"{span[0] * frame_time:.3g} to {span[1] * frame_time:.3g} s"
