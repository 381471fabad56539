"""Frame rates as exact fractions, as people and files write them."""

from __future__ import annotations

from fractions import Fraction

from supple.errors import InvalidValueError

Rate = Fraction | float | str  # 30, 23.976, "24000/1001"

_TELEVISION = (24, 30, 48, 60, 72, 96, 120, 240)  # rates that television slows by 1000/1001
_AS_WRITTEN = 0.005  # [1/s] 23.98 and 23.976 both mean 24000/1001
_DIGITS = 5e-7  # [s] frame times are written with six decimals: 0.008333 is 120 per second
_NEAR = 1e-4  # and so near in proportion, which six decimals of a fast rate are not
_LARGEST = 10**9  # beyond this a number is a slip of the keyboard


def frame_rate(rate: Rate) -> Fraction:
    """A rate as the fraction that it stands for: 23.976 and 29.97 are 24000/1001 and 30000/1001."""
    try:
        exact = Fraction(rate)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        exact = Fraction(0)
    if not 0 < exact < _LARGEST:
        raise InvalidValueError(
            f"a frame rate must be a positive number, such as 30, 23.976 or 24000/1001; got {rate}."
        )
    said_exactly = isinstance(rate, Fraction) or "/" in str(rate)
    return exact if said_exactly else _slowed(exact) or exact


def rate_note(rate: Rate) -> str:
    """What a person should know about how a rate was taken, or nothing."""
    meant = frame_rate(rate)
    return "" if meant == Fraction(rate) or float(rate) == float(meant) else f"{rate} frames per second are {meant}."


def rate_of_files(frame_time: float) -> Fraction | None:
    """The rate that a frame time means but for the digits it was written with; None for one of its own."""
    per_second = 1.0 / frame_time
    for exact in (Fraction(max(1, round(per_second))), _slowed(Fraction(per_second))):
        if exact is not None and abs(float(1 / exact) - frame_time) <= min(_DIGITS * 1.000001, _NEAR * frame_time):
            return exact
    return None


def _slowed(rate: Fraction) -> Fraction | None:
    """The television's rate that a number means, if it means one."""
    whole = round(rate * Fraction(1001, 1000))
    slow = Fraction(whole * 1000, 1001)
    return slow if whole in _TELEVISION and abs(rate - slow) <= _AS_WRITTEN else None
