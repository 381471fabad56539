"""What a person should know about a retargeting."""

from __future__ import annotations

import numpy as np

from supple.core.contacts import Contacts
from supple.core.roles import SIDES
from supple.recipes.retarget.figure import Figure
from supple.recipes.retarget.matching import Match

_LIMBS = {"arm": ("shoulder", "elbow", "wrist"), "leg": ("hip", "knee", "ankle")}


def notes_of(source: Figure, target: Figure, match: Match, contacts: Contacts) -> tuple[str, ...]:
    """Limbs that are left out, figures that had to be guessed, steps that grow with the figure."""
    notes = [*_missing_limbs(source, target), *_guessed(source, "source"), *_guessed(target, "character")]
    other = [role for role in match.left_out if not any(role.endswith(f"_{p}") for ps in _LIMBS.values() for p in ps)]
    if other:
        notes.append(f"the character has no {', '.join(other)}; what the source does there is left out.")
    if _on_all_fours(target) and not _on_all_fours(source):
        notes.append(
            "in its own clip the character goes on all fours, and the source does not: it goes upright here, and its "
            "forelegs do what the source's arms do."
        )
    if not target.soles and source.soles:
        notes.append("the character has no feet (no ankles were recognised): nothing is planted on the ground.")
    if contacts.floor is not None and len(contacts.floor.supports) > 1:
        notes.append("the ground has several heights: they are scaled with the figure, as its steps are.")
    return tuple(notes)


def _on_all_fours(figure: Figure) -> bool:
    """Whether the hands are below the knees, most of the time."""
    wanted = [f"{side}_{part}" for part in ("wrist", "knee") for side in SIDES]
    joints = [figure.joints[role] for role in wanted if role in figure.joints]
    if len(joints) < len(wanted):
        return False
    heights = np.median(figure.pose.positions[figure.first :, joints, 1], axis=0)
    return bool(heights[:2].max() < heights[2:].min())


def _missing_limbs(source: Figure, target: Figure) -> list[str]:
    found = []
    for side in SIDES:
        for kind, parts in _LIMBS.items():
            lost = [
                part for part in parts if f"{side}_{part}" in source.joints and f"{side}_{part}" not in target.joints
            ]
            if lost:
                found.append(
                    f"the character's {side} {kind} has no {', '.join(lost)}; the source's motion is left out there."
                )
    return found


def _guessed(figure: Figure, who: str) -> list[str]:
    if figure.arms.real:
        return []
    what = (
        "the arms of the {who} are drawn oddly at rest; how they hang"
        if figure.reference.real
        else "the rest pose of the {who} is no stance; how it stands"
    )
    return [f"{what.format(who=who)} was learnt from its clip."]
