"""A clip between two others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace as restated

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.core.progress import Progress, part_of
from supple.errors import InvalidValueError
from supple.recipes.everyday.clip import Clip
from supple.recipes.everyday.trim import trim
from supple.recipes.names import motion_names
from supple.recipes.transition.anchoring import anchored
from supple.recipes.transition.feet import gait_of
from supple.recipes.transition.footing import stood
from supple.recipes.transition.mixing import mix
from supple.recipes.transition.pairing import paired
from supple.recipes.transition.places import placed
from supple.recipes.transition.takes import Take, takes_of, with_rest_rows
from supple.recipes.transition.warping import timed
from supple.recipes.transition.windows import Window

if TYPE_CHECKING:
    from supple.recipes.transition.standing import Standing

Matches = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Blend(Clip):
    """A clip between two others, by which moments they were matched, and how far feet slid before and after."""

    matches: Matches = ()  # [s] moments of A and B that are one, on their own clocks
    mixed: Motion | None = None  # before its feet were made to stand; None where one clip is all
    standing: Standing | None = None


@checked
def blend(
    a: Motion | Clip,
    b: Motion | Clip,
    weight: float,
    *,
    roles: Path | str | Names | None = None,
    progress: Progress | None = None,
) -> Blend:
    """What lies between two clips of one figure: ``weight`` 0 is A and 1 is B, exactly and whole.

    Between them, strides are matched by when feet come down and leave (else moments by pose), and what both clips show
    is mixed: joints, pace, speed over the ground, turns and the places where feet stand, beginning where A does. Then
    feet are made to stand, by the contacts of the clips or those found. ``progress`` is called now and then with the
    work that is done, and all of it; what it raises ends it.
    """
    from supple.recipes.transition.standing import standing  # loads the compiler

    given = [clip if isinstance(clip, Clip) else Clip(clip) for clip in (a, b)]
    if not 0.0 <= weight <= 1.0:
        raise InvalidValueError(f"the weight is 0 for the first clip, 1 for the second, or between; got {weight}.")
    names = roles if isinstance(roles, Names) else motion_names(given[0].motion, roles)
    takes = takes_of(given, names, same_floor=True)
    if weight in (0.0, 1.0):
        only = given[round(weight)]
        return Blend(only.motion, only.contacts, only.notes, facts={"weight": weight})
    if progress is not None:
        progress(0, 2)
    take, matches = _between(takes[0], takes[1], weight, names)
    rest = given[0].motion.rest_rows
    whole = with_rest_rows(given[0].motion, take)
    stood_up = standing(whole.motion, whole.contacts, [(rest, whole.motion.frames)], names, part_of(progress, 1, 2))
    notes = tuple(dict.fromkeys((*whole.notes, _said(matches), *stood_up.notes)))
    facts = {"weight": weight, "matches": [list(m) for m in matches], **stood_up.facts()}
    return Blend(
        stood_up.motion, whole.contacts, notes, facts=facts, cleaned=stood_up.cleaned, matches=matches,
        mixed=whole.motion, standing=stood_up,
    )  # fmt: skip


def _between(a: Take, b: Take, weight: float, names: Names) -> tuple[Take, Matches]:
    """The mix of two takes over all that both show."""
    from supple.recipes.transition.standing import limbs_for  # loads the compiler

    warp = paired(a, b, names)
    clock = 0.5 * (warp.a + warp.b)
    timing = timed(warp, float(clock[0]), float(clock[-1]), lambda share: np.full(len(share), weight))
    matches = tuple((a.time(float(s)), b.time(float(t))) for s, t in zip(warp.a, warp.b, strict=True))
    (a, at_a), (b, at_b) = _cut(a, timing.a), _cut(b, timing.b)
    mixed = mix(a.sampled(at_a), b.sampled(at_b), timing.weights, names.roles, a.way(names).turns[0])
    window = Window(start=0, a=at_a, b=at_b, weights=timing.weights)
    limbs = limbs_for(a.motion, names)
    found = stood(a.contacts, b.contacts, window, limbs, a.motion.skeleton)
    mixed = anchored(mixed, found, 0)
    places = placed(found, mixed, window)
    contacts = Contacts(fps=a.contacts.fps, floor=a.contacts.floor or b.contacts.floor, contacts=places)
    events = gait_of(contacts, limbs, a.motion.skeleton, len(timing.weights))
    take = Take(
        motion=mixed.motion(), contacts=restated(contacts, events=events), name="the blend",
        notes=tuple(dict.fromkeys((*a.notes, *b.notes, *_dropped(a, b)))),
    )  # fmt: skip
    return take, matches


def _cut(take: Take, moments: np.ndarray) -> tuple[Take, np.ndarray]:
    """The part of a take that is in a mix, and the moments counted from its first frame."""
    last = take.motion.frames - 1
    moments = np.clip(moments, 0.0, last)
    first = int(moments[0])
    part = trim(take.motion, first, min(int(np.ceil(moments[-1])), last) + 1, contacts=take.contacts)
    assert part.contacts is not None
    return replace(take, motion=part.motion, contacts=part.contacts), moments - first


def _dropped(a: Take, b: Take) -> tuple[str, ...]:
    """choice: what joints as a whole keep still, and given poses, mean nothing between two clips."""
    lost = sum(len(t.contacts.geometric) + len(t.contacts.targets) for t in (a, b))
    return (f"{lost} geometric constraints and targets of the clips were left out.",) if lost else ()


def _said(matches: Matches) -> str:
    (a, b), (c, d) = matches[0], matches[-1]
    return f"{a:.2f} to {c:.2f} s of one clip are {b:.2f} to {d:.2f} s of the other, by {len(matches)} matches."
