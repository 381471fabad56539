"""Checkpoints that are damaged are refused: going on from them would spoil the result without a word."""

import io

import numpy as np
import pytest

pytest.importorskip("pinocchio")

from supple.errors import FileError
from supple.recipes.physics.checkpoint_file import Kept, encoded, read_checkpoint
from supple.solvers.spacetime.costs import Shifts
from supple.solvers.spacetime.solving import Going, Progress, Solved

STEP = Progress(1, 0.5, 3.0, 2.0, 1.0, 0.1, 0.2, 0.3)
GOING = Going(
    np.arange(5.0), Shifts(np.ones((4, 6)), [np.ones((2, 3))], [np.ones(3)], np.ones((2, 3))), 1, 2, False, 1e-8,
    nearest=np.ones(5), nearest_score=4.0, history=(STEP,),
)  # fmt: skip
KEPT = Kept("key", [Solved(np.arange(5.0), (STEP, STEP), True, "met")], GOING)


@pytest.fixture
def arrays():
    with np.load(io.BytesIO(encoded(KEPT))) as file:
        return {name: file[name] for name in file.files}


def _refused(path, arrays, words):
    np.savez(path, **arrays)
    with pytest.raises(FileError, match=words) as told:
        read_checkpoint(path, "key")
    assert "elete it" in str(told.value)
    assert str(told.value).startswith(str(path))
    assert "pickle" not in str(told.value)


def test_what_was_written_is_read(tmp_path):
    path = tmp_path / "c.npz"
    path.write_bytes(encoded(KEPT))
    assert encoded(read_checkpoint(path, "key")) == encoded(KEPT)


def test_numbers_that_are_not_finite_are_refused(arrays, tmp_path):
    floats = [name for name, values in arrays.items() if values.dtype.kind == "f"]
    assert len(floats) == 10
    for name in floats:
        values = arrays[name].copy()
        values.flat[-2] = np.nan
        _refused(tmp_path / "c.npz", arrays | {name: values}, f"damaged: {name}")


def test_arrays_that_are_missing_or_of_another_shape_are_refused(arrays, tmp_path):
    for name in set(arrays) - {"format", "key", "solves"}:
        _refused(tmp_path / "c.npz", {k: v for k, v in arrays.items() if k != name}, f"damaged: {name}")
        _refused(tmp_path / "c.npz", arrays | {name: np.zeros((1, 2, 3))}, f"damaged: {name}")
        _refused(tmp_path / "c.npz", arrays | {name: np.array("words")}, f"damaged: {name}")


@pytest.mark.parametrize("count", [-5, 1000, 2.5])
def test_a_count_of_solves_that_cannot_be_is_refused(arrays, tmp_path, count):
    _refused(tmp_path / "c.npz", arrays | {"solves": np.array(count)}, "damaged: solves is")


def test_numbers_of_a_solve_that_cannot_be_are_refused(arrays, tmp_path):
    for k, value in ((0, -1.0), (1, 0.5), (3, 0.0), (3, np.inf), (5, np.nan), (6, 1e300)):
        numbers = arrays["going_numbers"].copy()
        numbers[k] = value
        _refused(tmp_path / "c.npz", arrays | {"going_numbers": numbers}, "damaged: going_numbers")


def test_other_formats_and_keys_are_told(arrays, tmp_path):
    _refused(tmp_path / "c.npz", arrays | {"format": np.array(-5)}, "format -5; 1 is known")
    _refused(tmp_path / "c.npz", arrays | {"key": np.array("other")}, "another motion, body, document or version")


@pytest.mark.parametrize("data", [b"", b"hello\n", b"PK\x03\x04 nothing", encoded(KEPT)[:700]])
def test_files_that_are_no_checkpoints_are_refused_in_our_own_words(tmp_path, data):
    path = tmp_path / "c.npz"
    path.write_bytes(data)
    with pytest.raises(FileError, match=r"no checkpoint of supple physical, or only a part .*delete it\.$"):
        read_checkpoint(path, "key")
