"""Shape-constraints: a new path that leaves the effector's own, goes through points, rests at some, and joins it again.

Three modes, with ``r`` the path of the reference:

- ``absolute``: the curve itself is the path; ``r`` matters at the points given as offsets only.
- ``relative``: the curve is added to ``r``, whose details (a wave of the hand) stay, also while a point is held.
- ``condensed``: as relative, but the movement of ``r`` is taken out while a point is held: the effector is truly still.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np

from supple.constraints.curves.activity import SAME_TIME, activity, frames_within, in_order
from supple.constraints.curves.hermite import FramePath, State, Velocities, frame_path, hermite
from supple.constraints.curves.kochanek import Knots, knot_velocities, kochanek_bartels, time_curve
from supple.errors import InvalidValueError

Mode = Literal["absolute", "relative", "condensed"]


class PathPoint(NamedTuple):
    """A point, held from ``begin`` to ``end`` [s]: a place in the world, or an offset from the reference."""

    begin: float
    end: float
    at: np.ndarray | None = None  # (3,) [m]
    offset: np.ndarray | None = None  # (3,) [m]; neither: the reference's own place
    tension: float | None = None  # None: 1 where the point is held for some time, else 0
    continuity: float = 0.0
    bias: float = 0.0

    @property
    def held(self) -> bool:
        """Whether the path rests here for some time."""
        return self.end - self.begin > SAME_TIME

    @property
    def stiffness(self) -> float:
        """The tension, by default 1 where the path has to come to rest."""
        return float(self.held) if self.tension is None else self.tension


@dataclass(frozen=True, slots=True, eq=False)
class ShapedPath:
    """The path over the frames [start, stop), and how far the constraint is from its ends."""

    start: int
    stop: int
    path: np.ndarray  # (n, 3) [m]
    activity: np.ndarray  # (n,) 0 at the ends of the span, 1 from the first to the last point


def shaped_path(
    times: np.ndarray,
    own: np.ndarray,
    reference: np.ndarray,
    span: tuple[float, float],
    points: Sequence[PathPoint],
    mode: Mode,
) -> ShapedPath:
    """The path over the closed span [s], from ``own`` and ``reference`` (F, 3) at ``times`` (F,).

    It begins and ends on the own path with the own velocity; only a span that begins or ends at a point steps there.
    """
    check_points(span, points)
    start, stop = frames_within(times, *span)
    frames = slice(start, stop)
    mine, other = frame_path(times, own), frame_path(times, reference)
    base = other if mode != "absolute" else FramePath(times, np.zeros(own.shape), np.zeros(own.shape))
    curve = _condensed if mode == "condensed" else _paused
    path = base.places[frames] + curve(times[frames], span, points, _Paths(mine, other, base))
    if mode == "condensed":
        path = _at_rest(times[frames], path, points, other)
    first, last = (points[0].begin, points[-1].end) if points else span
    return ShapedPath(start, stop, path, activity(times[frames], (span[0], first, last, span[1])))


class _Paths(NamedTuple):
    own: FramePath
    reference: FramePath
    base: FramePath  # what the curve is added to


def _paused(t: np.ndarray, span: tuple[float, float], points: Sequence[PathPoint], paths: _Paths) -> np.ndarray:
    """The curve whose clock stops in holds."""
    middles = [_middle(p) for p in points]
    places = [_place(p, paths.reference) - paths.base.at(m).place for p, m in zip(points, middles, strict=True)]
    holds = np.array([(p.begin, p.end) for p in points]).reshape(-1, 2)
    clock = time_curve(np.array([span[0], *(p.begin for p in points), span[1]]), span[0], holds)
    knots, first, last = _with_ends(clock, places, points, _displaced(span, paths))
    return kochanek_bartels(time_curve(t, span[0], holds), knots, first, last)


def _condensed(t: np.ndarray, span: tuple[float, float], points: Sequence[PathPoint], paths: _Paths) -> np.ndarray:
    """The curve that arrives at a held point with the reference's velocity reversed, and leaves it so."""
    knots_of = [((p, p.begin), (p, p.end)) if p.held else ((p, p.begin),) for p in points]
    edges = [edge for group in knots_of for edge in group]
    places = [_place(p, paths.reference) - paths.reference.at(moment).place for p, moment in edges]
    at = np.array([span[0], *(moment for _, moment in edges), span[1]])
    knots, first, last = _with_ends(at, places, [p for p, _ in edges], _displaced(span, paths))
    velocities = knot_velocities(knots, first, last)
    for p, moment in edges:
        if p.held:
            k = int(np.argmin(np.abs(knots.at - moment)))
            velocities.incoming[k] = velocities.outgoing[k] = -paths.reference.at(moment).velocity
    return hermite(t, knots.at, knots.places, Velocities(*velocities))


def _with_ends(
    at: np.ndarray, places: list[np.ndarray], points: Sequence[PathPoint], ends: tuple[State, State]
) -> tuple[Knots, np.ndarray, np.ndarray]:
    """Knots of the ends and the points between, with the velocities at the ends.

    choice: an end that coincides with a point gives way to it, and lends it its velocity, less by the tension.
    """
    bends = [(p.stiffness, p.continuity, p.bias) for p in points]
    bends, places = [(0.0, 0.0, 0.0), *bends, (0.0, 0.0, 0.0)], [ends[0].place, *places, ends[1].place]
    keep = slice(int(bool(points) and at[1] - at[0] <= SAME_TIME), len(at))
    if points and at[-1] - at[-2] <= SAME_TIME:
        keep = slice(keep.start, len(at) - 1)
    t, c, b = np.array(bends[keep]).T
    knots = Knots(at[keep], np.array(places[keep]), t, c, b)
    return knots, (1.0 - t[0]) * ends[0].velocity, (1.0 - t[-1]) * ends[1].velocity


def _displaced(span: tuple[float, float], paths: _Paths) -> tuple[State, State]:
    """Where the curve begins and ends: on the own path, seen from the base. With the own path as base: at zero."""
    mine, base = [paths.own.at(t) for t in span], [paths.base.at(t) for t in span]
    first, last = (State(m.place - b.place, m.velocity - b.velocity) for m, b in zip(mine, base, strict=True))
    return first, last


def _at_rest(t: np.ndarray, path: np.ndarray, points: Sequence[PathPoint], reference: FramePath) -> np.ndarray:
    out = path.copy()
    for p in points:
        out[slice(*frames_within(t, p.begin, p.end))] = _place(p, reference)
    return out


def _place(point: PathPoint, reference: FramePath) -> np.ndarray:
    """The place of a point in the world.

    choice: the reference is sampled in the middle of a hold, where a relative path meets a place that is given, and
    from where it strays least to either side.
    """
    if point.at is not None:
        return np.asarray(point.at, dtype=np.float64)
    place = reference.at(_middle(point)).place
    return place if point.offset is None else place + point.offset


def _middle(point: PathPoint) -> float:
    return 0.5 * (point.begin + point.end)


def check_points(span: tuple[float, float], points: Sequence[PathPoint]) -> None:
    """Refuse holds that do not follow each other inside the span."""
    moments = [span[0], *(t for p in points for t in (p.begin, p.end)), span[1]]
    in_order(moments, "the span of a shape and the holds in it")
    for before, after in pairwise(points):
        if after.begin - before.end <= SAME_TIME:
            raise InvalidValueError(f"a path cannot be at two points at once; found two at {after.begin:g} s.")
