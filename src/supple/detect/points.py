"""What is looked at: points of a body or markers on it, and what part each of them is of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from supple.core.contacts import Vec3
from supple.core.roles import FOOT, FootPart

Part = FootPart | Literal["hand", "other"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A point whose contacts are asked for.

    Points of feet stand on the ground, hands may touch it, and any other point is judged by its stillness alone.
    """

    name: str
    part: Part = "other"
    limb: str | None = None  # "left", "right", or another foot that the point belongs to
    joint: str | None = None  # None: a marker
    offset: Vec3 | None = None  # in the joint's frame [m]
    helps: bool = False  # looked at, but not reported

    @property
    def on_foot(self) -> bool:
        """True for a point of a sole."""
        return self.part in FOOT


def feet_of(points: Sequence[Point]) -> dict[str, list[int]]:
    """The numbers of the points of each foot."""
    feet: dict[str, list[int]] = {}
    for number, point in enumerate(points):
        if point.on_foot and point.limb is not None:
            feet.setdefault(point.limb, []).append(number)
    return feet
