"""Parts of two motions in one: the upper body of one on the legs of another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

import msgspec
import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.motion import Motion, first_moving_frame
from supple.core.option_types import checked
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError
from supple.recipes.everyday.choosing import below, chosen_joints
from supple.recipes.everyday.clip import Clip, check_motion
from supple.recipes.everyday.contact_spans import cut
from supple.recipes.everyday.moments import frames_in
from supple.recipes.everyday.rates import same_rate
from supple.recipes.everyday.resample import resample
from supple.recipes.roles import Given, known_roles

Length = Literal["whole", "common"]
UPPER = ("spine", "chest", "left_clavicle", "left_shoulder", "neck")  # the first of these that a figure has

_SAME_TURN = 1e-6  # of a unit quaternion
_STRETCH = 1e-3  # [m] bones that change their length by more are told


@checked
def join(
    source: Motion,
    onto: Motion,
    *,
    joints: Sequence[str] = (),
    start: float = 0.0,
    length: Length = "whole",
    blend: float = 0.2,
    roles: Given = None,
    contacts: Contacts | None = None,
) -> Clip:
    """``onto`` with the joints of ``source`` from the named ones down; without names, from the spine up.

    Local rotations are taken over, at the rate of ``onto``, so that its legs, travel and ``contacts`` stay as they
    are. The source begins ``start`` seconds after the first moving frame of ``onto`` (before it, if negative). Where
    the source has no frames ``onto`` keeps its own pose (``length="whole"``), with a passage of ``blend`` seconds, or
    the clip is cut to what both have (``"common"``). The joints must have the same names and parents in both.
    """
    for motion in (source, onto):
        check_motion(motion, "joined")
    _check(start, blend, length)
    found = known_roles(onto, roles)
    taken = _taken(onto.skeleton, found, joints)
    pairs = _pairs(source.skeleton, onto.skeleton, taken)
    notes = _stretch_notes(source, [theirs for theirs, _ in pairs])
    if not same_rate(source.frame_time, onto.frame_time):
        notes.append(f"the source was resampled from {source.fps:g} to {onto.fps:g} frames per second.")
        source = resample(source, onto.fps).motion
    first, begin = first_moving_frame(onto), first_moving_frame(source)
    at = (
        np.arange(onto.frames) - first - frames_in(start, onto.frame_time)
    )  # frames of the source, from its first moving
    has = (at >= 0) & (at < source.frames - begin) & (np.arange(onto.frames) >= first)
    if not has.any():
        raise InvalidValueError(f"the clips never meet: the source begins {start:g} s after the other one's start.")
    theirs, mine = (np.array(column) for column in zip(*pairs, strict=True))
    share = _share(has, first, frames_in(blend, onto.frame_time) if length == "whole" else 0)
    rows = source.rotations[np.clip(at, 0, source.frames - begin - 1) + begin][:, theirs]
    rotations = onto.rotations.copy()
    rotations[:, mine] = _mixed(rotations[:, mine], rows, share)
    out = replace(onto, rotations=rotations)
    kept = None if contacts is None else _without(contacts, {onto.skeleton.names[j] for j in taken}, notes)
    if length == "whole":
        return Clip(out, kept, tuple(notes))
    stop = int(np.flatnonzero(has)[-1]) + 1
    begin = int(np.flatnonzero(has)[0])
    return Clip(out.with_frames(begin, stop), None if kept is None else cut(kept, begin, stop), tuple(notes))


def _check(start: float, blend: float, length: str) -> None:
    if not np.isfinite(start) or not 0.0 <= blend < float("inf"):
        raise InvalidValueError(f"start and blend are seconds, and blend is not negative; got {start} and {blend}.")
    if length not in ("whole", "common"):
        raise InvalidValueError(f"the length is 'whole' or 'common'; got {length!r}.")


def _taken(skeleton: Skeleton, roles: Mapping[str, str], words: Sequence[str]) -> list[int]:
    """The named joints and all below them."""
    if not words:
        words = [role for role in UPPER if role in roles][:1]
        if not words:
            raise InvalidValueError("this figure has no spine by which its upper body could be known. Name joints.")
    tops = chosen_joints(skeleton, roles, words)
    return sorted({j for top in tops for j in (top, *below(skeleton, top))})


def _pairs(source: Skeleton, onto: Skeleton, taken: Sequence[int]) -> list[tuple[int, int]]:
    """(joint of the source, joint that gets its turn): by name; refuses the first that does not fit."""
    pairs, chosen = [], set(taken)
    for j in taken:
        name = onto.names[j]
        if onto.end_sites[j]:
            continue
        if name not in source:
            raise InvalidValueError(f"the clips have different skeletons: the source has no joint {name!r}.")
        other = source.index(name)
        above = [None if k == 0 else s.names[s.parents[k]] for s, k in ((onto, j), (source, other))]
        if above[0] != above[1]:
            raise InvalidValueError(
                f"the clips have different skeletons: {name!r} hangs below {above[0]!r} in one and {above[1]!r} in the "
                "other."
            )
        if not _same_turn(source.rest_rotations[other], onto.rest_rotations[j]):
            raise InvalidValueError(
                f"the clips have different rest poses: {name!r} is turned otherwise at rest, so its turns mean others."
            )
        pairs.append((other, j))
    if not pairs:
        raise InvalidValueError("only end sites were named, which never turn.")
    mine = {source.names[k] for k, _ in pairs}
    below_source = {source.names[j] for k, _ in pairs for j in below(source, k) if not source.end_sites[j]}
    if extra := sorted(below_source - mine - {onto.names[j] for j in chosen}):
        raise InvalidValueError(f"the clips have different skeletons: only the source has a joint {extra[0]!r}.")
    return pairs


def _same_turn(a: np.ndarray, b: np.ndarray) -> bool:
    return bool(min(np.abs(a - b).max(), np.abs(a + b).max()) <= _SAME_TURN)


def _share(has: np.ndarray, first: int, passage: int) -> np.ndarray:
    """(F,) how much of the source is in every frame, with a smooth passage where it begins or ends inside the clip."""
    share = has.astype(np.float64)
    frames = np.flatnonzero(has)
    begin, stop = int(frames[0]), int(frames[-1]) + 1
    width = min(passage, (stop - begin) // 2)
    t = np.arange(1, width + 1) / (width + 1.0)
    rise = t * t * (3.0 - 2.0 * t)
    if begin > first:
        share[begin : begin + width] = rise
    if stop < len(has):
        share[stop - width : stop] = rise[::-1]
    return share


def _mixed(own: np.ndarray, other: np.ndarray, share: np.ndarray) -> np.ndarray:
    shares = np.broadcast_to(share[:, None], own.shape[:2])
    whole = shares == 1.0
    mixed = np.where((shares == 0.0)[..., None], own, quaternions.slerp(own, other, shares))
    return np.where(whole[..., None], other, mixed)


def _without(contacts: Contacts, names: set[str], notes: list[str]) -> Contacts:
    """Contacts of joints that now do something else are no contacts any more."""
    held = tuple(c for c in contacts.contacts if not {c.joint, c.reference} & names)
    found = tuple(g for g in contacts.geometric if not {g.joint, g.reference} & names)
    targets = tuple(t for t in contacts.targets if t.joint not in names)
    kept = msgspec.structs.replace(contacts, contacts=held, geometric=found, targets=targets)
    lost = sum(len(getattr(contacts, k)) - len(getattr(kept, k)) for k in ("contacts", "geometric", "targets"))
    if lost:
        notes.append(f"{lost} contacts of joints that were replaced were left out.")
    return kept


def _stretch_notes(source: Motion, joints: Sequence[int]) -> list[str]:
    if source.offsets is None:
        return []
    moved = np.linalg.norm(source.offsets[:, joints] - source.skeleton.offsets[joints], axis=2).max()
    if moved <= _STRETCH:
        return []
    return [f"bones of the source change by up to {moved * 1e3:.0f} mm; only its turns were taken."]
