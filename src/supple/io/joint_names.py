"""Names of joints that occur once each, from files where they need not."""

from __future__ import annotations

import re
from collections.abc import Sequence

_TIP = re.compile(r"(_end|[ _.]?end[ _]?site|_tip|nub)(\.\d+)?$", re.IGNORECASE)


def unique_names(stated: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
    """One name per joint, and a warning where some had to change.

    The first joint of a name keeps it; the later ones get a number that makes a name no joint has.
    """
    taken, given = set(stated), set[str]()
    latest: dict[str, int] = {}  # counting on keeps many equal names from costing their square
    names, renamed = [], []
    for name in stated:
        if name in given:
            name = _numbered(name, taken, latest)
            renamed.append(name)
        given.add(name)
        names.append(name)
    said = f"{len(renamed)} names occur more than once; the later joints were renamed, such as {renamed[:1]}."
    return tuple(names), [said] if renamed else []


def is_tip_name(name: str) -> bool:
    """Whether a joint is called like the tip of a bone, which never turns."""
    return _TIP.search(name) is not None


def _numbered(name: str, taken: set[str], latest: dict[str, int]) -> str:
    number = latest.get(name, 1) + 1
    while f"{name}_{number}" in taken:
        number += 1
    latest[name] = number
    taken.add(f"{name}_{number}")
    return f"{name}_{number}"
