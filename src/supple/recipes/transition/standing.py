"""A mix whose feet stand: fitted to its contacts from coarse to fine, then cleaned."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace as restated

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.progress import Progress
from supple.recipes.clean import FEET_PLACED, Cleaned, clean, points_of
from supple.recipes.measures.planted import slide
from supple.recipes.metrics import scene_of
from supple.recipes.refit import height_of
from supple.solvers.cleanup.limbs_of import Limb, limbs_of
from supple.solvers.hierarchical.levels import Level
from supple.solvers.hierarchical.settings import FitSettings

# choice: coarse levels bring body and legs near the contacts without a jerk; what is left (some centimetres, where a
# foot comes down or leaves) is for the cleanup, which eases it in more gently than a last exact pass would.
_FIT = FitSettings(levels=3, exact=False)


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A motion whose feet stand, and how far they slid before and after, in its contacts near the mixes [mm]."""

    motion: Motion
    cleaned: Cleaned
    levels: tuple[Level, ...]
    slide_before_mm: float
    slide_after_mm: float

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know."""
        slid = f"planted feet slid by {self.slide_before_mm:.1f} mm, and by {self.slide_after_mm:.2f} mm after the fit."
        return (slid, *self.cleaned.report.notes) if self.cleaned.contacts.contacts else ("nothing stands here.",)

    def facts(self) -> dict[str, object]:
        """The same for machines."""
        return {
            "status": self.cleaned.report.status,
            "slide_before_mm": self.slide_before_mm,
            "slide_after_mm": self.slide_after_mm,
            "contacts": len(self.cleaned.contacts.contacts),
        }


def limbs_for(motion: Motion, names: Names) -> list[Limb]:
    """The limbs whose ends stand."""
    return list(limbs_of(motion, names.roles, points_of(names), names.limbs))


def standing(
    motion: Motion, contacts: Contacts, spans: list[tuple[int, int]], names: Names, progress: Progress | None = None
) -> Standing:
    """The motion with its contacts kept; ``spans`` are the frames ``[start, stop)`` that were mixed."""
    from supple.solvers.hierarchical.contacts import ContactAsks, fit_contacts

    limbs = limbs_for(motion, names)
    touched = within(contacts, spans)
    fitted = fit_contacts(ContactAsks(motion, touched, limbs, names.roles, height_of(motion)), _FIT, progress)
    cleaned = clean(fitted.motion, contacts, roles=names, settings=FEET_PLACED)
    before, after = (_slide(m, touched, names) for m in (motion, cleaned.motion))
    return Standing(cleaned.motion, cleaned, fitted.fitted.levels, before, after)


def within(contacts: Contacts, spans: list[tuple[int, int]]) -> Contacts:
    """Only the contacts that are in one of the spans, at least in part."""
    kept = tuple(c for c in contacts.contacts if any(c.start < b and c.stop > a for a, b in spans))
    return restated(contacts, contacts=kept)


def _slide(motion: Motion, contacts: Contacts, names: Names) -> float:
    return slide(scene_of(motion, contacts, roles=names)).worst if contacts.contacts else 0.0
