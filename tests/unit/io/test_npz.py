"""Supple's own arrays: every bit back, and no trust in strangers' files."""

import contextlib
import io
import json
import subprocess
import sys
import zipfile
from dataclasses import replace

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

from supple.core.freedom import Freedom
from supple.core.motion import Motion
from supple.core.provenance import Provenance
from supple.core.skeleton import Skeleton
from supple.errors import FileError
from supple.io import registry
from supple.io.options import ReadOptions, WriteOptions


def limited_skeleton() -> Skeleton:
    human = human_skeleton()
    freedoms = list(human.freedoms)
    freedoms[2] = Freedom("hinge", np.array([[1.0, 0.0, 0.0]]), np.array([[0.0, np.inf]]))
    freedoms[7] = Freedom("universal", np.eye(3)[:2])
    turned = np.tile([np.cos(0.3), 0.0, np.sin(0.3), 0.0], (len(human), 1))
    return replace(human, freedoms=tuple(freedoms), rest_rotations=turned)


def limited_motion() -> Motion:
    words = Provenance(
        source="a.bvh",
        format="bvh",
        unit_scale=0.0254,
        up="z",
        decisions=(("units", "inches: the figure is 69 units tall"),),
        warnings=("ä line too many",),
        native=object(),
    )
    motion = smooth_motion(limited_skeleton(), frames=7, stretch=True)
    return replace(motion, rest_rows=1, provenance=words)


@pytest.fixture
def written(tmp_path):
    path = tmp_path / "walk.npz"
    registry.write(limited_motion(), path)
    return path


def test_every_bit_comes_back(written):
    motion, back = limited_motion(), registry.read(written)
    for name in ("root_positions", "rotations", "offsets"):
        assert getattr(back, name).tobytes() == getattr(motion, name).tobytes()
    for name in ("parents", "offsets", "end_sites", "rest_rotations"):
        assert getattr(back.skeleton, name).tobytes() == getattr(motion.skeleton, name).tobytes()
    assert back.skeleton.names == motion.skeleton.names
    assert (back.frame_time, back.rest_rows) == (motion.frame_time, motion.rest_rows)
    for ours, theirs in zip(motion.skeleton.freedoms, back.skeleton.freedoms, strict=True):
        assert ours.kind == theirs.kind
        np.testing.assert_array_equal(ours.axes, theirs.axes)
        np.testing.assert_array_equal(ours.limits, theirs.limits)


def test_where_it_came_from_comes_back(written):
    provenance = registry.read(written).provenance
    assert (provenance.source, provenance.format) == ("walk.npz", "npz")
    assert (provenance.unit_scale, provenance.up) == (0.0254, "z")
    assert provenance.decision("units").startswith("inches")
    assert "a.bvh" in provenance.decision("origin")
    assert provenance.warnings == ("ä line too many",)


def test_a_motion_without_stretch_stays_without(tmp_path):
    registry.write(smooth_motion(human_skeleton(), frames=3), tmp_path / "a.npz")
    assert registry.read(tmp_path / "a.npz").offsets is None


def test_writing_twice_and_writing_what_was_read_give_the_same_bytes(written):
    once = registry.encode(limited_motion(), written).files[written]
    again = registry.encode(registry.read(written), written).files[written]
    assert once == written.read_bytes() == again


def test_numpy_opens_it_without_pickle(written):
    with np.load(written, allow_pickle=False) as arrays:
        assert arrays["rotations"].shape == (7, 26, 4)
        assert arrays["names"][0] == "Hips"


def test_what_cannot_be_kept_is_said(tmp_path):
    encoded = registry.encode(limited_motion(), tmp_path / "a.npz", WriteOptions(unit_scale=0.01))
    assert "bvh" in encoded.notes[1]
    assert "metres" in encoded.notes[0]


def test_units_given_for_a_file_that_states_them_are_answered(written):
    assert "metres" in registry.read(written, ReadOptions(unit_scale=0.01)).provenance.warnings[-1]


def changed(written, **arrays):
    """The file with some arrays replaced (None: left out), packed by NumPy itself."""
    with np.load(written) as found:
        content = {**found, **arrays}
    np.savez_compressed(written, **{k: v for k, v in content.items() if v is not None})
    return written


def test_arrays_packed_by_numpy_are_read(written):
    before = registry.read(written).rotations
    np.testing.assert_array_equal(registry.read(changed(written)).rotations, before)


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"format": np.int64(2)}, "format 2.*newer"),
        ({"rotations": None}, "'rotations' is missing"),
        ({"rotations": np.zeros((7, 26, 4))}, "unit quaternions"),
        ({"rotations": np.zeros((7, 26, 4), np.int64)}, "int64"),
        ({"rotations": np.zeros((7, 4))}, "dimensions"),
        ({"root_positions": np.full((7, 3), np.nan)}, "finite"),
        ({"root_positions": np.zeros((6, 3))}, r"\(7, 3\)"),
        ({"frame_time": np.array(-1.0)}, "frame_time"),
        ({"parents": np.zeros(26, np.int64)}, "parent"),
        ({"names": np.array(["x"] * 26)}, "unique"),
        ({"names": np.array([str(k) for k in range(20000)])}, "20000 joints"),
        ({"freedom_counts": np.full(26, 9)}, "freedom_counts"),
        ({"axis_counts": np.full(26, 3)}, "axis_counts"),
        ({"provenance": np.array("[1")}, "provenance"),
        ({"provenance": np.array("[" * 100_000)}, "provenance"),
        ({"provenance": np.array(json.dumps({"source": 1}))}, "provenance"),
        ({"end_sites": np.ones(26, bool)}, "end site"),
        ({"rest_rows": np.int64(99)}, "rest_rows"),
    ],
)
def test_a_wrong_array_is_named(written, arrays, words):
    with pytest.raises(FileError, match=words):
        registry.read(changed(written, **arrays))


def test_an_amass_file_is_read_by_its_arrays(tmp_path):
    path = tmp_path / "amass.npz"
    np.savez(path, poses=np.zeros((3, 156)), trans=np.zeros((3, 3)), betas=np.zeros(16), mocap_framerate=120.0)
    assert registry.read(path).provenance.format == "amass"


def test_another_npz_is_refused_with_what_it_holds(tmp_path):
    np.savez(tmp_path / "other.npz", weights=np.zeros(3))
    with pytest.raises(FileError, match="weights"):
        registry.read(tmp_path / "other.npz")


@pytest.mark.parametrize("data", [b"", b"PK", b"hello", b"\0" * 100, b"PK\x05\x06" + b"\0" * 18])
def test_what_is_no_zip_is_refused(tmp_path, data):
    (tmp_path / "a.npz").write_bytes(data)
    with pytest.raises(FileError):
        registry.read(tmp_path / "a.npz")


def test_pickles_are_never_opened(written):
    with pytest.raises(FileError, match="type object"):
        registry.read(changed(written, names=np.array([{}] * 26, dtype=object)))


def replaced_member(written, name, raw, method=zipfile.ZIP_STORED):
    with zipfile.ZipFile(written) as archive:
        members = {info.filename: archive.read(info) for info in archive.infolist()}
    with zipfile.ZipFile(written, "w", method) as archive:
        for member, content in {**members, f"{name}.npy": raw}.items():
            archive.writestr(member, content)
    return written


def npy_header(descr: str, shape: str) -> bytes:
    text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text


@pytest.mark.parametrize(
    ("descr", "shape"),
    [
        ("<f8", "(1000000000000, 26, 4)"),
        ("<f8", f"({'9' * 60}, 26, 4)"),
        ("<f8", "(0, 26, 4)"),
        ("<f2", "(, , )"),
        ("<f16", "(0, 0, 0)"),
        ("<q8", "(1, 1, 1)"),
        ("O", "(1, 1, 1)"),
    ],
)
def test_a_header_that_lies_does_not_allocate(written, descr, shape):
    with pytest.raises(FileError):
        registry.read(replaced_member(written, "rotations", npy_header(descr, shape)))


def test_text_of_no_size_or_no_characters_is_refused(written):
    with pytest.raises(FileError, match="names"):
        registry.read(replaced_member(written, "names", npy_header("<U0", "(1000000000000,)")))
    with pytest.raises(FileError, match="characters"):
        registry.read(replaced_member(written, "names", npy_header("<U1", "(1,)") + b"\xff" * 4))


def test_a_bomb_is_refused_before_it_is_unpacked(written):
    bomb = npy_header("<f8", "(26214400,)") + bytes(200 * 2**20)
    replaced_member(written, "more", bomb, zipfile.ZIP_DEFLATED)
    del bomb
    code = (
        "import resource, sys; from pathlib import Path; from supple.io import registry\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try: registry.read(Path(sys.argv[1]))\n"
        "except ValueError as e: print(e)\n"
        "print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)"
    )
    out = subprocess.run([sys.executable, "-c", code, str(written)], capture_output=True, text=True, check=True).stdout
    assert "unpacks to" in out
    assert int(out.split()[-1]) < 64  # [MiB]


def test_a_cut_file_is_refused_wherever_it_is_cut(written):
    whole = written.read_bytes()
    for size in range(0, len(whole), max(1, len(whole) // 60)):
        written.write_bytes(whole[:size])
        with pytest.raises(FileError):
            registry.read(written)


def test_random_damage_never_crashes(written):
    whole, rng = written.read_bytes(), np.random.default_rng(3)
    for _ in range(300):
        spoilt = bytearray(whole)
        for at in rng.integers(0, len(whole), 4):
            spoilt[at] = rng.integers(0, 256)
        written.write_bytes(bytes(spoilt))
        with contextlib.suppress(FileError):
            registry.read(written)


def test_reading_imports_no_compiler(written):
    code = (
        "import sys; from supple.io import registry; registry.read(sys.argv[1])\n"
        "assert not {'numba', 'scipy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code, str(written)], check=True)


def test_members_of_the_same_name_are_refused(tmp_path):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("a.npy", b"1")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a.npy", b"2")
    (tmp_path / "a.npz").write_bytes(stream.getvalue())
    with pytest.raises(FileError, match="same name"):
        registry.read(tmp_path / "a.npz")


def test_a_file_without_joints_says_so(written):
    names = np.zeros(0, "<U5")
    with pytest.raises(FileError, match="the file names 0 joints"):
        registry.read(changed(written, names=names))


def test_numbers_that_are_too_wide_are_named_as_such(written):
    rotations = dict(np.load(written))["rotations"].astype("g")
    if rotations.dtype.itemsize > 8:  # not on every machine
        with pytest.raises(FileError, match="'rotations' holds numbers of 16 bytes"):
            registry.read(changed(written, rotations=rotations))


def test_a_unit_that_no_file_can_hold_is_not_taken_over(written):
    record = json.loads(str(np.load(written)["provenance"])) | {"unit_scale": 1e-300}
    back = registry.read(changed(written, provenance=np.array(json.dumps(record))))
    assert back.provenance.unit_scale == 1.0
    assert any("1e-300 metres per unit" in words for words in back.provenance.warnings)
