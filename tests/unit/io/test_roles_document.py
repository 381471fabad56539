"""The roles document: a user's word over what was found, and messages that name what is wrong."""

import json

import pytest
from support.figures import built, rows

from supple.core.roles import find_roles
from supple.errors import DocumentError, FileError
from supple.io.documents import STARTING_POINTS
from supple.io.documents.roles import STARTING_POINT, apply_overrides, parse_roles, read_roles


@pytest.fixture
def figure():
    skeleton, positions = built(rows())
    return skeleton, find_roles(skeleton, positions)


def test_the_starting_point_is_a_document(figure):
    skeleton, roles = figure
    assert STARTING_POINTS["roles"] == STARTING_POINT
    assert dict(apply_overrides(roles, parse_roles(STARTING_POINT), skeleton)) == dict(roles)


def test_the_examples_of_the_starting_point_are_allowed_too():
    lines = [line[2:] if line.startswith("# ") and (" = " in line or line.startswith("# [")) and "Role =" not in line
             else line for line in STARTING_POINT.splitlines()]  # fmt: skip
    document = parse_roles("\n".join(lines))
    assert document.roles["left_wrist"] == "LeftHand"
    assert document.limbs["tail"] == ("Tail1", "Tail2", "Tail3")
    assert document.points["left_heel"].offset == (0.0, -0.08, -0.05)
    assert document.floor.shape == "flat"


def test_overrides_win_and_an_empty_name_takes_a_role_away(figure):
    skeleton, roles = figure
    text = 'format = 1\n[roles]\nneck = "Spine1"\nleft_ball = ""\n'
    changed = apply_overrides(roles, parse_roles(text), skeleton)
    assert changed["neck"] == "Spine1"
    assert "chest" not in changed  # a joint plays one role
    assert "left_ball" not in changed
    assert changed.sources["neck"] == "file"
    assert changed["right_ball"] == roles["right_ball"]


def test_two_roles_can_exchange_their_joints(figure):
    skeleton, roles = figure
    text = 'format = 1\n[roles]\nleft_wrist = "RightHand"\nright_wrist = "LeftHand"\n'
    changed = apply_overrides(roles, parse_roles(text), skeleton)
    assert (changed["left_wrist"], changed["right_wrist"]) == ("RightHand", "LeftHand")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('format = 1\n[roles]\nleft_wirst = "a"', ["roles.left_wirst", "'left_wirst'", "left_wrist"]),
        ("format = 1\n[roles]\nhips = 3", ["roles.hips = 3", "str"]),
        ("format = 2", ["format = 2", "format = 1"]),
        ("format = true", ["format = True"]),
        ("[roles]", ["format is missing"]),
        ("format = 1\nrolse = 1", ["rolse", "Did you mean roles"]),
        ("format = 1\nroles = 4", ["roles = 4", "table"]),
        ('format = 1\n[points.left_heel]\njoint = "a"\noffset = [1, 2]', ["points.left_heel.offset", "[1, 2]", "3"]),
        ('format = 1\n[points.nose]\njoint = "a"', ["points.nose", "no point 'nose'", "left_heel"]),
        ("format = 1\n[floor]\nheigt = 1", ["floor", "heigt"]),
        ("format = 1\n[limbs]\ntail = 3", ["limbs.tail = 3"]),
        ("format = 1\nroles =\n", ["not TOML", "line 2"]),
    ],
)
def test_messages_name_file_key_and_value(text, parts):
    with pytest.raises(DocumentError) as caught:
        parse_roles(text, "my.toml")
    message = str(caught.value)
    assert message.startswith("my.toml: ")
    for part in parts:
        assert part in message


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('[roles]\nleft_wrist = "LeftHnad"', ["roles.left_wrist", "'LeftHnad'", "Did you mean 'LeftHand'"]),
        ('[points.left_heel]\njoint = "Foot"', ["points.left_heel", "'Foot'"]),
        ('[limbs]\ntail = ["Tail1"]', ["limbs.tail", "'Tail1'"]),
        ('[roles]\nneck = "Head"\nhead = "Head"', ["roles.head", "one role"]),
    ],
)
def test_joints_are_checked_against_the_skeleton(figure, text, parts):
    skeleton, roles = figure
    with pytest.raises(DocumentError) as caught:
        apply_overrides(roles, parse_roles("format = 1\n" + text, "my.toml"), skeleton)
    for part in ["my.toml", *parts]:
        assert part in str(caught.value)


def test_files_are_toml_or_json(tmp_path):
    path = tmp_path / "r.toml"
    path.write_text('format = 1\n[roles]\nhips = "Root"\n')
    assert read_roles(path).roles == {"hips": "Root"}
    other = tmp_path / "r.json"
    other.write_text(json.dumps({"format": 1, "roles": {"hips": "Root"}}))
    assert read_roles(other).roles == {"hips": "Root"}
    for text in ("[]", "{", "[" * 100_000):
        other.write_text(text)
        with pytest.raises(DocumentError, match="r.json"):
            read_roles(other)
    with pytest.raises(FileError, match="no such file"):
        read_roles(tmp_path / "none.toml")
