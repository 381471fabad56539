"""Where a motion comes from, and what its file looked like."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from supple.core.arrays import rebuilt, sealed


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Provenance:
    """What a reader learnt and a writer needs to give a file back as it was."""

    source: str = ""  # name of the file
    format: str = ""  # name of the format, "" for motion made by a program
    unit_scale: float = 1.0  # metres per file unit
    up: str = "y"  # the file's up axis, one of supple.core.axes.UPS
    channels: tuple[str, ...] = ()  # per joint of the skeleton, what the file stores for it: "Zrotation Yrotation"
    decisions: tuple[tuple[str, str], ...] = ()  # (topic, what was decided and why), for `supple info`
    warnings: tuple[str, ...] = ()
    native: object = None  # the format's own record of layout and numbers; only that format looks inside
    rows: np.ndarray | None = None  # (F,) which row of ``native`` each frame came from; -1 for a new frame

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        if self.rows is not None:
            object.__setattr__(self, "rows", sealed(self.rows, ("F",), "rows", np.int64))

    def __repr__(self) -> str:
        return f"<Provenance: {self.source or 'made by a program'}, 1 unit = {self.unit_scale:g} m, {self.up} up>"

    def with_frames(self, index: np.ndarray | slice) -> Provenance:
        """The provenance of chosen frames."""
        return self if self.rows is None else replace(self, rows=self.rows[index])

    def without_rows(self) -> Provenance:
        """The provenance of frames that the file does not have, such as resampled ones."""
        return replace(self, rows=None)

    def decision(self, topic: str) -> str:
        """What was decided about a topic such as ``"units"``, or ``""``."""
        return dict(self.decisions).get(topic, "")


MADE_HERE = Provenance()
