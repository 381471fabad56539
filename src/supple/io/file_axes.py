"""Degrees of freedom in a file's axes; :mod:`supple.core.axes` has the change of vectors and rotations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from supple.core.axes import vectors_from, vectors_to
from supple.core.freedom import Freedom


def freedom_from(up: str, freedom: Freedom) -> Freedom:
    """A freedom of a world whose up axis is ``up``, in Supple's world."""
    return freedom if up == "y" else replace(freedom, axes=vectors_from(up, freedom.axes))


def freedoms_to(up: str, freedoms: Iterable[Freedom]) -> tuple[Freedom, ...]:
    """Freedoms of Supple's world, in a world whose up axis is ``up``."""
    return tuple(f if up == "y" else replace(f, axes=vectors_to(up, f.axes)) for f in freedoms)
