"""What the other solver makes of a clip, for one page: in a thread of its own, with progress, and only the newest."""

from __future__ import annotations

from supple.core.progress import now_and_then
from supple.editor import messages as m
from supple.editor.outbox import Outbox
from supple.editor.poses import pose_frame
from supple.editor.views import report_view
from supple.errors import SuppleError
from supple.session.cancelling import Cancel, Cancelled, Newest
from supple.session.document import Clip
from supple.session.solving import Solved, Solves, changed_frames, other_way


class Comparing:
    """Bends clips by the solver that is not their own; both say how far they are, and stop in the middle."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._lane = Newest("comparing")

    def ask(self, request: int, clip: Clip, solves: Solves) -> None:
        """Compare this, and nothing that was asked before."""
        self._lane.ask(lambda cancel: self._compare(request, clip, solves, cancel))

    def stop(self) -> None:
        """Nobody compares any more."""
        self._lane.drop()

    def close(self) -> None:
        """The page is gone."""
        self._lane.close()

    def _compare(self, request: int, clip: Clip, solves: Solves, cancel: Cancel) -> None:
        def said(done: int, total: int) -> None:
            self._outbox.say(m.ComparingView(request=request, done=done, total=total))

        try:
            solved = solves.other(clip, cancel.watched(now_and_then(said)))
        except Cancelled:
            raise
        except SuppleError as error:
            return self._outbox.say(m.Failed(request=request, message=str(error)))
        except Exception as error:  # a bug in a solver must not leave the page waiting
            return self._outbox.say(m.Failed(request=request, message=f"failed: {type(error).__name__}: {error}"))
        cancel.check()
        self._tell(request, clip, solves, solved)

    def _tell(self, request: int, clip: Clip, solves: Solves, solved: Solved) -> None:
        span = changed_frames(solves.scenes.of(clip).motion, solved.motion)
        self._outbox.put(pose_frame("other", request, clip.id, solved.motion, *span, final=True))
        told = report_view(request, solved.report, solved.tracks, solved.left_out)
        self._outbox.say(m.Compared(request=request, solver=other_way(clip).solving.solver, report=told))
