"""Failures, and what is not met, grouped by what they say: the same words about other files, lines and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_NUMBER = re.compile(r"[-+]?\b\d[\d.,]*(?:e[-+]?\d+)?\b", re.IGNORECASE)
_SIDE = re.compile(r"\b(?:left|right)_(?=[a-z])")
_LONGEST = 220
WHY = "why"  # among the metrics of a clip: why not everything is met, as a list of words


@dataclass(slots=True)
class Cause:
    """One kind of failure, and which clips have it."""

    words: str
    said: str  # as the first of them has it, so that a person can tell what it looks like
    count: int = 0
    examples: list[str] = field(default_factory=list)


class Causes:
    """Kinds of failures, counted; memory grows with the kinds, not with the clips."""

    def __init__(self, examples: int = 5) -> None:
        self._examples = examples
        self._found: dict[str, Cause] = {}

    def add(self, clip: str, error: str) -> None:
        """Count a failure."""
        words = kind_of(error, clip)
        cause = self._found.setdefault(words, Cause(words, _shortened(_without_place(error, clip))))
        cause.count += 1
        if len(cause.examples) < self._examples:
            cause.examples.append(clip)

    def most_common(self) -> list[Cause]:
        """The kinds, the most frequent first."""
        return sorted(self._found.values(), key=lambda cause: (-cause.count, cause.words))


def causes_of(failures: Iterable[Mapping[str, str]], examples: int = 1000) -> list[Cause]:
    """The kinds of failures of lines that have ``clip`` and ``error``."""
    found = Causes(examples)
    for failure in failures:
        found.add(failure["clip"], failure["error"])
    return found.most_common()


def reasons_in(metrics: Mapping[str, Any]) -> list[str]:
    """Why not everything is met in a clip, by the metrics of its line; those of steps are one level down."""
    own = metrics.get(WHY)
    found = [str(line) for line in own] if isinstance(own, list) else []
    for key, value in metrics.items():
        if key[:1].isdigit() and isinstance(value, Mapping):
            found += reasons_in(value)
    return found


def reasons_by_kind(clip: str, reasons: Iterable[str]) -> list[str]:
    """One reason of each kind, so that a clip counts once where both its feet have the same."""
    return list({kind_of(reason, clip): reason for reason in reversed(list(reasons))}.values())[::-1]


def kind_of(error: str, clip: str) -> str:
    """An error without the names and numbers of its clip; the left foot's is the right one's, too."""
    text, name = _without_place(error, clip), clip.rpartition("/")[2]
    stem = re.escape(name.partition(".")[0] or name)
    text = re.sub(rf"(?:\S*/)?(?<!\w)(?:{re.escape(name)}|{stem}\.\w+)(?!\w)", "FILE", text) if name else text
    return _shortened(_SIDE.sub("", _NUMBER.sub("#", _QUOTED.sub("'...'", text))))


def _without_place(error: str, clip: str) -> str:
    where = re.search(r"^\S*?" + re.escape(clip) + r"(?::\d+)?:\s*", error)
    return error[where.end() :] if where else error


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
