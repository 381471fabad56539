"""Joints that a person names: by name, by role, or a group such as fingers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from supple.core.documents import nearest
from supple.core.roles import SIDES
from supple.core.roles.words import split
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError

GROUPS = {
    "fingers": "all below the wrists",
    "toes": "all below the balls of the feet",
    "face": "all below the head",
    "twist": "joints that only twist or roll",
    "end-sites": "tips of bones",
    "roles": "all joints that have a role",
}
_TWIST = frozenset(("twist", "roll"))


def chosen_joints(skeleton: Skeleton, roles: Mapping[str, str], words: Iterable[str]) -> set[int]:
    """The joints that words mean. A joint's own name comes first, then a role, then a group."""
    return {j for word in words for j in _meant(skeleton, roles, word)}


def below(skeleton: Skeleton, joint: int) -> range:
    """All that hangs below a joint."""
    return range(joint + 1, int(skeleton.subtree_stops()[joint]))


def _meant(skeleton: Skeleton, roles: Mapping[str, str], word: str) -> Iterable[int]:
    if word in skeleton:
        return (skeleton.index(word),)
    if word in roles:
        return (skeleton.index(roles[word]),)
    if word in ("fingers", "toes", "face"):
        return _hanging(skeleton, roles, {"fingers": "wrist", "toes": "ball", "face": "head"}[word])
    if word == "twist":
        return [j for j, name in enumerate(skeleton.names) if j and _TWIST.intersection(split(name))]
    if word == "end-sites":
        return np.flatnonzero(skeleton.end_sites).tolist()
    if word == "roles":
        return [skeleton.index(name) for name in roles.values()]
    known = (*skeleton.names, *roles, *GROUPS)
    raise InvalidValueError(f"there is no joint, role or group {word!r} on this figure. {nearest(word, known)}")


def _hanging(skeleton: Skeleton, roles: Mapping[str, str], part: str) -> list[int]:
    """What hangs below the joints of a part, but for a tip that hangs there alone."""
    found: list[int] = []
    for role in (part, *(f"{side}_{part}" for side in SIDES)):
        if role in roles:
            joints = below(skeleton, skeleton.index(roles[role]))
            found += joints if any(not skeleton.end_sites[j] for j in joints) else ()
    return found
