"""What a motion stands on, and the motion made to stand elsewhere: fitted from coarse to fine, then cleaned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from supple.constraints.names import Names
from supple.core.contacts import Contact, Contacts, Floor
from supple.core.ground import Height, old_ground
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import world_pose
from supple.core.progress import Progress
from supple.errors import InvalidValueError
from supple.recipes.clean import FEET_PLACED, Cleaned, clean, points_of
from supple.recipes.measures.planted import slide
from supple.recipes.metrics import contacts_of, scene_of
from supple.recipes.names import motion_names
from supple.recipes.step_places import drifts, settled
from supple.recipes.terrain.steps import Step, steps_of

if TYPE_CHECKING:
    from supple.solvers.cleanup.limbs_of import Limb
    from supple.solvers.hierarchical.contacts import Swing
    from supple.solvers.hierarchical.levels import Level
    from supple.solvers.hierarchical.problem import PointAsks
    from supple.solvers.hierarchical.settings import FitSettings
    from supple.solvers.result import Status


SLID_MM = 1.0  # points that slide further on what they ride with do not stay there


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Standing:
    """A motion with what stands in it."""

    motion: Motion
    names: Names
    contacts: Contacts
    limbs: tuple[Limb, ...]
    steps: tuple[Step, ...]
    size: float  # [m] the figure's height


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Refitted:
    """A motion that stands elsewhere: how the fit went, and the cleanup after it."""

    motion: Motion
    contacts: Contacts
    cleaned: Cleaned
    levels: tuple[Level, ...]
    notes: tuple[str, ...] = ()

    @property
    def status(self) -> Status:
        """How it went as a whole. A cleanup knows nothing of points that ride with another limb: they count here."""
        status = self.cleaned.report.status
        return "stalled" if status == "met" and self.riding_mm > SLID_MM else status

    @property
    def riding_mm(self) -> float:
        """How far points that ride with a joint slide on it, or are from their known places on it, at worst."""
        return off_riders_mm(self.motion, self.contacts, self.cleaned.names)


def standing(
    motion: Motion,
    contacts: Contacts | Path | str | None = None,
    roles: Path | str | Names | None = None,
    *,
    needed: bool = True,
) -> Standing:
    """What stands in a motion: its contacts, given or found, limb by limb.

    One that stands on nothing is refused where contacts are ``needed``; else a note of its contacts tells it.
    """
    from supple.solvers.cleanup.limbs_of import limbs_of

    if not isinstance(motion, Motion):
        raise InvalidValueError(f"only a motion can be fitted; got {type(motion).__name__}.")
    names = roles if isinstance(roles, Names) else motion_names(motion, roles)
    found = _without_given_poses(contacts_of(motion, contacts, names, None))
    if all(c.reference is not None for c in found.contacts):
        nothing = (
            "this motion stands on nothing, so that there is nothing to keep in place: no foot or hand was found to "
            f"stand still in {motion.frames - motion.rest_rows} frames. Where one does, say it with contacts (supple "
            "detect writes such a document, --contacts takes it), or who is who with --roles."
        )
        if needed:
            raise InvalidValueError(nothing)
        found = replace(found, notes=(*found.notes, nothing))
    limbs = limbs_of(motion, names.roles, points_of(names), names.limbs)
    pose = world_pose(motion)
    steps = tuple(
        Step(step.limb, settled(_out_of_ground(step, found.floor), motion.skeleton, pose, _drifts(step, found, motion)))
        for step in steps_of(found, limbs, motion.skeleton)
    )
    stepping = {(c.point, c.start): c for step in steps for c in step.contacts}
    at_last = tuple(stepping.get((c.point, c.start), c) for c in found.contacts)
    return Standing(
        motion=motion, names=names, contacts=replace(found, contacts=at_last), limbs=limbs, steps=steps,
        size=height_of(motion),
    )  # fmt: skip


def _without_given_poses(contacts: Contacts) -> Contacts:
    """choice: what joints as a whole keep still, and given poses, mean nothing elsewhere; a note tells it."""
    lost = len(contacts.geometric) + len(contacts.targets)
    if not lost:
        return contacts
    said = f"{lost} geometric constraints and targets of the contacts were left out."
    return replace(contacts, geometric=(), targets=(), notes=(*contacts.notes, said))


def _drifts(step: Step, contacts: Contacts, motion: Motion) -> np.ndarray:
    return drifts(step.contacts, contacts.belt_m_s, motion.frame_time)


def _out_of_ground(step: Step, floor: Floor | None) -> tuple[Contact, ...]:
    """The contacts of a step; those of a foot that were found below the floor stand on it."""
    if floor is None or step.limb.rank:
        return step.contacts
    x, y, z = np.array([c.position_m for c in step.contacts]).T
    raised = np.maximum(y, old_ground(floor, x, z))
    return tuple(
        replace(c, position_m=(c.position_m[0], float(height), c.position_m[2]))
        for c, height in zip(step.contacts, raised, strict=True)
    )


def height_of(motion: Motion) -> float:
    """[m] from the lowest joint to the highest, most of the time."""
    return float(np.ptp(np.median(world_pose(motion).positions[first_moving_frame(motion) :, :, 1], axis=0)))


def off_riders_mm(motion: Motion, contacts: Contacts, names: Names) -> float:
    """How far points that ride with a joint slide on it, or are from their known places on it, at worst [mm]."""
    riding = tuple(c for c in contacts.contacts if c.reference is not None)
    if not riding:
        return 0.0
    measured = slide(scene_of(motion, replace(contacts, contacts=riding), roles=names))
    return max(measured.worst, measured.miss)


def riders_said(missed_mm: float) -> tuple[str, ...]:
    """A note where they are off."""
    return (f"what rides with a joint is up to {missed_mm:.0f} mm off.",) if missed_mm > SLID_MM else ()


def refit(
    stood: Standing,
    guess: Motion,
    placed: Contacts,
    *,
    floor: Height | float | None = None,
    tilts: Mapping[str, np.ndarray] | None = None,
    trunk: Sequence[int] = (0,),
    points: PointAsks | None = None,
    swings: Mapping[str, Swing] | None = None,
    settings: FitSettings | None = None,
    notes: tuple[str, ...] = (),
    progress: Progress | None = None,
) -> Refitted:
    """``guess`` with its points at the ``placed`` contacts, and out of the ground.

    The rest is that of :class:`supple.solvers.hierarchical.contacts.ContactAsks`.
    """
    from supple.solvers.hierarchical.contacts import ContactAsks, fit_contacts

    asked = ContactAsks(guess, placed, stood.limbs, stood.names.roles, stood.size, trunk, points, tilts, swings)
    fitted = fit_contacts(asked, settings, progress)
    cleaned = clean(fitted.motion, placed, floor=floor, roles=stood.names, settings=FEET_PLACED)
    rides = riders_said(off_riders_mm(cleaned.motion, placed, stood.names))
    return Refitted(
        motion=cleaned.motion, contacts=placed, cleaned=cleaned, levels=fitted.fitted.levels,
        notes=(*placed.notes, *notes, *cleaned.report.notes, *rides),
    )  # fmt: skip
