"""Warnings about one file: the first few in words, the rest as a number, however many there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from supple.io.quoting import shortened

MOST = 20  # of one kind of trouble
_IN_ALL = 2 * MOST  # so that a list that was cut once is not cut again
_LONGEST = 400  # characters of one warning


@dataclass(slots=True)
class WarningList:
    """Warnings that are gathered while a file is read; those beyond the first few are only counted."""

    kept: list[str] = field(default_factory=list)
    more: int = 0

    def append(self, words: str) -> None:
        """Add one, if there is room."""
        if len(self.kept) < MOST:
            self.kept.append(words)
        else:
            self.more += 1

    def words(self) -> tuple[str, ...]:
        """The first few, and how many there are besides."""
        return (*self.kept, f"and {self.more} more warnings.") if self.more else tuple(self.kept)


def bounded(warnings: Iterable[str]) -> tuple[str, ...]:
    """Each warning once and none endless; beyond the first few only how many more there are."""
    once = list(dict.fromkeys(warnings))
    shown = [shortened(words, _LONGEST) for words in once[:_IN_ALL]]
    return (*shown, f"and {len(once) - _IN_ALL} more warnings.") if len(once) > _IN_ALL else tuple(shown)
