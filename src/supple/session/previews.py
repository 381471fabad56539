"""What somebody who drags sees: the frame under the playhead first, then from there outwards, then all of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from supple.constraints.spans import acting_spans
from supple.errors import SuppleError
from supple.session.cancelling import Cancel, Newest
from supple.session.document import Clip
from supple.session.solving import Solved, Solves, changed_frames, sound_tracks

_RINGS = (120, 1200)  # frames around the playhead that are shown before the rest, where there is more
_SHORT_S = 0.08
_PATIENCE_S = 2.0  # what is begun for somebody who drags is also shown, however fast the pointer moves


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
        self._frame = Newest("frame preview", _PATIENCE_S)
        self._clip = Newest("clip preview", _PATIENCE_S)
        self._draft_s = 0.0  # how long all frames took the last time

    def ask(self, request: Request) -> None:
        """Answer this, and forget what was asked before."""
        if request.clip.solving.solver != "prioritized":  # which fits whole clips alone
            self._frame.drop()
            return self._ask_clip(request, drafted=True)
        self._frame.ask(lambda cancel: self._frame_then_clip(request, cancel))

    def settle(self, timeout_s: float | None = None) -> bool:
        """Wait for all answers."""
        return self._frame.settle(timeout_s) and self._clip.settle(timeout_s)

    def close(self) -> None:
        """Answer nothing any more."""
        self._frame.close()
        self._clip.close()

    def _frame_then_clip(self, request: Request, cancel: Cancel) -> None:
        """One after the other: at once, each would only wait for the other.

        All frames follow in the same thread where they take little time, so that they are as new as the first one
        however fast somebody drags; where they take long, they must not hold up the next first one.
        """
        self._answer(frame_pieces(self._solves, request, cancel), request)
        if not request.whole:
            return
        if drafted := self._draft_s < _SHORT_S and self._solves.known(request.clip) is None:
            self._answer(self._timed(request, cancel), request)
        self._ask_clip(request, drafted=drafted)

    def _ask_clip(self, request: Request, *, drafted: bool) -> None:
        self._clip.ask(lambda cancel: self._answer(self._clip_pieces(request, cancel, drafted=drafted), request))

    def _clip_pieces(self, request: Request, cancel: Cancel, *, drafted: bool) -> Iterator[Piece]:
        if not drafted and self._solves.known(request.clip) is None:
            yield from self._timed(request, cancel)
        yield from final_piece(self._solves, request, cancel)

    def _timed(self, request: Request, cancel: Cancel) -> Iterator[Piece]:
        began = time.perf_counter()
        yield from draft_pieces(self._solves, request, cancel)
        self._draft_s = time.perf_counter() - began

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


def draft_pieces(solves: Solves, request: Request, cancel: Cancel) -> Iterator[Piece]:
    """The frames in which something is asked, each by itself, from the playhead outwards."""
    for ring in rings(acting_frames(request.clip, solves), request.playhead):
        cancel.check()
        solved = solves.some(request.clip, ring.tolist(), cancel.watched())
        yield Piece(request, solved, int(ring[0]), int(ring[-1]) + 1, final=False)


def final_piece(solves: Solves, request: Request, cancel: Cancel) -> Iterator[Piece]:
    """All of the clip, smooth in time, for when the pointer rests."""
    cancel.hurry()
    cancel.check()
    solved = solves.whole(request.clip, cancel.watched())
    source = solves.scenes.of(request.clip).motion
    yield Piece(request, solved, *changed_frames(source, solved.motion), final=True)


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
