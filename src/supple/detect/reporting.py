"""What was found, as the document of contacts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from supple.core.contacts import Contact, Floor, Vec3
from supple.detect.clock import Clock
from supple.detect.floor import FoundFloor
from supple.detect.ground import Ground
from supple.detect.percentiles import middle_of
from supple.detect.points import Point
from supple.detect.scene import Foot
from supple.detect.stillness import Still


def reported_spans(foot: Foot, points: Sequence[Point]) -> dict[int, list[Still]]:
    """Spans of a foot's points. Markers at its front stand until the foot is gone: they are on it, not under it."""
    spans = {n: list(found) for n, found in foot.spans.items()}
    fronts = [n for n in spans if points[n].joint is None and points[n].part != "heel"]
    last: dict[int, tuple[float, int, int]] = {}  # by the footing: when the last of them leaves, and which it is
    for n in fronts:
        for k, span in enumerate(spans[n]):
            if (footing := foot.footing_at(span.middle)) is not None:
                last[footing] = max(last.get(footing, (span.stop, n, k)), (span.stop, n, k))
    for footing, (_, n, k) in last.items():
        whole = foot.footings[footing]
        spans[n][k] = spans[n][k]._replace(stop=whole.stop, open_stop=whole.open_stop)
    return {n: found for n, found in spans.items() if not points[n].helps}


def contacts_of(
    spans: dict[int, list[Still]], points: Sequence[Point], positions: np.ndarray, clock: Clock, ground: Ground
) -> Iterator[Contact]:
    """Every span as a contact, with the place where the point was seen."""
    for number, found in spans.items():
        point, free = points[number], clock.first
        for span in found:
            start, stop = clock.frames(span)
            start = max(start, free)
            inside = positions[start - clock.first : stop - clock.first, number]
            if start >= stop or not np.isfinite(inside).all(axis=1).any():  # between two frames, or seen in none
                continue
            place = _place(inside, ground, 1.0 / clock.fps)
            yield Contact(
                point=point.name, start=start, stop=stop, position_m=place, joint=point.joint, offset_m=point.offset
            )
            free = stop


def _place(path: np.ndarray, ground: Ground, frame_time: float) -> Vec3:
    """Where a point stays: the middle of where it was seen; on a belt, where it is in the middle frame."""
    seen = np.flatnonzero(np.isfinite(path).all(axis=1))
    if ground.is_belt:
        middle = len(path) // 2
        nearest = seen[np.abs(seen - middle).argmin()]
        place = path[nearest] + (middle - nearest) * frame_time * ground.velocity
    else:
        place = middle_of(path[seen])
    x, y, z = place.tolist()
    return x, y, z


def floor_of(found: FoundFloor | None, ground: Ground) -> Floor | None:
    """The floor of the document; None where nothing stands."""
    if found is None:
        return None
    nx, ny, nz = found.plane.normal.tolist()
    bx, by, bz = ground.velocity.tolist()
    return Floor(
        height_m=found.plane.height,
        normal=(nx, ny, nz),
        supports=found.supports,
        belt_m_s=(bx, by, bz) if ground.is_belt else None,
    )


def notes_of(points: Sequence[Point], found: FoundFloor | None, ground: Ground) -> Iterator[str]:
    """What a person should know about what was found."""
    if not any(point.on_foot for point in points):
        yield "no point of a foot was looked at, so no floor was found."
    elif found is None:
        yield "no foot stands on anything in this clip."
    elif ground.is_belt:
        speed = float(np.linalg.norm(ground.velocity))
        yield f"the feet stand on a belt that moves at {speed:.2f} m/s; places are those of the middle of each contact."
