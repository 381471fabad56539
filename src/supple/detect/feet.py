"""Feet: when the parts of a foot stand, and when the foot as a whole is on the ground.

A foot leaves the ground over the tip of its toes. Where no point is there, the tip is reckoned from the heel and the
front of the foot as from a rigid body; it does not matter for what is planted, only for when the foot is gone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.detect.points import Point, feet_of
from supple.detect.scene import Foot, Scene
from supple.detect.standing import standing_spans
from supple.detect.stillness import Ends, Still, swing_speed
from supple.detect.tracks import speeds_against
from supple.detect.wandering import wandering

_TIP = {"ball": 0.35, "toe": 0.10}  # how far the tip of the toes is ahead, in lengths from the heel to the point
_HEEL_ONSET = 0.15  # [s] a heel is peeled off the ground slowly
_JOIN = 0.05  # [s] parts of a foot that stand so soon after each other are one footing


def find_feet(points: Sequence[Point], scene: Scene) -> tuple[list[Foot], Scene]:
    """All feet, and the scene with the ground as it moves under them.

    Looked at twice: first against the ground as it moves on the whole, then against what it does at each moment.
    """
    feet = [_found(limb, numbers, points, scene) for limb, numbers in feet_of(points).items()]
    scene = scene.on(wandering(scene, feet))
    return [_found(limb, numbers, points, scene) for limb, numbers in feet_of(points).items()], scene


def _found(limb: str, numbers: Sequence[int], points: Sequence[Point], scene: Scene) -> Foot:
    """When the points of one foot stand, and when the foot does."""
    fastest = np.where(scene.valid[numbers], scene.speeds[numbers], 0.0).max(axis=0)
    swing = swing_speed(fastest, scene.tracks.rate, scene.rule.reach)
    alone = {n: _spans(scene.speeds[n], swing, n, points[n], scene) for n in numbers}
    spans = {}
    for n in numbers:
        speed = _against_foot(scene.speeds[n], n, alone, points, scene)
        spans[n] = alone[n] if speed is None else _spans(speed, swing, n, points[n], scene)
    whole = [span for found in (*alone.values(), *spans.values()) for span in found]
    return Foot(limb, spans, joined(whole + _tip_spans(numbers, points, swing, scene)))


def _against_foot(
    speed: np.ndarray, number: int, alone: dict[int, list[Still]], points: Sequence[Point], scene: Scene
) -> np.ndarray | None:
    """(N,) the speed against the other end of the foot while that stands, if it is less than that against the ground.

    What shakes or drags the whole foot does not tell whether its heel is still down. None where there is no other end.
    """
    from supple.kernels.detecting.speeds import slower_against

    heel = points[number].part == "heel"
    others = [n for n in alone if (points[n].part == "heel") != heel and alone[n]]
    if not others:
        return None
    least = speed.copy()
    for n in others:
        slower_against(scene.tracks.velocities, number, n, *scene.bounds(alone[n]), least)
    return least


def _spans(speed: np.ndarray, swing: np.ndarray, number: int, point: Point, scene: Scene) -> list[Still]:
    heel, rule = point.part == "heel", scene.rule
    onset = 0.0 if point.joint is None else _HEEL_ONSET if heel else rule.onset
    ends = Ends(rule.peel if heel else rule.leave, onset, heel)
    shake = float(scene.tracks.shake[number])
    watched = scene.watched(speed, swing, scene.paths[number], scene.valid[number], shake)
    return standing_spans(watched, ends, rule, scene.centre, scene.size)


def _tip_spans(numbers: Sequence[int], points: Sequence[Point], swing: np.ndarray, scene: Scene) -> list[Still]:
    """When the reckoned tip of the toes stands."""
    heels = [n for n in numbers if points[n].part == "heel"]
    fronts = [n for part in ("toe", "ball") for n in numbers if points[n].part == part]
    if not heels or not fronts:
        return []
    tracks, part = scene.tracks, points[fronts[0]].part
    fronts, ahead = [n for n in fronts if points[n].part == part], _TIP[part]
    velocity, path = (
        (1.0 + ahead) * values[fronts].mean(axis=0) - ahead * values[heels].mean(axis=0)
        for values in (tracks.velocities.swapaxes(0, 1), scene.paths)
    )
    valid, shake = np.asarray(scene.valid[heels + fronts].all(axis=0)), float(tracks.shake[fronts].max())
    tip = scene.watched(speeds_against(velocity[:, None], scene.ground)[0], swing, path, valid, shake)
    return standing_spans(tip, Ends(scene.rule.leave), scene.rule, scene.centre, scene.size)


def joined(spans: Sequence[Still]) -> list[Still]:
    """The union of spans, those that nearly touch as one."""
    found: list[Still] = []
    for span in sorted(spans):
        if found and span.start - found[-1].stop <= _JOIN:
            last = found[-1]
            stop = max(last.stop, span.stop)
            open_stop = span.open_stop if span.stop >= last.stop else last.open_stop
            found[-1] = last._replace(stop=stop, open_stop=open_stop, open_start=last.open_start or span.open_start)
        else:
            found.append(span)
    return found
