"""Every figure of a file with every animation of it, and the frames of the one that is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.errors import FileError
from supple.io.hanim.clips import Clip, Track, clips_of
from supple.io.hanim.document import Document
from supple.io.hanim.figure import Figure, figure_of
from supple.io.hanim.motions import Recorded, motions_of
from supple.io.hanim.notes import Notes
from supple.io.hanim.posing import Values
from supple.io.hanim.sampling import sampling_of

_REST_FRAME_TIME = 1.0 / 30.0
_BYTES_PER_CELL = 100  # a joint in a frame, while reading


@dataclass(frozen=True, slots=True, eq=False)
class Take:
    """A figure and what is played on it."""

    figure: Figure
    play: Clip | Recorded | None

    @property
    def label(self) -> str:
        """The humanoid and the clock or motion, by name."""
        return self.figure.label + (f" / {self.play.label}" if self.play else "")

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was odd about both."""
        return (*self.figure.warnings, *(self.play.warnings if self.play else ()))


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """The moving fields of a take over its frames."""

    values: Values
    frames: int
    frame_time: float  # [s]
    reason: str  # where the frames come from, for `supple info`


def takes_of(document: Document) -> list[Take]:
    """All takes; a motion recorded in the humanoid comes before what clocks play on it."""
    takes: list[Take] = []
    for humanoid in document.all("HAnimHumanoid"):
        figure = figure_of(humanoid, document)
        if figure is not None:
            plays: list[Clip | Recorded] = [*motions_of(figure, document.path), *clips_of(figure, document)]
            takes.extend(Take(figure, play) for play in plays)
            if not plays:
                takes.append(Take(figure, None))
    return takes


def played(take: Take, notes: Notes | None, size: int, path: Path) -> Played:
    """The frames of a take from a file of ``size`` bytes."""
    play, joints = take.play, len(take.figure.joints)
    most = (48 * 2**20 + 16 * size) // _BYTES_PER_CELL // joints  # a small file must not unfold to gigabytes
    if play is None:
        frame_time = notes.frame_time if notes else _REST_FRAME_TIME
        return Played({}, 1, frame_time, "the file has no animation that moves the figure")
    if isinstance(play, Recorded):
        _refuse_above(most, play.frames, joints, path)
        reason = f"an HAnimMotion of {play.frames} frames; its positions are joint translations, as X3D has it"
        return Played(play.values(), play.frames, play.frame_time, reason)
    if notes is not None and all(_one_key_per_frame(track, notes.frames) for track in play.tracks.values()):
        _refuse_above(most, notes.frames, joints, path)
        exact = {target: track.values for target, track in play.tracks.items()}
        return Played(exact, notes.frames, notes.frame_time, "one key for every frame, as Supple wrote it")
    sampling = sampling_of(play, most)
    values = {target: track.at(sampling.shares) for target, track in play.tracks.items()}
    reason = f"interpolators over {play.duration:g} s; {sampling.reason}"
    return Played(values, len(sampling.shares), sampling.frame_time, reason)


def _one_key_per_frame(track: Track, frames: int) -> bool:
    even = np.arange(len(track.keys)) / max(len(track.keys) - 1, 1)
    return len(track.keys) == frames and bool(np.abs(track.keys - even).max() < 1e-9)


def _refuse_above(most: int, frames: int, joints: int, path: Path) -> None:
    if frames > most:
        raise FileError(path, f"{frames} frames of {joints} joints are out of proportion to this file. Is it damaged?")
