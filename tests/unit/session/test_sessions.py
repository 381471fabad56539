"""Work is found again after any end of the process, and goes on where the disk refuses."""

import errno
import json
import os
import shutil
import zipfile

import numpy as np
import pytest
from support.documents import place

from supple.errors import FileError, SuppleError
from supple.io.registry import read, write
from supple.recipes.walk import walking
from supple.session import edits as ed
from supple.session.motions import Motions
from supple.session.project import project_bytes, read_project
from supple.session.session import Session

WALK = walking(1.0, fps=30.0)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "walk.bvh"
    write(WALK, path)
    return path


def add(session, name="hand"):
    return session.do(ed.AddConstraint(constraint=place("LeftHand", name)))


def crashed(session):
    """Leave everything as a killed process would: nothing is closed in order but what the system closes."""
    os.close(session._place._lock)
    session._place._lock = None


def test_a_killed_session_goes_on_with_its_history(file):
    session = Session.opened(file)
    for k in range(60):
        add(session, f"hand {k}")
    session.undo()
    last = session.document
    crashed(session)
    again = Session.opened(file)
    assert again.document == last
    assert again.notices
    assert again.redo().document.clip().tracks[-1].constraint.name == "hand 59"
    for _ in range(60):
        state = again.undo()
    assert (state.document.clip().tracks, state.undo) == ((), None)
    again.close()


def test_nothing_is_left_behind_by_a_session_that_changed_nothing(file):
    Session.opened(file).close()
    assert [path.name for path in file.parent.iterdir()] == ["walk.bvh"]


def test_work_that_was_not_saved_stays_after_a_close(file):
    session = Session.opened(file)
    add(session)
    session.close()
    assert len(Session.opened(file).document.clip().tracks) == 1


def test_a_project_opens_as_it_was_saved(file):
    session = Session.opened(file)
    add(session)
    session.add_motion(walking(0.5, fps=30.0), "short")
    target = file.parent / "scene.supple"
    saved = session.save(target)
    assert (saved.saved, saved.project, saved.trouble) == (True, target, "")
    session.close()
    assert sorted(path.name for path in file.parent.iterdir()) == ["scene.supple", "walk.bvh"]
    again = Session.opened(target)
    assert again.document == saved.document
    motion = again.motions.get(again.document.clip(1).motion)
    source = read(file)
    assert np.array_equal(motion.rotations, source.rotations)
    assert motion.provenance.source == "walk.bvh"
    assert motion.provenance.channels == source.provenance.channels  # it is written back as it was read
    assert project_bytes(again.document, again.motions) == target.read_bytes()
    again.close()


def test_edits_after_a_save_are_found_again(file):
    target = file.parent / "scene.supple"
    session = Session.opened(file)
    session.save(target)
    last = add(session).document
    crashed(session)
    again = Session.opened(target)
    assert again.document == last
    assert not again.state.saved
    again.close()


def test_work_after_an_undo_of_what_was_saved_is_found_again(file):
    """The journal beside a project begins where it was saved, and knows no step before that."""
    target = file.parent / "scene.supple"
    session = Session.opened(file)
    for name in ("first", "second"):
        add(session, name)
    session.save(target)
    session.undo()
    session.undo()
    session.redo()
    last = add(session, "third").document
    crashed(session)
    again = Session.opened(target)
    assert again.document == last
    assert [track.constraint.name for track in last.clip().tracks] == ["first", "third"]
    assert not again.state.saved
    assert again.notices
    assert again.undo().document.clip().tracks == last.clip().tracks[:1]
    again.close()


def test_work_that_goes_on_after_a_damaged_journal_is_not_called_saved(file):
    session = Session.opened(file)
    add(session)
    session._place._journal.add(b'{"entry":"unheard of"}')
    crashed(session)
    again = Session.opened(file)
    assert "not understood to its end; it is kept as .walk.bvh.work/journal.0" in " ".join(again.notices)
    last = add(again, "more").document
    crashed(again)
    third = Session.opened(file)
    assert third.document == last
    assert not third.state.saved
    third.close()


def test_work_on_another_version_of_a_file_is_put_aside(file):
    session = Session.opened(file)
    add(session)
    crashed(session)
    write(walking(0.5, fps=30.0), file, overwrite=True)
    again = Session.opened(file)
    assert again.document.clip().tracks == ()
    assert (file.parent / ".walk.bvh.work" / "journal.0").is_file()
    assert "another version of this file" in again.notices[0]
    again.close()


def test_a_file_is_edited_in_one_place_at_a_time(file):
    session = Session.opened(file)
    with pytest.raises(FileError, match="another editor"):
        Session.opened(file)
    session.close()


def full(*_):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_said_and_the_work_goes_on_in_memory(file, monkeypatch):
    session = Session.opened(file)
    add(session, "kept")
    monkeypatch.setattr(os, "fsync", full)
    state = add(session, "in memory")
    assert "No space left" in state.trouble
    assert len(state.document.clip().tracks) == 2
    with pytest.raises(FileError, match="not saved"):
        session.save(file.parent / "scene.supple")
    monkeypatch.undo()
    state = add(session, "kept again")  # all of it is on the disk once there is room
    assert state.trouble == ""
    crashed(session)
    assert Session.opened(file).document == state.document


def test_a_folder_that_cannot_be_written_is_said(file):
    blocked = file.parent / ".walk.bvh.work"
    blocked.write_text("in the way")  # as good as a folder without permission, also for root
    session = Session.opened(file)
    state = add(session)
    assert "memory alone" in state.trouble
    assert len(state.document.clip().tracks) == 1
    elsewhere = file.parent / "else"
    elsewhere.mkdir()
    assert session.save(elsewhere / "scene.supple").trouble == ""
    session.close()


def test_refused_edits_are_not_written_down(file):
    session = Session.opened(file)
    journal = file.parent / ".walk.bvh.work" / "journal"
    before = journal.read_bytes()
    with pytest.raises(SuppleError):
        session.do(ed.RemoveConstraint(track=5))
    with pytest.raises(SuppleError):
        session.undo()
    assert journal.read_bytes() == before
    session.close()


def test_motions_of_actions_are_on_the_disk_before_they_are_named(file):
    session = Session.opened(file)
    ref = session.motions.put(walking(0.5, fps=30.0), "short")
    session.do(ed.ReplaceMotion(motion=ref))
    crashed(session)
    again = Session.opened(file)
    assert again.motions.get(again.document.clip().motion).frames == 15
    again.close()


def test_projects_of_strangers_are_refused_in_words(file, tmp_path):
    target = tmp_path / "scene.supple"
    session = Session.opened(file)
    session.save(target)
    session.close()
    good = target.read_bytes()
    for at in range(0, len(good), max(1, len(good) // 60)):
        target.write_bytes(good[:at])
        with pytest.raises(SuppleError):
            read_project(target, Motions())
    with zipfile.ZipFile(tmp_path / "bad.supple", "w") as archive:
        archive.writestr("document.json", json.dumps({"format": 1, "document": {"clips": 3}}))
    with pytest.raises(FileError, match="cannot be read"):
        read_project(tmp_path / "bad.supple", Motions())
    with zipfile.ZipFile(tmp_path / "bomb.supple", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("document.json", "[" * 10_000_000)
    with pytest.raises(FileError, match="compressed"):
        read_project(tmp_path / "bomb.supple", Motions())


def rewritten(source, target, change):
    """A project with another document."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for info in old.infolist():
            data = old.read(info)
            new.writestr(info.filename, change(data) if info.filename == "document.json" else data)


def test_a_motion_is_never_looked_for_outside(file, tmp_path):
    target = tmp_path / "scene.supple"
    session = Session.opened(file)
    key = session.document.clip().motion.key
    session.save(target)
    session.close()
    shutil.copy(target, tmp_path / "old.supple")
    rewritten(tmp_path / "old.supple", target, lambda text: text.replace(key.encode(), b"../../etc/passwd"))
    with pytest.raises(FileError, match="no key"):
        read_project(target, Motions())


def test_projects_of_older_formats_are_brought_up_to_date(file, tmp_path):
    target = tmp_path / "scene.supple"
    session = Session.opened(file)
    session.save(target)
    old = tmp_path / "old.supple"
    rewritten(target, old, lambda text: json.dumps({"format": 0, "content": json.loads(text)["document"]}).encode())
    with pytest.raises(FileError, match="format 0"):
        read_project(old, Motions())
    found, _ = read_project(old, Motions(), {0: lambda table: {"format": 1, "document": table["content"]}})
    assert found == session.document
    rewritten(target, old, lambda text: text.replace(b'"format": 1', b'"format": 99'))
    with pytest.raises(FileError, match="newer Supple"):
        read_project(old, Motions())
    session.close()
