"""Take after take, each going over into the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from supple.constraints.names import Names
from supple.core.progress import Progress
from supple.errors import InvalidValueError
from supple.recipes.transition.joining import joined
from supple.recipes.transition.likeness import likeness
from supple.recipes.transition.meeting import Meeting, best_meeting
from supple.recipes.transition.takes import Take

Moments = tuple[float, float]  # [s] of the earlier and the later clip, on their own clocks
Bounds = tuple[int, int]  # first and last frame

FEWEST = 4  # frames of a mix


@dataclass(frozen=True, slots=True, kw_only=True)
class Seam:
    """Where a clip becomes the next."""

    a_time: float  # [s] on the clock of the earlier clip
    b_time: float  # [s] on the clock of the later clip, the same moment
    apart_mm: float  # how far poses and movements are apart there, root mean square over the body
    start: int  # first frame of the mix in the result
    stop: int


def chained(
    takes: Sequence[Take],
    duration: float,
    at: Sequence[Moments | None],
    names: Names,
    *,
    follow: bool,
    progress: Progress | None = None,
) -> tuple[Take, tuple[Seam, ...]]:
    """All takes as one, and where they meet."""
    frame_time = takes[0].motion.frame_time
    half = 0.5 * max(duration / frame_time, FEWEST)
    whole, later, free = takes[0], 0, 0
    seams: list[Seam] = []
    for k, after in enumerate(takes[1:]):
        if progress is not None:
            progress(k, len(takes) - 1)
        before = takes[k]
        room = round(2.0 * half) + 1 if k + 2 < len(takes) else 0
        bounds = _bounds(whole, free, 0, half, before.name), _bounds(after, 0, room, half, after.name)
        wanted = None if at[k] is None else _frames(at[k], before, after, later, bounds)
        meeting = _meeting(whole, after, wanted, bounds, half, names)
        step = joined(whole, after, meeting, half, names, follow=follow)
        a_time, b_time = before.time(meeting.a - later), after.time(meeting.b)
        seams.append(
            Seam(a_time=a_time, b_time=b_time, apart_mm=1e3 * meeting.apart_m, start=step.start, stop=step.stop)
        )
        whole, later, free = step.take, step.later, step.stop
    return whole, tuple(seams)


def _bounds(take: Take, free: int, room: int, half: float, name: str) -> Bounds:
    """The frames of a take in whose middle a mix can be; ``free`` is the first that is not mixed yet."""
    first, last = free + int(np.ceil(half)), take.motion.frames - 1 - int(np.ceil(half)) - room
    if first > last:
        has = (take.motion.frames - free) * take.motion.frame_time
        needed = (2 * int(np.ceil(half)) + 1 + room) * take.motion.frame_time
        raise InvalidValueError(
            f"{name} is too short: it has {has:.3g} s for what takes {needed:.3g} s. "
            "Give a longer clip or a shorter transition (--duration)."
        )
    return first, last


def _frames(at: Moments | None, before: Take, after: Take, later: int, bounds: tuple[Bounds, Bounds]) -> Bounds:
    """The frames of moments that somebody chose."""
    assert at is not None
    frames = before.frame(at[0]) + later, after.frame(at[1])
    for take, frame, t, (first, last), shift in zip((before, after), frames, at, bounds, (later, 0), strict=True):
        if not first <= frame <= last:
            raise InvalidValueError(
                f"{take.name} cannot be mixed around {t:g} s: with this duration the middle lies between "
                f"{take.time(first - shift):.3f} and {take.time(last - shift):.3f} s."
            )
    return frames


def _meeting(
    a: Take, b: Take, wanted: Bounds | None, bounds: tuple[Bounds, Bounds], half: float, names: Names
) -> Meeting:
    like = likeness(a, b, names)
    (first, last), (begin, end) = bounds
    span_a, span_b = (
        ((first + last) // 2, last),
        (begin, (begin + end) // 2),
    )  # choice: half of a clip is shown at least
    if wanted is not None:
        span_a, span_b = (wanted[0],) * 2, (wanted[1],) * 2
    return best_meeting(like, span_a, span_b, round(half), a.motion.frame_time)
