"""Large BVH files in blocks: what they say and write is, to the last byte, what reading them at once gives."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest

import supple
from supple.cli import main
from supple.core.rows import BLOCK
from supple.errors import FileError
from supple.io import line_rows, registry
from supple.io.output import write_files
from supple.plots.dataset_report.clip_facts import clip_facts

_FRAMES = 2 * BLOCK + 100  # three blocks
_TREE = """HIERARCHY
ROOT Hips
{{
  OFFSET 0 90 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Knee
  {{
    OFFSET 0 -45 0
    CHANNELS {channels}
    End Site
    {{
      OFFSET 0 -45 0
    }}
  }}
}}
MOTION
Frames: {frames}
Frame Time: 0.0083333
"""
_TURNING, _MOVING = "3 Zrotation Xrotation Yrotation", "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"


@pytest.fixture(autouse=True)
def _streams_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "LARGE", 0)


def _rows(width: int, seed: int = 0) -> np.ndarray:
    """Angles that wander far beyond a turn, so that signs change in and between blocks."""
    steps = np.random.default_rng(seed).normal(0.0, 25.0, (_FRAMES, width))
    return np.round(np.cumsum(steps, axis=0), 6)


def _file(tmp_path: Path, rows: np.ndarray, channels: str = _TURNING, declared: int = _FRAMES, end: str = "\n") -> Path:
    lines = [" ".join(f"{x:.6f}" for x in row) for row in rows]
    path = tmp_path / "clip.bvh"
    path.write_bytes((_TREE.format(channels=channels, frames=declared) + "\n".join(lines) + end).encode())
    return path


def _resting(width: int) -> np.ndarray:
    rows = np.full((_FRAMES, width), 30.0) + np.sin(np.arange(_FRAMES))[:, None]
    rows[0] = 0.0
    return rows


_CLIPS = {
    "leaping": {"rows": _rows(9)},
    "moving bones": {"rows": _rows(12), "channels": _MOVING},
    "rest row": {"rows": _resting(9)},
    "cut off": {"rows": _rows(9), "end": "\n1 2 3"},
    "lying count": {"rows": _rows(9), "declared": 7},
    "blank lines": {"rows": _rows(9), "end": "\n\n \n"},
}


@pytest.mark.parametrize("name", _CLIPS)
def test_a_stream_says_and_writes_what_the_whole_clip_does(name: str, tmp_path: Path) -> None:
    path = _file(tmp_path, **_CLIPS[name])
    streamed, whole = registry.stream(path), registry.read(path)
    assert streamed is not None
    assert isinstance(whole, supple.Motion)
    assert streamed.provenance.warnings == whole.provenance.warnings
    assert streamed.provenance.decisions == whole.provenance.decisions
    assert (streamed.frames, streamed.rest_rows, streamed.fps) == (whole.frames, whole.rest_rows, whole.fps)
    assert clip_facts(streamed) == clip_facts(whole)
    for field in ("rotations", "root_positions"):
        blocks = np.concatenate([getattr(block, field) for block in streamed.blocks()])
        assert blocks.tobytes() == getattr(whole, field).tobytes(), f"{field} differ"
    for suffix in ("bvh", "npz"):
        expected, made = registry.encode(whole, f"a.{suffix}"), registry.encode_stream(streamed, f"a.{suffix}")
        assert made is not None
        assert _written(made) == next(iter(expected.files.values()))
        assert made.notes == expected.notes


def _written(made: supple.io.options.EncodedStream) -> bytes:
    (write,) = made.files.values()
    file = io.BytesIO()
    write(file)
    return file.getvalue()


@pytest.mark.parametrize("up", ["x", "z", "-y"])
def test_a_stream_in_another_world_is_the_same_motion(up: str, tmp_path: Path) -> None:
    path, options = _file(tmp_path, _rows(9)), supple.io.options.ReadOptions(up=up, unit_scale=0.01)
    streamed, whole = registry.stream(path, options), registry.read(path, options)
    assert streamed is not None
    assert isinstance(whole, supple.Motion)
    blocks = np.concatenate([block.rotations for block in streamed.blocks()])
    assert blocks.tobytes() == whole.rotations.tobytes()
    assert streamed.root_positions.tobytes() == whole.root_positions.tobytes()


def test_some_rows_of_a_stream_can_be_asked_for_in_any_order(tmp_path: Path) -> None:
    rows = _rows(9)
    streamed = registry.stream(_file(tmp_path, rows))
    assert streamed is not None
    wanted = np.array([5, 6, 2000, 0, 5])
    assert (streamed.provenance.native.values[wanted] == rows[wanted]).all()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3 4 5 6 7 8 9\n1 2 nan 4 5 6 7 8 9\n",  # no number
        "1 2 3 4 5 6 7 8 9\n1 2 3\n1 2 3 4 5 6 7 8 9\n",  # a row that is too short in the middle
        "1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9\n",  # two rows on a line
        "1 2 3\n4 5 6\n7 8 9\n",  # rows over lines
        "1e15 2 3 4 5 6 7 8 9\n",  # a place beyond all figures
        "",
    ],
)
def test_what_is_not_one_row_to_a_line_is_left_to_reading_at_once(text: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.bvh"
    path.write_text(_TREE.format(channels=_TURNING, frames=2) + text)
    assert registry.stream(path) is None


def test_a_file_that_shrinks_while_it_is_streamed_is_told(tmp_path: Path) -> None:
    path = _file(tmp_path, _rows(9))
    streamed = registry.stream(path)
    assert streamed is not None
    path.write_bytes(path.read_bytes()[:-5000])
    with pytest.raises(FileError, match="changed while it was read"):
        list(streamed.blocks())


def test_a_stream_that_breaks_off_leaves_no_file(tmp_path: Path) -> None:
    path = _file(tmp_path, _rows(9))
    streamed = registry.stream(path)
    assert streamed is not None
    encoded = registry.encode_stream(streamed, tmp_path / "out.npz")
    assert encoded is not None
    path.unlink()
    with pytest.raises(FileError, match="clip.bvh"):
        write_files(encoded.files)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("suffix", ["bvh", "npz"])
def test_convert_makes_the_same_file_with_and_without_streams(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, said = _file(tmp_path, _rows(9), end="\n1 2 3"), []
    for k, large in enumerate((0, 1 << 40)):
        monkeypatch.setattr(registry, "LARGE", large)
        assert main(["convert", str(path), str(tmp_path / f"{k}.{suffix}"), "--json"]) == 0
        said.append({**json.loads(capsys.readouterr().out), "written": None})
    assert said[0] == said[1]
    assert (tmp_path / f"0.{suffix}").read_bytes() == (tmp_path / f"1.{suffix}").read_bytes()


def test_check_says_the_same_with_and_without_streams(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, said = _file(tmp_path, _rows(9), end="\n1 2 3"), []
    for large in (0, 1 << 40):
        monkeypatch.setattr(registry, "LARGE", large)
        assert main(["check", str(path), "--json"]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert "cut off" in said[0]


def test_changes_that_need_all_frames_are_made_as_before(tmp_path: Path) -> None:
    path = _file(tmp_path, _rows(9))
    out = tmp_path / "few.bvh"
    assert main(["convert", str(path), str(out), "--frames", "10:20", "--units", "m"]) == 0
    assert len(supple.read(out)) == 10


def test_a_file_that_is_replaced_by_another_while_it_is_streamed_is_told(tmp_path: Path) -> None:
    path = _file(tmp_path, _rows(9))
    streamed = registry.stream(path)
    assert streamed is not None
    (tmp_path / "new").mkdir()
    _file(tmp_path / "new", _rows(9, seed=1)).replace(path)
    with pytest.raises(FileError, match="changed while it was read"):
        list(streamed.blocks())


def test_blank_lines_far_behind_a_last_row_that_is_cut_off_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_rows, "_CHUNK", 100)
    path = _file(tmp_path, _rows(9)[:50], end="\n1 2 3\n" + 500 * "\n")
    streamed, whole = registry.stream(path), registry.read(path)
    assert streamed is not None
    assert streamed.provenance.warnings == whole.provenance.warnings
    assert len([*streamed.blocks()][-1]) == 50


@pytest.mark.parametrize("words", [["out.glb"], ["out.bvh", "--up", "z"], ["out.bvh", "--units", "m"]])
def test_a_file_that_cannot_be_written_in_blocks_is_not_looked_through_twice(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _file(tmp_path, _rows(9)[:50])
    monkeypatch.setattr("supple.io.bvh.streaming.stream", lambda *_: pytest.fail("the file was streamed"))
    monkeypatch.chdir(tmp_path)
    assert main(["convert", str(path), *words]) == 0


def test_a_stream_that_does_not_fit_into_memory_is_told_with_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _file(tmp_path, _rows(9)[:50])

    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("supple.io.bvh.streaming.scan", full)
    assert main(["check", str(path), str(path), "--json"]) == 1
    first, second = json.loads(capsys.readouterr().out)["files"]
    assert first == second
    assert first["too_large"]
    assert "clip.bvh: reading this file needs more memory" in first["error"]
