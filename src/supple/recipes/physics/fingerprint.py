"""A name for a problem: two that differ in a bit have others."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from supple.dynamics.figure import Figure


def fingerprint(*values: Any) -> str:
    """Of numbers, arrays, words and values made of them."""
    seen = hashlib.sha256()
    for part in _parts(values):
        seen.update(len(part).to_bytes(8, "little") + part)
    return seen.hexdigest()


def _parts(value: Any) -> Iterator[bytes]:
    if isinstance(value, np.ndarray):
        yield f"{value.dtype}{value.shape}".encode()
        yield np.ascontiguousarray(value).tobytes()
    elif isinstance(value, Figure):  # its model is made of the rest
        yield from _parts((value.skeleton.names, value.skeleton.offsets, value.skeleton.parents, value.inertias))
        turns = [(carrier.number, carrier.turn, carrier.place) for carrier in value.carriers]
        yield from _parts((value.joints, value.axes, turns, value.model.gravity.linear))
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield field.name.encode()
            yield from _parts(getattr(value, field.name))
    elif isinstance(value, Mapping):
        yield from _parts([(key, value[key]) for key in value])
    elif isinstance(value, list | tuple):
        yield f"{len(value)}".encode()
        for item in value:
            yield from _parts(item)
    else:
        yield repr(value).encode()
