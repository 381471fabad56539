"""What a clip becomes: its motion and its wishes, given to its solver. Never on top of an earlier result."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from supple.constraints.model import Edit, Footplant
from supple.constraints.spans import acting_spans
from supple.core.motion import Motion
from supple.errors import DocumentError, InvalidValueError
from supple.recipes.edit import edit as edit_motion
from supple.recipes.edit import with_notes
from supple.recipes.kept_contacts import Kept, with_contacts
from supple.recipes.lint import Finding, lint_edit
from supple.recipes.lint.words import bad_times, unknown_names
from supple.recipes.pose import pose as pose_figure
from supple.session.cancelling import Progress
from supple.session.document import Clip, Track, acting_tracks, edit_of, replace
from supple.session.motions import Motions
from supple.session.scenes import Scene, Scenes
from supple.solvers.result import Report, Result

if TYPE_CHECKING:
    from supple.solvers.hierarchical.settings import FitSettings

_HELD = 8  # results, so that undo shows at once what was there
_MARGIN_S = 0.1  # [s] beyond its own ease, in which a wish may still have a say


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A track that could not be solved, and why."""

    track: int
    why: str


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """A clip bent to its wishes."""

    motion: Motion
    report: Report  # outcomes of the tracks come first, then those of the contacts that are kept
    tracks: tuple[int, ...]  # the track of each of the first outcomes
    left_out: tuple[LeftOut, ...] = ()


class Solves:
    """Solves clips, and keeps the last results."""

    def __init__(self, motions: Motions) -> None:
        self.scenes = Scenes(motions)
        self._lock = threading.Lock()
        self._held: list[tuple[Clip, Solved]] = []

    def whole(self, clip: Clip, progress: Progress | None = None) -> Solved:
        """All of a clip; what ``progress`` raises ends it."""
        if (known := self.known(clip)) is not None:
            return known
        solved = solve_clip(clip, self.scenes.of(clip), progress)
        with self._lock:
            self._held = [(_asked_alone(clip), solved), *self._held][:_HELD]
        return solved

    def some(self, clip: Clip, frames: Sequence[int], progress: Progress | None = None) -> Solved:
        """Some frames of a clip alone, as a preview; the others are the source's."""
        return solve_clip(clip, self.scenes.of(clip), progress, frames)

    def posed(self, clip: Clip) -> Result:
        """The posture that is designed on the clip's figure, as a motion of one frame."""
        if clip.pose is None:
            raise InvalidValueError(f"no posture of {clip.name!r} is designed.")
        scene, bench = self.scenes.of(clip), clip.pose
        wishes = Edit(constraints=bench.constraints, space=clip.space, joints=clip.joints, masses=clip.masses)
        return pose_figure(scene.motion, wishes, method=bench.method, frame=bench.frame, roles=scene.names)

    def findings(self, clip: Clip) -> tuple[tuple[int | None, Finding], ...]:
        """What lint says of a clip's acting tracks, each with its track."""
        scene, tracks = self.scenes.of(clip), acting_tracks(clip)
        said = lint_edit(scene.motion, edit_of(clip, tracks), scene.names, scene.pose)
        return tuple((None if f.constraint is None else tracks[f.constraint].id, f) for f in said)

    def known(self, clip: Clip) -> Solved | None:
        """All of a clip, where it was solved not long ago."""
        asked = _asked_alone(clip)
        with self._lock:
            return next((solved for one, solved in self._held if one == asked), None)


def _asked_alone(clip: Clip) -> Clip:
    """The clip without what no solve depends on."""
    return replace(clip, id=0, name="", next_track=0, inout=None, marks=(), pose=None, tracks=acting_tracks(clip))


def solve_clip(
    clip: Clip, scene: Scene, progress: Progress | None = None, frames: Sequence[int] | None = None
) -> Solved:
    """A clip bent to its wishes. Tracks that mean nothing on its figure, or to its solver, are left out and named."""
    tracks, left_out = sound_tracks(clip, scene)
    how, wishes = clip.solving, Kept(edit_of(clip, tracks))
    if clip.contacts is not None and how.keep_contacts:
        wishes = with_contacts(wishes.edit, clip.contacts, scene.motion, scene.names)
    edit, near = wishes.edit, list(range(len(wishes.edit.constraints)))
    if frames is not None:
        edit, near = near_frames(edit, scene.motion, frames)
    result = edit_motion(
        scene.motion, edit, roles=scene.names, solver=how.solver, fit=_fit(clip), progress=progress, frames=frames
    )
    result = with_notes(result, (*(out.why for out in left_out), *wishes.notes))
    solved = tuple(tracks[k].id for k in near if k < len(tracks))
    return Solved(result.motion, result.report, solved, left_out)


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
