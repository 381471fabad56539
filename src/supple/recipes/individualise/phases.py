"""The phase of each leg in every frame of a clip, also before the first and after the last landing."""

from __future__ import annotations

import numpy as np

from supple.core.contacts import GaitEvents
from supple.core.roles import SIDES
from supple.detect.signature.cycles import cycles_of, landing
from supple.errors import InvalidValueError


def leg_phases(events: GaitEvents, frames: int, fps: float) -> dict[str, np.ndarray]:
    """side -> (F,) phase in cycles, whole where the foot comes down, rising all the time."""
    anchors = {side: _anchors(events, side, fps) for side in SIDES}
    found = {side: _phase(*anchor, frames) for side, anchor in anchors.items() if anchor is not None}
    if not found:
        raise InvalidValueError("there is no whole cycle of a walk or run, so that no frame has a phase.")
    for side, other in zip(SIDES, SIDES[::-1], strict=True):
        if side not in found:  # choice: a leg that shows no cycle is half a cycle after the other
            found[side] = found[other] + 0.5
    return found


def _anchors(events: GaitEvents, side: str, fps: float) -> tuple[list[int], float] | None:
    """The landings of a foot and the length of a cycle in frames."""
    cycles = cycles_of(events, side, fps)
    if not cycles:
        return None
    steps = events.left if side == "left" else events.right
    at = sorted(when for step in steps if (when := landing(step)) is not None)
    return at, float(np.median([c.length for c in cycles]))


def _phase(landings: list[int], length: float, frames: int) -> np.ndarray:
    at = np.arange(frames)
    inside = np.interp(at, landings, np.arange(len(landings)))
    before, after = np.minimum(at - landings[0], 0.0), np.maximum(at - landings[-1], 0.0)
    return np.asarray(inside + (before + after) / length)
