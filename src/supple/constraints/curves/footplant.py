"""A foot that stands still: goals for its heel and its ball between their events, moved and turned if asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from supple.constraints.curves.activity import SAME_TIME, activity, frames_within, in_order
from supple.constraints.curves.hermite import frame_path
from supple.constraints.curves.shape import PathPoint, shaped_path
from supple.core.quaternions import about_axis, rotate
from supple.errors import InvalidValueError


class PlantTimes(NamedTuple):
    """When heel and ball come down and leave [s]. They stand together at some moment."""

    heel_strike: float
    toe_strike: float
    heel_off: float
    toe_off: float


@dataclass(frozen=True, slots=True, eq=False)
class PlantedFoot:
    """Goals over the frames [start, stop). The weaker point is always within the foot's length of the stronger one."""

    start: int
    stop: int
    heel: np.ndarray  # (n, 3) [m]
    ball: np.ndarray  # (n, 3) [m]
    activity: np.ndarray  # (n,) 0 at the ends, 1 from the first to the last event
    ball_leads: np.ndarray  # (n,) bool: the ball is stronger than the heel


class _Feet(NamedTuple):
    heel: np.ndarray
    ball: np.ndarray


def planted_foot(
    times: np.ndarray,
    heel: np.ndarray,
    ball: np.ndarray,
    events: PlantTimes,
    *,
    move: tuple[float, float, float] = (0.0, 0.0, 0.0),
    turn: float = 0.0,
    ease: tuple[float, float] = (0.2, 0.2),
) -> PlantedFoot:
    """The goals of a foot whose heel and ball go along (F, 3) [m] in the source, at ``times`` (F,) [s].

    ``turn`` [rad] is about the vertical and the middle of the standing foot; ``move`` [m] comes on top. Both fade in
    over ``ease[0]`` seconds before the first event and out over ``ease[1]`` after the last. Before that each point of
    the source is held as a condensed shape, so that its path does not bulge with the length of the move; and in the end
    the weaker one is set to the foot's length from the stronger.
    """
    down, up = first_and_last(events)
    fade = activity(times, (down - ease[0], down, up, up + ease[1]))
    flat = _flat_place(times, _Feet(heel, ball), events)
    span, length = (down - ease[0], up + ease[1]), float(np.linalg.norm(flat.ball - flat.heel))
    part = slice(*frames_within(times, *span))
    still = (PathPoint(events.heel_strike, events.heel_off, at=flat.heel),
             PathPoint(events.toe_strike, events.toe_off, at=flat.ball))  # fmt: skip
    held = _Feet(*(shaped_path(times, path, path, span, [point], "condensed").path
                   for path, point in zip((heel, ball), still, strict=True)))  # fmt: skip
    moved = _carried(held, flat, fade[part], turn, np.array(move))
    leads = ball_leads(times[part], events)
    lengths = fade * length + (1.0 - fade) * np.linalg.norm(ball - heel, axis=-1)
    rigid = _at_length(moved, leads, lengths[part])
    return PlantedFoot(part.start, part.stop, rigid.heel, rigid.ball, fade[part], leads)


def ball_leads(times: np.ndarray, events: PlantTimes) -> np.ndarray:
    """Whether the ball is stronger than the heel (n,): from heel off on, when the heel leaves first.

    choice: a ball that strikes first is stronger until heel strike, so that the one that stands is never the weaker;
    swaps happen only while both stand.
    """
    rolling = (times >= events.heel_off - SAME_TIME) & (events.toe_off >= events.heel_off)
    landing = (times < events.heel_strike - SAME_TIME) & (events.toe_strike < events.heel_strike)
    return rolling | landing


def _flat_place(times: np.ndarray, foot: _Feet, events: PlantTimes) -> _Feet:
    """Where heel and ball stand.

    choice: their mean over the frames in which both are down, or their places in the middle of that time if it has no
    frame: the foot is flat then, so neither is held where it has yet to come down. Their distance becomes the mean
    distance, half of the correction at either end.
    """
    begin, end = max(events.heel_strike, events.toe_strike), min(events.heel_off, events.toe_off)
    part = slice(*frames_within(times, begin, end))
    if part.stop > part.start:
        heel, ball = foot.heel[part].mean(axis=0), foot.ball[part].mean(axis=0)
        length = np.linalg.norm(foot.ball[part] - foot.heel[part], axis=-1).mean()
    else:
        heel, ball = (frame_path(times, path).at(0.5 * (begin + end)).place for path in foot)
        length = np.linalg.norm(foot.ball - foot.heel, axis=-1).mean()
    middle, along = 0.5 * (heel + ball), ball - heel
    half = 0.5 * length * along / max(float(np.linalg.norm(along)), np.finfo(float).tiny)
    return _Feet(middle - half, middle + half)


def _carried(foot: _Feet, flat: _Feet, fade: np.ndarray, turn: float, move: np.ndarray) -> _Feet:
    """The foot as one body, turned and moved as far as ``fade`` says.

    choice: while it stands it turns about one fixed place, so that it rolls about its turned ball; while it comes and
    goes that place joins the foot's own middle, so that a turn does not swing its path aside.
    """
    a = fade[:, None]
    pivot = a * 0.5 * (flat.heel + flat.ball) + (1.0 - a) * 0.5 * (foot.heel + foot.ball)
    spin = about_axis("y", fade * turn)
    heel, ball = (rotate(spin, path - pivot) + pivot + a * move for path in foot)
    return _Feet(heel, ball)


def _at_length(foot: _Feet, leads: np.ndarray, lengths: np.ndarray) -> _Feet:
    along = foot.ball - foot.heel
    distance = np.linalg.norm(along, axis=-1, keepdims=True)
    wanted = lengths[:, None] * along / np.where(distance > 0.0, distance, 1.0)
    lead = leads[:, None]
    return _Feet(np.where(lead, foot.ball - wanted, foot.heel), np.where(lead, foot.ball, foot.heel + wanted))


def first_and_last(events: PlantTimes) -> tuple[float, float]:
    """The first and the last event; refuses those of a foot that never stands as a whole."""
    in_order((events.heel_strike, events.heel_off), "heel strike and heel off")
    in_order((events.toe_strike, events.toe_off), "toe strike and toe off")
    if events.toe_strike > events.heel_off + SAME_TIME or events.heel_strike > events.toe_off + SAME_TIME:
        found = f"heel {events.heel_strike:g} to {events.heel_off:g}, toe {events.toe_strike:g} to {events.toe_off:g} s"
        raise InvalidValueError(f"heel and toe of a planted foot must be down together at some time; found {found}.")
    return min(events.heel_strike, events.toe_strike), max(events.heel_off, events.toe_off)
