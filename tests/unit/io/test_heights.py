"""The ground in words and as a grid."""

import numpy as np
import pytest
from support.damage import damaged

from supple.errors import SuppleError
from supple.io.documents.heights import read_heights


def heights(text, *places):
    x, z = np.array(places, dtype=float).T
    return read_heights(text)(x, z)


def test_words():
    assert heights("flat", (1, 2)) == 0.0
    assert heights("flat:height=0.1", (1, 2)) == 0.1
    assert heights("-0.05", (1, 2)) == -0.05
    up = heights("stairs:rise=0.17,run=0.29,steps=3", (0, -0.1), (0, 0.1), (0, 0.3), (5, 0.3), (0, 99.0))
    assert up == pytest.approx([0.0, 0.17, 0.34, 0.34, 0.51])
    assert heights("ramp:deg=8, start=1", (0, 0.5), (0, 3.0)) == pytest.approx([0.0, 2 * np.tan(np.radians(8))])
    assert heights("waves:height=0.2,length=2", (0, 0), (0, 1), (0, 2)) == pytest.approx([0.0, 0.2, 0.0])


def test_grids(tmp_path):
    xs, zs = np.array([0.0, 1.0, 3.0]), np.array([-1.0, 1.0])
    table = xs[:, None] + 10.0 * zs
    np.savez(tmp_path / "g.npz", x=xs, z=zs, height=table)
    rows = [f"{x},{z},{x + 10 * z}" for z in zs for x in xs]
    (tmp_path / "g.csv").write_text("x,z,height\n" + "\n".join(rows))
    for name in ("g.npz", "g.csv"):
        found = heights(str(tmp_path / name), (0.0, -1.0), (2.0, 0.0), (9.0, 9.0))
        assert found == pytest.approx([-10.0, 2.0, 13.0])


MESH = """# a step of 20 cm, as a quad and two triangles
v -1 0 -1
v 1 0 -1
v 1 0 0
v -1 0 0
v -1 0.2 0
v 1 0.2 0
v 1 0.2 1
v -1 0.2 1
f 1/1 2/2 3/3 4/4
f 4 3 6 5
f -4 -3 -2
f -4 -2 -1
"""


def test_meshes(tmp_path):
    (tmp_path / "step.obj").write_text(MESH)
    found = heights(str(tmp_path / "step.obj"), (0.0, -0.5), (0.3, -0.04), (0.3, 0.04), (-0.9, 0.9), (0.0, 9.0))
    assert found == pytest.approx([0.0, 0.0, 0.2, 0.2, 0.2])
    for text, part in (("v 0 0 0\nf 1 2 3", "not there"), ("v 0 0 a", "'v 0 0 a'"), ("v 0 0 0", "no faces"),
                       ("v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3", "from above")):  # fmt: skip
        (tmp_path / "bad.obj").write_text(text)
        with pytest.raises(SuppleError, match=part):
            read_heights(str(tmp_path / "bad.obj"))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("stares:rise=1", ["'stares:rise=1'", "stairs"]),
        ("waves:height=0.1", ["length is missing"]),
        ("waves:height=0.1,length=0", ["length must be", "found 0"]),
        ("waves:height=0.1,lenght=2", ["'lenght'", "length"]),
        ("waves:height=nan,length=2", ["height needs a number"]),
        ("none.csv", ["no such file"]),
    ],
)
def test_messages_name_the_key_and_the_value(text, parts):
    with pytest.raises(SuppleError) as caught:
        read_heights(text)
    for part in parts:
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("x,z\n1,2", ["x,z,height"]),
        ("x,z,height\n1,2,3", ["x must increase"]),
        ("x,z,height\n0,0,1\n0,1,2\n1,0,3", ["need 4 lines", "found 3"]),
        ("x,z,height\n0,0,a", ["three numbers"]),
        ("x,z,height\n0,0,1\n0,1,2\n1,0,3\n1,1,inf", ["height must be finite", "x = 1 m, z = 1 m", "inf"]),
        ("x,z,height\n0,0,1e300\n0,1,2\n1,0,3\n1,1,0", ["metres below 1e+06", "x = 0 m, z = 0 m", "1e+300"]),
        ("x,z,height\n0,0,1\n0,1,2\n1e9,0,3\n1e9,1,0", ["x must be finite", "below 1e+06; found 1e+09"]),
        ("x,z,height\n0,0,1\n0,1,2\n1,0,3\n1,1", ["'1,1'"]),
        ("x,z,height\n0,0,1\n0,0,2\n1,0,3\n0,1,3", ["twice"]),
        ("x,z,height\n", ["found 0"]),
    ],
)
def test_grids_that_are_none(text, parts, tmp_path):
    path = tmp_path / "g.csv"
    path.write_text(text)
    with pytest.raises(SuppleError) as caught:
        read_heights(str(path))
    for part in parts:
        assert part in str(caught.value)


def test_a_grid_and_a_mesh_know_where_they_end(tmp_path):
    np.savez(tmp_path / "g.npz", x=np.arange(3.0), z=np.arange(4.0), height=np.ones((3, 4)))
    (tmp_path / "g.obj").write_text("v 0 0 0\nv 2 0 0\nv 0 0 2\nf 1 2 3\n")  # a half of its square
    x, z = np.array([0.3, 1.7, 2.5]), np.array([0.3, 1.7, 0.5])
    assert read_heights(str(tmp_path / "g.npz")).covers(x, z).tolist() == [True, True, False]
    assert read_heights(str(tmp_path / "g.obj")).covers(x, z).tolist() == [True, False, False]


def test_damaged_grids_are_read_or_refused(tmp_path):
    np.savez(tmp_path / "s.npz", x=np.arange(3.0), z=np.arange(4.0), height=np.ones((3, 4)))
    (tmp_path / "s.csv").write_text("x,z,height\n" + "".join(f"{x},{z},{x * z}\n" for x in range(3) for z in range(3)))
    (tmp_path / "s.obj").write_text(MESH)
    for name in ("s.npz", "s.csv", "s.obj"):
        sound, victim = (tmp_path / name).read_bytes(), tmp_path / f"damaged{name[1:]}"
        for seed in range(400):
            victim.write_bytes(damaged(sound, seed))
            try:
                read_heights(str(victim))
            except SuppleError as error:
                assert "damaged" in str(error), f"{name}, seed {seed}"  # noqa: PT017


@pytest.mark.parametrize("text", ["waves:height=1e300,length=1", "waves:height=0.1,length=1e-9"])
def test_waves_that_nobody_could_walk_are_refused_when_they_are_read(text):
    with pytest.raises(SuppleError, match="must"):
        read_heights(text)
