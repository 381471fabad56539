"""When, in documents: seconds, or frames as ``"120f"``."""

from __future__ import annotations

import re

from supple.core.documents import shown
from supple.errors import InvalidValueError

Moment = float | str  # seconds, or frames as "120f"

_FRAMES = re.compile(r"(\d{1,12}(?:\.\d{1,12})?)f", re.ASCII)


def parsed(moment: Moment) -> tuple[float, str]:
    """A moment as a number and its unit, ``"s"`` or ``"f"``; refuses what is no moment of any clip."""
    if isinstance(moment, str):
        match = _FRAMES.fullmatch(moment)
        if match is None:
            raise InvalidValueError(f'{shown(moment)} is no moment. Write seconds as a number, or frames as "120f".')
        return float(match[1]), "f"
    if not 0.0 <= moment < float("inf"):
        raise InvalidValueError(f"{moment!r} s is no moment: time starts at 0, with the first frame.")
    return float(moment), "s"
