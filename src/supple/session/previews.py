"""What somebody who drags sees: the frame under the playhead first, then from there outwards, then all of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from supple.core.progress import Progress
from supple.errors import SuppleError
from supple.session.cancelling import Cancel, Newest
from supple.session.document import Clip
from supple.session.drafts import Seen, Shown, draft_frames
from supple.session.solving import Solved, Solves, changed_frames

_RING = 120  # frames around the playhead that are shown first
_WIDER = 3  # how much wider the next ring is: the first one soon, and few in all
_AT_ONCE_S = 0.15  # all frames that take no longer are one ring: every ring has its price
_SHORT_S = 0.4  # all frames
_FRAME_EVERY_S = 0.025  # choice: more would not be seen, and hold up all the others
_PATIENCE_S = 2.0  # what is begun for somebody who drags is also shown, however fast the pointer moves


@dataclass(frozen=True, slots=True)
class Request:
    """A clip to be seen."""

    id: int  # what answers say
    clip: Clip
    playhead: int
    whole: bool = True  # else the frame under the playhead alone
    base: int = 0  # the last request that was shown to its end, and is still seen: what is as there need not be said


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Frames ``[start, stop)`` of an answer; what is outside them and not said yet is the base's, or the source's."""

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
        self._seen = Seen()
        self._newest: Request | None = None
        self._framed: Request | None = None  # the last whose frame under the playhead was answered
        self._framed_at = 0.0

    def ask(self, request: Request) -> None:
        """Answer this, and forget what was asked before."""
        if request.clip.solving.solver != "prioritized":  # which fits whole clips alone
            self._frame.drop()
            return self._ask_clip(request, drafted=True)
        self._newest = request
        self._clip.hasten()  # what is smoothed in time for nobody would only hold this up
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

        All frames follow in the same thread where they take little time, so that they are all shown however fast
        somebody drags; while they are solved the frame under the playhead of a newer request comes first.
        """
        self._answer_frame(request, cancel)
        if not request.whole:
            return
        if drafted := self._draft_s < _SHORT_S and self._solves.known(request.clip) is None:
            self._answer(self._timed(request, cancel, self._newer_frame(cancel)), request)
        if not (drafted and self._superseded(request)):
            self._ask_clip(request, drafted=drafted)

    def _superseded(self, request: Request) -> bool:
        """Whether the smooth clip of a request is of no use any more; it would hold up the newer one."""
        newest = self._newest
        return newest is not None and newest is not request and newest.whole

    def _answer_frame(self, request: Request, cancel: Cancel) -> None:
        if request is not self._framed:
            self._framed, self._framed_at = request, time.perf_counter()
            self._answer(frame_pieces(self._solves, request, cancel), request)

    def _newer_frame(self, cancel: Cancel) -> Progress:
        """What to do now and then while frames are solved: show the one under the playhead as it is asked by now."""

        def shown(done: int, total: int) -> None:
            soon = done < total and time.perf_counter() - self._framed_at < _FRAME_EVERY_S
            if self._newest is not None and not soon:
                self._answer_frame(self._newest, cancel)

        return shown

    def _ask_clip(self, request: Request, *, drafted: bool) -> None:
        self._clip.ask(lambda cancel: self._answer(self._clip_pieces(request, cancel, drafted=drafted), request))

    def _clip_pieces(self, request: Request, cancel: Cancel, *, drafted: bool) -> Iterator[Piece]:
        if not drafted and self._solves.known(request.clip) is None:
            yield from self._timed(request, cancel)
        for piece in final_piece(self._solves, request, cancel):
            self._seen.put(request.id, Shown(request.clip, self._solves.asked(request.clip)))
            yield piece

    def _timed(self, request: Request, cancel: Cancel, progress: Progress | None = None) -> Iterator[Piece]:
        began, at_once = time.perf_counter(), self._draft_s < _AT_ONCE_S
        frames = draft_frames(request.clip, self._solves, self._seen.get(request.base))
        parts = [frames] if at_once and len(frames) else rings(frames, request.playhead)
        yield from draft_pieces(self._solves, request, parts, cancel, progress)
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


def draft_pieces(
    solves: Solves, request: Request, parts: Iterable[np.ndarray], cancel: Cancel, progress: Progress | None = None
) -> Iterator[Piece]:
    """Some frames, each by itself, part (n,) by part."""
    for ring in parts:
        cancel.check()
        solved = solves.some(request.clip, ring.tolist(), cancel.watched(progress))
        for start, stop in runs(ring):
            yield Piece(request, solved, start, stop, final=False)


def final_piece(solves: Solves, request: Request, cancel: Cancel) -> Iterator[Piece]:
    """All of the clip, smooth in time, for when the pointer rests."""
    cancel.hurry()
    cancel.check()
    drafted = request.clip.solving.solver == "prioritized"  # else nothing of it was seen: what is begun is ended
    solved = solves.whole(request.clip, cancel.watched() if drafted else None)
    source = solves.scenes.of(request.clip).motion
    yield Piece(request, solved, *changed_frames(source, solved.motion), final=True)


def rings(frames: np.ndarray, playhead: int) -> Iterator[np.ndarray]:
    """The frames (n,) in parts, nearest to the playhead first, that can be shown while the rest is solved."""
    near, ring = frames[np.argsort(np.abs(frames - playhead), kind="stable")], _RING
    while len(near) > 2 * ring:
        yield np.sort(near[:ring])
        near, ring = near[ring:], _WIDER * ring
    if len(near):
        yield np.sort(near)


def runs(frames: np.ndarray) -> list[tuple[int, int]]:
    """The frames (n,), in order, as spans ``[start, stop)`` without gaps."""
    ends = np.flatnonzero(np.diff(frames) > 1)
    starts = frames[np.concatenate(([0], ends + 1))]
    return [(int(a), int(b) + 1) for a, b in zip(starts, frames[np.append(ends, len(frames) - 1)], strict=True)]
