"""What all contacts of a clip are judged by."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from operator import attrgetter

import numpy as np

from supple.detect.settings import ContactRule
from supple.detect.stillness import Still, Watched
from supple.detect.tracks import Tracks, speeds_against

_NEAR = 0.03  # [m] the same place, after a gap


@dataclass(frozen=True, slots=True, eq=False)
class Foot:
    """What stands of one foot, in seconds from the first frame."""

    limb: str
    spans: dict[int, list[Still]]  # by the number of the point
    footings: list[Still]  # of the whole foot, in the order of time

    def footing_at(self, moment: float) -> int | None:
        """The number of the footing that a moment is in; footings never overlap."""
        k = bisect_right(self.footings, moment, key=attrgetter("start")) - 1
        return k if k >= 0 and moment <= self.footings[k].stop else None

    def by_footing(self, spans: Iterable[Still]) -> list[list[Still]]:
        """For each footing the spans whose middle is in it."""
        found: list[list[Still]] = [[] for _ in self.footings]
        for span in spans:
            if (k := self.footing_at(span.middle)) is not None:
                found[k].append(span)
        return found


@dataclass(frozen=True, eq=False)
class Scene:
    """Points over N moments, the ground that they are seen against, and the body that they belong to."""

    tracks: Tracks
    ground: np.ndarray  # (N, 3) or (3,) velocity of the ground [m/s]
    centre: np.ndarray  # (N,) height of the middle of the body [m]
    size: float  # of the body, as a share of the reference
    rule: ContactRule

    def on(self, ground: np.ndarray) -> Scene:
        """The same on ground that moves otherwise."""
        return replace(self, ground=ground)

    @cached_property
    def paths(self) -> np.ndarray:
        """(P, N, 3) where points are against the ground, as if it stood still [m]."""
        count = len(self.tracks.positions)
        moved = np.cumsum(np.broadcast_to(self.ground, (count, 3)), axis=0) / self.tracks.rate
        paths = np.empty((self.tracks.positions.shape[1], count, 3))
        return np.subtract(self.tracks.positions.swapaxes(0, 1), moved - moved[0], out=paths)

    @cached_property
    def valid(self) -> np.ndarray:
        """(P, N) where points were seen, or nearly."""
        return np.ascontiguousarray(self.tracks.valid.T)

    @cached_property
    def speeds(self) -> np.ndarray:
        """(P, N) of points against the ground [m/s]."""
        return speeds_against(self.tracks.velocities, self.ground)

    def samples(self, span: Still) -> slice:
        """The moments of a span."""
        return slice(ceil(span.start * self.tracks.rate), int(span.stop * self.tracks.rate) + 1)

    def bounds(self, spans: Sequence[Still]) -> np.ndarray:
        """(2, S) first and stop of the moments of spans."""
        slices = [self.samples(span) for span in spans]
        return np.array([[at.start for at in slices], [at.stop for at in slices]], dtype=np.int64)

    def places(self, numbers: Sequence[int], spans: Sequence[Still]) -> np.ndarray:
        """(S, 3) where points are during spans, in the middle of them if the ground moves [m]."""
        from supple.kernels.detecting.places import middle_places

        places, positions = np.empty((len(spans), 3)), self.tracks.positions
        middle_places(
            positions, np.array(numbers, dtype=np.int64), *self.bounds(spans), np.empty(len(positions)), places
        )
        return places

    def watched(
        self, speed: np.ndarray, swing: np.ndarray, path: np.ndarray, valid: np.ndarray, shake: float
    ) -> Watched:
        """A point of this scene; ``shake`` [m/s] is what noise leaves in its velocity."""
        slowest = max(self.rule.slowest * self.size, self.rule.shake * shake)
        return Watched(speed, swing, path, valid, self.tracks.rate, slowest, _NEAR * self.size)
