"""Contacts of any points, found without templates and without thresholds to tune."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.core.contacts import Contacts
from supple.core.ground import Height
from supple.core.roles import REFERENCE_HEIGHT
from supple.detect.believing import believed, footings_of, heights_on_foot
from supple.detect.clock import Clock
from supple.detect.feet import find_feet
from supple.detect.floor import FoundFloor, find_floor, grouped_median
from supple.detect.gait import gait_events
from supple.detect.ground import Ground, find_ground
from supple.detect.others import other_spans
from supple.detect.points import Point
from supple.detect.reporting import contacts_of, floor_of, notes_of, reported_spans
from supple.detect.scene import Foot, Scene
from supple.detect.settings import DEFAULT_RULE, ContactRule
from supple.detect.tracks import tracks_of
from supple.errors import InvalidValueError, ShapeError

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
    spans = {n: foot_spans for foot in feet for n, foot_spans in reported_spans(foot, points).items()}
    standing = [whole for foot in feet for whole in foot.footings]
    spans |= {n: other_spans(n, point, scene, found, standing) for n, point in enumerate(points) if not point.on_foot}
    contacts = sorted(contacts_of(spans, points, positions, clock, ground), key=lambda c: (c.start, c.stop, c.point))
    return Contacts(
        fps=fps,
        floor=floor_of(found, ground),
        contacts=tuple(contacts),
        events=gait_events(feet, points, clock),
        notes=tuple(notes_of(points, found, ground)),
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
    high = tracks.positions[:, -1, 1].copy() if centre is not None else np.full(len(tracks.positions), np.inf)
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
        n: [found[k] for k in _on(floor, scene.places([n] * len(found), found), scene.size)]
        for n, found in foot.spans.items()
    }
    kept = foot.by_footing(span for found in spans.values() for span in found)
    return Foot(foot.limb, spans, [whole for whole, inside in zip(foot.footings, kept, strict=True) if inside])


def _on(floor: Height, places: np.ndarray, size: float) -> list[int]:
    """The numbers of the places (S, 3) that are on the floor, or nearly."""
    x, y, z = places.T
    return [int(k) for k in np.flatnonzero(y - floor(x, z) < _CLEAR * size)] if len(places) else []


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


def _too_little(frames: int, points: Sequence[Point]) -> str:
    if not points:
        return "no foot or hand was recognised. `supple detect --points A,B` looks at joints or markers that you name."
    return f"{frames} frame{'s are' if frames != 1 else ' is'} too few to tell what stands still."
