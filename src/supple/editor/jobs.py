"""The action that is going on, for all pages: one at a time, with progress, and a proposal at its end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from supple.core.progress import now_and_then
from supple.editor.messages import Ended, Progress
from supple.editor.poses import blocks, pose_frame
from supple.editor.views import proposed_view
from supple.errors import InvalidValueError, SuppleError
from supple.session.actions import Action
from supple.session.cancelling import Cancel, Cancelled, Newest
from supple.session.document import Document
from supple.session.edits import AnyEdit
from supple.session.folder import Folder
from supple.session.motions import Motions
from supple.session.proposal import Proposal
from supple.session.proposals import edit_from, proposed
from supple.session.solving import Solves


class Jobs:
    """Carries out actions in a thread of its own."""

    def __init__(self, solves: Solves, folder: Folder, tell: Callable[[Any], None]) -> None:
        self._solves, self._folder, self._tell = solves, folder, tell
        self._lane = Newest("actions")
        self._lock = threading.RLock()  # what is said of jobs is said under it: in order, and nothing after the end
        self._number = 0
        self._wanted = 0  # the job whose proposal may be shown
        self._proposal: tuple[int, Proposal] | None = None

    def start(self, document: Document, action: Action) -> None:
        """Carry out an action on a document, instead of the one that is going on."""
        with self._lock:
            self.cancel()
            self._number += 1
            job = self._wanted = self._number
            self._tell(Progress(job=job, done=0, total=0))
            self._lane.ask(lambda cancel: self._run(job, document, action, cancel))

    def cancel(self) -> None:
        """Stop what is going on, and forget its proposal."""
        with self._lock:
            gone = self._current
            self._wanted, self._proposal = 0, None
            self._lane.drop()
            if gone:
                self._tell(Ended(job=gone, message="cancelled."))

    def accepted(self, job: int, document: Document, motions: Motions) -> AnyEdit:
        """The edit of a document that takes a proposal over."""
        with self._lock:
            if self._proposal is None or self._proposal[0] != job:
                raise InvalidValueError(f"there is no proposal {job} any more. Start the action again.")
            edit = edit_from(self._proposal[1], document, motions)
            self._proposal = None
            self._tell(Ended(job=job, message="accepted."))
        return edit

    def dismiss(self, job: int) -> None:
        """Forget a proposal."""
        with self._lock:
            if self._proposal is not None and self._proposal[0] == job:
                self._proposal = None
                self._tell(Ended(job=job, message="dismissed."))

    def close(self) -> None:
        """No more actions."""
        self.cancel()
        self._lane.close()

    def _run(self, job: int, document: Document, action: Action, cancel: Cancel) -> None:
        def said(done: int, total: int) -> None:
            self._say(job, Progress(job=job, done=done, total=total))

        try:
            proposal = proposed(document, action, self._solves, self._folder, cancel, now_and_then(said))
        except Cancelled:
            raise
        except SuppleError as error:
            return self._end(job, str(error))
        except Exception as error:  # a bug in a recipe must not end the thread
            return self._end(job, f"failed: {type(error).__name__}: {error}")
        with self._lock:
            if self._wanted != job:
                return
            self._wanted, self._proposal = 0, (job, proposal)
        self._show(job, proposal)

    def _end(self, job: int, message: str) -> None:
        with self._lock:
            if self._wanted != job:
                return
            self._wanted = 0
            self._tell(Ended(job=job, message=message))

    def _show(self, job: int, proposal: Proposal) -> None:
        self._say(job, proposed_view(job, proposal))
        if proposal.motion is None:
            return
        parts = list(blocks(proposal.motion.frames, 0))
        for part in parts:
            final = part == parts[-1]
            self._say(job, pose_frame("proposal", job, proposal.clip, proposal.motion, *part, final=final))

    @property
    def _current(self) -> int:
        """The job that goes on, or whose proposal is looked at; 0: none."""
        return self._wanted or (self._proposal[0] if self._proposal else 0)

    def _say(self, job: int, data: Any) -> None:
        """Say something of a job, unless it has ended."""
        with self._lock:
            if job == self._current:
                self._tell(data)
