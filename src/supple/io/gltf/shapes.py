"""Closed, smooth shapes for a simple body: everything is a row of ellipses along an axis."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

AROUND = 12  # corners of an ellipse
_CAP = np.sin(np.radians([0.0, 35.0, 65.0]))  # how far the rings of a rounded end reach out


@dataclass(frozen=True, slots=True)
class Shape:
    """Triangles in space."""

    vertices: np.ndarray  # (n, 3) [m]
    faces: np.ndarray  # (m, 3), counter-clockwise from outside

    def normals(self) -> np.ndarray:
        """(n, 3) smooth unit normals, weighted by area."""
        a, b, c = (self.vertices[self.faces[:, k]] for k in range(3))
        flat = np.cross(b - a, c - a)
        total = np.zeros(self.vertices.shape)
        for k in range(3):
            np.add.at(total, self.faces[:, k], flat)
        length = np.sqrt(np.sum(total**2, axis=1, keepdims=True))
        return np.where(length > 1e-30, total / np.where(length > 1e-30, length, 1.0), (0.0, 1.0, 0.0))


def loft(start: np.ndarray, frame: np.ndarray, stations: np.ndarray, square: float = 2.0) -> Shape:
    """A skin over ellipses along an axis, closed at both ends.

    ``frame`` (3, 3) has the rows along, side and front, right-handed; ``stations`` (n, 4) are the distance
    along, the shift to the front, and half the width to the side and to the front. The first and the last
    station are the points that close the shape. ``square`` above 2 makes the ellipses boxier.
    """
    angle = np.arange(AROUND) * (2.0 * np.pi / AROUND)
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    ring = np.sign(ring) * np.abs(ring) ** (2.0 / square)
    inner = stations[1:-1]
    local = np.zeros((len(inner), AROUND, 3))
    local[..., 0] = inner[:, :1]
    local[..., 1] = inner[:, 2:3] * ring[:, 0]
    local[..., 2] = inner[:, 1:2] + inner[:, 3:4] * ring[:, 1]
    ends = np.zeros((2, 3))
    ends[:, 0], ends[:, 2] = stations[[0, -1], 0], stations[[0, -1], 1]
    points = np.concatenate([ends[:1], local.reshape(-1, 3), ends[1:]])
    return Shape(start + points @ frame, _faces(len(inner)))


def _faces(rings: int) -> np.ndarray:
    here = np.arange(AROUND)
    after = (here + 1) % AROUND
    first, last = 1 + here, 1 + (rings - 1) * AROUND + here
    parts = [np.stack([np.zeros_like(here), 1 + after, first], axis=1)]
    for k in range(rings - 1):
        low, low_after = 1 + k * AROUND + here, 1 + k * AROUND + after
        parts.append(np.stack([low, low_after, low_after + AROUND], axis=1))
        parts.append(np.stack([low, low_after + AROUND, low + AROUND], axis=1))
    tip = np.full_like(here, 1 + rings * AROUND)
    parts.append(np.stack([last, 1 + (rings - 1) * AROUND + after, tip], axis=1))
    return np.concatenate(parts)


def frame_along(direction: np.ndarray, side: np.ndarray) -> np.ndarray:
    """(3, 3) rows along, side, front; ``side`` is only a wish and is made square to ``direction``."""
    along = direction / np.sqrt(direction @ direction)
    square = side - (side @ along) * along
    if square @ square < 1e-12 * max(float(side @ side), 1e-30):
        square = np.cross(along, np.eye(3)[int(np.argmin(np.abs(along)))])
    square = square / np.sqrt(square @ square)
    return np.stack([along, square, np.cross(along, square)])


def limb(start: np.ndarray, end: np.ndarray, widths: np.ndarray, side: np.ndarray) -> Shape:
    """A rounded limb from ``start`` to ``end``; ``widths`` (n, 3) are shares of the way and half widths there."""
    length = float(np.sqrt((end - start) @ (end - start)))
    first, last = widths[0, 1:], widths[-1, 1:]
    head = [(-first.min() * s, *(first * np.sqrt(1.0 - s * s))) for s in _CAP[:0:-1]]
    tail = [(length + last.min() * s, *(last * np.sqrt(1.0 - s * s))) for s in _CAP[1:]]
    body = [(share * length, a, b) for share, a, b in widths]
    rows = [(-first.min(), 0.0, 0.0), *head, *body, *tail, (length + last.min(), 0.0, 0.0)]
    stations = np.array([(x, 0.0, a, b) for x, a, b in rows])
    return loft(start, frame_along(end - start, side), stations)


def tapered(start: np.ndarray, end: np.ndarray, first: float, last: float) -> Shape:
    """A round limb that goes from one radius to another."""
    return limb(start, end, np.array([(0.0, first, first), (1.0, last, last)]), np.array([1.0, 0.0, 0.0]))


def egg(centre: np.ndarray, frame: np.ndarray, half: np.ndarray, narrow: float = 0.0) -> Shape:
    """An ellipsoid with half sizes along, side and front; ``narrow`` draws its lower end in."""
    angle = np.linspace(-np.pi / 2, np.pi / 2, 9)
    height, round_ = np.sin(angle), np.cos(angle)
    draw = 1.0 - narrow * np.clip(-height, 0.0, 1.0)
    rows = [height * half[0], 0.0 * height, round_ * draw * half[1], round_ * draw * half[2]]
    return loft(centre, frame, np.stack(rows, axis=1))
