"""The body document, and what is refused."""

import pytest

from supple.errors import SuppleError
from supple.io.documents.body import STARTING_POINT, Body, parse_body, read_body


def test_the_starting_point_changes_nothing_and_with_its_examples_it_is_a_morph():
    assert parse_body(STARTING_POINT, "body") == Body()
    lines = (
        line[1:] if line[:2] in {"#[", "#l", "#t", "#a", "#w", "#s", "#f", "#c", "#g", "#h", "#m"} else line
        for line in STARTING_POINT.splitlines()
    )
    morph = parse_body("\n".join(lines), "body")
    assert morph.scale.legs == 1.2
    assert [key.at for key in morph.scale.key] == [0.0, 2.0]
    assert morph.mass.shank_kg == 3.5
    assert morph.parts.measures["shank"].circumference_m == (0.35, 0.22)


def test_a_file_is_read(tmp_path):
    (tmp_path / "body.json").write_text('{"format": 1, "scale": {"left_arm": 0.9, "key": [{"at": "30f", "all": 2}]}}')
    body = read_body(tmp_path / "body.json")
    assert (body.scale.left_arm, body.scale.key[0].at, body.scale.key[0].all) == (0.9, "30f", 2.0)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[scale]\nall = 1.1", "format is missing"),
        ("format = 1\n[mass]\nthigh_kg = 10\nshank_kg = 0\nfoot_kg = 1", r"mass\.shank_kg must lie.*got 0"),
        ("format = 1\n[mass]\nthigh_kg = 10", "the key shank_kg is missing"),
        ("format = 1\n[scales]\nall = 1.1", "Did you mean scale"),
        ("format = 1\n[scale]\nleg = 1.1", r"scale\.leg.*Did you mean legs"),
        ("format = 1\n[scale]\nlegs = 0", r"scale\.legs must lie between 0.1 and 10.0; got 0"),
        ("format = 1\n[scale]\nlegs = nan", r"scale\.legs must lie between"),
        ("format = 1\n[scale]\nway = 50", r"scale\.way must lie between"),
        ("format = 1\n[scale]\nlegs = 'long'", r"scale\.legs = 'long'"),
        ("format = 1\nscale = 3", r"scale = 3"),
        ("format = 1\n[[scale.key]]\nlegs = 1.2", r"scale\.key\[0\]: the key at is missing"),
        ("format = 1\n[[scale.key]]\nat = -1", r"scale\.key\[0\]\.at: "),
        ("format = 1\n[[scale.key]]\nat = '3x'", r"scale\.key\[0\]\.at: '3x'"),
        ("format = 1\n[[scale.key]]\nat = 1\nfeet = 2", r"scale\.key\[0\]\.feet: hands and feet do not change in time"),
        ("format = 1\n[scale]\nkey = 3", r"scale\.key = 3"),
    ],
)
def test_what_is_wrong_is_named(text, says):
    with pytest.raises(SuppleError, match=says):
        parse_body(text, "body.toml")
