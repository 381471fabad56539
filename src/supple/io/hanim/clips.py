"""What can be played on a figure: interpolators driven by a clock, or an HAnimMotion."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.core import quaternions
from supple.io.hanim import fields
from supple.io.hanim.document import Document, Node
from supple.io.hanim.figure import Figure

Target = tuple[int, str]  # the id of a node, and which of its fields
_FIELDS = {"OrientationInterpolator": ("rotation",), "PositionInterpolator": ("translation", "scale")}


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """Key values of one field over the share 0 to 1 of a cycle."""

    keys: np.ndarray  # (n,) not falling
    values: np.ndarray  # (n, 3), or (n, 4) quaternions

    def at(self, shares: np.ndarray) -> np.ndarray:
        """Values (F, 3) or (F, 4): straight between positions, the short turn between rotations."""
        if len(self.keys) == 1:
            return np.repeat(self.values, len(shares), axis=0)
        left = np.clip(np.searchsorted(self.keys, shares, side="right") - 1, 0, len(self.keys) - 2)
        start, stop = self.keys[left], self.keys[left + 1]
        span = np.where(stop > start, stop - start, 1.0)
        share = np.clip((shares - start) / span, 0.0, 1.0)
        a, b = self.values[left], self.values[left + 1]
        if self.values.shape[1] == 4:
            return quaternions.slerp(a, b, share)
        return a + share[:, None] * (b - a)


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """A clock, its length, and the fields that it moves."""

    label: str
    duration: float  # [s]
    tracks: dict[Target, Track]
    warnings: tuple[str, ...]


def clips_of(figure: Figure, document: Document) -> list[Clip]:
    """One clip for every TimeSensor that moves a joint of the figure, in the order of the file."""
    places = [*figure.surroundings, *(joint.place for joint in figure.joints)]
    movable = {id(place.node) for place in places if place.node is not None}
    clocks, driven = _routes(document)
    clips = []
    for clock in document.all("TimeSensor"):
        pairs = [
            ((id(node), field), source)
            for source in clocks.get(id(clock), ())
            for node, field in driven.get(id(source), ())
            if id(node) in movable
        ]
        if pairs:
            clips.append(_clip(clock, pairs, document.path))
    return [clip for clip in clips if clip.tracks]


def _routes(document: Document) -> tuple[dict[int, list[Node]], dict[int, list[tuple[Node, str]]]]:
    """By clock the interpolators it drives, by interpolator the fields that it moves."""
    clocks: dict[int, list[Node]] = {}
    driven: dict[int, list[tuple[Node, str]]] = {}
    for route in document.all("ROUTE"):
        source = document.named.get(route.get("fromNode"))
        target = document.named.get(route.get("toNode"))
        if source is None or target is None:
            continue
        field = route.get("toField").removeprefix("set_").removesuffix("_changed")
        if source.tag == "TimeSensor" and field == "fraction" and target.tag in _FIELDS:
            clocks.setdefault(id(source), []).append(target)
        elif field in _FIELDS.get(source.tag, ()):
            driven.setdefault(id(source), []).append((target, field))
    return clocks, driven


def _clip(clock: Node, pairs: list[tuple[Target, Node]], path: Path) -> Clip:
    warnings: list[str] = []
    tracks: dict[Target, Track] = {}
    read: dict[int, Track | None] = {}
    for target, source in pairs:
        if id(source) not in read:
            read[id(source)] = _track(source, path, warnings)
        track = read[id(source)]
        if target in tracks and track is not None:
            warnings.append(f"{clock.label!r} moves one {target[1]} in two ways; {source.label!r} counts.")
        if track is not None:
            tracks[target] = track
    duration = fields.number(clock, "cycleInterval", 1.0, path)
    if not duration > 0.0:
        warnings.append(f"the cycle of {clock.label!r} lasts {duration:g} s; 1 s is taken.")
        duration = 1.0
    return Clip(clock.label, duration, tracks, tuple(warnings))


def _track(source: Node, path: Path, warnings: list[str]) -> Track | None:
    width = 4 if source.tag == "OrientationInterpolator" else 3
    keys, values = fields.numbers(source, "key", path), fields.numbers(source, "keyValue", path)
    count = min(len(keys), len(values) // width)
    if len(values) != width * len(keys):
        warnings.append(
            f"{source.tag} {source.label!r} has {len(keys)} keys and {len(values)} numbers in keyValue, "
            f"{width * len(keys)} expected; {count} keys are used."
        )
    if count == 0:
        return None
    keys, rows = keys[:count], values[: width * count].reshape(count, width)
    if (np.diff(keys) < 0.0).any():
        warnings.append(f"the keys of {source.label!r} do not rise; they are sorted.")
        order = np.argsort(keys, kind="stable")
        keys, rows = keys[order], rows[order]
    return Track(keys, fields.from_axis_angle(rows) if width == 4 else rows)
