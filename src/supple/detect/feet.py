"""Feet: when the parts of a foot stand, and when the foot as a whole is on the ground.

A foot leaves the ground over the tip of its toes. Where no point is there, the tip is reckoned from the heel and the
front of the foot as from a rigid body; it does not matter for what is planted, only for when the foot is gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from supple.detect.points import Point
from supple.detect.settings import ContactRule
from supple.detect.standing import below_body, stands
from supple.detect.stillness import Still, still_spans, swing_speed
from supple.detect.tracks import Tracks

_TIP = {"ball": 0.35, "toe": 0.10}  # how far the tip of the toes is ahead, in lengths from the heel to the point
_HEEL_ONSET = 0.15  # [s] a heel is peeled off the ground slowly
_JOIN = 0.05  # [s] parts of a foot that stand so soon after each other are one footing
_NEAR = 0.03  # [m] the same place, after a gap
_ABOVE = 0.10  # [m] feet are never so far above the middle of the body


@dataclass(frozen=True, slots=True, eq=False)
class Foot:
    """What stands of one foot, in seconds from the first frame."""

    limb: str
    spans: dict[int, list[Still]]  # by the number of the point
    footings: list[Still]  # of the whole foot


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What all feet are judged by."""

    tracks: Tracks
    ground: np.ndarray  # (3,) velocity of the ground [m/s]
    centre: np.ndarray  # (N,) height of the middle of the body [m]
    size: float  # of the body, as a share of the reference
    rule: ContactRule


def find_foot(limb: str, numbers: Sequence[int], points: Sequence[Point], scene: Scene) -> Foot:
    """When the points of one foot stand, and when the foot does."""
    tracks, paths = scene.tracks, ground_paths(scene)
    speeds = np.linalg.norm(tracks.velocities[:, numbers] - scene.ground, axis=2)
    swing = swing_of(speeds, tracks.valid[:, numbers], scene)
    spans = {}
    for k, number in enumerate(numbers):
        onset = 0.0 if points[number].joint is None else _HEEL_ONSET if points[number].part == "heel" else None
        found = _spans(speeds[:, k], swing, paths[:, number], tracks.valid[:, number], tracks.noise[number], scene, onset)
        spans[number] = found
    whole = [span for found in spans.values() for span in found] + _tip_spans(numbers, points, swing, scene)
    return Foot(limb, spans, joined(whole))


def swing_of(speeds: np.ndarray, valid: np.ndarray, scene: Scene) -> np.ndarray:
    """(N,) how fast a limb swings around each moment, from the speeds of its points (N, p)."""
    fastest = np.where(valid, speeds, 0.0).max(axis=1)
    return swing_speed(fastest, scene.tracks.rate, scene.rule.reach)


def ground_paths(scene: Scene) -> np.ndarray:
    """(N, P, 3) where points are against the ground, as if it stood still."""
    clock = np.arange(len(scene.tracks.positions)) / scene.tracks.rate
    return np.asarray(scene.tracks.positions - clock[:, None, None] * scene.ground)


def _spans(
    speed: np.ndarray, swing: np.ndarray, path: np.ndarray, valid: np.ndarray, noise: float, scene: Scene,
    onset: float | None,
) -> list[Still]:  # fmt: skip
    rule, rate, size = scene.rule, scene.tracks.rate, scene.size
    found = still_spans(
        speed, swing, path, valid, rate, slowest_of(scene, noise), rule,
        onset=rule.onset if onset is None else onset, near=_NEAR * size,
    )  # fmt: skip
    return [
        span for span in found
        if stands(span, path, valid, rate, rule, size) and below_body(span, path[:, 1], scene.centre, rate, _ABOVE * size)
    ]  # fmt: skip


def slowest_of(scene: Scene, noise: float) -> float:
    """[m/s] what a threshold is never below: swaying, and what the noise of the capture pretends."""
    return max(scene.rule.slowest * scene.size, 4.0 * float(noise))


def _tip_spans(numbers: Sequence[int], points: Sequence[Point], swing: np.ndarray, scene: Scene) -> list[Still]:
    """When the reckoned tip of the toes stands."""
    heels = [n for n in numbers if points[n].part == "heel"]
    fronts = [n for part in ("toe", "ball") for n in numbers if points[n].part == part]
    if not heels or not fronts:
        return []
    tracks, part = scene.tracks, points[fronts[0]].part
    fronts, ahead = [n for n in fronts if points[n].part == part], _TIP[part]
    valid = tracks.valid[:, heels + fronts].all(axis=1)
    velocity, path = (
        values[:, fronts].mean(axis=1) + ahead * (values[:, fronts].mean(axis=1) - values[:, heels].mean(axis=1))
        for values in (tracks.velocities, ground_paths(scene))
    )
    speed = np.linalg.norm(velocity - scene.ground, axis=1)
    return _spans(speed, swing, path, valid, float(tracks.noise[fronts].max()), scene, 0.0)


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
