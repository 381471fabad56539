"""Where requests of all pages meet the session; knows nothing of sockets."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from supple.constraints.model import Preserve
from supple.editor import messages as m
from supple.editor.comparing import Comparing
from supple.editor.jobs import Jobs
from supple.editor.outbox import Outbox
from supple.editor.poses import blocks, first_frame, pose_frame
from supple.editor.views import driven_view, figure_view, findings_view, report_view, state_view
from supple.errors import FileError, InvalidValueError, SuppleError
from supple.io.output import refuse_overwrite
from supple.io.registry import formats
from supple.session.applying import apply
from supple.session.document import Document, Solving, Track, replace
from supple.session.edits import AnyEdit, Several
from supple.session.exporting import export_clip
from supple.session.folder import Folder
from supple.session.previews import Answer, Piece, Previews, Request
from supple.session.project import SUFFIX as PROJECT
from supple.session.session import Session, State
from supple.session.skins import skin_bytes
from supple.session.solving import Solves
from supple.session.strain import strained

if TYPE_CHECKING:
    from supple.session.driving import Driving

_MOST_WAITING = 32  # requests of one page that may take long
_FIRST_LOOK_S = 3.0  # the page comes meanwhile, or somebody opens it later
_DRAWING_S = 0.4  # until what was sent is drawn
_PREVIEW = "preview"  # a topic: what waits of it is forgotten when there is something newer
_DECODER = msgspec.json.Decoder(m.FromPage)
SUFFIXES = tuple(suffix for entry in formats() if entry.read for suffix in entry.suffixes)


def decoded(text: str | bytes) -> m.FromPage:
    """A message of a page; anything else is a :class:`FileError` in words."""
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise FileError("message", f"it is not understood: {str(error)[:300]}") from None


class Desk:
    """One session, and everybody who looks at it."""

    def __init__(self, session: Session, folder: Folder) -> None:
        self.session, self.folder = session, folder
        self.solves = Solves(session.motions)
        self._lock, self._changing = threading.Lock(), threading.RLock()
        self._seats: list[Seat] = []
        self.looked_at = threading.Event()
        self.jobs = Jobs(self.solves, folder, self.tell)

    def seat(self, outbox: Outbox) -> Seat:
        """Somebody comes: a page with its own previews."""
        seat = Seat(self, outbox)
        with self._lock:
            self._seats.append(seat)
        outbox.say(self._welcome())
        return seat

    def _welcome(self) -> m.Welcome:
        return m.Welcome(
            state=self.view(),
            folder=self.folder.root.name,
            files=self.folder.files(SUFFIXES),
            suffixes=SUFFIXES,
            notices=self.session.notices,
        )

    def leave(self, seat: Seat) -> None:
        """Somebody goes."""
        with self._lock:
            if seat not in self._seats:
                return
            self._seats.remove(seat)
        seat.close()

    @property
    def seats(self) -> int:
        """How many look."""
        return len(self._seats)

    def tell(self, data: Any) -> None:
        """Say something to everybody: a message, or bytes."""
        with self._lock:
            seats = tuple(self._seats)
        for seat in seats:
            seat.outbox.put(data) if isinstance(data, bytes) else seat.outbox.say(data)

    def view(self) -> m.StateView:
        """The document as messages show it."""
        return state_view(self.session.state, self.folder.root)

    def changed(self, change: Callable[[], State]) -> State:
        """Change the session, and let everybody know, in the order of the changes."""
        with self._changing:
            before = self.session.state
            state = change()
            if (state.revision, state.saved, state.trouble) != (before.revision, before.saved, before.trouble):
                self.tell(m.Changed(state=state_view(state, self.folder.root)))
            return state

    def accepted(self, job: int) -> AnyEdit:
        """The edit that takes a proposal over."""
        return self.jobs.accepted(job, self.session.document, self.session.motions)

    def add_file(self, path: Path) -> State:
        """A motion comes into the bin; everybody goes on while it is read, which takes long where it is a capture."""
        session = self.session
        edit = session.read_file(path)

        def added() -> State:
            if session is not self.session:
                raise InvalidValueError("another project was opened meanwhile. Open the file again.")
            return session.do(edit)

        return self.changed(added)

    def open_project(self, path: Path) -> None:
        """Another project instead of this one, for everybody; work on this one that is not saved stays beside it."""
        with self._changing:
            old = self.session
            if path == old.state.project:
                raise InvalidValueError(f"{path.name} is open already.")
            self.session = Session.opened(path, revision=old.state.revision + 1)
            self.solves = Solves(self.session.motions)
            self.jobs.close()
            self.jobs = Jobs(self.solves, self.folder, self.tell)
            old.close()
            with self._lock:
                seats = tuple(self._seats)
            for seat in seats:
                seat.begin_anew()
            self.tell(self._welcome())

    def skin(self, clip: int | None) -> bytes:
        """The body of a clip, as the file that it came in."""
        return skin_bytes(self.session.document.clip(clip).skin, self.session.motions)

    def warm(self) -> None:
        """Look at the open clip once, so that compiled code is loaded before somebody drags.

        The first page sees its figure before that: loading would hold it up.
        """
        if self.looked_at.wait(_FIRST_LOOK_S):
            time.sleep(_DRAWING_S)
        with contextlib.suppress(SuppleError):
            clip = self.session.document.clip()
            hips = Preserve(effector=clip.motion.joints[0])
            tried = replace(clip, tracks=(Track(id=1, constraint=hips),), contacts=None, solving=Solving())
            frame = clip.motion.rest_rows % clip.motion.frames
            solved = self.solves.some(tried, [frame])
            strained(clip, self.solves.scenes.of(clip), solved.motion, frame, frame + 1)

    def close(self) -> None:
        """Everybody goes."""
        self.jobs.close()
        for seat in tuple(self._seats):
            self.leave(seat)
        self.session.close()


class Seat:
    """One page: answers its requests."""

    def __init__(self, desk: Desk, outbox: Outbox) -> None:
        self.desk, self.outbox = desk, outbox
        self._previews = self._new_previews()
        self._comparing = Comparing(outbox)
        self._answered = 0  # the preview whose pieces were sent last
        self._driving: Driving | None = None
        self._waiting = threading.BoundedSemaphore(_MOST_WAITING)

    def begin_anew(self) -> None:
        """There is another project: what was asked about the last one is not answered any more."""
        self._previews.close()
        self._comparing.stop()
        self._previews = self._new_previews()

    def _new_previews(self) -> Previews:
        solves = self.desk.solves

        def told(answer: Answer) -> None:
            if solves is self.desk.solves:  # else it is about a project that is closed
                self._previewed(answer)

        return Previews(solves, told)

    def admit(self, message: m.FromPage) -> bool:
        """Whether there is room for one more request that may take long; each is ended by :meth:`answer_admitted`."""
        if self._waiting.acquire(blocking=False):
            return True
        self.outbox.say(m.Failed(request=message.request, message=f"{_MOST_WAITING} requests wait already. Wait too."))
        return False

    def answer_admitted(self, message: m.FromPage) -> None:
        """The same as :meth:`answer`, for one that was admitted."""
        try:
            self.answer(message)
        finally:
            self._waiting.release()

    def close(self) -> None:
        """The page is gone."""
        self._previews.close()
        self._comparing.close()
        self.outbox.close()

    def answer(self, message: m.FromPage) -> None:
        """Carry out a request; whatever goes wrong is an answer too."""
        try:
            self._carry_out(message)
        except SuppleError as error:
            self.outbox.say(m.Failed(request=message.request, message=str(error)))
        except Exception as error:  # a bug in one request must not end the work of everybody
            self.outbox.say(m.Failed(request=message.request, message=f"failed: {type(error).__name__}: {error}"))
        else:
            state = self.desk.session.state
            self.outbox.say(m.Done(request=message.request, revision=state.revision, safe=not state.trouble))

    def _carry_out(self, message: m.FromPage) -> None:
        desk, session = self.desk, self.desk.session
        match message:
            case m.Do():
                desk.changed(lambda: desk.session.do(_one_edit(message)))
            case m.Undo():
                desk.changed(lambda: desk.session.undo())
            case m.Redo():
                desk.changed(lambda: desk.session.redo())
            case m.Preview():
                self._preview(message)
            case m.Start():
                desk.jobs.start(session.document, message.action)
            case m.Cancel():
                desk.jobs.cancel()
            case m.Accept():
                desk.changed(lambda: desk.session.do(desk.accepted(message.job)))
            case m.Dismiss():
                desk.jobs.dismiss(message.job)
            case _:
                self._look_or_write(message)

    def _look_or_write(self, message: m.FromPage) -> None:
        desk, session = self.desk, self.desk.session
        match message:
            case m.Show():
                self._show(message)
            case m.Lint():
                found = desk.solves.findings(session.document.clip())
                self.outbox.say(findings_view(message.request, found))
            case m.Compare():
                self._compare(message)
            case m.Pose():
                self._pose(message)
            case m.Drive():
                self._drive(message)
            case m.KeepDrive():
                self._keep_drive()
            case m.ListFiles():
                self.outbox.say(m.Files(request=message.request, names=desk.folder.files((*SUFFIXES, PROJECT))))
            case m.OpenFile():
                self._open(desk.folder.inside(message.name))
            case m.Save():
                self._save(message)
            case m.Export():
                self._export(message)

    def _preview(self, message: m.Preview) -> None:
        clip = _tried(self.desk.session.document, message.edits).clip()
        self._previews.ask(Request(message.request, clip, message.playhead, message.whole, message.base))

    def _previewed(self, answer: Answer) -> None:
        request = answer.request
        if request.id > self._answered:  # what still waits of an older one is of no use
            self.outbox.forget(_PREVIEW)
            self._answered = request.id
        if not isinstance(answer, Piece):
            return self.outbox.say(m.Failed(request=request.id, message=answer.message), _PREVIEW)
        solved = answer.solved
        frame = pose_frame(
            "preview", request.id, request.clip.id, solved.motion, answer.start, answer.stop, final=answer.final
        )
        self.outbox.put(frame, _PREVIEW)
        at_ends = strained(
            request.clip, self.desk.solves.scenes.of(request.clip), solved.motion, answer.start, answer.stop
        )  # fmt: skip
        self.outbox.say(report_view(request.id, solved.report, solved.tracks, solved.left_out, at_ends), _PREVIEW)

    def _show(self, message: m.Show) -> None:
        """The frame under the playhead, at once; then all of the clip, from there outwards."""
        clip, scenes = self.desk.session.document.clip(message.clip), self.desk.solves.scenes
        if (seen := scenes.first_look(clip, message.playhead)) is not None:
            self.outbox.say(figure_view(clip, seen.motion, seen.names, early=True))
            self.outbox.put(first_frame(message.request, clip.id, seen, message.playhead))
            self.desk.looked_at.set()
        scene = scenes.of(clip)
        self.outbox.say(figure_view(clip, scene.motion, scene.names))
        parts = list(blocks(scene.motion.frames, message.playhead))
        for part in parts:
            final = part == parts[-1]
            self.outbox.put(pose_frame("source", message.request, clip.id, scene.motion, *part, final=final))

    def _compare(self, message: m.Compare) -> None:
        if message.stop:
            return self._comparing.stop()
        self._comparing.ask(message.request, self.desk.session.document.clip(), self.desk.solves)

    def _pose(self, message: m.Pose) -> None:
        clip = _tried(self.desk.session.document, message.edits).clip()
        result = self.desk.solves.posed(clip)
        self.outbox.put(pose_frame("pose", message.request, clip.id, result.motion, 0, 1, final=True))
        self.outbox.say(report_view(message.request, result.report))

    def _drive(self, message: m.Drive) -> None:
        """The walker is this page's own; the first step says who it is."""
        from supple.session.driving import Driving, Manner  # loads the compiler

        manner = Manner(message.step_m, message.arm_swing, message.limp, message.severity)
        fresh = self._driving is None or message.anew
        driving = Driving(manner) if self._driving is None or message.anew else self._driving
        pose = driving.step(message.frames, message.heading, message.speed, manner, record=message.record)
        self._driving = driving
        if fresh:
            self.outbox.say(driven_view(pose))
        self.outbox.put(pose_frame("drive", message.request, None, pose, 0, 1, final=True))

    def _keep_drive(self) -> None:
        if self._driving is None:
            raise InvalidValueError("nobody drives. Drive first, and record it.")
        motion = self._driving.clip()
        self.desk.changed(lambda: self.desk.session.add_motion(motion, "drive"))
        self._driving.forget()

    def _open(self, path: Path) -> None:
        if path.suffix.lower() == PROJECT:
            self.desk.open_project(path)
        else:
            self.desk.add_file(path)

    def _save(self, message: m.Save) -> None:
        session, path = self.desk.session, None
        if message.name is not None:
            path = self.desk.folder.inside(message.name)
            if not message.overwrite and path != session.state.project:
                refuse_overwrite([path])
        state = self.desk.changed(lambda: session.save(path))
        self.outbox.say(m.Written(request=message.request, name=str((state.project or Path()).name), notes=()))

    def _export(self, message: m.Export) -> None:
        clip = self.desk.session.document.clip(message.clip)
        path = self.desk.folder.inside(message.name)
        notes = export_clip(clip, self.desk.solves, path, message.what, overwrite=message.overwrite)
        self.outbox.say(m.Written(request=message.request, name=path.name, notes=notes))


def _one_edit(message: m.Do) -> AnyEdit:
    if len(message.edits) == 1 and not message.label:
        return message.edits[0]
    return Several(label=message.label[:100] or "edits", edits=message.edits)


def _tried(document: Document, edits: tuple[m.PageEdit, ...]) -> Document:
    return apply(document, Several(label="", edits=edits))
