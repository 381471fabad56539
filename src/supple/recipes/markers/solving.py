"""``supple.solve_markers``: a capture becomes a skeleton that moves."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from supple.core.markers import Markers
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.core.provenance import Provenance
from supple.core.runs import runs_of
from supple.errors import InvalidValueError
from supple.io.documents.marker_template import read_marker_template
from supple.io.marker_table import hide_zeros
from supple.recipes.markers import checking
from supple.recipes.markers.actor_document import read_actor
from supple.recipes.markers.beginning import beginning
from supple.recipes.markers.estimating import all_labels, estimated_actor, label_notes, lost_joints, points_of
from supple.recipes.markers.report import MarkerReport, guesses, outcomes
from supple.recipes.markers.strays import Stray, find_strays, stray_notes
from supple.recipes.markers.suspects import astray_notes, shape_note, suspects
from supple.solvers.markers.actor import Actor
from supple.solvers.markers.average import Tagged
from supple.solvers.markers.labels import bare
from supple.solvers.markers.posing import Poses
from supple.solvers.markers.solving import Solved, solve_poses
from supple.solvers.markers.tagging import tag_labels

_TOLD = 6  # suspects that are told in words
_MUCH = 0.1  # of the frames: if more rest on too little data, a stretch without such frames is told
_STRIDE = 1.0  # [s] in which every limb of a walk moves to and fro


@dataclass(frozen=True, slots=True, eq=False)
class MarkersSolved:
    """A capture that became a motion: the motion, the actor for other takes, and how it went."""

    motion: Motion
    actor: Actor
    report: MarkerReport
    solved: Solved  # poses, markers and what became of them, frame by frame


@checked
def solve_markers(
    capture: Markers,
    *,
    template: Mapping[str, str] | Path | str | None = None,
    rest: int | Markers | None = None,
    actor: Actor | Path | str | None = None,
    frames: tuple[int, int | None] | None = None,
    segment: str | None = None,
    start: Motion | None = None,
    mirrored: bool = False,
    refined: bool = True,
) -> MarkersSolved:
    """Make a skeleton of labelled markers, and let it move as they do.

    ``template`` says which marker is on which segment, over what the labels say; ``rest`` is a frame of the capture or
    another capture of the same person at rest; ``actor`` is one that was made before, by which nothing is estimated;
    ``frames`` [start, stop) are those to be solved. ``start`` is a motion to begin at, such as an earlier result that
    was nudged, and ``segment`` (``left_leg``, ``trunk``, ``right_hand``) the only part that may then move.
    """
    if not isinstance(capture, Markers):
        raise InvalidValueError(f"only the markers of a capture can be solved; got {type(capture).__name__}.")
    begun = time.perf_counter()
    checking.check_capture(capture)
    notes: list[str] = []
    capture = _readied(capture, mirrored, notes)
    rest = _readied(rest, mirrored, []) if isinstance(rest, Markers) else rest
    first, stop = _span(capture, frames)
    told = read_marker_template(template) if isinstance(template, Path | str) else template
    rest_frame = -1
    tagged: tuple[Tagged, ...] = ()
    lost: list[str] = []
    if actor is None:
        tagging = tag_labels(all_labels(capture, rest), told)
        known, tagged, rest_frame = estimated_actor(capture, rest, tagging, first, stop, notes)
        ignored, name = (*tagging.ignored, *tagging.doubled), tagging.name
        lost = lost_joints(known, tagging, tagged, notes)
        notes += label_notes(tagging)
    else:
        if template is not None or rest is not None:
            raise InvalidValueError(
                "an actor that was made before knows its markers and its rest: leave out the template and the pose at "
                "rest, or the actor."
            )
        known = read_actor(actor) if isinstance(actor, Path | str) else actor
        ignored = _labels_beside(known, capture)
        name = "an actor that was given"
    points = points_of(capture, known.labels)[first:stop]
    if not np.isfinite(points).any():
        raise InvalidValueError(
            "no marker of this actor is seen in any of these frames. Choose other frames, or another actor."
        )
    poses, active = beginning(known, start, segment, first, len(points), len(capture))
    ready = time.perf_counter()
    solved = solve_poses(known, points, capture.frame_time, start=poses, active=active, refined=refined)
    solved = _with_lost(solved, lost)
    done = time.perf_counter()
    motion = _motion(solved, capture, start if active is not None else None, first)
    strays = find_strays(solved, capture.frame_time, first)
    report = _report(solved, tagged, strays, first, rest_frame, name, tuple(ignored), notes, done - begun, done - ready)
    if actor is None:
        more = [*_short_note(report, capture.frame_time), *checking.check_actor(known)]
    else:
        more = _why_not(known, points, report)
    more += [*_never_told_note(report), *_guessed_note(solved, first)]
    checking.check_fit(report)
    checking.check_seen(solved)
    return MarkersSolved(motion, known, replace(report, notes=(*more, *report.notes)), solved)


def _short_note(report: MarkerReport, frame_time: float) -> list[str]:
    """Before labels are blamed: where markers do not fit, a skeleton from less than a stride may be the reason."""
    seconds = report.frames * frame_time
    if seconds >= _STRIDE or not (report.suspects or report.strays):
        return []
    return [
        f"the skeleton was made from {report.frames} frames ({seconds:.2f} s) alone, which may tell too little of it. "
        "Make it from more of the capture (--save-skeleton), and solve these frames with it (--skeleton)."
    ]


def _never_told_note(report: MarkerReport) -> list[str]:
    joints = report.never_told
    if not joints:
        return []
    are = "is" if len(joints) == 1 else "are"
    return [
        f"{', '.join(joints)} {are} guessed in every frame. Label the markers there, or choose frames that have them "
        "(--frames)."
    ]


def _guessed_note(solved: Solved, first: int) -> list[str]:
    """Where much is guessed, the longest stretch in which nothing is."""
    some = np.asarray(solved.guessed.any(axis=1))
    if some.mean() <= _MUCH or some.all():
        return []
    a, b = max(runs_of(~some), key=lambda run: run[1] - run[0])
    return [
        f"{some.sum()} of {len(some)} frames rest on too little data. In frames {first + a}:{first + b} nothing is "
        "guessed: solve these alone with --frames if that will do."
    ]


def _why_not(actor: Actor, points: np.ndarray, report: MarkerReport) -> list[str]:
    """What else is wrong where markers do not fit the actor that was given."""
    if report.status == "met":
        return []
    checking.check_size(points, least=0.0)
    checking.check_handedness(actor, points)
    return shape_note(actor, points)


def _readied(capture: Markers, mirrored: bool, notes: list[str]) -> Markers:
    """The capture in right-handed axes; points that are exactly zero are missing."""
    points = capture.positions * np.array([-1.0 if mirrored else 1.0, 1.0, 1.0])
    hidden = hide_zeros(points)
    notes += hidden
    if not mirrored:
        return replace(capture, positions=points) if hidden else capture
    return replace(capture, positions=points, plates=(), analog=None)


def _span(capture: Markers, frames: tuple[int, int | None] | None) -> tuple[int, int]:
    first, stop = frames or (0, None)
    stop = len(capture) if stop is None else stop
    if not 0 <= first < stop <= len(capture):
        raise InvalidValueError(f"frames {first}:{stop} are not inside this capture's 0:{len(capture)}.")
    return first, stop


def _labels_beside(actor: Actor, capture: Markers) -> tuple[str, ...]:
    """The labels of the capture that the actor does not have."""
    have = {bare(label).upper() for label in actor.labels}
    here = {bare(label).upper() for label in capture.labels}
    if not have & here:
        raise InvalidValueError(
            f"no marker of this actor ({', '.join(actor.labels[:5])}, ...) is in the capture "
            f"({', '.join(capture.labels[:5])}, ...)."
        )
    return tuple(label for label in capture.labels if bare(label).upper() not in have)


def _with_lost(solved: Solved, lost: list[str]) -> Solved:
    """Joints of which no frame says anything are guessed in all of them."""
    guessed = solved.guessed.copy()
    guessed[:, [solved.actor.skeleton.index(name) for name in lost]] = True
    return replace(solved, guessed=guessed)


def _motion(solved: Solved, capture: Markers, around: Motion | None, first: int) -> Motion:
    """The poses as a motion; where a part was solved again, within the motion it began at."""
    poses, source = solved.poses, capture.provenance.source
    if around is not None and around.frames == len(capture) != len(poses.roots):
        roots, rotations = around.root_positions.copy(), around.rotations.copy()
        part = slice(first, first + len(poses.roots))
        roots[part], rotations[part] = poses.roots, poses.rotations
        poses = Poses(roots, rotations)
    return Motion(
        solved.actor.skeleton,
        poses.roots,
        poses.rotations,
        capture.frame_time,
        provenance=Provenance(source=source, warnings=capture.provenance.warnings),
    )


def _report(
    solved: Solved,
    tagged: tuple[Tagged, ...],
    strays: tuple[Stray, ...],
    first: int,
    rest_frame: int,
    name: str,
    ignored: tuple[str, ...],
    notes: list[str],
    seconds: float,
    solving: float,
) -> MarkerReport:
    off = 1e3 * solved.off
    seen = np.isfinite(off)
    f, m = np.unravel_index(int(np.argmax(np.where(seen, off, -1.0))), off.shape)
    found, wrong = outcomes(solved, first), suspects(solved, tagged)
    often = astray_notes(solved, [stray.label for stray in strays])
    notes = [*notes, *(suspect.words for suspect in wrong[:_TOLD]), *stray_notes(strays)[:_TOLD], *often[:_TOLD]]
    if solved.unseen:
        notes = [*notes, f"turns that these markers cannot tell, kept near neutral: {', '.join(solved.unseen)}."]
    return MarkerReport(
        marker_set=name,
        marker_rms_mm=float(np.sqrt(np.mean(off[seen] ** 2))),
        marker_worst_mm=float(off[f, m]),
        worst_marker=solved.actor.labels[int(m)],
        worst_frame=first + int(f),
        frames=len(off),
        first_frame=first,
        rest_frame=rest_frame,
        stature_m=solved.actor.stature,
        dropped_pct=100.0 * float(solved.dropped.sum()) / int(seen.sum()),
        guessed_frames=int(solved.guessed.any(axis=1).sum()),
        seconds=seconds,
        solve_seconds=solving,
        markers=found,
        guesses=guesses(solved, first),
        swaps=tuple(s._replace(start=s.start + first, stop=s.stop + first) for s in solved.swaps),
        suspects=wrong,
        strays=strays,
        ignored=ignored,
        notes=tuple(notes),
    )
