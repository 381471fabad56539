"""Which joints move for an edit: what merely keeps what there is moves nothing until somebody else disturbs it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from supple.constraints import model
from supple.constraints.recruiting import Recruits


def keeps(c: model.Constraint) -> bool:
    """Whether a constraint asks for what the motion does already."""
    if isinstance(c, model.Balance | model.Position | model.Orientation):
        return not c.goals
    return isinstance(c, model.Preserve)


def stands(c: model.Constraint) -> bool:
    """Whether a constraint holds a foot where it stands: no further from the motion than the foot skates."""
    return isinstance(c, model.Footplant) and not any(c.move) and c.turn_deg == 0.0


def moving(
    edit: model.Edit, recruits: Mapping[int, Recruits], numbers: Collection[int], *, standing: bool = False
) -> np.ndarray:
    """(J,) bool: the joints that move for some constraints of an edit, of all that these recruit.

    With ``standing``, feet that are held where they stand count as kept: what they move is no more than they skate.
    """
    kept = {k for k in numbers if keeps(c := edit.constraints[k]) or (standing and stands(c))}
    disturbed = set(numbers) - kept
    out = np.zeros_like(recruits[next(iter(numbers))].recruited)
    while disturbed:
        for k in disturbed:
            out |= recruits[k].recruited
        kept -= disturbed
        disturbed = {k for k in kept if (recruits[k].movers & out).any()}
    return out
