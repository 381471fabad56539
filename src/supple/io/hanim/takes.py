"""Every figure of a file with every animation of it, and the frames of the one that is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.errors import FileError
from supple.io.hanim.clips import Clip, Track, Wiring
from supple.io.hanim.document import Document, Node
from supple.io.hanim.figure import Figure, figure_of
from supple.io.hanim.motions import Recorded, motions_of, recorded
from supple.io.hanim.notes import Notes
from supple.io.hanim.posing import Values
from supple.io.key_frames import SLOWEST, choose
from supple.io.source import MAX_JOINTS

_ON_GRID = 0.01  # of a step: keys are often written with few digits
_MAX_HUMANOIDS = 100
_MAX_JOINTS = 3 * MAX_JOINTS  # of all figures: by USE thousands of them may share one tree
# While reading, so that a small file cannot unfold to gigabytes.
_BYTES_PER_FRAME = 130
_BYTES_PER_JOINT = 90


@dataclass(frozen=True, slots=True, eq=False)
class Take:
    """A figure and what is played on it: a TimeSensor, an HAnimMotion, or nothing."""

    figure: Figure
    source: Node | None

    @property
    def label(self) -> str:
        """The humanoid and the clock or motion, by name."""
        return self.figure.label + (f" / {self.source.label}" if self.source else "")


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """The moving fields of a take over its frames."""

    values: Values
    frames: int
    frame_time: float  # [s]
    reason: str  # where the frames come from, for `supple info`
    warnings: tuple[str, ...] = ()


def takes_of(document: Document, wiring: Wiring) -> list[Take]:
    """All takes; a motion recorded in the humanoid comes before what clocks play on it."""
    takes: list[Take] = []
    joints = 0
    for humanoid in document.all("HAnimHumanoid")[:_MAX_HUMANOIDS]:
        figure = figure_of(humanoid, document) if joints < _MAX_JOINTS else None
        if figure is not None:
            joints += len(figure.joints)
            sources = [*motions_of(humanoid), *wiring.clocks_of(figure)]
            takes.extend(Take(figure, source) for source in sources)
            if not sources:
                takes.append(Take(figure, None))
    return takes


def played(take: Take, wiring: Wiring, notes: Notes | None, size: int, path: Path) -> Played:
    """The frames of a take from a file of ``size`` bytes."""
    most = (44 * 2**20 + 16 * size) // (_BYTES_PER_FRAME + _BYTES_PER_JOINT * len(take.figure.joints))
    if take.source is not None and take.source.tag == "HAnimMotion":
        return _played_back(recorded(take.source, take.figure, path), most, path)
    clip = wiring.clip(take.source, take.figure, path) if take.source is not None else None
    if clip is not None and clip.tracks:
        return _interpolated(clip, notes, most, path)
    frame_time = notes.frame_time if notes else 1.0 / SLOWEST
    reason = "the file has no animation that moves the figure"
    return Played({}, 1, frame_time, reason, clip.warnings if clip else ())


def _played_back(motion: Recorded, most: int, path: Path) -> Played:
    _refuse_above(most, motion.frames, path)
    reason = f"an HAnimMotion of {motion.frames} frames; its positions are joint translations, as X3D has it"
    return Played(motion.values(), motion.frames, motion.frame_time, reason, motion.warnings)


def _interpolated(clip: Clip, notes: Notes | None, most: int, path: Path) -> Played:
    if notes is not None and all(_one_key_per_frame(track, notes.frames) for track in clip.tracks.values()):
        _refuse_above(most, notes.frames, path)
        exact = {target: track.values for target, track in clip.tracks.items()}
        reason = "one key for every frame, as Supple wrote it"
        return Played(exact, notes.frames, notes.frame_time, reason, clip.warnings)
    frames = choose(clip.moments() * clip.duration, max(most, 2), slack=_ON_GRID)
    shares = np.arange(frames.count) / max(
        frames.count - 1, 1
    )  # a cycle starts at its first frame and ends at its last
    values = {target: track.at(shares) for target, track in clip.tracks.items()}
    reason = f"interpolators over {clip.duration:g} s; {frames.reason}"
    said = (frames.warning,) if frames.warning else ()
    return Played(values, frames.count, frames.frame_time, reason, (*clip.warnings, *said))


def _one_key_per_frame(track: Track, frames: int) -> bool:
    even = np.arange(len(track.keys)) / max(len(track.keys) - 1, 1)
    return len(track.keys) == frames and bool(np.abs(track.keys - even).max() < 1e-9)


def _refuse_above(most: int, frames: int, path: Path) -> None:
    if frames > most:
        what = f"{frames} frames of so many joints are out of proportion to the size of this file"
        raise FileError(path, f"{what}; {most} would fit. Is it damaged?")
