"""Paths as people give them, and what is refused."""

import numpy as np
import pytest

from supple.errors import SuppleError
from supple.io.documents.path import STARTING_POINT, read_path


def test_words_mean_lines_and_arcs():
    assert read_path("line").length == np.inf
    assert read_path("line:length=4").length == 4.0
    assert read_path("arc:radius=-3").radius == -3.0
    assert read_path("arc:radius=-2,deg=90").length == pytest.approx(np.pi)


def test_points_come_from_csv_toml_and_json(tmp_path):
    (tmp_path / "a.csv").write_text("x,z\n0,0\n\n0,2\n1.5,3\n")
    (tmp_path / "a.toml").write_text("format = 1\npoints_m = [[0, 0], [0, 2], [1.5, 3]]\n")
    (tmp_path / "a.json").write_text('{"format": 1, "points_m": [[0, 0], [0, 2], [1.5, 3]]}')
    for suffix in ("csv", "toml", "json"):
        assert read_path(str(tmp_path / f"a.{suffix}")).points.tolist() == [[0, 0], [0, 2], [1.5, 3]]


def test_the_starting_point_is_a_path(tmp_path):
    (tmp_path / "p.toml").write_text(STARTING_POINT)
    assert len(read_path(str(tmp_path / "p.toml")).points) == 4


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("spiral", "this is no path. Give one of: line, arc"),
        ("arc", "radius is missing"),
        ("arc:radius=0", "radius must be at least"),
        ("arc:radius=3,deg=-1", "deg must be more than 0"),
        ("arc:radus=3", "Did you mean radius"),
        ("line:length=x", "length needs a number"),
        ("no_such_file.csv", "no_such_file.csv"),
    ],
)
def test_wrong_words_are_refused(text, says):
    with pytest.raises(SuppleError, match=says):
        read_path(text)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.csv", "0,0\n1,1\n", "first line must be x,z"),
        ("a.csv", "x,z\n0,0\n1\n", "a.csv:3: a line has two numbers"),
        ("a.csv", "x,z\n0,0\n", "from 2 to"),
        ("a.csv", "x,z\n0,0\n0,nan\n", "point 2 must be within"),
        ("a.csv", "", "the file is empty"),
        ("a.toml", "points_m = [[0, 0], [0, 1]]", "format is missing"),
        ("a.toml", "format = 1", "points_m is missing"),
        ("a.toml", "format = 1\npoints = []", "Did you mean points_m"),
        ("a.toml", "format = 1\npoints_m = [[0, 0], [0, 1, 2]]", r"points_m\[1\]"),
        ("a.toml", "format = 1\npoints_m = [[0, 0], [0, 'x']]", r"points_m\[1\]\[1\]"),
    ],
)
def test_wrong_documents_are_refused_by_key_or_line(tmp_path, name, text, says):
    (tmp_path / name).write_text(text)
    with pytest.raises(SuppleError, match=says):
        read_path(str(tmp_path / name))
