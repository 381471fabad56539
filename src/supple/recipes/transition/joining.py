"""Two takes become one: A until the mix, the mix, and B after it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from msgspec.structs import replace as restated

from supple.constraints.names import Names
from supple.core.motion import Motion
from supple.recipes.everyday.clip import Clip
from supple.recipes.everyday.concat import concat
from supple.recipes.everyday.contact_chain import merged, shifted
from supple.recipes.everyday.contact_spans import cut
from supple.recipes.transition.anchoring import anchored
from supple.recipes.transition.feet import events_of, gait_of
from supple.recipes.transition.footing import stood
from supple.recipes.transition.matching import matched
from supple.recipes.transition.meeting import Meeting
from supple.recipes.transition.mixing import Mix, mix
from supple.recipes.transition.places import placed, through_gap
from supple.recipes.transition.standing import limbs_for
from supple.recipes.transition.takes import Take
from supple.recipes.transition.warping import Timing, Warp, hermite, moment_of, timed
from supple.recipes.transition.windows import Window


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """Two takes as one; the mix is its frames ``[start, stop)``, and frame ``f`` of B is its frame ``f + later``."""

    take: Take
    start: int
    stop: int
    later: int


def joined(a: Take, b: Take, meeting: Meeting, half: float, names: Names, *, follow: bool) -> Joined:
    """A, then B, mixed around a meeting for ``half`` so many frames before and after it."""
    timing = _timing(a, b, meeting, half)
    begin, end = round(float(timing.a[0])), round(float(timing.b[-1]))
    facing = a.way(names).turns[0]
    mine, theirs = a.sampled(timing.a), b.sampled(timing.b)
    mixed = mix(mine, theirs, timing.weights, names.roles, facing, follow=follow)
    window = Window(start=begin, a=timing.a, b=timing.b, weights=timing.weights)
    limbs = limbs_for(a.motion, names)
    found = stood(a.contacts, b.contacts, window, limbs, a.motion.skeleton)
    if follow:
        mixed = anchored(mixed, found, window.start)
        gap = through_gap(found, mixed, window)
        mixed = replace(mixed, way=mixed.way.shifted(-timing.weights[:, None] * gap))
    motion = _whole(a.motion, b.motion, mixed, begin, end)
    contacts = placed(found, mixed, window)
    later = window.last - end
    move = mixed.way_b.move_to(mixed.way, -1)
    others = merged([
        restated(cut(a.contacts, 0, begin), contacts=()),
        shifted(restated(cut(move.contacts(b.contacts), end, b.motion.frames), contacts=()), window.last),
    ])  # fmt: skip
    every = restated(others, contacts=contacts)
    every = restated(every, events=gait_of(every, limbs, a.motion.skeleton, motion.frames))
    take = Take(motion=motion, contacts=every, name=b.name, notes=(*a.notes, *b.notes))
    return Joined(take, begin, window.last + 1, later)


def _timing(a: Take, b: Take, meeting: Meeting, half: float) -> Timing:
    """The moments of a mix; evenly paced where the clips are too short for strides that match."""
    at = float(meeting.a), float(meeting.b)
    mine, theirs = (events_of(take.contacts, take.motion.frames) for take in (a, b))
    for warp in (matched(mine, theirs, at, a.motion.frame_time), Warp(*(np.array([t]) for t in at))):
        timing = _around(warp, 0.5 * sum(at), half)
        if min(timing.a[0], timing.b[0]) > -0.5 and all(
            t[-1] < take.motion.frames - 0.5 for t, take in ((timing.a, a), (timing.b, b))
        ):
            break
    return Timing(
        np.clip(timing.a, 0.0, a.motion.frames - 1.0), np.clip(timing.b, 0.0, b.motion.frames - 1.0), timing.weights
    )


def _around(warp: Warp, middle: float, half: float) -> Timing:
    """From a whole frame of A to a whole frame of B, so that what is not mixed stays as it is, to the bit."""
    ends = np.array([middle - half, middle + half])
    first, last = round(float(warp.at(ends)[0][0])), round(float(warp.at(ends)[1][1]))
    start, stop = (moment_of(warp, f, k, near, 3.0) for f, k, near in ((first, 0, ends[0]), (last, 1, ends[1])))
    timing = timed(warp, start, stop, hermite)
    return Timing(_from(timing.a, first, 0), _from(timing.b, last, -1), timing.weights)


def _from(moments: np.ndarray, frame: int, k: int) -> np.ndarray:
    moments[k] = frame
    return moments


def _whole(a: Motion, b: Motion, mixed: Mix, begin: int, end: int) -> Motion:
    inner = mixed.motion()
    move = mixed.way_b.move_to(mixed.way, -1)
    parts = [a.with_frames(0, begin + 1)]
    if inner.frames > 2:
        parts.append(inner.with_frames(1, inner.frames - 1))
    parts.append(move.motion(b).with_frames(end, b.frames))
    return concat([Clip(part) for part in parts], align="none").motion
