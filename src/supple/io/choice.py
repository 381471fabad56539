"""One motion of a file that holds several."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from supple.core.listing import listed
from supple.errors import FileError

_LISTED = 12


def check_choice(labels: Sequence[str], number: int, path: Path) -> tuple[str, ...]:
    """Refuse a number that none has; else a warning that names the others, where there are any."""
    shown = [f"{k} = {label[:60]}" for k, label in enumerate(labels)]
    if not 0 <= number < len(labels):
        raise FileError(path, f"there is no figure {number}; the file has {len(labels)}: {listed(shown, _LISTED)}.")
    if len(labels) == 1:
        return ()
    others = listed(shown[:number] + shown[number + 1 :], _LISTED)
    return (f"the file holds {len(labels)} motions; figure {shown[number]} was read. The others (--figure): {others}.",)


def only_one(number: int, path: Path) -> None:
    """Refuse any other number than 0 for a format whose files hold one motion or capture."""
    if number != 0:
        raise FileError(path, f"there is no figure {number}; a file of this kind holds one, figure 0.")
