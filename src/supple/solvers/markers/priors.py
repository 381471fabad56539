"""What is known of a person before the capture: linear rows over the unknowns of an actor.

The unknowns are the offsets of the joints and the places of the markers, three numbers each. A row says that a sum of
some of them is a number, give or take a spread: an average length, a landmark's place from its joint, a joint in the
middle between two landmarks, the regression of the hip joint, legs and arms of one length.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from supple.core.skeleton import Skeleton
from supple.solvers.markers.actor import Actor
from supple.solvers.markers.average import Tagged, anchored
from supple.solvers.markers.landmarks import PAIRS
from supple.solvers.markers.segments import KINDS, SEGMENTS, joint_name, mirrored, split

_MIDDLE = 0.005  # [m] a joint between two landmarks
_ALONE = np.array([0.030, 0.020, 0.020])  # [m] of one of two landmarks: their middle says the rest
_SAME_LENGTH = 0.008  # [m] left and right bones
_EVEN = 0.001  # [m] the pelvis' origin is in the middle between the hips
_COLLAR = {  # where a collar bone begins from a marker [m], and its spread
    "jugular_notch": ((0.027, -0.005, -0.035), 0.015),
    "c7": ((0.027, -0.065, 0.095), 0.030),
}
_HIP_SPREAD = 0.008  # [m] choice: Harrington found 3 to 5 mm along each axis by scans; fingers find spines less well
_WAIST_SPREAD = 0.030  # [m] where the markers are on a belt, not on the spines
_TILT = np.radians(10.0)  # how far the plane of the four spines leans forward when people stand


@dataclass(frozen=True, slots=True, eq=False)
class Unknowns:
    """Which numbers of an actor are estimated: offsets of ``joints`` (N of them), then places of M markers."""

    joints: np.ndarray  # (N,)
    markers: int

    def __len__(self) -> int:
        return 3 * (len(self.joints) + self.markers)

    def of_joint(self, joint: int) -> int | None:
        """The first of the three numbers of a joint's offset; None where it is not estimated."""
        where = np.flatnonzero(self.joints == joint)
        return 3 * int(where[0]) if len(where) else None

    def of_marker(self, marker: int) -> int:
        """The first of the three numbers of a marker's place."""
        return 3 * (len(self.joints) + marker)


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """``matrix`` (R, P) times the unknowns is ``value`` (R,), both in units of the spread."""

    matrix: np.ndarray
    value: np.ndarray


def unknowns_of(actor: Actor) -> Unknowns:
    """All joints but the root and the tips, and all markers."""
    joints = np.flatnonzero(~actor.skeleton.end_sites)[1:]
    return Unknowns(joints, len(actor.labels))


def packed(actor: Actor, unknowns: Unknowns) -> np.ndarray:
    """The unknowns of an actor as one vector."""
    return np.concatenate([actor.skeleton.offsets[unknowns.joints].ravel(), actor.places.ravel()])


def unpacked(actor: Actor, unknowns: Unknowns, x: np.ndarray) -> Actor:
    """The actor with other unknowns."""
    offsets = actor.skeleton.offsets.copy()
    split_at = 3 * len(unknowns.joints)
    offsets[unknowns.joints] = x[:split_at].reshape(-1, 3)
    return actor.with_model(offsets, x[split_at:].reshape(-1, 3))


class _Writer:
    """Collects rows."""

    def __init__(self, unknowns: Unknowns) -> None:
        self.unknowns, self.rows, self.values = unknowns, [], []  # type: ignore[var-annotated]

    def add(self, terms: Sequence[tuple[int, float]], value: float, spread: float) -> None:
        """One row: the sum of ``factor * unknown`` is ``value``."""
        row = np.zeros(len(self.unknowns))
        for column, factor in terms:
            row[column] += factor / spread
        self.rows.append(row)
        self.values.append(value / spread)

    def done(self) -> Rows:
        """All rows."""
        return Rows(np.array(self.rows), np.array(self.values))


def prior_rows(actor: Actor, tagged: Sequence[Tagged], target: np.ndarray) -> Rows:
    """What is known of the actor; ``target`` (M, 3) is a frame by which the pelvis is measured."""
    unknowns, size = unknowns_of(actor), actor.size
    writer = _Writer(unknowns)
    _add_bones(writer, actor.skeleton, size)
    _add_markers(writer, actor.skeleton, tagged, size)
    _add_middles(writer, actor.skeleton, tagged, size)
    _add_hips(writer, actor.skeleton, tagged, target)
    _add_collar_bones(writer, actor.skeleton, tagged, size)
    return writer.done()


def strangeness(actor: Actor, tagged: Sequence[Tagged]) -> np.ndarray:
    """(M,) how many spreads the markers of an actor sit from their usual places."""
    unknowns = unknowns_of(actor)
    writer = _Writer(unknowns)
    _add_markers(writer, actor.skeleton, tagged, actor.size)
    rows = writer.done()
    off = rows.matrix @ packed(actor, unknowns) - rows.value
    return np.asarray(np.abs(off).reshape(-1, 3).max(axis=1))


def _add_bones(writer: _Writer, skeleton: Skeleton, size: float) -> None:
    for segment in SEGMENTS[1:]:
        column = _column(writer, skeleton, segment)
        if column is None:
            continue
        side, kind = split(segment)
        offset = mirrored(KINDS[kind].offset, side)
        for i in range(3):
            writer.add([(column + i, 1.0)], size * offset[i], max(size * KINDS[kind].spread[i], 1e-4))
        other = _column(writer, skeleton, f"right_{kind}") if side == "left" else None
        if other is not None:
            along = int(np.argmax(np.abs(offset)))
            sign = 1.0 if along == 0 else -1.0
            writer.add([(column + along, 1.0), (other + along, sign)], 0.0, _EVEN if kind == "femur" else _SAME_LENGTH)


def _column(writer: _Writer, skeleton: Skeleton, segment: str) -> int | None:
    name = joint_name(segment)
    return writer.unknowns.of_joint(skeleton.index(name)) if name in skeleton else None


def _add_markers(writer: _Writer, skeleton: Skeleton, tagged: Sequence[Tagged], size: float) -> None:
    pairs = _paired(tagged)
    for m, marker in enumerate(tagged):
        anchor, place = anchored(marker)
        base = _column(writer, skeleton, anchor) if anchor != marker.segment else None
        extra = np.zeros(3)
        if anchor != marker.segment and base is None:
            extra = np.array(mirrored(KINDS[split(anchor)[1]].offset, split(anchor)[0]))
        spread = np.maximum(marker.place.spread, _ALONE) if m in pairs else np.array(marker.place.spread)
        if marker.place.sided and not marker.side:
            spread = spread + np.abs(marker.place.place)
        for i in range(3):
            terms = [(writer.unknowns.of_marker(m) + i, 1.0)]
            if base is not None:
                terms.append((base + i, -1.0))
            writer.add(terms, size * (place[i] + extra[i]), spread[i])


def _paired(tagged: Sequence[Tagged]) -> dict[int, int]:
    """Markers that stand on both sides of a joint, by number."""
    found = {(marker.landmark, marker.side): m for m, marker in enumerate(tagged)}
    pairs: dict[int, int] = {}
    for first, second in PAIRS.values():
        for side in ("left", "right"):
            if (first, side) in found and (second, side) in found:
                a, b = found[first, side], found[second, side]
                pairs[a], pairs[b] = b, a
    return pairs


def _add_middles(writer: _Writer, skeleton: Skeleton, tagged: Sequence[Tagged], size: float) -> None:
    """A joint is in the middle between its two landmarks, or as far from it as they both sit to one side."""
    for a, b in _paired(tagged).items():
        anchor, place = anchored(tagged[a])
        aside = 0.5 * size * (place + anchored(tagged[b])[1])
        base = _column(writer, skeleton, anchor)
        if a < b and base is not None:
            for i in range(3):
                first, second = writer.unknowns.of_marker(a) + i, writer.unknowns.of_marker(b) + i
                spread = 2.0 * _MIDDLE if tagged[a].segment.endswith("radius") else _MIDDLE
                writer.add([(first, 0.5), (second, 0.5), (base + i, -1.0)], aside[i], spread)


def _add_hips(writer: _Writer, skeleton: Skeleton, tagged: Sequence[Tagged], target: np.ndarray) -> None:
    """Harrington et al. 2007: from the middle of the front spines, in mm, 0.24 of the depth and 9.9 back, 0.30 of the
    width and 10.9 down, 0.33 of the width and 7.3 out."""
    front, back, spread = _spines(tagged, target)
    if front is None or back is None:
        return
    left, right = front
    width = float(np.linalg.norm(target[left] - target[right]))
    middle = 0.5 * (target[left] + target[right])
    depth = float(np.linalg.norm(middle - np.mean(target[back], axis=0)))
    ahead, up, out = -0.24 * depth - 0.0099, -0.30 * width - 0.0109, 0.33 * width + 0.0073
    level = np.array([0.0, np.cos(_TILT), np.sin(_TILT)])
    forward = np.array([0.0, -np.sin(_TILT), np.cos(_TILT)])
    for side, sign in (("left", 1.0), ("right", -1.0)):
        column = _column(writer, skeleton, f"{side}_femur")
        if column is None:
            continue
        where = ahead * forward + up * level + sign * out * np.array([1.0, 0.0, 0.0])
        for i in range(3):
            a, b = writer.unknowns.of_marker(left) + i, writer.unknowns.of_marker(right) + i
            writer.add([(column + i, 1.0), (a, -0.5), (b, -0.5)], where[i], spread)


def _add_collar_bones(writer: _Writer, skeleton: Skeleton, tagged: Sequence[Tagged], size: float) -> None:
    """The collar bones begin beside the jugular notch, and well below the seventh vertebra of the neck."""
    for m, marker in enumerate(tagged):
        if marker.landmark not in _COLLAR:
            continue
        (x, y, z), spread = _COLLAR[marker.landmark]
        for side, sign in (("left", 1.0), ("right", -1.0)):
            column = _column(writer, skeleton, f"{side}_clavicle")
            if column is not None:
                for i, value in enumerate((sign * x, y, z)):
                    own = writer.unknowns.of_marker(m) + i
                    writer.add([(column + i, 1.0), (own, -1.0)], size * value, spread)


def _spines(tagged: Sequence[Tagged], target: np.ndarray) -> tuple[tuple[int, int] | None, list[int] | None, float]:
    """The two markers in front of the pelvis, those behind, and how far to trust them."""
    seen = np.isfinite(target).all(axis=1)
    found = {(marker.landmark, marker.side): m for m, marker in enumerate(tagged) if seen[m]}
    for ahead, behind, spread in (("asis", "psis", _HIP_SPREAD), ("front_waist", "back_waist", _WAIST_SPREAD)):
        if (ahead, "left") not in found or (ahead, "right") not in found:
            continue
        front = found[ahead, "left"], found[ahead, "right"]
        if (behind, "left") in found and (behind, "right") in found:
            return front, [found[behind, "left"], found[behind, "right"]], spread
        if ("sacrum", "") in found:
            return front, [found["sacrum", ""]], spread
    return None, None, 0.0
