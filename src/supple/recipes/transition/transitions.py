"""Clips that become one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from supple.constraints.names import Names
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.core.progress import Progress, part_of
from supple.errors import InvalidValueError
from supple.recipes.everyday.clip import Clip
from supple.recipes.names import motion_names
from supple.recipes.transition.chaining import Moments, Seam, chained
from supple.recipes.transition.takes import takes_of, with_rest_rows

if TYPE_CHECKING:
    from supple.recipes.transition.standing import Standing

Align = Literal["auto", "none"]
DURATION_S = 0.6


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Transition(Clip):
    """Clips that became one, where, and how far feet slid before and after they were made to stand."""

    seams: tuple[Seam, ...]
    mixed: Motion  # before its feet were made to stand
    standing: Standing


@checked
def transition(
    clips: Sequence[Motion | Clip],
    *,
    duration: float = DURATION_S,
    align: Align = "auto",
    at: Sequence[Moments | None] = (),
    roles: Path | str | Names | None = None,
    progress: Progress | None = None,
) -> Transition:
    """Clips of one figure that become one another, at the rate of the first.

    Each clip goes over into the next where both are most alike in pose, movement and standing feet, late in the one
    and early in the other, or at a pair of moments [s] of ``at``, on the clips' own clocks. The next clip is moved over
    the ground to go on from there (``align="none"`` leaves it where it is), strides are matched in time, and joints
    go over within ``duration`` [s]. Then feet are made to stand, by the contacts of the clips or those found.
    ``progress`` is called now and then with the work that is done, and all of it; what it raises ends it.
    """
    from supple.recipes.transition.standing import standing  # loads the compiler

    given = [clip if isinstance(clip, Clip) else Clip(clip) for clip in clips]
    _check(given, duration, align, at)
    names = roles if isinstance(roles, Names) else motion_names(given[0].motion, roles)
    takes = takes_of(given, names, same_floor=align == "auto")
    moments, early = at or [None] * (len(takes) - 1), part_of(progress, 0, 2)
    whole, seams = chained(takes, duration, moments, names, follow=align == "auto", progress=early)
    whole = with_rest_rows(given[0].motion, whole)
    rest = given[0].motion.rest_rows
    seams = tuple(Seam(**(asdict(s) | {"start": s.start + rest, "stop": s.stop + rest})) for s in seams)
    stood = standing(whole.motion, whole.contacts, [(s.start, s.stop) for s in seams], names, part_of(progress, 1, 2))
    notes = tuple(dict.fromkeys((*whole.notes, *map(_said, seams), *stood.notes)))
    facts = {"seams": [asdict(s) for s in seams], **stood.facts()}
    return Transition(
        stood.motion, whole.contacts, notes, facts=facts, cleaned=stood.cleaned, seams=seams, mixed=whole.motion,
        standing=stood,
    )  # fmt: skip


def _check(clips: Sequence[Clip], duration: float, align: str, at: Sequence[Moments | None]) -> None:
    if len(clips) < 2:
        raise InvalidValueError(f"a transition needs two clips or more; got {len(clips)}.")
    if not 0.0 < duration < float("inf"):
        raise InvalidValueError(f"a transition takes some seconds; got {duration}.")
    if align not in get_args(Align):
        raise InvalidValueError(f"align is one of {', '.join(get_args(Align))}; got {align!r}.")
    if at and len(at) != len(clips) - 1:
        raise InvalidValueError(f"{len(clips)} clips meet {len(clips) - 1} times; got {len(at)} pairs of moments.")


def _said(seam: Seam) -> str:
    return (
        f"{seam.a_time:.3f} s of one clip is {seam.b_time:.3f} s of the next, {seam.apart_mm:.0f} mm apart; "
        f"frames {seam.start}:{seam.stop} are mixed."
    )
