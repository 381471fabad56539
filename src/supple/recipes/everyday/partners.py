"""Which joint of the other side belongs to a joint: by roles, then by names, then by the shape of the tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from supple.core.roles import SIDES
from supple.core.roles.model import ARM, LEG
from supple.core.skeleton import Skeleton

_TIPS = ("fingertips", "toe_end")
NONE = -1  # a joint of one side that has no partner on the other
_SPELLINGS = (
    *(("left", "right"), ("Left", "Right"), ("LEFT", "RIGHT"), ("lft", "rgt"), ("Lft", "Rgt"), ("LFT", "RGT")),
    *(("l", "r"), ("L", "R")),
)


def partners(skeleton: Skeleton, roles: Mapping[str, str]) -> np.ndarray | None:
    """(J,) the joint on the other side of each joint, itself for the trunk; None for a figure without sides.

    A joint whose side lacks the like of it has none (:data:`NONE`).
    """
    found: dict[int, int] = {}
    _by_roles(skeleton, roles, found, tips=False)
    _by_names(skeleton, found)
    _by_roles(skeleton, roles, found, tips=True)  # the tip of a hand may be another finger's on the other side
    if not found:
        return None
    return _completed(skeleton, found)


def _by_roles(skeleton: Skeleton, roles: Mapping[str, str], found: dict[int, int], *, tips: bool) -> None:
    left, right = SIDES
    for part in (part for part in ARM + LEG if (part in _TIPS) == tips):
        pair = [skeleton.index(roles[r]) for r in (f"{left}_{part}", f"{right}_{part}") if r in roles]
        if len(pair) == 2 and not found.keys() & set(pair):
            _pair(found, *pair)


def _by_names(skeleton: Skeleton, found: dict[int, int]) -> None:
    for j, name in enumerate(skeleton.names):
        if j in found:
            continue
        others = [skeleton.index(other) for other in _other_names(name) if other in skeleton]
        free = [other for other in others if other not in found and other != j]
        if free:
            _pair(found, j, free[0])


def _other_names(name: str) -> Iterator[str]:
    """Every name that says right where this one may say left."""
    for left, right in _SPELLINGS:
        at = name.find(left)
        while at >= 0:
            yield f"{name[:at]}{right}{name[at + len(left) :]}"
            at = name.find(left, at + 1)


def _pair(found: dict[int, int], a: int, b: int) -> None:
    found[a], found[b] = b, a


def _completed(skeleton: Skeleton, found: dict[int, int]) -> np.ndarray:
    """Partners of all joints, from the root down: below a pair, children go together in their order."""
    partner = np.full(len(skeleton), NONE)
    partner[0] = 0
    for j in range(1, len(skeleton)):
        if partner[j] != NONE:
            continue
        above = int(partner[skeleton.parents[j]])
        other = found.get(j, NONE)
        if other == NONE and above == skeleton.parents[j]:
            other = j  # on the trunk
        elif other == NONE and above != NONE:
            other = _alike(skeleton, j, above, found)
        partner[j] = other
        if other != NONE:
            partner[other] = j
    return partner


def _alike(skeleton: Skeleton, joint: int, above: int, found: Mapping[int, int]) -> int:
    """The child of ``above`` that stands where ``joint`` stands among the children without a partner."""
    mine = [k for k in skeleton.children(int(skeleton.parents[joint])) if k not in found]
    others = [k for k in skeleton.children(above) if k not in found]
    if len(mine) != len(others):
        return NONE
    other = others[mine.index(joint)]
    return other if _shape(skeleton, joint) == _shape(skeleton, other) else NONE


def _shape(skeleton: Skeleton, joint: int) -> list[int]:
    """Who hangs below whom in a subtree."""
    stop = int(skeleton.subtree_stops()[joint])
    return [int(parent) - joint for parent in skeleton.parents[joint + 1 : stop]]
