"""Clips that are to be mixed, made alike: one figure, one rate, no rest rows, and what each of them keeps still."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from msgspec.structs import replace as restated

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.errors import InvalidValueError
from supple.recipes.everyday.clip import Clip
from supple.recipes.everyday.concat import concat, made_alike
from supple.recipes.everyday.contact_chain import shifted
from supple.recipes.everyday.ground_moves import UP, Move, Travel, travel
from supple.recipes.everyday.headings import travelling_joint
from supple.recipes.everyday.sampling import sampled_motion
from supple.recipes.everyday.travelling_root import with_travelling_root
from supple.recipes.everyday.trim import trim
from supple.recipes.metrics import contacts_of
from supple.recipes.transition.points import with_points_of

_SEEN_M = 0.02  # a floor that is higher or lower by more is worth a word


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Take:
    """A clip that moves in every frame, and its contacts."""

    motion: Motion
    contacts: Contacts
    name: str
    rest_s: float = 0.0  # [s] of rest rows that the clip has in front
    notes: tuple[str, ...] = ()

    def way(self, names: Names) -> Travel:
        """The way of its hips."""
        return travel(self.motion, names.roles)

    def sampled(self, at: np.ndarray) -> Motion:
        """Its motion at moments (n,), in frames."""
        return sampled_motion(self.motion, at, self.motion.frame_time)

    def time(self, frame: float) -> float:
        """When a frame is, on the clock of the clip [s]."""
        return frame * self.motion.frame_time + self.rest_s

    def frame(self, time: float) -> int:
        """The frame nearest to a time on the clock of the clip [s]."""
        if not np.isfinite(time):
            raise InvalidValueError(f"moments are seconds; got {time}.")
        return round((time - self.rest_s) / self.motion.frame_time)


def with_rest_rows(first: Motion, take: Take) -> Take:
    """A take with the rest rows of a clip in front."""
    if not first.rest_rows:
        return take
    rest = Clip(first.with_frames(0, first.rest_rows))
    whole = concat([rest, Clip(take.motion)], align="none").motion
    return replace(take, motion=whole, contacts=shifted(take.contacts, first.rest_rows))


def takes_of(clips: list[Clip], names: Names, *, same_floor: bool) -> list[Take]:
    """The clips as takes at the rate of the first; refused where they are of different figures.

    ``same_floor``: later ones are moved up or down onto the floor of the first.
    """
    first = clips[0].motion
    if first.rest_rows == first.frames:
        raise InvalidValueError(f"clip 1 has no motion: all of its {first.frames} frames show a rest pose.")
    facing = travel(first, names.roles).turns[first.rest_rows]
    out: list[Take] = []
    for number, clip in enumerate(clips, 1):
        if number == 1:
            alike = replace(trim(first, first.rest_rows, contacts=clip.contacts), notes=clip.notes)
        else:
            alike = made_alike(replace(clip, motion=_with_hips_of(first, clip.motion, names)), first, number)
        take = _take(alike, number, names, facing, clip.motion.rest_rows * clip.motion.frame_time)
        alike_points = with_points_of([t.contacts for t in out], take.contacts, take.motion)
        take = replace(take, contacts=alike_points)
        out.append(_on_the_floor_of(out[0], take) if out and same_floor else take)
    return out


def _with_hips_of(first: Motion, motion: Motion, names: Names) -> Motion:
    """Where hips travel over a root that stays, their bone at rest is where a file happens to start, and no bone."""
    hips, theirs = travelling_joint(first, names.roles), motion.skeleton
    if motion.offsets is None or first.offsets is None or theirs.names != first.skeleton.names:
        return motion
    if hips == 0 or first.skeleton.parents[hips] != 0:
        return motion
    offsets = theirs.offsets.copy()
    offsets[hips] = first.skeleton.offsets[hips]
    return replace(motion, skeleton=replace(theirs, offsets=offsets))


def _take(clip: Clip, number: int, names: Names, facing: np.ndarray, rest_s: float) -> Take:
    name = f"clip {number} ({clip.motion.provenance.source or 'made by a program'})"
    contacts = contacts_of(clip.motion, clip.contacts, names, None)
    if contacts.belt_m_s is not None:
        raise InvalidValueError(f"{name} walks on a belt that moves. Clips that stand on the ground are needed.")
    motion = with_travelling_root(clip.motion, names.roles, facing)
    return Take(motion=motion, contacts=contacts, name=name, rest_s=rest_s, notes=clip.notes)


def _on_the_floor_of(first: Take, take: Take) -> Take:
    """choice: level floors of two captures are one floor, whatever heights they were calibrated to."""
    floors = first.contacts.floor, take.contacts.floor
    if floors[0] is None or floors[1] is None:
        return take
    up = floors[0].height_m - floors[1].height_m
    if up == 0.0:
        return take
    move = Move(0.0, up * UP)
    moved = restated(move.contacts(take.contacts), floor=floors[0])
    said = f"{take.name} was {'raised' if up > 0.0 else 'lowered'} by {abs(up) * 1e3:.0f} mm onto the floor of clip 1."
    notes = (*take.notes, said) if abs(up) > _SEEN_M else take.notes
    return replace(take, motion=move.motion(take.motion), contacts=moved, notes=notes)
