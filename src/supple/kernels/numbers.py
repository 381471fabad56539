"""Numbers in text, read in compiled code and rounded exactly as Python's ``float`` rounds them."""

from __future__ import annotations

import math

import numpy as np
from numba import types

from supple.kernels.jit import INT, OUT_VECTOR, array_in, array_out, kernel

_BYTES, _FLAGS = array_in(1, types.uint8), array_out(1, types.uint8)
_LINES = array_out(1, types.int64)
_TENS = np.array([10.0**k for k in range(23)])  # exact in float64, and so are integers below 2**53
_FIVES = np.array([5**k for k in range(28)], dtype=np.uint64)  # the last one below 2**63
_EXACT = np.uint64(1 << 53)
_DIGITS = 18  # their integer is below 2**60, which leaves room for the division
_ONE, _TEN, _ZERO = np.uint64(1), np.uint64(10), np.uint64(48)


@kernel()
def divided(numerator, divisor, twos):
    """``numerator / divisor * 2**twos``, rounded to nearest, ties to even; both operands below 2**63."""
    rest, shift = numerator, twos
    while rest < divisor:
        rest <<= _ONE
        shift -= 1
    while rest >= (divisor << _ONE):  # the divisor is below 2**62 whenever the numerator is that much larger
        divisor <<= _ONE
        shift += 1
    quotient = np.uint64(0)
    for _ in range(55):  # 53 bits, one to round with, one to spare; the first is always set
        quotient <<= _ONE
        if rest >= divisor:
            rest -= divisor
            quotient |= _ONE
        rest <<= _ONE
    tail, whole = quotient & np.uint64(3), quotient >> np.uint64(2)
    half = np.uint64(2)
    if tail > half or (tail == half and (rest != 0 or (whole & _ONE) != 0)):
        whole += _ONE
    return math.ldexp(float(whole), shift - 52)


@kernel()
def rounded(mantissa, exponent):
    """The float64 nearest to ``mantissa * 10**exponent``, and whether it could be told here."""
    if mantissa == 0:
        return 0.0, True
    if mantissa < _EXACT and -22 <= exponent <= 22:
        value = float(mantissa)
        return (value / _TENS[-exponent] if exponent < 0 else value * _TENS[exponent]), True
    if -27 <= exponent < 0:
        return divided(mantissa, _FIVES[-exponent], exponent), True
    return 0.0, False


@kernel(_BYTES, OUT_VECTOR, _LINES, _FLAGS, returns=INT)
def read_numbers(text, values, line_ends, hard):
    r"""Read all words of ``text`` (N,) as numbers; returns how many, ``-1 - n`` when a word after n is none.

    ``text`` ends in white space, so that no word runs over its end; ``values`` and ``hard`` (M,) have room for
    every word. ``line_ends`` gets the count of values before each newline that was reached. A number that
    this code does not round itself gets ``hard = 1`` and its place in ``text`` as the value.
    With at most 18 digits :math:`m` and :math:`v = m\,10^{e}`: for :math:`m < 2^{53}, |e| \le 22` one IEEE
    operation on two exact operands is rounded exactly; for :math:`-27 \le e < 0` a long division by
    :math:`5^{-e}` gives the bits and whether anything is left over.
    """
    one, k, size = np.uint64(1), np.uint64(0), np.uint64(len(text))  # unsigned: no check for negative places
    n, line = 0, 0
    while k < size:
        c = text[k]
        if c == 10:
            line_ends[line] = n
            line += 1
        if c == 32 or 9 <= c <= 13:
            k += one
            continue
        start = k
        if c == 45 or c == 43:
            k += one
        mantissa, first = np.uint64(0), k  # more than 18 digits may wrap round; such numbers are left to others
        digit = np.uint64(text[k]) - _ZERO  # what is below "0" wraps round to a large number
        while digit < _TEN:
            mantissa = mantissa * _TEN + digit
            k += one
            digit = np.uint64(text[k]) - _ZERO
        digits, exponent = np.int64(k - first), 0
        if text[k] == 46:
            k += one
            first = k
            digit = np.uint64(text[k]) - _ZERO
            while digit < _TEN:
                mantissa = mantissa * _TEN + digit
                k += one
                digit = np.uint64(text[k]) - _ZERO
            exponent = -np.int64(k - first)
            digits -= exponent
        if digits == 0:
            return -1 - n
        if text[k] == 101 or text[k] == 69:
            k += one
            down = text[k] == 45
            if text[k] == 45 or text[k] == 43:
                k += one
            power, first = 0, k
            while 48 <= text[k] <= 57:
                power = min(power * 10 + (np.int64(text[k]) - 48), 100000)
                k += one
            if k == first:
                return -1 - n
            exponent += -power if down else power
        if not (text[k] == 32 or 9 <= text[k] <= 13):
            return -1 - n
        value, good = rounded(mantissa, exponent) if digits <= _DIGITS else (0.0, False)
        if good:
            values[n] = -value if c == 45 else value
        else:
            values[n], hard[n] = float(start), 1
        n += 1
    return n
