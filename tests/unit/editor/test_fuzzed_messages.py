"""Whatever a page sends is answered, and the server goes on."""

import contextlib
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.editor_client import PLACE, Page, serving, visiting

from supple.editor.desk import decoded
from supple.errors import SuppleError
from supple.io.registry import write
from supple.recipes.walk import walking

ADD = {"do": "add_constraint", "constraint": PLACE}
SOUND = (
    {"type": "do", "request": 1, "edits": [ADD, {"do": "set_flags", "track": 1, "muted": True}], "label": "x"},
    {"type": "do", "request": 1, "edits": [{"do": "move_key", "track": 1, "of": "goal", "key": 1, "to": "20f"}]},
    {"type": "do", "request": 1, "edits": [{"do": "set_contacts", "contacts": {"fps": 30.0, "contacts": [
        {"point": "p", "start": 0, "stop": 4, "position_m": [0, 0, 0], "joint": "Hips"}]}}]},
    {"type": "do", "request": 1, "edits": [{"do": "set_pose", "pose": {"frame": 1, "constraints": [PLACE]}}]},
    {"type": "preview", "request": 1, "playhead": 5, "edits": [ADD], "whole": False},
    {"type": "undo", "request": 1},
    {"type": "show", "request": 1, "playhead": 2, "clip": 1},
    {"type": "lint", "request": 1},
    {"type": "pose", "request": 1, "edits": [{"do": "set_pose", "pose": {"constraints": [PLACE]}}]},
    {"type": "start", "request": 1, "action": {"action": "trim", "clip": 1}},
    {"type": "accept", "request": 1, "job": 1},
    {"type": "open_file", "request": 1, "name": "walk.bvh"},
    {"type": "export", "request": 1, "name": "x.toml", "what": "edit"},
)  # fmt: skip
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.integers(-3, 3), st.floats(allow_nan=False),
    st.sampled_from(["", "left_wrist", "Hips", "world", "120f", "-1f", "../x", "\0", "\ud800", "do", "x" * 3000, "0"]),
    st.builds(list), st.builds(dict), st.builds(lambda: [[[]]]), st.lists(st.floats(-1e300, 1e300), max_size=4),
)  # fmt: skip


@st.composite
def mutated(draw):
    """A sound message with one or two values replaced, or keys taken away."""
    message = json.loads(json.dumps(draw(st.sampled_from(SOUND))))
    for _ in range(draw(st.integers(1, 2))):
        part = message
        while True:
            keys = list(part) if isinstance(part, dict) else list(range(len(part)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(part[key], dict | list) and part[key] and draw(st.integers(0, 3)):
                part = part[key]
                continue
            if draw(st.integers(0, 4)):
                part[key] = draw(VALUES)
            else:
                part.pop(key)
            break
    return message


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode) | st.just(b"[" * 100_000))
def test_what_is_no_message_is_refused_in_words(data):
    with pytest.raises(SuppleError):
        decoded(data)


@given(mutated())
@settings(max_examples=300)
def test_mutated_messages_are_read_or_refused(message):
    with contextlib.suppress(SuppleError):  # and nothing else
        decoded(json.dumps(message))


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fuzz")
    write(walking(0.5, fps=30.0), folder / "walk.bvh")
    with serving(folder / "walk.bvh") as server, visiting(server) as made:
        yield made
        with visiting(server) as another:  # it still works, for others too
            assert isinstance(another, Page)
            assert another.ask("list_files")["type"] == "done"


@given(mutated())
@settings(max_examples=150, suppress_health_check=list(HealthCheck))
def test_the_server_answers_whatever_a_page_sends(page, message):
    page.raw(json.dumps(message))
    assert page.hear("done", "failed", timeout=60)


def test_bytes_deep_nesting_and_floods_are_answered(page):
    page.raw(b"\x00\x01")
    assert page.hear("failed")["request"] == 0
    page.raw("[" * 1_000_000)
    assert page.hear("failed")["request"] == 0
    for _ in range(300):
        page.send("list_files")
    heard = [page.hear("done", "failed") for _ in range(300)]
    assert {message["type"] for message in heard} <= {"done", "failed"}
    assert page.ask("list_files")["type"] == "done"
