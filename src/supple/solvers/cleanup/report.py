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
    tips: np.ndarray,
    places: np.ndarray,
    tolerance: float,
    first: int,
) -> tuple[Outcome, ...]:
    """What became of every plant: ``tips`` (F, L, 2, 3) are and ``places`` should be, without the ``first`` rest rows."""
    found = []
    off = tips - places
    misses = 1e3 * np.sqrt(off[..., 0] ** 2 + off[..., 1] ** 2 + off[..., 2] ** 2)
    for plant in sorted(plants, key=lambda p: p.contact):
        miss = misses[plant.start : plant.stop, plant.limb, plant.tip]
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


def largest_jump(changes: np.ndarray, frame_time: float) -> float:
    """Largest change of speed [deg/s] between frames in the ``changes`` (F, L, 3, 3) [rad] that were added."""
    if len(changes) < 3:
        return 0.0
    bends = np.diff(changes, n=2, axis=0)
    return float(np.degrees(np.sqrt(np.max(np.sum(bends * bends, axis=-1), initial=0.0))) / frame_time)
