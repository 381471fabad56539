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
from supple.errors import InvalidValueError, ShapeError
from supple.io.documents.marker_template import read_marker_template
from supple.recipes.markers import checking
from supple.recipes.markers.actor_document import read_actor
from supple.recipes.markers.report import MarkerReport, guesses, outcomes
from supple.solvers.markers.actor import Actor, columns_of
from supple.solvers.markers.average import segments_with
from supple.solvers.markers.labels import bare
from supple.solvers.markers.making import make_actor
from supple.solvers.markers.posing import Poses
from supple.solvers.markers.segments import CHAINS, SEGMENTS
from supple.solvers.markers.solving import Solved, solve_poses
from supple.solvers.markers.starting import segment_dofs
from supple.solvers.markers.tagging import Tagging, tag_labels

_STATIC_FRAMES = 12  # of a capture at rest that is read beside the motion


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
    capture = _mirrored(capture) if mirrored else capture
    first, stop = _span(capture, frames)
    told = read_marker_template(template) if isinstance(template, Path | str) else template
    notes: list[str] = []
    rest_frame = -1
    if actor is None:
        tagging = tag_labels(_all_labels(capture, rest), told)
        known, rest_frame = _estimated(capture, rest, tagging, first, stop, notes)
        ignored, name = (*tagging.ignored, *tagging.doubled), tagging.name
        notes += _label_notes(tagging)
    else:
        known = read_actor(actor) if isinstance(actor, Path | str) else actor
        known, ignored = _relabelled(known, capture)
        name = "an actor that was given"
    points = _points_of(capture, known.labels)[first:stop]
    if not np.isfinite(points).any():
        raise InvalidValueError(
            "no marker of this actor is seen in any of these frames. Choose other frames, or another actor."
        )
    poses, active = _beginning(known, start, segment, first, len(points), len(capture))
    ready = time.perf_counter()
    solved = solve_poses(known, points, capture.frame_time, start=poses, active=active, refined=refined)
    done = time.perf_counter()
    motion = _motion(solved, capture, start if active is not None else None, first)
    report = _report(solved, first, rest_frame, name, tuple(ignored), notes, done - begun, done - ready)
    checking.check_fit(report.marker_rms_mm)
    if actor is None:
        report = replace(report, notes=(*report.notes, *checking.check_actor(known)))
    return MarkersSolved(motion, known, report, solved)


def _mirrored(capture: Markers) -> Markers:
    return replace(capture, positions=capture.positions * np.array([-1.0, 1.0, 1.0]), plates=(), analog=None)


def _span(capture: Markers, frames: tuple[int, int | None] | None) -> tuple[int, int]:
    first, stop = frames or (0, None)
    stop = len(capture) if stop is None else stop
    if not 0 <= first < stop <= len(capture):
        raise InvalidValueError(f"frames {first}:{stop} are not inside this capture's 0:{len(capture)}.")
    return first, stop


def _all_labels(capture: Markers, rest: int | Markers | None) -> tuple[str, ...]:
    """The labels of both captures; those of the rest count without their subject."""
    labels = list(capture.labels)
    have = {bare(label).upper() for label in labels}
    if isinstance(rest, Markers):
        labels += [label for label in rest.labels if bare(label).upper() not in have]
    return tuple(labels)


def _points_of(capture: Markers, labels: tuple[str, ...]) -> np.ndarray:
    """(F, M, 3) of the labels, by their names without subject; NaN for those that the capture does not have."""
    where = {bare(label).upper(): m for m, label in reversed(list(enumerate(capture.labels)))}
    exact = {label: m for m, label in enumerate(capture.labels)}
    out = np.full((len(capture), len(labels), 3), np.nan)
    for k, label in enumerate(labels):
        m = exact.get(label, where.get(bare(label).upper()))
        if m is not None:
            out[:, k] = capture.positions[:, m]
    return out


def _estimated(
    capture: Markers, rest: int | Markers | None, tagging: Tagging, first: int, stop: int, notes: list[str]
) -> tuple[Actor, int]:
    """The actor, after everything that speaks against making one."""
    checking.check_tagging(tagging, capture.labels)
    points = _points_of(capture, tagging.labels)[first:stop]
    still = _points_of(rest, tagging.labels) if isinstance(rest, Markers) else None
    both = points if still is None else np.concatenate([_few(still), points])
    checking.check_body(tagging.markers, both)
    checking.check_size(both)
    checking.check_handedness(tagging.markers, both)
    seen = np.isfinite(both).all(axis=2).any(axis=0)
    if not seen.all():
        missing = [label for label, there in zip(tagging.labels, seen, strict=True) if not there]
        notes.append(f"never seen in these frames, and so left out: {', '.join(missing)}.")
        notes += _lost_segments(tagging, seen)
    tagged = [marker for marker, there in zip(tagging.markers, seen, strict=True) if there]
    both = np.ascontiguousarray(both[:, seen])
    at = rest - first if isinstance(rest, int) else None if still is None else _best_still(both, still)
    if isinstance(rest, int) and not 0 <= rest - first < stop - first:
        raise InvalidValueError(f"the frame at rest, {rest}, is not among the frames {first}:{stop}.")
    actor, chosen, _ = make_actor(tagged, both, at)
    return actor, -1 if still is not None else first + chosen


def _few(still: np.ndarray) -> np.ndarray:
    return still[np.linspace(0, len(still) - 1, min(len(still), _STATIC_FRAMES)).astype(int)]


def _best_still(both: np.ndarray, still: np.ndarray) -> int:
    """Of the frames at rest in front, the one with most markers."""
    count = min(len(still), _STATIC_FRAMES)
    return int(np.argmax(np.isfinite(both[:count]).all(axis=2).sum(axis=1)))


def _lost_segments(tagging: Tagging, seen: np.ndarray) -> list[str]:
    left = {marker.segment for marker, there in zip(tagging.markers, seen, strict=True) if there}
    lost = dict.fromkeys(marker.segment for marker in tagging.markers if marker.segment not in left)
    return [f"all markers of {', '.join(lost)} are missing: nothing is known of it."] if lost else []


def _label_notes(tagging: Tagging) -> list[str]:
    notes = []
    if tagging.ignored:
        shown = ", ".join(tagging.ignored[:8]) + (", ..." if len(tagging.ignored) > 8 else "")
        notes.append(
            f"{len(tagging.ignored)} labels are not known and were not used: {shown}. A --template can name them."
        )
    if tagging.doubled:
        notes.append(f"labels that occur twice, of which the first was used: {', '.join(tagging.doubled)}.")
    have = {marker.segment for marker in tagging.markers}
    there = segments_with(tagging.markers)
    held = [s for s in there if s not in have and s != "neck"]
    out = [s for s in SEGMENTS if s not in there]
    if held:
        notes.append(f"segments without markers, which follow their neighbours: {', '.join(held)}.")
    if out:
        notes.append(f"segments without markers, which the skeleton does not have: {', '.join(out)}.")
    return notes


def _relabelled(actor: Actor, capture: Markers) -> tuple[Actor, tuple[str, ...]]:
    """The actor, and the labels of the capture that it does not have."""
    have = {bare(label).upper() for label in actor.labels}
    here = {bare(label).upper() for label in capture.labels}
    if not have & here:
        raise InvalidValueError(
            f"no marker of this actor ({', '.join(actor.labels[:5])}, ...) is in the capture "
            f"({', '.join(capture.labels[:5])}, ...)."
        )
    return actor, tuple(label for label in capture.labels if bare(label).upper() not in have)


def _beginning(
    actor: Actor, start: Motion | None, segment: str | None, first: int, count: int, total: int
) -> tuple[Poses | None, np.ndarray | None]:
    """The poses to begin at, and what may move."""
    if start is None:
        if segment is not None:
            raise InvalidValueError("to solve one segment, a motion to begin at is needed for all others (--start).")
        return None, None
    names = actor.skeleton.names
    if start.skeleton.names != names:
        raise ShapeError(
            f"the motion to begin at has other joints ({len(start.skeleton)}) than the actor ({len(names)}). Use "
            "a result of this "
            f"actor: keep it with --save-skeleton, and give it back with --skeleton."
        )
    if start.frames == total:
        rows = slice(first, first + count)
    elif start.frames == count:
        rows = slice(0, count)
    elif start.frames == 1:
        roots, rotations = np.tile(start.root_positions, (count, 1)), np.tile(start.rotations, (count, 1, 1))
        return Poses(roots, rotations), _active(actor, segment)
    else:
        raise ShapeError(f"the motion to begin at has {start.frames} frames; one, {count} or {total} are needed.")
    return Poses(start.root_positions[rows].copy(), start.rotations[rows].copy()), _active(actor, segment)


def _active(actor: Actor, segment: str | None) -> np.ndarray | None:
    if segment is None:
        return None
    if segment not in CHAINS and segment not in SEGMENTS:
        raise InvalidValueError(f"there is no segment {segment!r}. Known: {', '.join((*CHAINS, *SEGMENTS))}.")
    active = segment_dofs(columns_of(actor), CHAINS.get(segment, (segment,)))
    if not active.any():
        raise InvalidValueError(f"nothing of {segment!r} moves in this skeleton: it has no markers.")
    return active


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
    found = outcomes(solved, first)
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
        dropped_pct=100.0 * float(solved.dropped.sum()) / int(seen.sum()),
        guessed_frames=int(solved.guessed.any(axis=1).sum()),
        seconds=seconds,
        solve_seconds=solving,
        markers=found,
        guesses=guesses(solved, first),
        swaps=tuple(s._replace(start=s.start + first, stop=s.stop + first) for s in solved.swaps),
        ignored=ignored,
        notes=tuple(notes),
    )
