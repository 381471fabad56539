"""Where the unknowns stand: control points of the displacement and of the forces, in the order of time.

Block ``i`` holds control point ``i`` of the displacement and, of every contact that may push there, the force at break
``i - 1``. A span then touches four blocks in a row, so that the problem is banded. Forces are straight between breaks
and vanish where their contact begins and ends, so that a force is inside its cone wherever its control points are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.dynamics.contact_points import ContactSpan
from supple.solvers.spacetime.knots import Knots


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Numbers of the unknowns."""

    knots: Knots
    directions: int  # nd
    starts: np.ndarray  # (points + 1,) where each block starts
    hats: tuple[tuple[int, int], ...]  # (contact, break) of each force
    hat_starts: np.ndarray  # (H,) where its three numbers stand
    first: np.ndarray  # (C,) break at which a contact begins
    last: np.ndarray  # (C,) and ends
    points: tuple[tuple[str, int], ...]  # (P,) name and joint of each point that stands at some time
    point_of: np.ndarray  # (C,) which of them a contact is of
    hat_of: np.ndarray  # (P, breaks) the force of a point at a break; -1 where it has none

    @property
    def size(self) -> int:
        """How many unknowns there are."""
        return int(self.starts[-1])

    @property
    def band(self) -> int:
        """How many diagonals below the main one there are."""
        reach = self.starts[4:] - self.starts[:-4]
        return int(reach.max()) - 1

    def motion(self, x: np.ndarray) -> np.ndarray:
        """(points, nd) the displacement's control points."""
        return np.stack([x[s : s + self.directions] for s in self.starts[:-1]])

    def forces(self, x: np.ndarray) -> np.ndarray:
        """(H, 3) the force at each hat."""
        return x[self.hat_starts[:, None] + np.arange(3)]

    def columns(self) -> np.ndarray:
        """(points, nd) where the displacement's control points stand."""
        return self.starts[:-1, None] + np.arange(self.directions)


def layout_of(knots: Knots, contacts: tuple[ContactSpan, ...], directions: int) -> Layout:
    """Number the unknowns of a problem."""
    first = np.array([knots.nearest(c.start) for c in contacts], dtype=int)
    last = np.array([knots.nearest(c.stop) for c in contacts], dtype=int)
    at: dict[int, list[int]] = {}
    for c, (a, b) in enumerate(zip(first, last, strict=True)):
        for k in range(a, b + 1):
            if (k > a or k == 0) and (k < b or k == knots.spans):
                at.setdefault(k, []).append(c)
    starts, hats, hat_starts = [0], [], []
    for block in range(knots.points):
        place = starts[-1] + directions
        for c in at.get(block - 1, ()):
            hats.append((c, block - 1))
            hat_starts.append(place)
            place += 3
        starts.append(place)
    points = tuple(dict.fromkeys((c.name, c.number) for c in contacts))
    point_of = np.array([points.index((c.name, c.number)) for c in contacts], dtype=int)
    hat_of = np.full((len(points), len(knots.breaks)), -1)
    for h, (c, k) in enumerate(hats):
        hat_of[point_of[c], k] = h
    at_hats = np.array(hat_starts, dtype=int)
    return Layout(knots, directions, np.array(starts), tuple(hats), at_hats, first, last, points, point_of, hat_of)


def forces_at(layout: Layout, hats: np.ndarray, spans: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """(S, P, 3) forces of all points of forces (H, 3), at samples with ``shares`` (S, 2) of their span's two breaks."""
    known = np.concatenate([hats, np.zeros((1, 3))])  # the last is that of -1
    before, after = known[layout.hat_of[:, spans]], known[layout.hat_of[:, spans + 1]]
    return np.swapaxes(shares[:, :1] * before + shares[:, 1:] * after, 0, 1)


def shares_at(knots: Knots, times: np.ndarray, spans: np.ndarray) -> np.ndarray:
    """(S, 2) how much the force at the break before and at the one after counts."""
    after = (times - knots.breaks[spans]) / np.diff(knots.breaks)[spans]
    return np.stack([1.0 - after, after], axis=1)
