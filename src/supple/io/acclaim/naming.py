"""Names that an Acclaim file can hold."""

from __future__ import annotations

import re

from supple.io.acclaim.model import ROOT

_FORBIDDEN = re.compile(r"[\s#]+")


def file_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """A name without spaces for every joint, all different; the first is the root's."""
    out: list[str] = []
    taken = {ROOT}
    for j, name in enumerate(names):
        clean = _FORBIDDEN.sub("_", name.strip()).lstrip(":") or "joint"
        if j == 0 and clean == ROOT:
            out.append(ROOT)
            continue
        out.append(free_name(clean, taken))
    return tuple(out)


def free_name(name: str, taken: set[str]) -> str:
    """``name``, with a number where it is taken; takes it."""
    free, k = name, 1
    while free in taken:
        free, k = f"{name}_{k}", k + 1
    taken.add(free)
    return free
