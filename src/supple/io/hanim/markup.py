"""Pieces of X3D text."""

from __future__ import annotations

import re
from xml.sax.saxutils import quoteattr

import numpy as np

_DIGITS = 10  # significant; a turn comes back to 1e-10 rad
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # not allowed in XML at all


def listed(values: np.ndarray) -> str:
    """Numbers between spaces; no ``-0``."""
    flat = (np.asarray(values, dtype=np.float64).ravel() + 0.0).tolist()
    return " ".join([f"%.{_DIGITS}g"] * len(flat)) % tuple(flat)


def element(tag: str, attributes: dict[str, str], *, indent: int = 0, closed: bool = True) -> str:
    """One tag on a line of its own."""
    inside = "".join(f" {name}={quoteattr(_FORBIDDEN.sub('_', value))}" for name, value in attributes.items())
    return f"{' ' * min(indent, 40)}<{tag}{inside}{'/' if closed else ''}>\n"  # deep trees must not cost their square


class Names:
    """DEF names: letters, digits and underscores that no other node has."""

    def __init__(self) -> None:
        self._taken: dict[str, int] = {}

    def new(self, wanted: str) -> str:
        """A name like ``wanted`` that is free."""
        plain = re.sub(r"[^A-Za-z0-9_]", "_", wanted) or "_"
        base = plain if not plain[0].isdigit() else f"_{plain}"
        name = base
        while name in self._taken:
            self._taken[base] += 1
            name = f"{base}_{self._taken[base]}"
        self._taken[name] = 1
        return name


def is_plain(name: str) -> bool:
    """Whether XML carries a name as it is."""
    return _FORBIDDEN.search(name) is None
