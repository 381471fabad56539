"""A journal cut short or damaged at any byte still says all that was whole before."""

import errno
import os

import pytest
from support.documents import document, place

from supple.errors import DocumentError
from supple.session import edits as ed
from supple.session.entries import FORMAT, Begin, Did, Redid, Saved, Undid, replay, text_of
from supple.session.journal import Journal, line_of, sound_lines

START = document()
ENTRIES = (
    Begin(format=FORMAT, document=START, of="abc"),
    Did(edit=ed.AddConstraint(constraint=place(name="hand"))),
    Did(edit=ed.SetPriority(track=1, priority=3)),
    Undid(),
    Saved(of="def"),
    Redid(),
)
LINES = [line_of(text_of(entry)) for entry in ENTRIES]
WHOLE = b"".join(LINES)
ENDS = [sum(map(len, LINES[: k + 1])) for k in range(len(LINES))]


def expected(count):
    """What the first entries lead to."""
    return replay([text_of(entry) for entry in ENTRIES[:count]])


def test_cut_at_every_byte_it_leads_to_the_last_whole_line():
    known = {count: expected(count) for count in range(1, len(ENTRIES) + 1)}
    for length in range(len(WHOLE) + 1):
        texts, sound = sound_lines(WHOLE[:length])
        count = sum(end <= length for end in ENDS)
        assert (len(texts), sound) == (count, ENDS[count - 1] if count else 0)
        if count:
            assert replay(texts) == known[count]
    assert known[6].history.document.clip().tracks[0].constraint.priority == 3
    assert (known[6].of, known[6].saved.clip().tracks[0].constraint.priority) == ("def", 1)


def test_damaged_at_every_byte_it_says_only_what_was_before():
    for at in range(0, len(WHOLE), 7):
        damaged = WHOLE[:at] + bytes([WHOLE[at] ^ 0x21]) + WHOLE[at + 1 :]
        texts, _ = sound_lines(damaged)
        assert len(texts) <= sum(end <= at for end in ENDS) + 1
        assert all(line_of(text) in LINES for text in texts)


def test_what_is_no_journal_is_refused_in_words():
    for texts in ([], [b"{}"], [text_of(Undid())], [b"[" * 5000], [b'{"entry":"begin","format":9,"document":{}}']):
        with pytest.raises(DocumentError):
            replay(texts)


def test_lines_are_added_to_what_was_there(tmp_path):
    path = tmp_path / "journal"
    journal = Journal.begun(path, [b"one"])
    journal.add(b"two")
    journal.close()
    path.write_bytes(path.read_bytes() + b"0000 torn")
    _, length = sound_lines(path.read_bytes())
    again = Journal.resumed(path, length)
    again.add(b"three")
    again.close()
    assert sound_lines(path.read_bytes())[0] == [b"one", b"two", b"three"]


def test_a_line_that_the_disk_refuses_half_way_is_taken_back(tmp_path, monkeypatch):
    journal = Journal.begun(tmp_path / "journal", [b"one"])
    write = os.write
    calls = []

    def full(handle, data):
        calls.append(len(data))
        if len(calls) > 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(handle, data[:5])

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space"):
        journal.add(b"two")
    monkeypatch.undo()
    assert (tmp_path / "journal").read_bytes() == line_of(b"one")
    journal.add(b"three")
    journal.close()
    assert sound_lines((tmp_path / "journal").read_bytes())[0] == [b"one", b"three"]
