"""Motion that is too large to be held at once: what is known of all of it, and its frames when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from supple.core.motion import Motion
from supple.core.provenance import Provenance
from supple.core.rows import LazyRows
from supple.core.skeleton import Skeleton


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Stream:
    """A motion in blocks; all that it says is what :class:`Motion` would say, bit by bit.

    ``blocks()`` begins anew each time it is called. What its motions have of their file are the rows of the block.
    """

    skeleton: Skeleton
    root_positions: np.ndarray  # (F, 3) [m]
    rotations: LazyRows  # (F, J, 4); their signs are those of the motion only in blocks
    offsets: LazyRows | None  # (F, J, 3) [m]
    frame_time: float  # [s]
    rest_rows: int
    provenance: Provenance
    blocks: Callable[[], Iterator[Motion]]

    def __len__(self) -> int:
        return len(self.rotations)

    @property
    def frames(self) -> int:
        """How many frames there are, rest rows included."""
        return len(self)

    @property
    def fps(self) -> float:
        """Frames per second."""
        return 1.0 / self.frame_time
