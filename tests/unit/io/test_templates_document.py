"""The templates document: what is read, and messages that name what is wrong."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from supple.errors import DocumentError, FileError, SuppleError
from supple.io.documents import STARTING_POINTS
from supple.io.documents.templates import STARTING_POINT, TemplateEntry, parse_templates, read_templates


def document(**changes):
    keys = {"joint": "left_ankle", "kind": "space", "start": "80f", "end": "92f"} | changes
    return {"format": 1, "template": [{key: value for key, value in keys.items() if value is not None}]}


def test_the_starting_point_is_a_document_and_its_examples_are_too():
    assert STARTING_POINTS["templates"] == STARTING_POINT
    assert parse_templates(STARTING_POINT).templates == ()
    lines = [line[1:] if line[:2] == "#[" or (line[1:2].isalpha() and line[0] == "#") else line
             for line in STARTING_POINT.splitlines()]  # fmt: skip
    found = parse_templates("\n".join(lines)).templates
    assert [t.kind for t in found] == ["space", "line", "space"]
    assert found[1] == TemplateEntry(joint="left_ankle", kind="line", start=2.96, end=3.2)
    assert found[2].reference == "hips"


def test_json_is_read_by_its_suffix(tmp_path):
    path = tmp_path / "templates.json"
    path.write_text(json.dumps(document()))
    (found,) = read_templates(path).templates
    assert (found.joint, found.start, found.end) == ("left_ankle", "80f", "92f")
    assert read_templates(path).source == str(path)
    with pytest.raises(FileError, match="no such file"):
        read_templates(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ({"kind": "spce"}, ["template[0].kind = 'spce'", "space"]),
        ({"kind": 3}, ["template[0].kind = 3"]),
        ({"joint": None}, ["template[0]", "joint is missing"]),
        ({"begin": 1.0}, ["template[0].begin", "no key 'begin'"]),
        ({"start": "80"}, ["template[0].start = '80'", '"120f"']),
        ({"start": -1.0}, ["template[0].start = -1.0", "time starts at 0"]),
        ({"end": "80f"}, ["template[0].end = '80f'", "must come after start"]),
        ({"start": 3, "end": 2.5}, ["template[0].end = 2.5", "must come after start, 3"]),
        ({"start": True}, ["template[0].start = True"]),
        ({"reference": "left_ankle"}, ["template[0].reference = 'left_ankle'", "the joint itself"]),
        ({"reference": 7}, ["template[0].reference = 7"]),
    ],
)
def test_what_is_wrong_is_named(changes, parts):
    with pytest.raises(DocumentError) as caught:
        parse_templates(json.dumps(document(**changes)), "my.json", "json")
    for part in ["my.json", *parts]:
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "format is missing"),
        ("format = 2", "format = 2"),
        ("format = 1\ntemplates = []", "templates: there is no key 'templates'. Did you mean template"),
        ("format = 1\ntemplate = 3", "template = 3: a list of tables is needed"),
        ("format = 1\n[template]\nkind = 'space'", "a list of tables is needed"),
        ("format = 1\n[[template]", "not TOML"),
    ],
)
def test_documents_that_are_none_are_refused(text, part):
    with pytest.raises(DocumentError, match="templates"):
        parse_templates(text)
    with pytest.raises(DocumentError) as caught:
        parse_templates(text)
    assert part in str(caught.value)


def test_seconds_and_frames_may_be_mixed_until_there_is_a_motion():
    (found,) = parse_templates(json.dumps(document(start=3.0, end="5f")), language="json").templates
    assert (found.start, found.end) == (3.0, "5f")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["format", "template", "joint", "x"]), values, max_size=4))
def test_nothing_but_our_own_errors_comes_of_any_document(data):
    with suppress(SuppleError):
        parse_templates(json.dumps(data), language="json")


@given(st.dictionaries(st.sampled_from(["joint", "kind", "start", "end", "reference"]), values, max_size=5))
def test_nothing_but_our_own_errors_comes_of_any_template(table):
    with suppress(SuppleError):
        parse_templates(json.dumps({"format": 1, "template": [table]}), language="json")
