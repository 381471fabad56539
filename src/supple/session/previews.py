"""What somebody who drags sees: the frame under the playhead first, then from there outwards, then all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from supple.constraints.spans import acting_spans
from supple.errors import SuppleError
from supple.session.cancelling import Cancel, Newest
from supple.session.document import Clip
from supple.session.solving import Solved, Solves, changed_frames, sound_tracks

_RINGS = (120, 1200)  # frames around the playhead that are shown before the rest, where there is more
_PATIENCE_S = 0.25


@dataclass(frozen=True, slots=True)
class Request:
    """A clip to be seen."""

    id: int  # what answers say
    clip: Clip
    playhead: int
    whole: bool = True  # else the frame under the playhead alone


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Frames ``[start, stop)`` of an answer; what is outside them and not said yet is the source's."""

    request: Request
    solved: Solved
    start: int
    stop: int
    final: bool  # whether this is all of the clip, smooth in time


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request that cannot be answered, and why."""

    request: Request
    message: str


Answer = Piece | Refusal


class Previews:
    """Answers the newest request in two threads: one for the frame under the playhead, one for the clip."""

    def __init__(self, solves: Solves, tell: Callable[[Answer], None]) -> None:
        self._solves, self._tell = solves, tell
        self._frame = Newest("frame preview")
        self._clip = Newest("clip preview", _PATIENCE_S)

    def ask(self, request: Request) -> None:
        """Answer this, and forget what was asked before."""
        if request.clip.solving.solver != "prioritized":  # which fits whole clips alone
            self._frame.drop()
            return self._ask_clip(request)
        self._frame.ask(lambda cancel: self._frame_then_clip(request, cancel))

    def settle(self, timeout_s: float | None = None) -> bool:
        """Wait for all answers."""
        return self._frame.settle(timeout_s) and self._clip.settle(timeout_s)

    def close(self) -> None:
        """Answer nothing any more."""
        self._frame.close()
        self._clip.close()

    def _frame_then_clip(self, request: Request, cancel: Cancel) -> None:
        """One after the other: at once, each would only wait for the other."""
        self._answer(frame_pieces(self._solves, request, cancel), request)
        if request.whole:
            self._ask_clip(request)

    def _ask_clip(self, request: Request) -> None:
        self._clip.ask(lambda cancel: self._answer(clip_pieces(self._solves, request, cancel), request))

    def _answer(self, pieces: Iterator[Piece], request: Request) -> None:
        try:
            for piece in pieces:
                self._tell(piece)
        except SuppleError as error:
            self._tell(Refusal(request, str(error)))
        except Exception as error:  # a bug must not end the thread: whoever drags can go on, and reads what it was
            self._tell(Refusal(request, f"solving failed: {type(error).__name__}: {error}"))


def frame_pieces(solves: Solves, request: Request, cancel: Cancel) -> Iterator[Piece]:
    """The frame under the playhead."""
    frame = min(max(request.playhead, 0), request.clip.motion.frames - 1)
    solved = solves.some(request.clip, [frame], cancel.watched())
    cancel.check()
    yield Piece(request, solved, frame, frame + 1, final=False)


def clip_pieces(solves: Solves, request: Request, cancel: Cancel) -> Iterator[Piece]:
    """The clip from the playhead outwards, frame by frame, and then smooth in time, which takes longer."""
    scene = solves.scenes.of(request.clip)
    if (known := solves.known(request.clip)) is not None:
        yield Piece(request, known, *changed_frames(scene.motion, known.motion), final=True)
        return
    for ring in rings(acting_frames(request.clip, solves), request.playhead):
        cancel.check()
        solved = solves.some(request.clip, ring.tolist(), cancel.watched())
        yield Piece(request, solved, int(ring[0]), int(ring[-1]) + 1, final=False)
    cancel.check()
    solved = solves.whole(request.clip, cancel.watched())
    yield Piece(request, solved, *changed_frames(scene.motion, solved.motion), final=True)


def acting_frames(clip: Clip, solves: Solves) -> np.ndarray:
    """(n,) the frames in which a track asks for something."""
    scene = solves.scenes.of(clip)
    acting = np.zeros(scene.motion.frames, bool)
    tracks = () if clip.solving.solver != "prioritized" else sound_tracks(clip, scene)[0]
    for track in tracks:
        for first, last in acting_spans(track.constraint, scene.motion):
            acting[int(np.ceil(first)) : int(last) + 1] = True
    return np.flatnonzero(acting)


def rings(frames: np.ndarray, playhead: int) -> Iterator[np.ndarray]:
    """The frames (n,) around the playhead, nearest first, in parts that can be shown while the rest is solved."""
    if not len(frames):
        return
    near = frames[np.argsort(np.abs(frames - playhead), kind="stable")]
    for count in (*(ring for ring in _RINGS if 2 * ring < len(frames)), len(frames)):
        yield np.sort(near[:count])
