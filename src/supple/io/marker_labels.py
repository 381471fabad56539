"""Labels of markers: unique names, and how high on the body a label says its marker sits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from supple.errors import FileError

_LEVELS: tuple[tuple[str, float], ...] = (  # first match wins, so that SHANK is not an ANKle, nor SACRum an ACRomion
    (r"THI(GH)?\d*|THIGH|^[LR]TH\d", 0.45),
    (r"TIB|SHANK|SHN|^[LR]TB\d", 0.22),
    (r"TOE|HEEL|[LR]\.?HEE$|^[LR]?CAL$|^[LR]CAL|MT[1-5P]|FOOT|CALCN", 0.03),
    (r"ANK|MAL$|MALL", 0.07),
    (r"KNE|[LM]FC$", 0.28),
    (r"ASI|PSI|SACR|PELV|^[LR][FB]WT$|HIP", 0.57),
    (r"^T10|XIPH|STRN|STERN", 0.73),
    (r"^C7|^T1$|SHO|ACR|CLAV", 0.83),
    (r"[FB]HD|HEAD|TEMPLE|^[LR]?EAR|NOSE|VERTEX", 0.95),
)
MAX_LABELS = 10_000  # far above any capture; keeps a hostile file from costing minutes
_LEVEL_PATTERNS = tuple((re.compile(pattern), level) for pattern, level in _LEVELS)


def body_level(label: str) -> float | None:
    """About how high on a standing body (0 sole, 1 crown) a label's marker sits; None when the label does not say."""
    name = label.rsplit(":", 1)[-1].upper()
    for pattern, level in _LEVEL_PATTERNS:
        if pattern.search(name):
            return level
    return None


def check_count(count: int, what: str, path: Path) -> None:
    """Refuse more labels than any capture has."""
    if count > MAX_LABELS:
        raise FileError(path, f"{count} {what} are more than Supple reads ({MAX_LABELS}). Is the header damaged?")


def unique_labels(labels: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Labels without blanks and repetitions, and warnings about what was renamed."""
    taken = {label.strip() for label in labels}
    seen: set[str] = set()
    out: list[str] = []
    unnamed, repeated, copies = 0, [], {}  # type: ignore[var-annotated]
    for label in map(str.strip, labels):
        if not label:
            unnamed += 1
            label = _next_free("unnamed", copies, taken, start=1)
        elif label in seen:
            repeated.append(label)
            label = _next_free(f"{label}_", copies, taken, start=2)
        seen.add(label)
        out.append(label)
    return tuple(out), _label_warnings(unnamed, repeated)


def _next_free(stem: str, copies: dict[str, int], taken: set[str], start: int) -> str:
    number = copies.get(stem, start)
    while f"{stem}{number}" in taken:
        number += 1
    copies[stem] = number + 1
    taken.add(f"{stem}{number}")
    return f"{stem}{number}"


def _label_warnings(unnamed: int, repeated: list[str]) -> tuple[str, ...]:
    warnings = []
    if unnamed:
        warnings.append(f"{unnamed} points have no label; they are called unnamed1, unnamed2, ...")
    if repeated:
        shown = ", ".join(repr(label) for label in dict.fromkeys(repeated[:5]))
        warnings.append(f"{len(repeated)} labels occur more than once ({shown}); a number was added to the later ones.")
    return tuple(warnings)
