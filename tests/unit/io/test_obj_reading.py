"""Meshes in Wavefront OBJ files."""

import pytest

from supple.errors import FileError
from supple.io.obj import read_mesh

CORNERS = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"


def test_faces_are_counted_from_one_or_from_the_last_vertex(tmp_path):
    path = tmp_path / "mesh.obj"
    path.write_text(CORNERS + "f 1/1/1 2//2 3/3 4\nf -4 -2 -1\n")
    assert read_mesh(path).faces.tolist() == [[0, 1, 2], [0, 2, 3], [0, 2, 3]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("f 0 1 2\n" + CORNERS, "'f 0 1 2' is not understood"),  # not the first of the vertices that follow
        (CORNERS + "f -5 -2 -1\n", "is not understood"),
        (CORNERS + "f 1 2 9\n", "is not there; there are 4"),
        (CORNERS + "f a b c\n", "is not understood"),
        ("v nan 0 0\n" + CORNERS + "f 1 2 3\n", "finite"),
        (CORNERS + "v 1e8 0 2e8\nf 1 2 3\n", r"metres below 1e\+06; vertex 5 is at 1e\+08, 0, 2e\+08. Scale"),
        (CORNERS, "no faces"),
    ],
)
def test_what_is_no_mesh_is_refused(tmp_path, text, words):
    path = tmp_path / "mesh.obj"
    path.write_text(text)
    with pytest.raises(FileError, match=words):
        read_mesh(path)
