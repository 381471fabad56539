"""What a clip becomes: its motion and its wishes, given to its solver. Never on top of an earlier result."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from supple.constraints.model import Edit, Footplant
from supple.constraints.spans import acting_spans, common, merged
from supple.core.motion import Motion
from supple.core.progress import Progress
from supple.errors import DocumentError, InvalidValueError
from supple.recipes.edit import edit as edit_motion
from supple.recipes.edit import with_notes
from supple.recipes.kept_contacts import Kept, with_contacts
from supple.recipes.lint import Finding, lint_edit
from supple.recipes.lint.words import bad_times, unknown_names
from supple.recipes.pose import pose as pose_figure
from supple.session.document import Clip, Solver, Track, acting_tracks, edit_of, replace
from supple.session.fixes import Fix, fixes
from supple.session.motions import Motions
from supple.session.scenes import Scene, Scenes
from supple.solvers.result import Report, Result

if TYPE_CHECKING:
    from supple.solvers.hierarchical.settings import FitSettings

_HELD = 8  # results, so that undo shows at once what was there
_MOST_MENDED = 50  # findings of which somebody is told what to do: every way is tried first
_MARGIN_S = 0.1  # [s] beyond its own ease, in which a wish may still have a say
_BESIDE_S = 1.0  # [s] from a track's own time, in which contacts are kept: farther away nothing moves


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A track that could not be solved, and why."""

    track: int
    why: str


@dataclass(frozen=True, slots=True)
class Found:
    """What lint says."""

    track: int | None  # whom it is about
    finding: Finding
    fixes: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """A clip bent to its wishes."""

    motion: Motion
    report: Report  # outcomes of the tracks come first, then those of the contacts that are kept
    tracks: tuple[int, ...]  # the track of each of the first outcomes
    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """What a clip asks of its solver."""

    tracks: tuple[Track, ...]  # whose wishes come first
    left_out: tuple[LeftOut, ...]
    wishes: Kept  # with those of contacts that are kept


class Solves:
    """Solves clips, and keeps the last results."""

    def __init__(self, motions: Motions) -> None:
        self.scenes = Scenes(motions)
        self._lock = threading.Lock()
        self._held: list[tuple[Clip, Solved]] = []
        self._asked: tuple[Clip, Asked] | None = None  # the last: whoever drags asks for parts of one clip

    def whole(self, clip: Clip, progress: Progress | None = None) -> Solved:
        """All of a clip; what ``progress`` raises ends it."""
        if (known := self.known(clip)) is not None:
            return known
        solved = _solved(clip, self.scenes.of(clip), self.asked(clip), progress)
        with self._lock:
            self._held = [(_asked_alone(clip), solved), *self._held][:_HELD]
        return solved

    def some(self, clip: Clip, frames: Sequence[int], progress: Progress | None = None) -> Solved:
        """Some frames of a clip alone, as a preview; the others are the source's."""
        return _solved(clip, self.scenes.of(clip), self.asked(clip), progress, frames)

    def asked(self, clip: Clip) -> Asked:
        """What a clip asks of its solver."""
        last = self._asked
        if last is None or last[0] is not clip:
            self._asked = last = clip, asked_of(clip, self.scenes.of(clip))
        return last[1]

    def other(self, clip: Clip, progress: Progress | None = None) -> Solved:
        """All of a clip as the solver makes it that is not the clip's own, to be compared."""
        return self.whole(other_way(clip), progress)

    def posed(self, clip: Clip) -> Result:
        """The posture that is designed on the clip's figure, as a motion of one frame."""
        if clip.pose is None:
            raise InvalidValueError(f"no posture of {clip.name!r} is designed.")
        scene, bench = self.scenes.of(clip), clip.pose
        wishes = Edit(constraints=bench.constraints, space=clip.space, joints=clip.joints, masses=clip.masses)
        return pose_figure(scene.motion, wishes, method=bench.method, frame=bench.frame, roles=scene.names)

    def findings(self, clip: Clip) -> tuple[Found, ...]:
        """What lint says of a clip's acting tracks, each with its track and what one click can do about it."""
        scene, tracks = self.scenes.of(clip), acting_tracks(clip)
        said = lint_edit(scene.motion, edit_of(clip, tracks), scene.names, scene.pose)
        about = [None if f.constraint is None else tracks[f.constraint] for f in said]
        return tuple(
            Found(None if track is None else track.id, f, fixes(clip, scene, track, f) if k < _MOST_MENDED else ())
            for k, (track, f) in enumerate(zip(about, said, strict=True))
        )

    def known(self, clip: Clip) -> Solved | None:
        """All of a clip, where it was solved not long ago."""
        asked = _asked_alone(clip)
        with self._lock:
            return next((solved for one, solved in self._held if one == asked), None)


def _asked_alone(clip: Clip) -> Clip:
    """The clip without what no solve depends on."""
    return replace(clip, id=0, name="", next_track=0, inout=None, marks=(), pose=None, tracks=acting_tracks(clip))


def other_way(clip: Clip) -> Clip:
    """The same wishes for the other solver."""
    solver: Solver = "hierarchical" if clip.solving.solver == "prioritized" else "prioritized"
    return replace(clip, solving=replace(clip.solving, solver=solver))


def asked_of(clip: Clip, scene: Scene) -> Asked:
    """What a clip asks. Tracks that mean nothing on its figure, or to its solver, are left out and named."""
    tracks, left_out = sound_tracks(clip, scene)
    wishes = Kept(edit_of(clip, tracks))
    if clip.contacts is not None and clip.solving.keep_contacts:
        wishes = with_contacts(wishes.edit, clip.contacts, scene.motion, scene.names)
        wishes = _beside_tracks(wishes, len(tracks), scene.motion)
    return Asked(tracks, left_out, wishes)


def _beside_tracks(wishes: Kept, count: int, motion: Motion) -> Kept:
    """The first ``count`` wishes, and of the others, which keep contacts, those at about the same time.

    A long clip has a thousand contacts, and each would take memory and time in every frame.
    """
    own, others, wide = wishes.edit.constraints[:count], wishes.edit.constraints[count:], _BESIDE_S / motion.frame_time
    spans = merged(sorted((first - wide, last + wide) for wish in own for first, last in acting_spans(wish, motion)))
    near = tuple(wish for wish in others if common(spans, acting_spans(wish, motion)))
    return Kept(msgspec.structs.replace(wishes.edit, constraints=(*own, *near)), wishes.notes)


def _solved(
    clip: Clip, scene: Scene, asked: Asked, progress: Progress | None, frames: Sequence[int] | None = None
) -> Solved:
    """A clip bent to what it asks."""
    edit, near = asked.wishes.edit, list(range(len(asked.wishes.edit.constraints)))
    if frames is not None:
        edit, near = near_frames(edit, scene.motion, frames)
    solver = clip.solving.solver
    result = edit_motion(
        scene.motion, edit, roles=scene.names, solver=solver, fit=_fit(clip), progress=progress, frames=frames
    )
    result = with_notes(result, (*(out.why for out in asked.left_out), *asked.wishes.notes))
    tracks = tuple(asked.tracks[k].id for k in near if k < len(asked.tracks))
    return Solved(result.motion, result.report, tracks, asked.left_out)


def near_frames(edit: Edit, motion: Motion, frames: Sequence[int]) -> tuple[Edit, list[int]]:
    """The wishes that have a say in some frames, and their numbers: a preview need not look at the others."""
    asked = np.sort(np.asarray(frames))
    near = []
    for k, wish in enumerate(edit.constraints):
        ease = wish.ease if isinstance(wish, Footplant) else (0.0, 0.0)
        wide = (np.array(ease) + _MARGIN_S) / motion.frame_time
        spans = np.array(acting_spans(wish, motion)) + (-wide[0], wide[1])
        if (np.searchsorted(asked, spans[:, 0]) < np.searchsorted(asked, spans[:, 1], "right")).any():
            near.append(k)
    return msgspec.structs.replace(edit, constraints=tuple(edit.constraints[k] for k in near)), near


def sound_tracks(clip: Clip, scene: Scene) -> tuple[tuple[Track, ...], tuple[LeftOut, ...]]:
    """The acting tracks that can be solved, and the others with the reason."""
    tracks = acting_tracks(clip)
    edit = edit_of(clip, tracks)
    wrong: dict[int, str] = {}
    for finding in (*unknown_names(edit, scene.names), *bad_times(edit, scene.motion)):
        if finding.severity == "error":
            if finding.constraint is None:
                raise DocumentError(f"{finding.place}: {finding.message} {finding.fix}".strip())
            wrong.setdefault(finding.constraint, f"{finding.place}: {finding.message}")
    if clip.solving.solver == "hierarchical":
        wrong = {**unserved(edit), **wrong}
    sound = tuple(track for k, track in enumerate(tracks) if k not in wrong)
    return sound, tuple(LeftOut(tracks[k].id, why) for k, why in sorted(wrong.items()))


def unserved(edit: Edit) -> dict[int, str]:
    """The constraints that hierarchical fitting does not serve, with the reason."""
    from supple.solvers.hierarchical.solving import refuse  # loads the compiler

    out = {}
    for k, constraint in enumerate(edit.constraints):
        try:
            refuse(Edit(constraints=(constraint,)))
        except InvalidValueError as error:
            out[k] = str(error)
    return out


def changed_frames(before: Motion, after: Motion) -> tuple[int, int]:
    """The frames ``[start, stop)`` outside which two motions are the same; (0, 0) where they are the same."""
    if before is after:
        return 0, 0
    turned = (before.rotations != after.rotations).any(axis=(1, 2))
    found = np.flatnonzero(turned | (before.root_positions != after.root_positions).any(axis=1))
    return (int(found[0]), int(found[-1]) + 1) if len(found) else (0, 0)


def _fit(clip: Clip) -> FitSettings | None:
    if clip.solving.solver != "hierarchical":
        return None
    from supple.solvers.hierarchical.settings import FitSettings

    return FitSettings(spacing_s=clip.solving.spacing_s)
