"""How far long work is: a function that is called now and then with what is done, and all of it.

What it raises ends the work, which is how a person cancels it.
"""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]


def part_of(progress: Progress | None, number: int, count: int) -> Progress | None:
    """Progress of one part of ``count``, as part of all."""
    return progress and (lambda done, total: progress(number * total + done, count * total))
