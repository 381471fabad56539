"""Why a clip is done but not everything is met, in words, by what its verb says with ``--json``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_MOST = 5  # reasons of one clip
_UNITS = ("mm", "deg")


def reasons(facts: Mapping[str, Any]) -> list[str]:
    """What was lost in the file, what a person would see, and which wishes are missed; else all notes."""
    lines = [line for key in ("not_kept", "flaws") for line in _words(facts.get(key))]
    lines += [_missed(wish) for wish in _tables(facts.get("constraints")) if wish.get("status", "met") != "met"]
    return (lines or _words(facts.get("notes")) or [f"it ended {facts.get('status', 'not met')}."])[:_MOST]


def _missed(wish: Mapping[str, Any]) -> str:
    """A wish that is not met: what it is about, without its frames, so that clips can be grouped by it."""
    unit = next((unit for unit in _UNITS if f"worst_{unit}" in wish), "mm")
    name = str(wish.get("name", "a wish")).partition(" ")[0]
    by = ", ".join(_words(wish.get("blocked_by")))
    held = f" ({by} stands in the way)" if by else ""
    return f"{name} misses by {wish.get(f'worst_{unit}') or 0.0:.2f} {unit} at frame {wish.get('worst_frame')}{held}."


def _words(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _tables(value: Any) -> list[Mapping[str, Any]]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []
