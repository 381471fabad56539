"""Numbers as text: six decimals where that gives the same number back, all digits where it does not."""

from __future__ import annotations

from io import SEEK_END, BytesIO

import numpy as np

_PLACES = 6
_SCALE = 10.0**_PLACES
_LARGEST = 1e9  # with six decimals still below 2**53, and the integer part below three groups of digits
_BLOCK = 1 << 14  # numbers that are worked on at a time
_POSITIONAL = (1e-16, 1e16)  # sizes that are written without an exponent


def _words(before: bytes, after: bytes, *, strip: bool = False) -> np.ndarray:
    """The texts 000 to 999 between two others, four bytes each; NUL stands for a leading zero that is left out."""
    texts = [str(k).rjust(3, "\0") if strip else f"{k:03}" for k in range(1000)]
    return np.frombuffer(b"".join(before + text.encode() + after for text in texts), np.uint32)


# Words of four bytes make a number: sign and integer part, more groups of it, point and high decimals, low ones.
_FIRST = np.concatenate([_words(b"\0", b"", strip=True), _words(b"-", b"", strip=True)])
_EMPTY_FIRST = np.frombuffer(b"\0\0\0\0-\0\0\0", np.uint32)
_MIDDLE, _STRIPPED_MIDDLE = _words(b"\0", b""), _words(b"\0", b"", strip=True)
_HIGH, _LOW = _words(b".", b""), _words(b"", b" ")
_LINE_END = np.frombuffer(b"\0\0\0\n", np.uint32)[0] ^ np.frombuffer(b"\0\0\0 ", np.uint32)[0]


def rows_text(values: np.ndarray, head: bytes = b"") -> bytes:
    """A table (F, C) below a head, as lines of numbers separated by blanks; each reads back as the same float64."""
    if values.size == 0:
        return head + b"\n" * len(values)
    step = max(1, _BLOCK // values.shape[1])
    text = BytesIO(head)
    text.seek(0, SEEK_END)
    for start in range(0, len(values), step):
        text.write(_block(values[start : start + step]))
    return text.getvalue()  # the buffer itself: pieces that are joined would be there twice


def number_text(value: float) -> str:
    """One number: six decimals where that gives the same number back, all digits where it does not."""
    text = f"{value:.{_PLACES}f}"
    if float(text) == value:
        return text
    text = repr(value)
    if "e" in text and _POSITIONAL[0] < abs(value) < _POSITIONAL[1]:
        return np.format_float_positional(value, unique=True, trim="k")
    return text


def _block(values: np.ndarray) -> bytes:
    small = np.abs(values) < _LARGEST
    scaled = np.rint((values if small.all() else np.where(small, values, 0.5)) * _SCALE)
    plain = scaled / _SCALE == values  # a division of exact numbers rounds exactly, as reading the text does
    return _fixed(scaled) if plain.all() else _mixed(values, plain)


def _fixed(scaled: np.ndarray) -> bytes:
    """Numbers of six decimals: groups of three digits looked up in tables, then the gaps are taken out."""
    negative = np.signbit(scaled).ravel()
    micro = np.abs(scaled).ravel()  # whole numbers below 2**53, so that all of the following is exact
    whole, part = _split(micro, _SCALE)
    high, low = _split(part, 1000.0)
    large = whole.max() >= 1000.0
    text = np.zeros((len(micro), 5 if large else 3), np.uint32)
    if large:
        text[:, :3] = _grouped(whole, negative)
    else:
        text[:, 0] = _FIRST[(whole + 1000.0 * negative).astype(np.intp)]
    text[:, -2] = _HIGH[high.astype(np.intp)]
    text[:, -1] = _LOW[low.astype(np.intp)]
    text[scaled.shape[1] - 1 :: scaled.shape[1], -1] ^= _LINE_END
    return text.tobytes().translate(None, b"\0")


def _split(numbers: np.ndarray, by: float) -> tuple[np.ndarray, np.ndarray]:
    whole = np.floor(numbers / by)
    return whole, numbers - whole * by


def _grouped(whole: np.ndarray, negative: np.ndarray) -> np.ndarray:
    """Sign and integer part below 10**9 in three words; empty groups in front are left out."""
    upper, ones = _split(whole, 1000.0)
    millions, thousands = (part.astype(np.intp) for part in _split(upper, 1000.0))
    sign = 1000 * negative
    first = np.where(millions > 0, _FIRST[millions + sign], _EMPTY_FIRST[negative.astype(np.intp)])
    second = np.where(millions > 0, _MIDDLE[thousands], np.where(thousands > 0, _STRIPPED_MIDDLE[thousands], 0))
    third = np.where(upper > 0, _MIDDLE[ones.astype(np.intp)], _STRIPPED_MIDDLE[ones.astype(np.intp)])
    return np.stack([first, second, third], axis=1)


def _mixed(values: np.ndarray, plain: np.ndarray) -> bytes:
    lines = []
    for row, simple in zip(values.tolist(), plain.tolist(), strict=True):
        words = [f"{v:.6f}" if p else number_text(v) for v, p in zip(row, simple, strict=True)]
        lines.append(" ".join(words))
    return ("\n".join(lines) + "\n").encode()
