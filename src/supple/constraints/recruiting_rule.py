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
    blind = feels & ~uses  # joints that move an effector whose constraint does not use them
    users, blinded = _weaker(level, uses), _weaker(-level, blind)
    found = []
    for a in range(len(level)):
        joints = uses & blind[a]
        for b in np.flatnonzero((level > level[a]) & joints.any(axis=1)).tolist():
            there = np.flatnonzero(joints[b])
            adding = users[a, there].sum() - blinded[a, there].sum()
            removing = blinded[b, there].sum() - users[b, there[feels[b, there]]].sum()
            alone = uses[b].sum() == len(there)  # taken away, they would leave nobody to b
            found.append(Violation(a, b, tuple(there.tolist()), "add" if alone or adding >= removing else "remove"))
    return tuple(found)


def _weaker(level: np.ndarray, joints: np.ndarray) -> np.ndarray:
    """(n, J) for each constraint: of those of higher level, how many have each joint."""
    order = np.argsort(level, kind="stable")
    after = np.zeros((len(level) + 1, joints.shape[1]), dtype=np.int64)
    after[:-1] = np.cumsum(joints[order][::-1], axis=0)[::-1]
    return after[np.searchsorted(level[order], level, side="right")]
