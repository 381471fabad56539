"""Numbers in text: both readers round as Python does, and what is written reads back as the same bits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from supple.io import decimals, numbers

READERS = [numbers.read_plain, numbers.read_compiled]

_digits = st.text("0123456789", min_size=1, max_size=25)
_exponent = st.builds("{}{}{}".format, st.sampled_from("eE"), st.sampled_from(["", "+", "-"]), st.integers(0, 320))
_words = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.floats(-1e4, 1e4).map("{:.6f}".format),
    st.builds("{}{}.{}".format, st.sampled_from(["", "-", "+"]), _digits, _digits),
    st.builds("{}.{}{}".format, st.sampled_from(["", "-", "+"]), _digits, _exponent),
    st.builds("{}{}".format, _digits, _exponent),
).filter(lambda word: abs(float(word)) < float("inf"))


@pytest.mark.parametrize("read", READERS)
@given(st.lists(_words, max_size=40), st.sampled_from([" ", "\n", "\t ", "\r\n"]))
def test_every_number_is_rounded_as_python_rounds_it(read, words, gap):
    found = read(gap.join(words).encode())
    assert found.complete
    assert found.values.tobytes() == np.array([float(word) for word in words], np.float64).tobytes()


@given(st.text("0123456789+-.eEnaif_x \n\t\r", max_size=60))
def test_both_readers_stop_at_the_same_word(text):
    plain, compiled = (read(text.encode()) for read in READERS)
    assert plain.values.tobytes() == compiled.values.tobytes()
    assert plain.line_ends.tolist() == compiled.line_ends.tolist()
    assert plain.complete == compiled.complete


@given(st.binary(max_size=60))
def test_both_readers_agree_on_any_bytes(data):
    plain, compiled = (read(data) for read in READERS)
    assert plain.values.tobytes() == compiled.values.tobytes()
    assert plain.complete == compiled.complete


_numbers = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.floats(-1e10, 1e10).map(lambda x: round(x, 6)),
    st.integers(-(10**10), 10**10).map(float),
    st.sampled_from([0.0, -0.0, 1e-7, 999.9999995, 1e9, -999999.999999]),
)


@given(st.lists(st.lists(_numbers, min_size=3, max_size=3), min_size=1, max_size=12))
def test_written_numbers_read_back_as_the_same_bits(rows):
    table = np.array(rows)
    text = decimals.rows_text(table)
    assert numbers.read_plain(text).values.tobytes() == table.tobytes()
    assert text.count(b"\n") == len(rows)
    assert [decimals.number_text(x) for x in table.ravel().tolist()] == text.decode().split()


@given(st.lists(st.floats(-2e9, 2e9).map(lambda x: round(x, 6)), min_size=1, max_size=20))
def test_six_decimals_look_as_python_writes_them(row):
    assert decimals.rows_text(np.array([row])).decode() == " ".join(f"{x:.6f}" for x in row) + "\n"
