"""Names in a sentence."""

from __future__ import annotations

from collections.abc import Iterable


def listed(names: Iterable[str], most: int = 6) -> str:
    """The first few different names, and how many more there are."""
    unique = list(dict.fromkeys(names))
    more = f" and {len(unique) - most} more" if len(unique) > most else ""
    return ", ".join(unique[:most]) + more
