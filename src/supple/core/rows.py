"""Rows of numbers that are there, or that are made when they are asked for, for those who look at a few of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

BLOCK = 1024  # rows that are held at a time


class Rows(Protocol):
    """Rows that are there, as those of an array, or that are made when they are asked for."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: Any, /) -> Any: ...


@dataclass(frozen=True, slots=True, eq=False)
class LazyRows:
    """Rows of an array (F, ...) that are made each time they are asked for, a few at a time."""

    count: int
    make: Callable[[slice | np.ndarray], np.ndarray]

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: slice | np.ndarray) -> np.ndarray:
        return self.make(index)


def blocks_of(rows: Rows) -> Iterator[np.ndarray]:
    """All rows, so many at a time wherever they are, so that sums of them have the same bits."""
    for start in range(0, len(rows), BLOCK):
        yield rows[start : start + BLOCK]
