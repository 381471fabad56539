"""How a cleanup went: every contact with what is left of its drift, and what the figure had to give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from supple.core.contacts import Contact
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.plants import Plant
from supple.solvers.result import Outcome, Report

STRETCH_MET, RIGID_MET = 0.1, 0.5  # [mm] what a planted point may be off its place


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanReport(Report):
    """``constraints`` are the contacts that were cleaned; a miss is the distance of a point from its place."""

    stretch_pct_max: float = 0.0  # largest change of a limb's length
    stretch_pct_mean: float = 0.0  # over the frames and limbs that are planted
    root_mm_max: float = 0.0  # how far the root was moved
    lifted_frames: int = 0  # in which a free foot or hand was lifted out of the ground
    bent_frames: int = 0  # in which toes were bent out of it
    jump_deg_s_max: float = 0.0  # largest change of a joint's speed from one frame to the next that was added


def outcomes(
    plants: Sequence[Plant],
    contacts: Sequence[Contact],
    limbs: Sequence[Limb],
    misses: np.ndarray,
    tolerance: float,
    first: int,
) -> tuple[Outcome, ...]:
    """What became of every plant, by how far tips are from their places (F, L, 2) [m], without ``first`` rest rows."""
    found = []
    for plant in sorted(plants, key=lambda p: p.contact):
        miss = 1e3 * misses[plant.start : plant.stop, plant.limb, plant.tip]
        at = int(miss.argmax())
        worst, contact = float(miss[at]), contacts[plant.contact]
        met = worst <= tolerance
        found.append(
            Outcome(
                name=f"{contact.point} {contact.start}:{contact.stop}",
                priority=1 + limbs[plant.limb].rank,
                unit="mm",
                worst=worst,
                rms=float(np.sqrt(miss @ miss / len(miss))),
                worst_frame=first + plant.start + at,
                status="met" if met else "infeasible",
                blocked_by=() if met else ("reach",),
            )
        )
    return tuple(found)
