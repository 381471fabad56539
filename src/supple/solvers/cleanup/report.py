"""How a cleanup went: every contact with what is left of its drift, and what the figure had to give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from supple.core.contacts import Contact, Target
from supple.core.skeleton import Skeleton
from supple.errors import NotSolvedError
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.plants import Plant
from supple.solvers.result import Outcome, Report, Status

STRETCH_MET, RIGID_MET = 0.1, 0.5  # [mm] what a planted point may be off its place


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanReport(Report):
    """``constraints`` are contacts that were cleaned and poses that were given; a miss is how far a point is off."""

    stretch_pct_max: float = 0.0  # largest change of a limb's length
    stretch_pct_mean: float = 0.0  # over the frames and limbs that are planted
    root_mm_max: float = 0.0  # how far the root was moved
    lifted_frames: int = 0  # in which a free foot or hand was lifted out of the ground
    bent_frames: int = 0  # in which toes were bent out of it
    jump_deg_s_max: float = 0.0  # largest change of a joint's speed from one frame to the next that was added
    flaws: tuple[str, ...] = ()  # what a person would see although contacts are met; among the notes too

    @property
    def status(self) -> Status:
        """The gravest of all contacts; ``stalled`` where they are met but something jumps or is in the ground."""
        gravest = Report.status.fget(self)  # type: ignore[attr-defined]
        return "stalled" if gravest == "met" and self.flaws else gravest

    def raise_for_status(self) -> None:
        """Raise :class:`NotSolvedError` unless every contact is met without a flaw."""
        Report.raise_for_status(self)
        if self.flaws:
            raise NotSolvedError(f"Every contact is met, but {self.flaws[0]}")


def outcomes(
    plants: Sequence[Plant],
    contacts: Sequence[Contact],
    limbs: Sequence[Limb],
    misses: np.ndarray,
    tolerance: float,
    first: int,
) -> tuple[Outcome, ...]:
    """What became of every plant, by how far tips are from their places (F, L, 2) [m], without ``first`` rest rows."""
    from supple.kernels.cleanup.misses import find_worst

    found, ordered = [], sorted(plants, key=lambda p: p.contact)
    spans = np.array([(p.limb, p.tip, p.start, p.stop) for p in ordered], np.int64).reshape(-1, 4)
    worst = np.zeros((len(ordered), 3))
    find_worst(spans, misses, worst)
    for plant, (most, rms, at) in zip(ordered, worst.tolist(), strict=True):
        frame, rank = first + plant.start + int(at), limbs[plant.limb].rank
        found.append(outcome_of(contacts[plant.contact].label, 1 + rank, 1e3 * most, 1e3 * rms, tolerance, frame))
    return tuple(found)


def target_outcomes(
    targets: Sequence[Target],
    skeleton: Skeleton,
    limbs: Sequence[Limb],
    positions: np.ndarray,
    tolerance: float,
    first: int,
) -> tuple[Outcome, ...]:
    """What became of every pose that was given, by where joints (F, J, 3) are now [m], without ``first`` rest rows."""
    found = []
    for target in targets:
        end, start = skeleton.index(target.joint), target.start
        stop = start + len(target.positions_m)
        miss = 1e3 * np.linalg.norm(positions[start - first : stop - first, end] - target.positions_m, axis=1)
        limb = next(limb for limb in limbs if limb.end == end)
        at, rms = int(miss.argmax()), float(np.sqrt(np.mean(miss**2)))
        name = f"target of {target.joint} {start}:{stop}"
        found.append(outcome_of(name, 1 + limb.rank, float(miss[at]), rms, tolerance, start + at))
    return tuple(found)


def outcome_of(
    name: str, priority: int, worst: float, rms: float, tolerance: float, frame: int, blocked_by: str = "reach"
) -> Outcome:
    """One wish by its misses [mm], which are worst in a ``frame``."""
    met = worst <= tolerance
    return Outcome(
        name=name,
        priority=priority,
        unit="mm",
        worst=worst,
        rms=rms,
        worst_frame=frame,
        status="met" if met else "infeasible",
        blocked_by=() if met else (blocked_by,),
    )


def out_of_reach(
    plants: Sequence[Plant], contacts: Sequence[Contact], limbs: Sequence[Limb], apart: Sequence[float], first: int
) -> tuple[Outcome, ...]:
    """Of plants that were left alone, because they are ``apart`` from what the limbs reach [m]."""
    return tuple(
        outcome_of(contacts[p.contact].label, 1 + limbs[p.limb].rank, 1e3 * away, 1e3 * away, 0.0, first + p.start)
        for p, away in zip(plants, apart, strict=True)
    )


def in_order(
    near: Sequence[Plant], far: Sequence[Plant], found: Sequence[Outcome], apart: Sequence[Outcome],
    left: Mapping[int, Outcome],
) -> tuple[Outcome, ...]:  # fmt: skip
    """Outcomes of plants, ``found`` and too far ``apart``, and of what was ``left`` alone, as contacts are ordered.

    Then those of given poses, which ``found`` has at its end.
    """
    numbered = dict(zip(sorted(plant.contact for plant in near), found, strict=False))
    numbered |= dict(zip((plant.contact for plant in far), apart, strict=True)) | dict(left)
    return (*(numbered[number] for number in sorted(numbered)), *found[len(near) :])
