"""Slide of what should stand still, and for how long feet stand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contact
from supple.recipes.measures.feet import contact_point, foot_of
from supple.recipes.measures.scene import Scene, point_path

_BLOCK = 512  # frames of a long span whose distances are looked at together


@dataclass(frozen=True, slots=True)
class Slide:
    """How far planted points travel while they should stand [mm]."""

    worst: float  # 0 without contacts
    mean: float
    miss: float  # of places that are known (fixed); 0 without them


def slide(scene: Scene) -> Slide:
    """Over all contacts: the largest distance between any two places of the point within one span."""
    paths = [(contact, planted_path(scene, contact)) for contact in scene.contacts.contacts]
    paths = [(contact, path) for contact, path in paths if len(path)]
    spans = [diameter(path) for _, path in paths]
    misses = [np.linalg.norm(path - contact.position_m, axis=1).max() for contact, path in paths if contact.fixed]
    return Slide(
        worst=1e3 * float(np.max(spans, initial=0.0)),
        mean=1e3 * float(np.mean(spans)) if spans else 0.0,
        miss=1e3 * float(np.max(misses, initial=0.0)),
    )


def planted_path(scene: Scene, contact: Contact) -> np.ndarray:
    """(n, 3) the point in the frames of its contact, seen from what it should rest on [m].

    That is the world, the joint it rides with, or a treadmill's belt, which is where it is in the middle frame of the
    contact. Frames of rest rows are left out.
    """
    if contact.joint is None:
        return np.zeros((0, 3))
    span = slice(max(contact.start, scene.first), contact.stop)
    path = point_path(scene.pose, contact_point(scene.motion, contact), span)
    if contact.reference is not None:
        return _seen_from(scene, contact.reference, path, span)
    belt = scene.contacts.belt_m_s
    if belt is None:
        return path
    since = np.arange(span.start, span.start + len(path)) - contact.middle
    return np.asarray(path - np.outer(since * scene.motion.frame_time, belt))


def diameter(path: np.ndarray) -> float:
    """The largest distance between two of the points (n, 3)."""
    far = 0.0
    for start in range(0, len(path), _BLOCK):
        apart = path[start : start + _BLOCK, None] - path[None, start:]
        far = max(far, float(np.sum(apart * apart, axis=-1).max()))
    return float(np.sqrt(far))


def planted_pct(scene: Scene) -> dict[str, float]:
    """For each foot, the share of the frames in which its heel, ball or toe is planted [%]."""
    return {foot: 100.0 * float(planted.mean()) for foot, planted in planted_frames(scene).items()}


def cycle_planted_pct(scene: Scene) -> dict[str, float]:
    """The same over whole cycles: from a foot's first touch-down to its last; NaN where there is no whole cycle [%]."""
    found = {}
    for foot, planted in planted_frames(scene).items():
        downs = np.flatnonzero(planted[1:] & ~planted[:-1]) + 1
        found[foot] = 100.0 * float(planted[downs[0] : downs[-1]].mean()) if len(downs) > 1 else float("nan")
    return found


def planted_frames(scene: Scene) -> dict[str, np.ndarray]:
    """(F,) whether each foot is planted, in the frames that count; feet without contacts are there, too."""
    frames = scene.motion.frames
    found = {side: np.zeros(frames, bool) for side in scene.feet()}
    for contact in scene.contacts.contacts:
        if foot := foot_of(scene, contact):
            found.setdefault(foot, np.zeros(frames, bool))[contact.start : contact.stop] = True
    return {foot: planted[scene.first :] for foot, planted in found.items()}


def _seen_from(scene: Scene, reference: str, path: np.ndarray, span: slice) -> np.ndarray:
    joint = scene.motion.skeleton.index(reference)
    turned = quaternions.conjugate(scene.pose.rotations[span, joint])
    return np.asarray(quaternions.rotate(turned, path - scene.pose.positions[span, joint]))
