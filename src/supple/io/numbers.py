"""Numbers in text: as NumPy arrays, exactly rounded, with the lines they stand on.

Two readers give the same bits: ``read_plain`` on NumPy and ``float``, which loads nothing else, and
``read_compiled``, several times as fast, which needs the compiler (half a second to load). ``read_numbers`` takes
the compiled one where the compiler is loaded already, so that a command that reads one file starts fast; a program
that has much to read imports ``supple.kernels.numbers`` first. Nothing is remembered between calls, so any thread
may read at any time.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from supple.io.plain_digits import plain_numbers

_CHUNK = 1 << 17  # bytes of text that are taken apart at a time, so that the words stay in the cache
_COMPILED_CHUNK = 1 << 20  # the same for compiled code, which has no words
_NUMERIC = b"0123456789+-.eE \t\r\n\v\f"
_MAX_WORD = 1000  # no number needs more characters; keeps a hostile one from costing time
_BLANK = np.zeros(256, bool)
_BLANK[[9, 10, 11, 12, 13, 32]] = True
_NEWLINE = 10


class Numbers(NamedTuple):
    """The numbers of a text, up to the first word that is none."""

    values: np.ndarray  # (N,) float64, finite
    line_ends: np.ndarray  # (L,) int64: values before the end of each line that ends in a newline
    complete: bool  # whether every word was a number


def read_numbers(text: bytes | memoryview) -> Numbers:
    """All numbers of ``text``, separated by white space, by the fastest reader that loads nothing."""
    return read_compiled(text) if compiler_is_loaded() else read_plain(text)


def compiler_is_loaded() -> bool:
    """Whether compiled code costs no start-up any more; it gives the same bits as the plain one."""
    return "numba" in sys.modules


def plain_float(word: str | bytes) -> float:
    """The number that a word states in plain digits, as in ``-1.5e3``; NaN where it states none that is finite."""
    return _finite_float(word.encode("utf-8", "replace") if isinstance(word, str) else word)


def read_plain(text: bytes | memoryview) -> Numbers:
    """Read with NumPy and ``float`` only."""
    return _joined_up(_plain_numbers(chunk) for chunk in _chunks(text, _CHUNK))


def _plain_numbers(chunk: bytes) -> Numbers:
    complete = True
    if (plain := plain_numbers(chunk)) is not None:
        values, begins = plain
    else:
        values, complete = _floats(chunk)
        begins = _begins(chunk)
    ends = np.searchsorted(begins, np.flatnonzero(np.frombuffer(chunk, np.uint8) == _NEWLINE))
    return Numbers(values, ends if complete else ends[ends <= len(values)], complete)


def read_compiled(text: bytes | memoryview) -> Numbers:
    """Read in compiled code; the few numbers that it does not round itself are left to ``float``."""
    room = min(len(text), _COMPILED_CHUNK) // 2 + 1
    values, hard = np.zeros(room), np.zeros(room, np.uint8)
    return _joined_up(_compiled_numbers(chunk, values, hard) for chunk in _chunks(text, _COMPILED_CHUNK))


def _compiled_numbers(chunk: bytes, values: np.ndarray, hard: np.ndarray) -> Numbers:
    """The numbers of a piece of text, in ``values``; ``hard`` is room to work in, zero before and after."""
    from supple.kernels import numbers as kernels

    if not chunk[-1:].isspace():
        chunk += b" "  # the kernel stops at white space and nowhere else
    letters = np.frombuffer(chunk, np.uint8)
    line_ends = np.full(np.count_nonzero(letters == _NEWLINE), -1)
    count = kernels.read_numbers(letters, values, line_ends, hard)
    complete = count >= 0
    count = count if complete else -1 - count
    for k in np.flatnonzero(hard[:count]):
        hard[k] = 0
        values[k] = _finite_float(_word_at(chunk, int(values[k])))
        if np.isnan(values[k]):
            count, complete = int(k), False
            break
    reached = line_ends if complete else line_ends[(line_ends >= 0) & (line_ends <= count)]
    return Numbers(values[:count], reached, complete)


def _joined_up(pieces: Iterable[Numbers]) -> Numbers:
    """The numbers of all pieces of a text in a row; what follows a word that is no number is not read."""
    values, lines, complete = array("d"), array("q"), True
    for piece in pieces:
        lines.frombytes((piece.line_ends + len(values)).astype(np.int64).data.cast("B"))
        values.frombytes(piece.values.data.cast("B"))
        if not piece.complete:
            complete = False
            break
    return Numbers(np.frombuffer(values), np.frombuffer(lines, np.int64), complete)


def _chunks(text: bytes | memoryview, size: int) -> Iterator[bytes]:
    view, start = memoryview(text), 0
    while start < len(view):
        chunk = _next_chunk(view, start, size)
        start += len(chunk)
        yield chunk


def _next_chunk(view: memoryview, start: int, size: int) -> bytes:
    """The next piece of text, cut behind white space."""
    chunk = bytes(view[start : start + size])
    if start + len(chunk) == len(view):
        return chunk
    cut = max(chunk.rfind(blank) for blank in (b"\n", b" ", b"\t", b"\r"))
    return chunk[: cut + 1] if cut >= 0 else chunk  # one word of this length is no number either way


def _floats(chunk: bytes) -> tuple[np.ndarray, bool]:
    words = chunk.split()
    if not chunk.translate(None, _NUMERIC):
        try:
            values = np.fromiter(map(float, words), np.float64, len(words))
        except ValueError:
            pass
        else:
            if np.isfinite(values).all() and max(map(len, words), default=0) <= _MAX_WORD:
                return values, True
    good = []
    for word in words:
        value = _finite_float(word)
        if np.isnan(value):
            break
        good.append(value)
    return np.array(good), len(good) == len(words)


def _finite_float(word: bytes) -> float:
    """The number, or NaN for anything that is not a finite number in plain digits."""
    if len(word) > _MAX_WORD or word.translate(None, _NUMERIC):
        return float("nan")
    try:
        value = float(word)
    except ValueError:
        return float("nan")
    return value if abs(value) < float("inf") else float("nan")


def _begins(chunk: bytes) -> np.ndarray:
    """Where each word begins."""
    filled = ~_BLANK[np.frombuffer(chunk, np.uint8)]
    filled[1:] &= ~filled[:-1]
    return np.flatnonzero(filled)


def _word_at(text: bytes | memoryview, start: int) -> bytes:
    return bytes(text[start : start + _MAX_WORD + 1]).split(None, 1)[0]
