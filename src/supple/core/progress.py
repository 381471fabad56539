"""How far long work is: a function that is called now and then with what is done, and all of it.

What it raises ends the work, which is how a person cancels it; with :class:`Enough` a solver that can hands over the
best so far.
"""

from __future__ import annotations

import time
from collections.abc import Callable

Progress = Callable[[int, int], None]


class Enough(Exception):
    """What progress raises where somebody wants what there is by now."""


_EVERY_S = 0.1  # more would not be seen


def now_and_then(progress: Progress) -> Progress:
    """The same for work that says how far it is much more often than anybody looks."""
    last = time.monotonic()

    def told(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= _EVERY_S:
            last = time.monotonic()
            progress(done, total)

    return told


def part_of(progress: Progress | None, number: int, count: int) -> Progress | None:
    """Progress of one part of ``count``, as part of all."""
    return progress and (lambda done, total: progress(number * total + done, count * total))
