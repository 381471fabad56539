"""Where a clip goes so that it follows another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from supple.core import quaternions
from supple.recipes.everyday.clip import Clip
from supple.recipes.everyday.ground_moves import GROUND, Travel, move_between, travel, yaw_between

_STEPS = 2.0  # a gap of so many steps is a step, too
_NEAR = 6  # frames on each side whose steps are looked at
_STILL_M, _STILL = 1e-3, np.radians(0.5)  # and so is one that nobody sees


def follow(before: Clip, after: Clip, align: str, overlap: int) -> Clip:
    """The later clip, moved over the ground so that it follows; unmoved where it already does, or nobody asked."""
    if align == "none":
        return after
    a, b = travel(before.motion), travel(after.motion)
    if overlap == 0:
        if _continues(a, b):
            return after
        place, yaw = _next(a, b, align)
        move = move_between(b.places[0], place if align != "heading" else b.places[0], yaw)
    else:
        at, to = overlap // 2, len(a.places) - overlap + overlap // 2
        yaw = 0.0 if align == "position" else float(yaw_between(b.turns[at], a.turns[to]))
        move = move_between(b.places[at], a.places[to] if align != "heading" else b.places[at], yaw)
    contacts = None if after.contacts is None else move.contacts(after.contacts)
    return replace(after, motion=move.motion(after.motion), contacts=contacts)


def _continues(a: Travel, b: Travel) -> bool:
    """Whether the step from clip to clip is one like the steps on both sides of it."""
    gap, turn = _steps(a.places[-1:], b.places[:1]), _turns(a.turns[-1:], b.turns[:1])
    near = slice(-_NEAR, None), slice(_NEAR)
    places, turns = ([rows[part] for rows, part in zip(pair, near, strict=True)] for pair in
                     ((a.places, b.places), (a.turns, b.turns)))  # fmt: skip
    step = max(_steps(p[:-1], p[1:]) for p in places)
    spin = max(_turns(t[:-1], t[1:]) for t in turns)
    return gap <= _STEPS * step + _STILL_M and turn <= _STEPS * spin + _STILL


def _ends(a: Travel, b: Travel) -> list[tuple[Travel, int]]:
    """The last step of one and the first of the other, as far as they have steps."""
    return [(t, k) for t, k in ((a, len(a.places) - 2), (b, 0)) if len(t.places) > 1]


def _steps(start: np.ndarray, stop: np.ndarray) -> float:
    """The longest way over the ground between places (n, 3) [m]."""
    return float(np.linalg.norm((stop - start) * GROUND, axis=1).max(initial=0.0))


def _turns(start: np.ndarray, stop: np.ndarray) -> float:
    """The largest turn about the vertical between orientations (n, 4) [rad]."""
    return float(np.abs(yaw_between(start, stop)).max(initial=0.0))


def _next(a: Travel, b: Travel, align: str) -> tuple[np.ndarray, float]:
    """Where the hips should be one frame after the end, and the turn of the later clip that brings them there.

    choice: the step between the clips is the mean of the steps beside it, each seen from its own heading.
    """
    turns = [float(yaw_between(*t.turns[k : k + 2])) for t, k in _ends(a, b)]
    to_end = float(yaw_between(b.turns[0], a.turns[-1]))
    yaw = 0.0 if align == "position" else to_end + (sum(turns) / len(turns) if turns else 0.0)
    steps = []
    for t, k in _ends(a, b):
        step = (t.places[k + 1] - t.places[k]) * GROUND
        steps.append(step if t is a else quaternions.rotate(quaternions.about_axis("y", np.array(yaw)), step))
    return a.places[-1] + (sum(steps) / len(steps) if steps else np.zeros(3)), yaw
