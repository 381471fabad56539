"""The iterations of a physical solve, for people: a line each, or one line that changes where somebody watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from supple.cli import say

if TYPE_CHECKING:
    from supple.solvers.spacetime.solving import Progress


@contextmanager
def telling(lines: bool) -> Iterator[Callable[[Progress], None] | None]:
    """What is to be called after each iteration; None where nobody watches."""
    if lines:
        yield lambda p: say.note(_words(p))
    elif sys.stderr.isatty():
        try:
            yield lambda p: _over(_words(p))
        finally:
            _over("")
    else:
        yield None


def _over(text: str) -> None:
    sys.stderr.write(f"\r\x1b[K{text}")
    sys.stderr.flush()


def _words(p: Progress) -> str:
    return (
        f"{p.iteration:4} {p.seconds:7.1f} s  cost {p.cost:10.4g}  force {p.force_pct:7.3f} %  "
        f"moment {p.moment_pct:7.3f} %  plants {p.planted_mm:7.2f} mm"
    )
