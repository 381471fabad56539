"""Numbers below zero on the command line, which look like options."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBER = re.compile(r"-\.?\d")
_TAKES_NUMBERS = ("terrain", "scale")  # verbs one of whose arguments may be a number
_FLAGS = ("--json", "--force", "--dry-run")


def as_arguments(words: Sequence[str]) -> list[str]:
    """A command line in which a number such as ``-3`` is an argument: a blank before it, which numbers may have.

    One that follows an option is its value.
    """
    if not words or words[0] not in _TAKES_NUMBERS:
        return list(words)
    before = ("", *words)
    return [
        f" {word}" if _NUMBER.match(word) and (not last.startswith("-") or last in _FLAGS) else word
        for last, word in zip(before, words, strict=False)
    ]
