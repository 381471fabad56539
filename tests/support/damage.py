"""Ways in which files get damaged, for fuzzing readers."""

import numpy as np

_TOKENS = [b"nan", b"inf", b"-", b"1e999", b"99999999999999999999", b"-1", b"0", b"{", b"}", b"\0", b"\xff\xfe",
           b"\n\n", b"\r", b"\t", b" ", b'"', b"<", b"]", b"End Site", b"1.5E+01", b"\xc3\x28"]  # fmt: skip


def damaged(data: bytes, seed: int) -> bytes:
    """``data`` with one to six random injuries; the same seed gives the same file."""
    rng = np.random.default_rng(seed)
    out = bytearray(data)
    for _ in range(int(rng.integers(1, 7))):
        if not out:
            break
        _INJURIES[int(rng.integers(len(_INJURIES)))](out, rng)
    return bytes(out)


def _flip(out, rng):
    out[int(rng.integers(len(out)))] = int(rng.integers(256))


def _truncate(out, rng):
    del out[int(rng.integers(len(out))) :]


def _cut(out, rng):
    start = int(rng.integers(len(out)))
    del out[start : start + int(rng.integers(1, 80))]


def _repeat(out, rng):
    start = int(rng.integers(len(out)))
    piece = bytes(out[start : start + int(rng.integers(1, 200))])
    out[start:start] = piece * int(rng.integers(1, 20))


def _insert(out, rng):
    at = int(rng.integers(len(out)))
    out[at:at] = _TOKENS[int(rng.integers(len(_TOKENS)))]


def _renumber(out, rng):
    """Replace one run of digits by another number: counts and indices that lie."""
    digits = [i for i in range(len(out)) if chr(out[i]).isdigit()]
    if digits:
        at = digits[int(rng.integers(len(digits)))]
        out[at : at + 1] = [b"7", b"-3", b"2147483648", b"1e308", b"0", b"65536"][int(rng.integers(6))]


def _swap_lines(out, rng):
    lines = bytes(out).split(b"\n")
    i, j = rng.integers(len(lines), size=2)
    lines[i], lines[j] = lines[j], lines[i]
    out[:] = b"\n".join(lines)


_INJURIES = [_flip, _flip, _truncate, _cut, _repeat, _insert, _renumber, _renumber, _swap_lines]
