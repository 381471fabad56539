"""What a person points at: here the joint keeps a space, a line or a point still."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from supple.core.contacts import GeometricKind
from supple.detect.geometric.settings import KINDS
from supple.errors import InvalidValueError


@dataclass(frozen=True, slots=True)
class Template:
    """An example that thresholds are learned from. Both frames belong to it."""

    kind: GeometricKind
    start: int
    end: int

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InvalidValueError(
                f"there is no kind {self.kind!r} of geometric constraint. Known: {', '.join(KINDS)}."
            )
        if self.end <= self.start:
            raise InvalidValueError(
                f"a template needs two frames at least; this one goes from frame {self.start} to {self.end}."
            )


def check_inside(templates: Sequence[Template], first: int, frames: int) -> None:
    """Refuse templates that do not lie in the clip, whose moving part begins with frame ``first``."""
    for template in templates:
        if template.start < first or template.end >= frames:
            raise InvalidValueError(
                f"the {template.kind} template from frame {template.start} to {template.end} is outside the clip, "
                f"which goes from frame {first} to {frames - 1}."
            )
