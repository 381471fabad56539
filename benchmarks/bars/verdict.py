"""Which bars an edited case keeps and which it fails."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from benchmarks.bars.cases import WALKER, Case
from benchmarks.bars.cuts import cut
from benchmarks.bars.measures import (
    added_jump,
    changed,
    foot_slip,
    frames_moved_outside,
    hand_misses,
    hinge_excess,
    jump,
    limit_excess,
    pose_difference,
    turn_jump,
)
from supple.core.motion import Motion

BARS: Mapping[str, float] = {
    "slip_mm": 0.1,
    "drag_mm": 0.1,  # what can be reached is met
    "jump": 1.5,
    "added": 1.5,  # on the walker
    "outside": 0.0,  # frames
    "hinge_rad": 1e-6,
    "limit_rad": 1e-6,
    "cut_rad": 1e-3,
    "twice": 0.0,  # frames that differ in a bit
    "best_mm": 5.0,
}
CUT_BEFORE, CUT_AFTER = 0.25, 0.15  # [s] taken away from the ends, where no goal acts


class Measured(NamedTuple):
    """One number and where it is worst."""

    value: float
    where: str = ""


@dataclass(frozen=True)
class Verdict:
    """All numbers about one case."""

    name: str
    numbers: Mapping[str, Measured]

    @property
    def fails(self) -> tuple[str, ...]:
        """The bars that are not kept; a number that is none keeps no bar."""
        return tuple(bar for bar, most in BARS.items() if bar in self.numbers and not self.numbers[bar].value <= most)


def judged(case: Case, edited: Motion) -> Verdict:
    """Measure one result."""
    misses = hand_misses(case, edited)
    numbers = {
        "slip_mm": _peak(foot_slip(case, edited), 1e3),
        "miss_mm": Measured(1e3 * float(np.nanmax(misses)), f"frame {int(np.nanargmax(misses.max(axis=1)))}"),
        "jump": _peak(jump(case, edited)),
        "turn": _peak(turn_jump(case, edited)),  # no bar: arms that pass from one end of their range to the other
        "outside": Measured(frames_moved_outside(case, edited)),
        "hinge_rad": _peak(hinge_excess(case, edited)),
        "limit_rad": _peak(limit_excess(case, edited)),
    }
    if not case.pull:
        numbers["drag_mm"] = numbers["miss_mm"]
    if case.clip == WALKER:
        numbers["added"] = _peak(added_jump(case, edited))
    return Verdict(case.name, numbers)


def repeated(case: Case, edited: Motion, edit: Callable[[Case], Motion]) -> dict[str, Measured]:
    """Solve again, and solve a cut: the same bits, and the same poses."""
    rate = 1.0 / case.motion.frame_time
    first, last = round(CUT_BEFORE * rate), case.motion.frames - 1 - round(CUT_AFTER * rate)
    shorter = edit(cut(case, first, last))
    return {
        "twice": Measured(int(np.count_nonzero(changed(edited, edit(case)).any(axis=1)))),
        "cut_rad": _peak(pose_difference(edited.with_frames(first, last + 1), shorter)),
    }


def _peak(found: tuple[float, str, int], unit: float = 1.0) -> Measured:
    value, joint, frame = found
    return Measured(unit * value, f"{joint} at frame {frame}")
