"""What takes long: nothing is said of an action after its end, and nobody waits for a file that another one opens."""

import threading
import time

import pytest

from supple.editor import jobs as jobs_module
from supple.editor.desk import Desk
from supple.editor.jobs import Jobs
from supple.editor.messages import Ended, Progress, Proposed
from supple.errors import InvalidValueError
from supple.io.registry import write
from supple.recipes.walk import walking
from supple.session import actions as act
from supple.session import motions as motions_module
from supple.session.document import EMPTY
from supple.session.edits import RenameClip
from supple.session.folder import Folder
from supple.session.motions import Motions
from supple.session.proposal import Proposal
from supple.session.session import Session
from supple.session.solving import Solves


@pytest.fixture
def desk(tmp_path):
    write(walking(1.0, fps=30.0), tmp_path / "walk.bvh")
    made = Desk(Session.opened(tmp_path / "walk.bvh"), Folder(tmp_path))
    yield made
    made.close()


@pytest.fixture
def slow_file(monkeypatch):
    """Reading begins, and goes on when it is let."""
    begun, go = threading.Event(), threading.Event()
    read = motions_module.read_figure

    def slowly(path):
        begun.set()
        assert go.wait(20)
        return read(path)

    monkeypatch.setattr(motions_module, "read_figure", slowly)
    return begun, go


def test_nothing_is_said_of_an_action_after_it_was_cancelled(tmp_path, monkeypatch):
    told, begun, late = [], threading.Event(), threading.Event()

    def deaf(document, action, solves, folder, cancel, progress):
        begun.set()
        while cancel.wanted:
            time.sleep(0.001)
        progress(1, 2)
        late.set()

    monkeypatch.setattr(jobs_module, "proposed", deaf)
    monkeypatch.setattr(jobs_module, "now_and_then", lambda progress: progress)
    jobs = Jobs(Solves(Motions()), Folder(tmp_path), told.append)
    jobs.start(EMPTY, act.Gait())
    assert begun.wait(10)
    jobs.cancel()
    assert late.wait(10)
    jobs.close()
    assert told == [Progress(job=1, done=0, total=0), Ended(job=1, message="cancelled.")]


def test_no_proposal_is_shown_after_it_was_cancelled(tmp_path, monkeypatch):
    told, ended = [], threading.Event()
    found = Proposal(action=act.Gait(), clip=1, name="walk", motion=walking(20.0, fps=100.0))

    def tell(message):
        told.append(message)
        if isinstance(message, Proposed):
            jobs.cancel()
            ended.set()

    monkeypatch.setattr(jobs_module, "proposed", lambda *given: found)
    jobs = Jobs(Solves(Motions()), Folder(tmp_path), tell)
    jobs.start(EMPTY, act.Gait())
    assert ended.wait(10)
    assert jobs._lane.settle(10)
    jobs.close()
    assert [type(message) for message in told] == [Progress, Proposed, Ended]


def opening(desk, path):
    """A thread that opens a file, and what it is refused with."""
    refused = []

    def work():
        try:
            desk.add_file(path)
        except InvalidValueError as error:
            refused.append(str(error))

    thread = threading.Thread(target=work)
    thread.start()
    return thread, refused


def test_work_goes_on_while_a_file_is_read(desk, slow_file, tmp_path):
    begun, go = slow_file
    thread, refused = opening(desk, tmp_path / "walk.bvh")
    assert begun.wait(20)
    other = threading.Thread(target=lambda: desk.changed(lambda: desk.session.do(RenameClip(clip=1, name="x"))))
    other.start()
    other.join(10)
    names = [clip.name for clip in desk.session.document.clips]
    go.set()
    thread.join(20)
    assert (names, refused) == (["x"], [])
    assert [clip.name for clip in desk.session.document.clips] == ["x", "walk"]


def test_a_file_does_not_come_into_a_project_that_was_opened_meanwhile(desk, slow_file, tmp_path):
    desk.session.save(tmp_path / "this.supple")
    write(walking(0.5, fps=30.0), tmp_path / "other.npz")
    begun, go = slow_file
    go.set()
    other = Session.opened(tmp_path / "other.npz")
    other.save(tmp_path / "other.supple")
    other.close()
    begun.clear()
    go.clear()
    thread, refused = opening(desk, tmp_path / "walk.bvh")
    assert begun.wait(20)
    desk.open_project(tmp_path / "other.supple")
    go.set()
    thread.join(20)
    assert refused == ["another project was opened meanwhile. Open the file again."]
    assert [clip.name for clip in desk.session.document.clips] == ["other"]
