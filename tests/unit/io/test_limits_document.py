"""The limits document, and what is refused."""

import pytest

from supple.errors import SuppleError
from supple.io.documents.limits import STARTING_POINT, read_limits

WHOLE = "x_m = [-2, 2]\nz_m = [2, 2.4]\nmax_height_m = 1.5\n"


def read(tmp_path, text, name="limits.toml"):
    (tmp_path / name).write_text(text)
    return read_limits(tmp_path / name)


def test_the_starting_point_is_a_doorway(tmp_path):
    (door,) = read(tmp_path, STARTING_POINT)
    assert (door.name, door.max_height_m, door.z_m) == ("doorway", 1.5, (2.0, 2.4))


def test_json_says_the_same(tmp_path):
    text = '{"format": 1, "limit": [{"x_m": [0, 1], "z_m": [0, 1], "max_height_m": 1}]}'
    assert read(tmp_path, text, "limits.json")[0].x_m == (0.0, 1.0)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"[[limit]]\n{WHOLE}", "format is missing"),
        (f"format = 2\n[[limit]]\n{WHOLE}", "format = 2"),
        (f"format = 1\n[[limits]]\n{WHOLE}", "Did you mean limit"),
        ("format = 1\n[[limit]]\nx_m = [0, 1]\nz_m = [0, 1]\n", r"limit\[0\]: the key max_height_m is missing"),
        (f"format = 1\n[[limit]]\n{WHOLE}width = 3\n", "width"),
        ("format = 1\n[[limit]]\nx_m = [2, -2]\nz_m = [0, 1]\nmax_height_m = 1\n", r"limit\[0\]: x_m must be two"),
        ("format = 1\n[[limit]]\nx_m = [0, 1]\nz_m = [0, nan]\nmax_height_m = 1\n", r"limit\[0\]: z_m"),
        ("format = 1\n[[limit]]\nx_m = [0, 1]\nz_m = [0, 1]\nmax_height_m = inf\n", r"limit\[0\]: max_height_m"),
        ("format = 1\n[[limit]]\nx_m = [0, 1]\nz_m = [0, 1]\nmax_height_m = 'low'\n", r"\.max_height_m = 'low'"),
        ("format = 1\n[[limit]]\nx_m = [0]\nz_m = [0, 1]\nmax_height_m = 1\n", r"limit\[0\]\.x_m"),
        ("not toml", "this is not TOML"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(tmp_path, text, says):
    with pytest.raises(SuppleError, match=says):
        read(tmp_path, text)
