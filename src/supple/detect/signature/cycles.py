"""Cycles of a gait: from one event of a foot to the same event of the same foot.

Phase 0 is where the foot comes down. A foot that comes down once only, but leaves twice, shows a whole cycle all the
same: its end is what comes before its beginning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from supple.core.contacts import GaitEvents, Step

PHASES = 100  # at which curves are told
_SHORTEST_S, _LONGEST_S = 0.3, 4.0  # of a cycle: a sprint, and a badly hurt person
# choice: the other foot comes down once in between, and not together with this one: jumps are no gait
_OTHER = (0.2, 0.8)


@dataclass(frozen=True, slots=True)
class Cycle:
    """The frames from ``start`` to ``stop``, in which the foot comes down at ``strike`` and leaves after ``stance``."""

    start: int
    stop: int
    strike: int
    stance: int | None  # frames from coming down to leaving; None where that is not seen

    @property
    def length(self) -> int:
        """In frames."""
        return self.stop - self.start

    def moments(self, count: int = PHASES) -> np.ndarray:
        """(count,) frames, with fractions, at evenly spread phases from 0 on."""
        at = self.strike + self.length * np.arange(count) / count
        return np.where(at > self.stop, at - self.length, at)


def cycles_of(events: GaitEvents, side: str, fps: float) -> tuple[Cycle, ...]:
    """The cycles of one foot: between landings, or else between leavings."""
    own, other = (events.left, events.right) if side == "left" else (events.right, events.left)
    landings = [at for step in other if (at := landing(step)) is not None]
    found = tuple(_between_landings(own))
    good = tuple(c for c in found if _is_gait(c, landings, fps))
    return good or tuple(c for c in _between_leavings(own) if _is_gait(c, landings, fps))


def landing(step: Step) -> int | None:
    """When a foot comes down, whichever part of it does so first."""
    seen = [at for at in (step.heel_strike, step.toe_strike) if at is not None]
    return min(seen, default=None)


def _between_landings(steps: Sequence[Step]) -> Iterator[Cycle]:
    for one, other in pairwise(steps):
        start, stop = landing(one), landing(other)
        if start is not None and stop is not None:
            yield Cycle(start, stop, start, None if one.toe_off is None else one.toe_off - start)


def _between_leavings(steps: Sequence[Step]) -> Iterator[Cycle]:
    for one, other in pairwise(steps):
        strike = landing(other)
        if one.toe_off is not None and other.toe_off is not None and strike is not None:
            yield Cycle(one.toe_off, other.toe_off, strike, other.toe_off - strike)


def _is_gait(cycle: Cycle, others: Sequence[int], fps: float) -> bool:
    if not _SHORTEST_S <= cycle.length / fps <= _LONGEST_S:
        return False
    phases = [((at - cycle.strike) / cycle.length) % 1.0 for at in others if cycle.start <= at < cycle.stop]
    return len(phases) == 1 and _OTHER[0] <= phases[0] <= _OTHER[1]
