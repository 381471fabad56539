"""Contacts of points that are of no foot: hands on the ground, and anything else that stays where it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from supple.detect.floor import FoundFloor
from supple.detect.points import Point
from supple.detect.scene import Scene
from supple.detect.standing import stands
from supple.detect.stillness import Ends, Still, Watched, still_spans, swing_speed

_TOUCH = 0.15  # [m] a hand this near to a support touches it: wrists roll above their palms
_LEAN = 0.30  # [m] or this near, while no foot stands and something has to
_HAND_CORE = 0.9  # hands are never as still as feet


def other_spans(
    number: int, looked_at: Point, scene: Scene, floor: FoundFloor | None, standing: Sequence[Still]
) -> list[Still]:
    """When a point that is of no foot stands still; hands only where they touch a support."""
    tracks, valid = scene.tracks, scene.valid[number]
    speed = scene.speeds[number]
    swing = swing_speed(np.where(valid, speed, 0.0), tracks.rate, scene.rule.reach)
    point = scene.watched(speed, swing, scene.paths[number], valid, float(tracks.shake[number]))
    ends = Ends(scene.rule.leave, 0.0 if looked_at.joint is None else scene.rule.onset)
    if looked_at.part != "hand":
        return still_spans(point, ends, scene.rule)
    found = still_spans(point, ends, replace(scene.rule, core=_HAND_CORE))
    places = scene.places([number] * len(found), found)
    return [
        span for span, place in zip(found, places, strict=True) if _bears(span, point, place, floor, standing, scene)
    ]


def _bears(
    span: Still, point: Watched, place: np.ndarray, floor: FoundFloor | None, standing: Sequence[Still], scene: Scene
) -> bool:
    """True for a hand on a support: it came down on it, or the body has nothing else to stand on."""
    if floor is None:
        return False
    tilt = floor.plane.under(place[None])[0] - floor.plane.height
    above = min(abs(place[1] - tilt - support) for support in floor.supports)
    if above < _TOUCH * scene.size and stands(span, point, scene.rule, scene.size):
        return True
    return above < _LEAN * scene.size and not any(s.start < span.middle < s.stop for s in standing)
