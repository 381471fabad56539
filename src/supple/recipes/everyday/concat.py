"""One clip after another, as one motion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Literal, get_args

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.errors import InvalidValueError
from supple.recipes.curves import smooth_step
from supple.recipes.everyday.aligning import follow
from supple.recipes.everyday.clip import Clip, check_motion
from supple.recipes.everyday.contact_chain import chained
from supple.recipes.everyday.moments import frames_in
from supple.recipes.everyday.resample import resample
from supple.recipes.everyday.same_figure import check_same_figure
from supple.recipes.everyday.trim import trim

Align = Literal["both", "position", "heading", "none"]
_SLIDES = "feet may slide while one clip fades into the other; `supple clean` makes them stand."


@checked
def concat(clips: Sequence[Motion | Clip], *, align: Align = "both", blend: float = 0.0) -> Clip:
    """Clips of one figure, one after another, at the rate of the first.

    ``align`` moves each clip over the ground so that its first frame follows the last one of the clip before by a
    step like those around it; heights stay. A clip that already goes on where the one before ends is left alone, so
    that the pieces of a clip become that clip again, to the bit. ``blend`` is for how long [s] a clip fades into the
    next; then they overlap for so long, and are aligned in the middle of it. Rest rows of later clips are left out.
    """
    given = [clip if isinstance(clip, Clip) else Clip(clip) for clip in clips]
    for clip in given:
        check_motion(clip.motion, "put together")
    if not given:
        raise InvalidValueError("there is nothing to put together: no clip was given.")
    if align not in get_args(Align):
        raise InvalidValueError(f"align is one of {', '.join(get_args(Align))}; got {align!r}.")
    whole = given[0]
    for number, clip in enumerate(given[1:], 2):
        whole = _joined(whole, made_alike(clip, whole.motion, number), align, _overlap(blend, whole, clip, number))
    notes = (_SLIDES,) if blend > 0.0 and len(given) > 1 else ()
    return replace(whole, notes=tuple(dict.fromkeys((*whole.notes, *notes))))


def made_alike(clip: Clip, first: Motion, number: int) -> Clip:
    """A later clip without its rest rows, at the first one's rate; refused where it is of another figure."""
    what = _called(clip, number)
    check_same_figure(first.skeleton, clip.motion.skeleton, what)
    if clip.motion.rest_rows == clip.motion.frames:
        raise InvalidValueError(f"{what} has no motion: all of its {clip.motion.frames} frames show a rest pose.")
    moving = trim(clip.motion, clip.motion.rest_rows, contacts=clip.contacts)
    if clip.motion.frame_time == first.frame_time:
        return replace(moving, notes=clip.notes)
    again = resample(moving.motion, first.fps, contacts=moving.contacts)
    if again.motion.frame_time != first.frame_time:
        again = replace(again, motion=replace(again.motion, frame_time=first.frame_time))
    said = f"{what} had {clip.motion.fps:g} frames per second and now has {first.fps:g}, as the first."
    same = again.motion.frames == moving.motion.frames
    return replace(again, notes=clip.notes if same else (*clip.notes, said))


def _called(clip: Clip, number: int) -> str:
    """A clip in words, with its file if it has one."""
    return f"clip {number} ({clip.motion.provenance.source or 'made by a program'})"


def _overlap(blend: float, before: Clip, after: Clip, number: int) -> int:
    """For how many frames two clips are seen together."""
    if not 0.0 <= blend < float("inf"):
        raise InvalidValueError(f"a blend takes some seconds, or 0 for a cut; got {blend}.")
    frames = frames_in(blend, before.motion.frame_time)
    lengths = {"what is before it": before.motion, "it": after.motion}
    which, shortest = min(((w, m.duration - m.rest_rows * m.frame_time) for w, m in lengths.items()), key=itemgetter(1))
    if blend > 0.0 and frames * before.motion.frame_time > shortest - 0.5 * before.motion.frame_time:
        raise InvalidValueError(
            f"a blend of {blend:g} s does not fit before {_called(after, number)}: {which} has only {shortest:.3g} s. "
            "Blend for less long, or give longer clips."
        )
    return frames


def _joined(before: Clip, after: Clip, align: Align, overlap: int) -> Clip:
    after = follow(before, after, align, overlap)
    a, b = before.motion, after.motion
    offsets = None
    if a.offsets is not None or b.offsets is not None:
        offsets = _faded(offsets_of(a), offsets_of(b), overlap)
    motion = replace(
        a,
        root_positions=_faded(a.root_positions, b.root_positions, overlap),
        rotations=_turned(a.rotations, b.rotations, overlap),
        offsets=offsets,
        provenance=replace(a.provenance, rows=_rows(a, b, overlap)),
    )
    contacts = chained(before, after, overlap)
    return Clip(motion, contacts, (*before.notes, *after.notes))


def _weights(overlap: int) -> np.ndarray:
    """How much of the later clip each frame of a blend has; the frames around it have none and all."""
    return smooth_step(np.arange(1, overlap + 1) / (overlap + 1))


def _faded(a: np.ndarray, b: np.ndarray, overlap: int) -> np.ndarray:
    if overlap == 0:
        return np.concatenate([a, b])
    share = _weights(overlap).reshape(-1, *(1,) * (a.ndim - 1))
    return np.concatenate([a[:-overlap], (1.0 - share) * a[-overlap:] + share * b[:overlap], b[overlap:]])


def _turned(a: np.ndarray, b: np.ndarray, overlap: int) -> np.ndarray:
    if overlap == 0:
        return np.concatenate([a, b])
    share = np.broadcast_to(_weights(overlap)[:, None], (overlap, a.shape[1]))
    return np.concatenate([a[:-overlap], quaternions.slerp(a[-overlap:], b[:overlap], share), b[overlap:]])


def offsets_of(motion: Motion) -> np.ndarray:
    """(F, J, 3) the bones of every frame, whether they stretch or not."""
    if motion.offsets is not None:
        return motion.offsets
    return np.broadcast_to(motion.skeleton.offsets, (motion.frames, len(motion.skeleton), 3))


def _rows(a: Motion, b: Motion, overlap: int) -> np.ndarray | None:
    """Frames of one and the same file remember their rows there."""
    rows = a.provenance.rows
    if rows is None:
        return None
    theirs = b.provenance.rows if b.provenance.native is a.provenance.native else None
    later = np.full(b.frames, -1) if theirs is None else theirs
    return np.concatenate([rows[: a.frames - overlap], np.full(overlap, -1), later[overlap:]])
