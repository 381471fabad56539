"""Which joints move for an edit, and which feet stand in it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from supple.constraints import model
from supple.constraints.keeping import keeps, moved_joints
from supple.constraints.recruiting import Recruits


def stands(c: model.Constraint) -> bool:
    """Whether a constraint holds a foot where it stands: no further from the motion than the foot skates."""
    return isinstance(c, model.Footplant) and not any(c.move) and c.turn_deg == 0.0


def moving(
    edit: model.Edit, recruits: Mapping[int, Recruits], numbers: Collection[int], *, standing: bool = False
) -> np.ndarray:
    """(J,) bool: the joints that move for some constraints of an edit, of all that these recruit.

    With ``standing``, feet that are held where they stand count as kept: what they move is no more than they skate.
    """
    kept = [keeps(c := edit.constraints[k]) or (standing and stands(c)) for k in numbers]
    recruited, movers = (np.array([getattr(recruits[k], name) for k in numbers]) for name in ("recruited", "movers"))
    return moved_joints(recruited, movers, np.array(kept))
