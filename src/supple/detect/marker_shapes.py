"""Which markers sit on feet, where their names do not say: those that get down to the ground and move as one body."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.core.roles import REFERENCE_HEIGHT
from supple.detect.points import Point

_LOW = 0.14  # [m] a marker on a foot comes so near to the lowest one
_LONG = 0.35  # [m] markers of one foot are not further apart
_RIGID = 0.02  # [m] and keep their distance so well
_LIFTED = 0.04  # [m] feet are lifted so far
_RISES = 1.4  # times as high as the others of its foot, that is a heel


def shaped_points(labels: Sequence[str], positions: np.ndarray, height: float) -> list[Point]:
    """All markers (F, M, 3) [m] as points, those that are low and rigid together as points of feet 1, 2, ..."""
    size = height / REFERENCE_HEIGHT
    seen = np.isfinite(positions).all(axis=2)
    heights = [
        np.percentile(positions[seen[:, m], m, 1], 10.0) if seen[:, m].any() else np.inf for m in range(len(labels))
    ]
    low = [m for m in range(len(labels)) if heights[m] < min(heights) + _LOW * size]
    limbs: dict[int, str] = {}
    heels: set[int] = set()
    feet = [group for group in _groups(positions, seen, low, size) if _lifts(positions, seen, group, size)]
    for number, group in enumerate(feet, start=1):
        limbs |= dict.fromkeys(group, f"foot {number}")
        heels |= _heel(positions, seen, group)
    return [
        Point(name=label, part="heel" if m in heels else "ball", limb=limbs[m]) if m in limbs else Point(name=label)
        for m, label in enumerate(labels)
    ]


def _groups(positions: np.ndarray, seen: np.ndarray, low: Sequence[int], size: float) -> list[list[int]]:
    """Markers that keep their distance from the first of their group."""
    groups: list[list[int]] = []
    for m in low:
        for group in groups:
            if _rigid(positions, seen, group[0], m, size):
                group.append(m)
                break
        else:
            groups.append([m])
    return groups


def _rigid(positions: np.ndarray, seen: np.ndarray, a: int, b: int, size: float) -> bool:
    both = seen[:, a] & seen[:, b]
    if not both.any():
        return False
    apart = np.linalg.norm(positions[both, a] - positions[both, b], axis=1)
    return bool(np.median(apart) < _LONG * size and np.ptp(np.percentile(apart, (5.0, 95.0))) < _RIGID * size)


def _rises(positions: np.ndarray, seen: np.ndarray, group: Sequence[int]) -> list[float]:
    """How far each marker goes up and down [m]."""
    return [float(np.ptp(np.percentile(positions[seen[:, m], m, 1], (5.0, 95.0)))) for m in group]


def _lifts(positions: np.ndarray, seen: np.ndarray, group: Sequence[int], size: float) -> bool:
    """True for what is lifted; wheels, boxes and bodies that sit are low as well."""
    return max(_rises(positions, seen, group)) > _LIFTED * size


def _heel(positions: np.ndarray, seen: np.ndarray, group: Sequence[int]) -> set[int]:
    """The marker of a foot that rises much higher than its others; none where none does."""
    rises = _rises(positions, seen, group)
    best = int(np.argmax(rises))
    return {group[best]} if len(group) > 1 and rises[best] > _RISES * min(rises) else set()
