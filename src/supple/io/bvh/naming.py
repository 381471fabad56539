"""Names of the joints of a BVH file, which need not have unique ones; end sites have none at all."""

from __future__ import annotations

from collections.abc import Sequence

from supple.io.joint_names import unique_names

_NAMELESS = "unnamed"


def node_names(
    spellings: Sequence[str], parents: Sequence[int], ends: Sequence[bool]
) -> tuple[tuple[str, ...], list[str]]:
    """One name per joint and end site, and warnings about joints that had to get another than their own.

    An end site is called after its joint. Names that stand in the file come first, so that none made here takes one.
    """
    joints = sorted((j for j, end in enumerate(ends) if not end), key=lambda j: not spellings[j])  # nameless last
    named, warnings = unique_names([spellings[j] or _NAMELESS for j in joints])
    found = dict(zip(joints, named, strict=True))
    tips = [j for j, end in enumerate(ends) if end]
    both, _ = unique_names([*named, *(f"{found[parents[j]]}_end" for j in tips)])
    found |= dict(zip(tips, both[len(named) :], strict=True))
    nameless = sum(not spellings[j] for j in joints)
    if nameless:
        warnings.append(f"{nameless} joints have no name, such as the one that is called {named[-1]!r} now.")
    return tuple(found[j] for j in range(len(spellings))), warnings
