"""Constraints on their way: from displacements that are joined until they are as long as they can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from supple.core.contacts import GeometricKind, Vec3


class Piece(NamedTuple):
    """A constraint over the displacements ``first`` to ``last``, both included."""

    kind: GeometricKind
    first: int
    last: int
    origin: Vec3  # a place; for a line, where it is nearest to the joint [m]
    direction: Vec3 = (0.0, 0.0, 0.0)  # of a line, unit
    weight: float = 1.0  # how much its origin and direction count in a mean

    def frames(self, lag: int) -> int:
        """How many frames it lasts."""
        return self.last - self.first + 1 + lag


def joined_in_turn(pieces: Sequence[Piece], join: Callable[[Piece, Piece], Piece | None]) -> list[Piece]:
    """Pieces in the order of time, each joined to the one before where ``join`` makes one of both."""
    joined: list[Piece] = []
    for piece in pieces:
        both = join(joined[-1], piece) if joined else None
        if both is None:
            joined.append(piece)
        else:
            joined[-1] = both
    return joined


def missing_between(a: Piece, b: Piece) -> int:
    """How many displacements lie between a piece and a later one."""
    return b.first - a.last - 1


def dot(a: Vec3, b: Vec3) -> float:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def minus(a: Vec3, b: Vec3) -> Vec3:
    """From ``b`` to ``a``."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def along(a: Vec3, direction: Vec3, length: float) -> Vec3:
    """``a`` moved along a direction."""
    return a[0] + length * direction[0], a[1] + length * direction[1], a[2] + length * direction[2]


def mixed(a: Vec3, b: Vec3, share: float) -> Vec3:
    """From ``a``, with the share 0, to ``b``, with the share 1."""
    return along(a, minus(b, a), share)


def gap_to_line(place: Vec3, line: Piece) -> float:
    """Distance of a place from a line [m]."""
    away = minus(place, line.origin)
    return float(max(0.0, dot(away, away) - dot(away, line.direction) ** 2) ** 0.5)
