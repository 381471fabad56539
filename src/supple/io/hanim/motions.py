"""HAnimMotion: the rows of a BVH file inside a humanoid."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.core import quaternions
from supple.errors import FileError
from supple.io.hanim import fields
from supple.io.hanim.clips import Target
from supple.io.hanim.document import Node
from supple.io.hanim.figure import Figure, Joint

_DEFAULT_FRAME_TIME = 0.1  # the standard's own
_ALIASES = {"humanoidroot": "humanoid_root"}  # H-Anim 1.1 and 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Recorded:
    """An HAnimMotion as rows of numbers and what each column means."""

    frame_time: float  # [s]
    rows: np.ndarray  # (F, C)
    groups: tuple[tuple[Joint | None, tuple[str, ...]], ...]  # the joint and its columns, such as ("Zrotation", ...)
    enabled: np.ndarray  # (C,) bool
    warnings: tuple[str, ...]

    @property
    def frames(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    def values(self) -> dict[Target, np.ndarray]:
        """The fields that this motion moves, each (F, 3) or (F, 4)."""
        moved: dict[Target, np.ndarray] = {}
        first = 0
        for joint, channels in self.groups:
            columns = range(first, first + len(channels))
            first += len(channels)
            if joint is not None:
                used = [(name.lower(), c) for name, c in zip(channels, columns, strict=True) if self.enabled[c]]
                self._move(joint, used, moved)
        return moved

    def _move(self, joint: Joint, used: list[tuple[str, int]], moved: dict[Target, np.ndarray]) -> None:
        turns = [(name[0], c) for name, c in used if name[1:] == "rotation"]
        if turns:
            angles = np.radians(self.rows[:, [c for _, c in turns]])
            moved[id(joint.place.node), "rotation"] = quaternions.from_euler(angles, [axis for axis, _ in turns])
        for field, ending in (("translation", "position"), ("scale", "scale")):
            columns = [("xyz".index(name[0]), c) for name, c in used if name[1:] == ending]
            if columns:
                array = np.tile(getattr(joint.place, field), (len(self.rows), 1))
                for axis, c in columns:
                    array[:, axis] = self.rows[:, c]
                moved[id(joint.place.node), field] = array


def motions_of(humanoid: Node) -> list[Node]:
    """The motions inside a humanoid that hold any numbers, in the order of the file."""
    return [
        node
        for node in humanoid.children
        if node.tag == "HAnimMotion" and "USE" not in node.attributes and node.get("values").strip()
    ]


def recorded(node: Node, figure: Figure, path: Path) -> Recorded:
    """Read one HAnimMotion."""
    warnings: list[str] = []
    channels = _groups(node.get("channels"))
    names = fields.words(node.get("joints").replace('"', " "))
    values = fields.numbers(node, "values", path)
    width = sum(len(group) for group in channels)
    frames = len(values) // width if width else 0
    if frames == 0 or not names:
        what = f"{len(values)} values for {width} channels and {len(names)} joints"
        raise FileError(path, f"HAnimMotion {node.label!r} has {what}: not one whole frame.", node.line)
    if len(names) != len(channels):
        warnings.append(f"HAnimMotion {node.label!r} names {len(names)} joints for {len(channels)} groups of channels.")
    if frames * width != len(values):
        warnings.append(
            f"HAnimMotion {node.label!r} ends inside a frame; its last {len(values) % width} numbers are unused."
        )
    _warn_of_part(node, frames, path, warnings)
    groups = _matched(names, channels, figure, node, warnings)
    enabled = _enabled(node, channels, warnings)
    frame_time = fields.number(node, "frameDuration", _DEFAULT_FRAME_TIME, path)
    if not frame_time > 0.0:
        warnings.append(f"a frameDuration of {frame_time:g} s cannot be; {_DEFAULT_FRAME_TIME} s is taken.")
        frame_time = _DEFAULT_FRAME_TIME
    rows = values[: frames * width].reshape(frames, width)
    return Recorded(frame_time, rows, groups, enabled, tuple(warnings))


def _warn_of_part(node: Node, frames: int, path: Path, warnings: list[str]) -> None:
    first, last = fields.number(node, "startFrame", 0.0, path), fields.number(node, "endFrame", 0.0, path)
    if first > 0 or 0 < last < frames - 1:
        warnings.append(f"HAnimMotion {node.label!r} plays frames {first:g} to {last:g} only; all {frames} are read.")


def _groups(text: str) -> list[tuple[str, ...]]:
    """``"6 Xposition ... 3 Zrotation ..."`` as one group of channel names per joint."""
    groups: list[list[str]] = []
    for word in fields.words(text):
        if word.isdigit():
            groups.append([])
        elif groups:
            groups[-1].append(word)
    return [tuple(group) for group in groups]


def _matched(
    names: list[str], channels: list[tuple[str, ...]], figure: Figure, node: Node, warnings: list[str]
) -> tuple[tuple[Joint | None, tuple[str, ...]], ...]:
    joints = {_plain(joint.name): joint for joint in figure.joints if not joint.end_site}
    padded = [*names, *["IGNORED"] * (len(channels) - len(names))]
    groups = [(joints.get(_plain(name)), group) for name, group in zip(padded, channels, strict=False)]
    unknown = [name for name, (joint, _) in zip(padded, groups, strict=False) if joint is None and name != "IGNORED"]
    if unknown:
        warnings.append(f"HAnimMotion {node.label!r} moves joints that the figure lacks: {', '.join(unknown[:5])}")
    strange = sorted({c for _, group in groups for c in group if not _is_channel(c)})
    if strange:
        warnings.append(f"HAnimMotion {node.label!r} has channels of no known meaning: {', '.join(strange[:5])}")
    return tuple(groups)


def _plain(name: str) -> str:
    lowered = name.strip().lower()
    return _ALIASES.get(lowered, lowered)


def _is_channel(word: str) -> bool:
    return word[:1].lower() in "xyz" and word[1:].lower() in ("position", "rotation", "scale")


def _enabled(node: Node, channels: list[tuple[str, ...]], warnings: list[str]) -> np.ndarray:
    """channelsEnabled counts joints in some files and channels in others; the number of entries tells."""
    flags = [word.lower() == "true" for word in fields.words(node.get("channelsEnabled"))]
    width = sum(len(group) for group in channels)
    if len(flags) != width:
        if len(flags) > len(channels):
            warnings.append(f"channelsEnabled of {node.label!r} has {len(flags)} entries for {len(channels)} joints.")
        per_joint = (flags + [True] * len(channels))[: len(channels)]
        flags = [flag for flag, group in zip(per_joint, channels, strict=True) for _ in group]
    return np.array(flags, dtype=bool)
