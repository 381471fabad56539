"""Contacts of any points, found without templates and without thresholds to tune."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from supple.core.contacts import Contact, Contacts, Floor, Vec3
from supple.core.ground import Height
from supple.detect.believing import believed, footings_of, heights_on_foot
from supple.detect.clock import Clock
from supple.detect.feet import find_feet
from supple.detect.floor import FoundFloor, find_floor, grouped_median
from supple.detect.gait import gait_events
from supple.detect.ground import Ground, find_ground
from supple.detect.points import Point
from supple.detect.scene import Foot, Scene
from supple.detect.settings import DEFAULT_RULE, REFERENCE_HEIGHT, ContactRule
from supple.detect.standing import stands
from supple.detect.stillness import Ends, Still, still_spans, swing_speed
from supple.detect.tracks import tracks_of
from supple.errors import InvalidValueError, ShapeError

_TOUCH = 0.10  # [m] a hand this near to a support touches it: wrists are above their palms
_CLEAR = 0.12  # [m] above a floor that was given; markers sit on top of feet


def find_contacts(
    points: Sequence[Point],
    positions: np.ndarray,
    fps: float,
    *,
    centre: np.ndarray | None = None,
    height: float = REFERENCE_HEIGHT,
    floor: Height | None = None,
    first_frame: int = 0,
    rule: ContactRule = DEFAULT_RULE,
) -> Contacts:
    """Contacts, gait events and the floor of points whose paths are (F, P, 3) [m], NaN where they were not seen.

    ``centre`` (F, 3) is the middle of the body, ``height`` its stature [m]; ``floor`` is the ground where it is known.
    Frames of the result count from ``first_frame``.
    """
    positions = np.asarray(positions, dtype=np.float64)
    if positions.ndim != 3 or positions.shape[1:] != (len(points), 3):
        raise ShapeError(f"positions must have shape (F, {len(points)}, 3); got {positions.shape}.")
    if not 0.0 < fps < float("inf") or not 0.0 < height < float("inf"):
        raise InvalidValueError(f"fps and height must be positive numbers; got {fps} and {height}.")
    clock = Clock(fps, first_frame, len(positions))
    if len(positions) < max(2.0, rule.least * fps) or not points:
        return Contacts(fps=fps, notes=(_too_little(len(positions), points),))
    scene, ground = _scene(points, positions, fps, centre, height, rule)
    feet, scene = find_feet(points, scene)
    feet = believed([_above(foot, scene, floor) for foot in feet], points, scene)
    found = _floor_of(feet, points, scene)
    spans = {n: foot_spans for foot in feet for n, foot_spans in _reported(foot, points).items()}
    spans |= {n: _others(n, points, scene, found) for n, point in enumerate(points) if not point.on_foot}
    contacts = sorted(_contacts(spans, points, positions, clock, ground), key=lambda c: (c.start, c.stop, c.point))
    return Contacts(
        fps=fps,
        floor=_floor(found, ground),
        contacts=tuple(contacts),
        events=gait_events(feet, points, clock),
        notes=tuple(_notes(points, found, ground)),
    )


def _scene(
    points: Sequence[Point], positions: np.ndarray, fps: float, centre: np.ndarray | None, height: float,
    rule: ContactRule,
) -> tuple[Scene, Ground]:  # fmt: skip
    size = height / REFERENCE_HEIGHT
    body = _middle(positions) if centre is None else np.asarray(centre, dtype=np.float64)
    tracks = tracks_of(np.concatenate([positions, body[:, None]], axis=1), fps, rule.blur)
    feet = [n for n, point in enumerate(points) if point.on_foot]
    ground = Ground(np.zeros(3), False)
    if feet:
        ground = find_ground(
            tracks.positions[:, feet], tracks.velocities[:, feet], tracks.valid[:, feet], tracks.velocities[:, -1],
            tracks.rate, size,
        )  # fmt: skip
    high = tracks.positions[:, -1, 1] if centre is not None else np.full(len(tracks.positions), np.inf)
    return Scene(tracks, ground.velocity, high, size, rule), ground


def _middle(positions: np.ndarray) -> np.ndarray:
    """(F, 3) the mean of what is seen."""
    seen = np.isfinite(positions)
    total = np.where(seen, positions, 0.0).sum(axis=1)
    return np.asarray(total / np.maximum(seen.sum(axis=1), 1))


def _above(foot: Foot, scene: Scene, floor: Height | None) -> Foot:
    """The foot without spans that are well above a floor that was given."""
    if floor is None:
        return foot
    spans = {
        n: [span for span in found if _is_on(floor, scene.place(n, span), scene.size)]
        for n, found in foot.spans.items()
    }
    kept = [span for found in spans.values() for span in found]
    return Foot(foot.limb, spans, [w for w in foot.footings if any(w.start <= s.middle <= w.stop for s in kept)])


def _is_on(floor: Height, place: np.ndarray, size: float) -> bool:
    return bool(place[1] - floor(place[[0]], place[[2]])[0] < _CLEAR * size)


def _floor_of(feet: Sequence[Foot], points: Sequence[Point], scene: Scene) -> FoundFloor | None:
    found, owners = footings_of(feet, scene)
    if not owners:
        return None
    stand = heights_on_foot(found, points, scene)
    places = found.places.copy()
    places[:, 1] -= stand[found.points]
    middles = np.stack([grouped_median(places[:, k], found.footings) for k in range(3)], axis=1)
    weights = np.bincount(found.footings, weights=found.weights, minlength=len(middles))
    here = np.isfinite(middles).all(axis=1)
    return find_floor(middles[here], weights[here], scene.size)


def _reported(foot: Foot, points: Sequence[Point]) -> dict[int, list[Still]]:
    """Spans of a foot's points. Markers at its front stand until the foot is gone: they are on it, not under it."""
    spans = {n: list(found) for n, found in foot.spans.items()}
    fronts = [n for n in spans if points[n].joint is None and points[n].part != "heel"]
    for whole in foot.footings:
        inside = [
            (s.stop, n, k) for n in fronts for k, s in enumerate(spans[n]) if whole.start <= s.middle <= whole.stop
        ]
        if inside:
            _, n, k = max(inside)
            spans[n][k] = spans[n][k]._replace(stop=whole.stop, open_stop=whole.open_stop)
    return {n: found for n, found in spans.items() if not points[n].helps}


def _others(number: int, points: Sequence[Point], scene: Scene, floor: FoundFloor | None) -> list[Still]:
    """When a point that is of no foot stands still; hands only where they touch a support."""
    tracks, valid = scene.tracks, scene.tracks.valid[:, number]
    speed = scene.speeds(tracks.velocities[:, number])
    swing = swing_speed(np.where(valid, speed, 0.0), tracks.rate, scene.rule.reach)
    point = scene.watched(speed, swing, scene.paths[:, number], valid, float(tracks.shake[number]))
    ends = Ends(scene.rule.leave, 0.0 if points[number].joint is None else scene.rule.onset)
    found = still_spans(point, ends, scene.rule)
    if points[number].part != "hand":
        return found
    return [
        span
        for span in found
        if stands(span, point, scene.rule, scene.size) and _touches(scene.place(number, span), floor, scene)
    ]


def _touches(place: np.ndarray, floor: FoundFloor | None, scene: Scene) -> bool:
    if floor is None:
        return False
    tilt = floor.plane.under(place[None])[0] - floor.plane.height
    return any(abs(place[1] - tilt - support) < _TOUCH * scene.size for support in floor.supports)


def _contacts(
    spans: dict[int, list[Still]], points: Sequence[Point], positions: np.ndarray, clock: Clock, ground: Ground
) -> Iterator[Contact]:
    for number, found in spans.items():
        point, free = points[number], clock.first
        for span in found:
            start, stop = clock.frames(span)
            start = max(start, free)
            if start >= stop:
                continue
            inside = positions[start - clock.first : stop - clock.first, number]
            place = _place(inside[np.isfinite(inside).all(axis=1)], ground)
            yield Contact(
                point=point.name, start=start, stop=stop, position_m=place, joint=point.joint, offset_m=point.offset
            )
            free = stop


def _place(seen: np.ndarray, ground: Ground) -> Vec3:
    """Where a point stays: the middle of where it was seen; on a belt, half-way."""
    place = seen[len(seen) // 2] if ground.is_belt else np.median(seen, axis=0)
    x, y, z = place.tolist()
    return x, y, z


def _floor(found: FoundFloor | None, ground: Ground) -> Floor | None:
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


def _notes(points: Sequence[Point], found: FoundFloor | None, ground: Ground) -> Iterator[str]:
    if not any(point.on_foot for point in points):
        yield "no point of a foot was looked at, so no floor was found."
    elif found is None:
        yield "no foot stands on anything in this clip."
    elif ground.is_belt:
        speed = float(np.linalg.norm(ground.velocity))
        yield f"the feet stand on a belt that moves at {speed:.2f} m/s; places are those of the middle of each contact."


def _too_little(frames: int, points: Sequence[Point]) -> str:
    if not points:
        return "there is no point to look at."
    return f"{frames} frame{'s' * (frames != 1)} are too few to tell what stands still."
