"""Out to files and back."""

from pathlib import Path

import pytest
from support.motions import human_skeleton, smooth_motion

from supple.errors import OverwriteError, UnknownFormatError
from supple.io import registry
from supple.io.formats import Format
from supple.io.options import Encoded
from supple.recipes.demo import run_demo
from supple.recipes.round_trip import round_trip
from supple.recipes.walk import walking


@pytest.fixture
def lossy(monkeypatch):
    """A format of two files that keeps a motion only to the centimetre."""
    kept = {}

    def encode(motion, path, options):
        kept[path] = motion.with_root_positions(motion.root_positions.round(2))
        return Encoded(files={path: b"motion", path.with_suffix(".extra"): b"more"}, notes=("centimetres only",))

    fake = Format(name="lossy", title="Lossy", suffixes=(".lossy",), read=lambda path, _: kept[path], encode=encode)
    known = registry.formats()
    monkeypatch.setattr(registry, "formats", lambda: (*known, fake))


def test_what_a_format_loses_is_measured(tmp_path, lossy):
    motion = smooth_motion(human_skeleton(), frames=20)
    exact, rough = round_trip(motion, tmp_path / "new", (".npz", ".lossy"))
    assert (exact.format, exact.comparison.worst_mm) == ("npz", 0.0)
    assert exact.size_bytes == exact.path.stat().st_size
    assert 0.0 < rough.comparison.worst_mm < 10.0
    assert rough.notes == ("centimetres only",)
    assert {path.suffix for path in rough.files} == {".lossy", ".extra"}
    assert rough.size_bytes == 10


def test_nothing_is_overwritten_unasked(tmp_path):
    round_trip(walking(0.5), tmp_path, (".npz",))
    with pytest.raises(OverwriteError):
        round_trip(walking(0.5), tmp_path, (".npz",))
    assert len(round_trip(walking(0.5), tmp_path, (".npz",), overwrite=True)) == 1


def test_an_unknown_suffix_is_refused(tmp_path):
    with pytest.raises(UnknownFormatError):
        round_trip(walking(0.5), tmp_path, (".xyz",))


def test_the_demo_writes_into_its_folder(tmp_path):
    result = run_demo(tmp_path / "demo", suffixes=(".npz",))
    assert [trip.path for trip in result.trips] == [Path(tmp_path / "demo" / "walk.npz")]
    assert (result.worst_mm, result.worst_deg) == (0.0, 0.0)
    assert result.walk.motion.frames == 240
