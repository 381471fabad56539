"""Contacts and gait events as force plates measure them, to judge detection by."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.measure import CLIP
from supple.core.contacts import Contacts
from supple.core.markers import ForcePlate, Markers
from supple.detect.marker_parts import foot_markers
from supple.io.forces import read_forces
from supple.io.registry import read

MARKERS = CLIP.parents[1] / "markers"
LOADED = 20.0  # [N]
NEAR = 0.35  # [m] from where a plate without corners was loaded: the foot is over it
OVERGROUND = {
    "walking2": ("opensim/walking2.c3d", "opensim/walking2.c3d"),
    "addbiomechanics": ("addbiomechanics/motion_capture_walk_trimmed.trc", "addbiomechanics/grf_walk_trimmed.mot"),
}
TREADMILL = {"gait2354": ("gait2354/subject01_walk1.trc", "gait2354/subject01_walk1_grf.mot")}


@dataclass(frozen=True)
class Footfall:
    """What one plate says about the foot that it carried."""

    side: str
    judged: np.ndarray  # (F,) bool: frames in which the foot is over the plate
    loaded: np.ndarray  # (F,) bool
    events: tuple[tuple[str, float], ...]  # heel_strike or toe_off [s]


def trial(files: tuple[str, str]) -> tuple[Markers, list[Footfall]]:
    """A capture and what its plates measured."""
    markers = read(MARKERS / files[0])
    falls = [_footfall(markers, plate) for plate in read_forces(MARKERS / files[1])]
    return markers, [fall for fall in falls if fall is not None]


def _footfall(markers: Markers, plate: ForcePlate) -> Footfall | None:
    clock = markers.start_time + np.arange(len(markers)) * markers.frame_time
    ticks = plate.start_time + np.arange(len(plate.forces)) * plate.frame_time
    force = np.interp(clock, ticks, plate.forces[:, 1], left=np.nan, right=np.nan)
    pressed = np.stack([np.interp(clock, ticks, np.nan_to_num(plate.points[:, k])) for k in (0, 2)], axis=1)
    loaded = force > LOADED
    feet = {side: _foot(markers, side) for side in ("left", "right")}
    away = {side: np.nanmedian(np.linalg.norm(_middle(f) - pressed, axis=1)[loaded]) for side, f in feet.items()}
    side = min(away, key=lambda name: away[name])
    if not loaded.any() or away[side] > 0.3:
        return None
    judged = np.isfinite(force) & np.isfinite(feet[side]).any(axis=(1, 2)) & _over(feet[side], plate, pressed[loaded])
    edges = np.flatnonzero(np.diff((plate.forces[:, 1] > LOADED).astype(int)))
    events = [("heel_strike" if plate.forces[e + 1, 1] > LOADED else "toe_off", float(ticks[e])) for e in edges]
    return Footfall(side, judged, loaded, tuple(events))


def _foot(markers: Markers, side: str) -> np.ndarray:
    """(F, p, 2) the level places of the markers of a foot."""
    labels = [point.name for point in foot_markers(markers.labels) if point.limb == side]
    return markers.positions[:, [markers.labels.index(label) for label in labels]][..., [0, 2]]


def _middle(foot: np.ndarray) -> np.ndarray:
    seen = np.isfinite(foot)
    return np.where(seen, foot, 0.0).sum(axis=1) / np.where(seen.any(axis=1), seen.sum(axis=1), np.nan)


def _over(foot: np.ndarray, plate: ForcePlate, pressed: np.ndarray) -> np.ndarray:
    """(F,) bool: the middle of the foot is over the plate, or near to where it was loaded."""
    middle = _middle(foot)
    if plate.corners is None:
        return np.min(np.linalg.norm(middle[:, None] - pressed[None, ::5], axis=2), axis=1) < NEAR
    low, high = plate.corners[:, [0, 2]].min(axis=0), plate.corners[:, [0, 2]].max(axis=0)
    return ((foot > low) & (foot < high)).all(axis=2).any(axis=1)


def counts(markers: Markers, falls: list[Footfall], contacts: Contacts) -> np.ndarray:
    """(3,) frames that are right, wrong, and missed."""
    sides = {point.name: point.limb for point in foot_markers(markers.labels)}
    total = np.zeros(3, dtype=int)
    for fall in falls:
        found = np.zeros(len(markers), dtype=bool)
        for contact in contacts.contacts:
            if sides[contact.point] == fall.side:
                found[contact.start : contact.stop] = True
        total += [
            np.count_nonzero(fall.judged & found & fall.loaded),
            np.count_nonzero(fall.judged & found & ~fall.loaded),
            np.count_nonzero(fall.judged & ~found & fall.loaded),
        ]
    return total


def pooled_f1(total: np.ndarray) -> float:
    """F1 of right, wrong and missed frames."""
    return float(2 * total[0] / (2 * total[0] + total[1] + total[2]))


def event_errors(markers: Markers, falls: list[Footfall], contacts: Contacts, kind: str) -> list[float]:
    """How far the nearest event that was found is from each that was measured [s]."""
    errors = []
    for fall in falls:
        steps = getattr(contacts.events, fall.side)
        frames = np.array([getattr(step, kind) for step in steps if getattr(step, kind) is not None], dtype=float)
        times = markers.start_time + frames * markers.frame_time
        errors += [float(np.abs(times - at).min()) for what, at in fall.events if what == kind]
    return errors
