"""Which frames a draft has to solve: those in which something is asked, or is asked otherwise than before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec
import numpy as np

from supple.constraints.model import Constraint, Footplant
from supple.constraints.spans import acting_spans
from supple.core.motion import Motion
from supple.session.document import Clip
from supple.session.solving import Asked, Solves

_REACH_S = 0.7  # [s] beyond its own time and ease, as far as solvers bring a body along with what is asked of it
_HELD = 4


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A clip that somebody sees to its end."""

    clip: Clip
    asked: Asked


class Seen:
    """The clips that were shown last, by the number of their request: whoever has one needs only what differs."""

    def __init__(self) -> None:
        self._held: dict[int, Shown] = {}

    def put(self, request: int, shown: Shown) -> None:
        """This was shown."""
        self._held = dict([*self._held.items(), (request, shown)][-_HELD:])

    def get(self, request: int) -> Shown | None:
        """What was shown, where it is still known."""
        return self._held.get(request)


def draft_frames(clip: Clip, solves: Solves, base: Shown | None) -> np.ndarray:
    """(n,) the frames to be solved for whoever sees ``base``; None: the clip's own motion."""
    scene = solves.scenes.of(clip)
    if clip.solving.solver != "prioritized":
        return np.array([], int)
    asked = solves.asked(clip)
    if base is None or not _alike(base, clip, asked):
        return _frames((track.constraint for track in asked.tracks), scene.motion)
    before, now = base.asked.wishes.edit.constraints, asked.wishes.edit.constraints
    return _frames([*_without(before, now), *_without(now, before)], scene.motion, _REACH_S)


def _alike(base: Shown, clip: Clip, asked: Asked) -> bool:
    """Whether two clips differ in single wishes alone."""
    same_motion = (base.clip.motion.key, base.clip.roles) == (clip.motion.key, clip.roles)
    before, now = (msgspec.structs.replace(a.wishes.edit, constraints=()) for a in (base.asked, asked))
    return same_motion and base.clip.solving == clip.solving and before == now


def _without(wishes: Iterable[Constraint], others: tuple[Constraint, ...]) -> list[Constraint]:
    return [wish for wish in wishes if wish not in others]


def _frames(wishes: Iterable[Constraint], motion: Motion, reach_s: float | None = None) -> np.ndarray:
    """(n,) the frames in which wishes act, and as long around them as they may have a say."""
    acting = np.zeros(motion.frames, bool)
    for wish in wishes:
        before, after = (0.0, 0.0) if reach_s is None else _reach(wish, reach_s, motion.frame_time)
        for first, last in acting_spans(wish, motion):
            acting[max(int(np.ceil(first - before)), 0) : max(int(last + after) + 1, 0)] = True
    return np.flatnonzero(acting)


def _reach(wish: Constraint, reach_s: float, frame_time: float) -> tuple[float, float]:
    """[frames] before and after."""
    ease = wish.ease if isinstance(wish, Footplant) else (0.0, 0.0)
    return (ease[0] + reach_s) / frame_time, (ease[1] + reach_s) / frame_time
