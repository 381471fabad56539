"""Faults with a known truth, cleaned: how far feet are from where they truly are, before and after."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from benchmarks.measure import Row
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.recipes import damage
from supple.recipes.clean import clean
from supple.recipes.measures.agreement import contact_f1
from supple.recipes.measures.scene import point_path
from supple.recipes.names import motion_names
from supple.recipes.walk import true_walk
from supple.recipes.walk_contacts import known_contacts

SECONDS = 6.0
F1 = 0.98
_POINTS = tuple(f"{side}_{part}" for side in ("left", "right") for part in ("heel", "ball", "toe"))


class Case(NamedTuple):
    """A fault, and the ground where it must be known: a clip that leans as a whole stands well on a leaning floor."""

    name: str
    damaged: Callable[[Motion], Motion]
    floor: float | None = None


class Undone(NamedTuple):
    """Mean distance of heels, balls and toes from the truth, and what was found [mm]."""

    before: float
    after: float
    f1: float
    met: bool


def _legs(share: float) -> Callable[[Motion], Motion]:
    return lambda motion: damage.other_legs(motion, motion_names(motion).roles, share)


CASES = (
    *(Case(f"drift of {1e3 * m:.0f} mm", lambda motion, m=m: damage.drifting(motion, m)) for m in (0.01, 0.03, 0.05)),
    *(Case(f"legs {100 * s:+.0f} %", _legs(s)) for s in (-0.2, -0.1, -0.05, -0.02, 0.02, 0.05, 0.1, 0.2)),
    *(
        Case(f"noise of {d:g} deg, {5 * d:g} mm", lambda motion, d=d: damage.trembling(motion, d, 5e-3 * d))
        for d in (0.1, 0.2)
    ),
    *(Case(f"floor tilted by {d:g} deg", lambda motion, d=d: damage.tilted(motion, d), 0.0) for d in (0.5, 1.0)),
    *(Case(f"floor off {1e3 * m:+.0f} mm", lambda motion, m=m: damage.raised(motion, m), 0.0) for m in (-0.03, 0.03)),
)  # fmt: skip


@cache
def truth() -> tuple[Motion, Contacts]:
    """The walk and its true contacts."""
    walk = true_walk(SECONDS)
    return walk.motion, known_contacts(walk)


def undone(case: Case, stretch: float | None = None) -> Undone:
    """Damage, find contacts, clean, compare."""
    motion, contacts = truth()
    damaged = case.damaged(motion)
    cleaned = clean(damaged, stretch=stretch, floor=case.floor)
    f1 = contact_f1(cleaned.contacts, contacts, motion.frames)
    return Undone(feet_off_mm(damaged), feet_off_mm(cleaned.motion), f1, cleaned.report.status == "met")


def feet_off_mm(motion: Motion) -> float:
    """Mean distance of heels, balls and toes from where they are in the truth."""
    return float(1e3 * np.linalg.norm(_feet(motion) - _feet(truth()[0]), axis=-1).mean())


def _feet(motion: Motion) -> np.ndarray:
    names, pose = motion_names(truth()[0]), world_pose(motion)
    return np.stack([point_path(pose, names.effector(point)) for point in _POINTS], axis=1)


def run() -> list[Row]:
    """One row for each fault: after by before, which must be below 1."""
    rows = []
    for case in CASES:
        for stretch, how in ((None, "rigid"), (0.03, "stretch")):
            found = undone(case, stretch)
            details = f"{found.before:.1f} -> {found.after:.1f} mm, contacts F1 {found.f1:.3f} (bar {F1})"
            what = f"{case.name}, {how}: feet off the truth, after by before"
            rows.append((what, f"{found.after / found.before:.2f}", "< 1", details))
    return rows
