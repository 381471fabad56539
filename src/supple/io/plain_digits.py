"""Plain decimal numbers of a piece of text, all at once in NumPy: ``-12.3456``, no exponents."""

from __future__ import annotations

import numpy as np

_PLAIN = b"0123456789.- \t\r\n\v\f"
_NOT_DIGITS = b".- \t\r\n\v\f"
_DIGITS = 15  # their integer is below 2**53, so that one division by an exact power of ten rounds exactly
_TENS = np.array([10.0**k for k in range(_DIGITS + 1)])
_DOT, _MINUS, _ZERO = ord("."), ord("-"), ord("0")


def plain_numbers(text: bytes) -> tuple[np.ndarray, np.ndarray] | None:
    """The numbers of ``text``, exactly rounded, and where each begins; None where a word is not this simple."""
    if text.translate(None, _PLAIN):
        return None
    array = np.frombuffer(text, np.uint8)
    filled = np.zeros(len(array) + 2, bool)
    np.greater(array, 32, out=filled[1:-1])
    edges = np.flatnonzero(filled[1:] != filled[:-1])
    starts, stops = edges[::2], edges[1::2]
    if len(starts) == 0:
        return np.zeros(0), starts
    decimals, dotted = _decimals(array, starts, stops)
    negative = array[starts] == _MINUS
    counts = stops - starts - negative - dotted
    if counts.min() < 1 or counts.max() > _DIGITS or counts.sum() != np.count_nonzero(array >= _ZERO):
        return None  # the last: a second point, or a minus inside
    values = _integers(text, counts)
    values /= _TENS[decimals]
    np.negative(values, out=values, where=negative)
    return values, starts


def _decimals(array: np.ndarray, starts: np.ndarray, stops: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Digits behind the last point of each word, and whether it has a point."""
    dots = np.flatnonzero(array == _DOT)
    place = np.searchsorted(dots, stops) - 1  # the last point before the end of the word
    last = np.where(place >= 0, dots.take(place, mode="clip"), -1) if len(dots) else np.full(len(stops), -1)
    dotted = last >= starts
    return np.where(dotted, stops - 1 - last, 0), dotted


def _integers(text: bytes, counts: np.ndarray) -> np.ndarray:
    """The digits of each word as one whole number, ignoring the point; ``counts`` says how many there are."""
    digits = np.frombuffer(text.translate(None, _NOT_DIGITS), np.uint8).astype(np.float64)
    digits -= _ZERO
    last = np.cumsum(counts) - 1
    values, fewest = digits.take(last), int(counts.min())
    for k in range(1, int(counts.max())):
        digit = digits.take(last - k, mode="wrap")
        digit *= _TENS[k]
        if k >= fewest:
            digit *= counts > k
        values += digit
    return values
