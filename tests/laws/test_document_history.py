"""Whatever is done to a document can be undone and done again, and is written down so that it can be replayed."""

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from support.documents import EDITS, document

from supple.errors import SuppleError
from supple.session.applying import apply
from supple.session.checks import check_document
from supple.session.document import Document
from supple.session.edits import AnyEdit, Several
from supple.session.entries import FORMAT, Begin, Did, Redid, Undid, changed, replay, text_of
from supple.session.history import History

START = document()
RUNS = st.lists(EDITS, max_size=12)


def done(edits):
    """The histories after each edit that was not refused."""
    histories = [History(START)]
    for edit in edits:
        try:
            histories.append(histories[-1].applied(edit))
        except SuppleError:
            continue
    return histories


@given(RUNS)
def test_undo_goes_back_through_the_same_documents_and_redo_forth(edits):
    documents = [history.document for history in done(edits)]
    documents = [d for k, d in enumerate(documents) if k == 0 or d != documents[k - 1]]
    history = done(edits)[-1]
    for expected in reversed(documents[:-1]):
        history = history.undone()
        assert history.document is expected or history.document == expected
    assert not history.past
    for expected in documents[1:]:
        history = history.redone()
        assert history.document == expected
    assert not history.future


@given(RUNS)
def test_an_edit_leaves_its_document_as_it_was_and_gives_a_sound_one(edits):
    before = START
    for edit in edits:
        kept = msgspec.json.encode(before)
        try:
            after = apply(before, edit)
        except SuppleError:
            after = before
        assert msgspec.json.encode(before) == kept
        check_document(after)
        before = after


@given(RUNS)
def test_edits_and_documents_survive_json(edits):
    for edit in edits:
        assert msgspec.json.decode(msgspec.json.encode(edit), type=AnyEdit) == edit
    last = done(edits)[-1].document
    assert msgspec.json.decode(msgspec.json.encode(last), type=Document) == last


@given(st.lists(st.one_of(EDITS, EDITS, st.just("undo"), st.just("redo")), max_size=15))
@settings(max_examples=60)
def test_a_journal_leads_to_the_same_history(steps):
    history, entries = History(START), [Begin(format=FORMAT, document=START)]
    for step in steps:
        entry = {"undo": Undid(), "redo": Redid()}[step] if isinstance(step, str) else Did(edit=step)
        try:
            history = changed(history, entry)
        except SuppleError:
            continue
        entries.append(entry)
    found = replay([text_of(entry) for entry in entries])
    assert found.history == history
    assert found.lines == len(entries)


@given(RUNS)
def test_several_edits_are_all_done_or_none(edits):
    one_by_one = START
    try:
        for edit in edits:
            one_by_one = apply(one_by_one, edit)
    except SuppleError:
        history = History(START)
        try:
            history = history.applied(Several(label="all", edits=tuple(edits)))
        except SuppleError:
            assert history.document is START
            return
        raise AssertionError("a refused edit was done") from None
    assert apply(START, Several(label="all", edits=tuple(edits))) == one_by_one
