"""Places of one step that go together: two points of a foot are as far apart as they are on the figure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from msgspec.structs import replace

from supple.core import quaternions
from supple.core.contacts import Contact, Vec3
from supple.core.pose import WorldPose
from supple.core.skeleton import Skeleton

_ROUNDS = 20  # a chain of heel, ball and heel again settles in a few


def settled(
    contacts: Sequence[Contact], skeleton: Skeleton, pose: WorldPose, drift: np.ndarray | None = None
) -> tuple[Contact, ...]:
    """Contacts of one step, moved level so that points that stand at once are as far apart as they are in ``pose``.

    Feet that skate are found with places that no foot has; known ones (``fixed``) stay. ``drift`` is that of
    :func:`drifts`, where the ground moves.
    """
    pairs = [
        (a, b, apart)
        for a, b in combinations(range(len(contacts)), 2)
        if (apart := _apart(contacts[a], contacts[b], skeleton, pose)) is not None
    ]
    places = np.array([c.position_m for c in contacts], float)
    away = np.zeros_like(places) if drift is None else drift
    places += away
    free = np.array([0.0 if c.fixed else 1.0 for c in contacts])
    for _ in range(_ROUNDS if pairs else 0):
        for a, b, apart in pairs:
            _pull(places, free, a, b, apart)
    return tuple(
        replace(c, position_m=(float(x), c.position_m[1], float(z)))
        for c, (x, _, z) in zip(contacts, places - away, strict=True)
    )


def drifts(contacts: Sequence[Contact], belt_m_s: Vec3 | None, frame_time: float) -> np.ndarray:
    """(n, 3) how far a belt takes each place from the middle of its contact to that of the first one [m]."""
    at = contacts[0].middle
    return np.array([np.subtract(c.place_at(at, belt_m_s, frame_time), c.position_m) for c in contacts])


def _apart(a: Contact, b: Contact, skeleton: Skeleton, pose: WorldPose) -> float | None:
    """[m] how far two points are apart on the figure while both stand; None for those that never do."""
    frames = slice(max(a.start, b.start), min(a.stop, b.stop))
    if frames.start >= frames.stop or a.point == b.point:
        return None
    one, other = (point_at(c, skeleton, pose, frames) for c in (a, b))
    return float(np.median(np.linalg.norm(one - other, axis=1)))


def point_at(c: Contact, skeleton: Skeleton, pose: WorldPose, frames: slice | int) -> np.ndarray:
    """(..., 3) where the point of a contact is in frames of a pose."""
    joint = skeleton.index(c.joint or "")
    point = np.array(c.offset_m or (0.0, 0.0, 0.0))
    return np.asarray(pose.positions[frames, joint] + quaternions.rotate(pose.rotations[frames, joint], point))


def _pull(places: np.ndarray, free: np.ndarray, a: int, b: int, apart: float) -> None:
    """Move two places level, each as far as it is free to, until they are ``apart``."""
    whole = free[a] + free[b]
    line = (places[b] - places[a]) * (1.0, 0.0, 1.0)
    now, rise = float(np.linalg.norm(line)), places[b, 1] - places[a, 1]
    if not whole or not now:
        return
    change = (np.sqrt(max(0.0, apart**2 - rise**2)) - now) / now * line
    places[a] -= change * free[a] / whole
    places[b] += change * free[b] / whole
