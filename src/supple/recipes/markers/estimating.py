"""The actor of a capture, with its rest, by the labels that are known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.core.markers import Markers
from supple.errors import InvalidValueError
from supple.recipes.markers import checking
from supple.recipes.markers.suspects import rest_note
from supple.solvers.markers.actor import Actor
from supple.solvers.markers.average import Tagged, average_actor, segments_with
from supple.solvers.markers.labels import bare
from supple.solvers.markers.making import make_actor
from supple.solvers.markers.segments import SEGMENTS, joint_name
from supple.solvers.markers.tagging import Tagging

_STATIC_FRAMES = 12  # of a capture at rest that is read beside the motion


def all_labels(capture: Markers, rest: int | Markers | None) -> tuple[str, ...]:
    """The labels of both captures; those of the rest count without their subject."""
    labels = list(capture.labels)
    have = {bare(label).upper() for label in labels}
    if isinstance(rest, Markers):
        labels += [label for label in rest.labels if bare(label).upper() not in have]
    return tuple(labels)


def points_of(capture: Markers, labels: tuple[str, ...]) -> np.ndarray:
    """(F, M, 3) of the labels, by their names without subject; NaN for those that the capture does not have."""
    where = {bare(label).upper(): m for m, label in reversed(list(enumerate(capture.labels)))}
    exact = {label: m for m, label in enumerate(capture.labels)}
    out = np.full((len(capture), len(labels), 3), np.nan)
    for k, label in enumerate(labels):
        m = exact.get(label, where.get(bare(label).upper()))
        if m is not None:
            out[:, k] = capture.positions[:, m]
    return out


def estimated_actor(
    capture: Markers, rest: int | Markers | None, tagging: Tagging, first: int, stop: int, notes: list[str]
) -> tuple[Actor, tuple[Tagged, ...], int]:
    """The actor, its markers and the frame at rest, after everything that speaks against making one."""
    checking.check_tagging(tagging, capture.labels)
    points = points_of(capture, tagging.labels)[first:stop]
    still = points_of(rest, tagging.labels) if isinstance(rest, Markers) else None
    both = points if still is None else np.concatenate([_few(still), points])
    if still is not None:
        checking.check_rest(tagging.markers, still, points)
        notes += rest_note(tagging.markers, still, points)
    checking.check_body(tagging.markers, both)
    checking.check_size(both)
    checking.check_handedness(average_actor(tagging.markers), both)
    seen = np.isfinite(both).all(axis=2).any(axis=0)
    if not seen.all():
        missing = [label for label, there in zip(tagging.labels, seen, strict=True) if not there]
        notes.append(f"never seen in these frames, and so left out: {', '.join(missing)}.")
    tagged = [marker for marker, there in zip(tagging.markers, seen, strict=True) if there]
    both = np.ascontiguousarray(both[:, seen])
    at = rest - first if isinstance(rest, int) else None if still is None else _best_still(both, still)
    if isinstance(rest, int) and not 0 <= rest - first < stop - first:
        raise InvalidValueError(f"the frame at rest, {rest}, is not among the frames {first}:{stop}.")
    actor, chosen, _ = make_actor(tagged, both, at)
    return actor, tuple(tagged), -1 if still is not None else first + chosen


def _few(still: np.ndarray) -> np.ndarray:
    return still[np.linspace(0, len(still) - 1, min(len(still), _STATIC_FRAMES)).astype(int)]


def _best_still(both: np.ndarray, still: np.ndarray) -> int:
    """Of the frames at rest in front, the one with most markers."""
    count = min(len(still), _STATIC_FRAMES)
    return int(np.argmax(np.isfinite(both[:count]).all(axis=2).sum(axis=1)))


def lost_joints(actor: Actor, tagging: Tagging, tagged: Sequence[Tagged], notes: list[str]) -> list[str]:
    """Joints of segments whose markers are labelled and never seen: of the ``tagging``, ``tagged`` are left."""
    left = {marker.segment for marker in tagged}
    lost = list(dict.fromkeys(marker.segment for marker in tagging.markers if marker.segment not in left))
    out = [segment for segment in lost if joint_name(segment) not in actor.skeleton]
    if lost:
        without = f"; the skeleton does not have {', '.join(out)}" if out else ""
        notes.append(f"all markers of {', '.join(lost)} are missing{without}.")
    return [joint_name(segment) for segment in lost if segment not in out]


def label_notes(tagging: Tagging) -> list[str]:
    """What a person should know of how labels were read."""
    notes = []
    if tagging.ignored:
        shown = ", ".join(tagging.ignored[:8]) + (", ..." if len(tagging.ignored) > 8 else "")
        notes.append(
            f"{len(tagging.ignored)} labels are not known and were not used: {shown}. A --template can name them."
        )
    if tagging.doubled:
        notes.append(
            f"labels that occur twice, of which the first was used: {', '.join(tagging.doubled)}. Rename what is wrong."
        )
    have = {marker.segment for marker in tagging.markers}
    there = segments_with(tagging.markers)
    held = [s for s in there if s not in have and s != "neck"]
    out = [s for s in SEGMENTS if s not in there]
    if held:
        notes.append(f"segments without markers, which follow their neighbours: {', '.join(held)}.")
    if out:
        notes.append(f"segments without markers, which the skeleton does not have: {', '.join(out)}.")
    return notes
