"""What can be played on a figure: interpolators driven by a clock, or an HAnimMotion."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.io.hanim import fields
from supple.io.hanim.document import Document, Node
from supple.io.hanim.figure import Figure
from supple.io.key_sampling import located, moved, turned

Target = tuple[int, str]  # the id of a node, and which of its fields
_FIELDS = {"OrientationInterpolator": ("rotation",), "PositionInterpolator": ("translation", "scale")}


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """Key values of one field over the share 0 to 1 of a cycle."""

    keys: np.ndarray  # (n,) not falling
    values: np.ndarray  # (n, 3), or (n, 4) quaternions

    def at(self, shares: np.ndarray) -> np.ndarray:
        """Values (F, 3) or (F, 4): straight between positions, the short turn between rotations."""
        index, share = located(self.keys, shares)
        start, end = self.values[index], self.values[np.minimum(index + 1, len(self.keys) - 1)]
        return turned(start, end, share) if self.values.shape[1] == 4 else moved(start, end, share)


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """The length of a cycle and the fields that move in it."""

    duration: float  # [s]
    tracks: dict[Target, Track]
    warnings: tuple[str, ...]

    def moments(self) -> np.ndarray:
        """(K,) all distinct keys, and both ends of the cycle, as shares of it."""
        moments = np.unique(np.concatenate([[0.0, 1.0], *(track.keys for track in self.tracks.values())]))
        return moments[(moments >= 0.0) & (moments <= 1.0)]


class Wiring:
    """The routes of a document: clocks to interpolators, interpolators to the fields they move."""

    def __init__(self, document: Document) -> None:
        self.driven: dict[int, dict[int, Node]] = {}  # clock -> its interpolators
        self.clocks: dict[int, dict[int, Node]] = {}  # interpolator -> the clocks that drive it
        self.moved: dict[int, dict[Target, None]] = {}  # interpolator -> what it moves
        self.movers: dict[int, dict[int, Node]] = {}  # node -> the interpolators that move it
        for route in document.all("ROUTE"):
            source = document.named.get(route.get("fromNode"))
            target = document.named.get(route.get("toNode"))
            if source is not None and target is not None:
                self._add(source, target, route.get("toField").removeprefix("set_").removesuffix("_changed"))

    def _add(self, source: Node, target: Node, field: str) -> None:
        if source.tag == "TimeSensor" and field == "fraction" and target.tag in _FIELDS:
            self.driven.setdefault(id(source), {})[id(target)] = target
            self.clocks.setdefault(id(target), {})[id(source)] = source
        elif field in _FIELDS.get(source.tag, ()):
            self.moved.setdefault(id(source), {})[id(target), field] = None
            self.movers.setdefault(id(target), {})[id(source)] = source

    def clocks_of(self, figure: Figure) -> list[Node]:
        """The clocks that move anything of a figure, in the order of the file."""
        sources: set[int] = set()
        for node in _movable(figure):
            sources.update(self.movers.get(node, ()))
        found: dict[int, Node] = {}
        for source in sources:
            found.update(self.clocks.get(source, {}))
        return sorted(found.values(), key=lambda clock: clock.order)

    def clip(self, clock: Node, figure: Figure, path: Path) -> Clip:
        """What one clock plays on a figure."""
        movable, warnings = _movable(figure), list[str]()
        tracks: dict[Target, Track] = {}
        for source in self.driven.get(id(clock), {}).values():
            targets = [target for target in self.moved.get(id(source), ()) if target[0] in movable]
            track = _track(source, path, warnings) if targets else None
            if track is None:
                continue
            for target in targets:
                if target in tracks:
                    warnings.append(f"{clock.label!r} moves one {target[1]} in two ways; {source.label!r} counts.")
                tracks[target] = track
        duration = fields.number(clock, "cycleInterval", 1.0, path)
        if not duration > 0.0:
            warnings.append(f"the cycle of {clock.label!r} lasts {duration:g} s; 1 s is taken.")
            duration = 1.0
        return Clip(duration, tracks, tuple(warnings))


def _movable(figure: Figure) -> set[int]:
    """The nodes of a figure and around it."""
    joints = {id(joint.place.node) for joint in figure.joints if joint.place.node is not None}
    return joints.union(map(id, figure.around))


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
