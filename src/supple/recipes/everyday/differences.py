"""What a comparison of two motions says: per joint, over time, and of the figures."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np

from supple.core.arrays import sealed


@dataclass(frozen=True, slots=True, kw_only=True)
class JointDifference:
    """How much one joint changed, over all frames that were compared."""

    joint: str
    worst_mm: float  # of its place in the world
    rms_mm: float
    worst_frame: int  # of the first motion
    worst_deg: float  # of its own turn, seen from its parent
    rms_deg: float
    worst_deg_frame: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Difference:
    """What changed from one motion to another. Empty where nothing did, beyond the tolerances."""

    joints: tuple[str, ...]  # that were compared, end sites included
    mm: np.ndarray  # (n, J) distances of joints in the world
    deg: np.ndarray  # (n, J) differences of joints' own turns
    first_frame: int  # of the first motion, that row 0 belongs to
    frame_time: float  # [s]
    tolerance_mm: float
    tolerance_deg: float
    facts: tuple[str, ...] = ()  # differences that are not of poses: lengths, rates, joints, bones, contacts
    notes: tuple[str, ...] = ()  # how it was compared

    def __post_init__(self) -> None:
        put = partial(object.__setattr__, self)
        put("mm", sealed(self.mm, ("n", len(self.joints)), "mm"))
        put("deg", sealed(self.deg, self.mm.shape, "deg"))

    @property
    def is_empty(self) -> bool:
        """Whether nothing changed."""
        return not self.facts and not self.changed.any()

    @property
    def changed(self) -> np.ndarray:
        """(n, J) where a joint's place or turn is another one."""
        return np.asarray((self.mm > self.tolerance_mm) | (self.deg > self.tolerance_deg))

    def rows(self) -> tuple[JointDifference, ...]:
        """The joints that changed, the farthest first."""
        some = np.flatnonzero(self.changed.any(axis=0))
        found = [self._row(int(j)) for j in some]
        return tuple(sorted(found, key=lambda row: (-row.worst_mm, -row.worst_deg)))

    def root(self) -> JointDifference:
        """How the way of the figure changed: that of the first joint."""
        return self._row(0)

    def spans(self) -> tuple[tuple[int, int], ...]:
        """The runs of frames ``[start, stop)`` of the first motion in which something changed."""
        any_joint = np.concatenate([[False], self.changed.any(axis=1), [False]])
        edges = np.flatnonzero(any_joint[1:] != any_joint[:-1]).reshape(-1, 2) + self.first_frame
        return tuple((int(start), int(stop)) for start, stop in edges)

    def as_table(self) -> dict[str, Any]:
        """All but the arrays, for machines."""
        return {
            "equal": self.is_empty,
            "frames": len(self.mm),
            "worst_mm": float(self.mm.max()),
            "rms_mm": float(np.sqrt(np.mean(self.mm**2))),
            "worst_deg": float(self.deg.max()),
            "rms_deg": float(np.sqrt(np.mean(self.deg**2))),
            "tolerance_mm": self.tolerance_mm,
            "tolerance_deg": self.tolerance_deg,
            "root": asdict(self.root()),
            "joints": [asdict(row) for row in self.rows()],
            "spans": [list(span) for span in self.spans()],
            "facts": list(self.facts),
            "notes": list(self.notes),
        }

    def _row(self, j: int) -> JointDifference:
        mm, deg = self.mm[:, j], self.deg[:, j]
        return JointDifference(
            joint=self.joints[j],
            worst_mm=float(mm.max()),
            rms_mm=float(np.sqrt(np.mean(mm**2))),
            worst_frame=int(np.argmax(mm)) + self.first_frame,
            worst_deg=float(deg.max()),
            rms_deg=float(np.sqrt(np.mean(deg**2))),
            worst_deg_frame=int(np.argmax(deg)) + self.first_frame,
        )
