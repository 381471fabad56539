"""Which number reader is used, and what it says about lines."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from support.shared import files, needs_data

from supple.io import numbers


def test_long_texts_are_read_in_pieces_without_a_seam():
    words = [repr(k / 7) for k in range(60_000)]
    text = " ".join(words).encode()
    assert len(text) > 4 * numbers._CHUNK
    for read in (numbers.read_plain, numbers.read_compiled):
        np.testing.assert_array_equal(read(text).values, [float(w) for w in words])


def test_lines_are_counted_across_pieces():
    text = b"".join(b"%d 2 3\n\n" % k for k in range(40_000))
    for read in (numbers.read_plain, numbers.read_compiled):
        ends = read(text).line_ends
        assert len(ends) == 80_000
        np.testing.assert_array_equal(ends, np.repeat(3 * np.arange(1, 40_001), 2))


@pytest.mark.parametrize("loaded", [True, False])
def test_the_compiled_reader_is_taken_where_the_compiler_is_loaded(loaded, monkeypatch):
    taken = []
    monkeypatch.setattr(numbers, "compiler_is_loaded", lambda: loaded)
    for name in ("read_plain", "read_compiled"):
        monkeypatch.setattr(numbers, name, lambda text, name=name: taken.append(name))
    numbers.read_numbers(b"1 2 3")
    assert taken == ["read_compiled" if loaded else "read_plain"]


@pytest.mark.parametrize(
    "word", ["1_000", "１", "0x10", "inf", "infinity", "nan", "1e999", "", "--1", "1,5", "9" * 1001]
)
def test_only_plain_digits_are_numbers(word):
    assert np.isnan(numbers.plain_float(word))
    assert not word or not numbers.read_plain(word.encode()).complete
    assert not word or not numbers.read_compiled(word.encode()).complete


def test_plain_digits_are_read_as_python_reads_them():
    for word in ("1", "-2.5", "+.5", "1e-3", "7."):
        assert numbers.plain_float(word) == numbers.plain_float(word.encode()) == float(word)


def test_threads_read_the_same_bits():
    text = " ".join(repr(k / 7) for k in range(20_000)).encode()
    expected = numbers.read_plain(text).values.tobytes()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda read: read(text).values.tobytes(), 4 * [numbers.read_numbers, numbers.read_plain]))
    assert set(found) == {expected}


def test_an_absurdly_long_word_is_no_number_and_costs_no_time():
    for read in (numbers.read_plain, numbers.read_compiled):
        found = read(b"1 2\n" + b"9" * 1_000_000 + b" 3\n")
        assert (found.values.tolist(), found.complete, found.line_ends.tolist()) == ([1.0, 2.0], False, [2])


@needs_data
def test_reading_one_file_loads_no_compiler():
    code = (
        "import sys, supple; m = supple.read(sys.argv[1]); supple.io.registry.encode(m, 'x.bvh');"
        "print(sorted({'numba', 'scipy'} & set(sys.modules)), m.rotations.sum(), m.frames)"
    )
    path = str(files("cmu-bvh/02_01.bvh")[0])
    out = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True).stdout
    assert out.startswith("[] ")


@needs_data
@pytest.mark.parametrize(
    "name", ["cmu-bvh/02_01.bvh", "other-bvh/openperform_pn/Parov*.bvh", "other-bvh/video2bvh/cxk.bvh"]
)
def test_both_readers_give_the_same_bits_on_real_files(name):
    text = files(name)[0].read_bytes().split(b"Frame Time:")[1].split(b"\n", 1)[1]
    plain, compiled = numbers.read_plain(text), numbers.read_compiled(text)
    assert plain.values.tobytes() == compiled.values.tobytes()
    np.testing.assert_array_equal(plain.line_ends, compiled.line_ends)


@pytest.mark.parametrize(
    "text", [b"1.5 -2\n\n3e300 1e-320\n" * 40, b"1 2\n" * 30 + b"3 x 4\n" + b"5 6\n" * 30, b"7\n" * 9]
)
@pytest.mark.parametrize("name", ["read_plain", "read_compiled"])
def test_where_a_text_is_cut_makes_no_difference(monkeypatch, text, name):
    whole = getattr(numbers, name)(text)
    for size in (9, 16, 50):
        monkeypatch.setattr(numbers, "_CHUNK", size)
        monkeypatch.setattr(numbers, "_COMPILED_CHUNK", size)
        pieces = getattr(numbers, name)(text)
        assert pieces.values.tobytes() == whole.values.tobytes()
        assert pieces.line_ends.tolist() == whole.line_ends.tolist()
        assert pieces.complete == whole.complete
