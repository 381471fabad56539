r"""The rule that keeps weaker constraints from disturbing stronger ones behind their back.

For a stronger constraint a and a weaker one b: :math:`Rec(b) \cap Anc(a) \subseteq Rec(a)`. Among the joints that move
a's effector, b may use only those that a uses; else b moves the effector and a does not know how.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from supple.constraints.recruiting import Recruits


@dataclass(frozen=True, slots=True)
class Violation:
    """A weaker constraint that moves a stronger one's effector by joints that the stronger one does not recruit."""

    stronger: int  # number of the constraint
    weaker: int
    joints: tuple[int, ...]  # the joints in question
    fix: Literal["add", "remove"]  # add them to the stronger one, or remove them from the weaker one


def violations(priorities: Sequence[int], recruits: Sequence[Recruits]) -> tuple[Violation, ...]:
    """All pairs that break the rule, each with the smaller fix.

    Both fixes of a pair concern the same joints. The smaller one is that which leaves fewer joints in question over
    all pairs; when they are equal, adding, since nobody loses anything by it. Constraints of equal priority share a
    level, and none of them is the stronger one.
    """
    if not recruits:
        return ()
    level = np.asarray(priorities)
    uses, feels = np.array([r.recruited for r in recruits]), np.array([r.movers for r in recruits])  # (n, J)
    found = []
    for a in range(len(level)):
        for b in np.flatnonzero(level > level[a]).tolist():
            joints = uses[b] & feels[a] & ~uses[a]
            if joints.any():
                fix = _smaller_fix(level, uses, feels, a, b, joints)
                found.append(Violation(a, b, tuple(np.flatnonzero(joints).tolist()), fix))
    return tuple(found)


def _smaller_fix(
    level: np.ndarray, uses: np.ndarray, feels: np.ndarray, a: int, b: int, joints: np.ndarray
) -> Literal["add", "remove"]:
    if not (uses[b] & ~joints).any():
        return "add"  # else nobody would be left to b
    blind = feels & ~uses  # joints that move an effector whose constraint does not use them
    adding = (uses[level > level[a]] & joints).sum() - (blind[level < level[a]] & joints).sum()
    removing = (blind[level < level[b]] & joints).sum() - (uses[level > level[b]] & feels[b] & joints).sum()
    return "add" if adding >= removing else "remove"
