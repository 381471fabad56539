"""Other names for the same joints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError, UnknownJointError
from supple.recipes.everyday.clip import Clip, check_motion
from supple.recipes.everyday.contact_places import renamed
from supple.recipes.everyday.naming import by_convention
from supple.recipes.roles import Given, known_roles


@checked
def rename(
    motion: Motion,
    names: Mapping[str, str] | str,
    *,
    roles: Given = None,
    contacts: Contacts | None = None,
) -> Clip:
    """The motion with other names of joints; every number stays as it is.

    ``names`` maps old names to new ones, all at once, so that two joints may exchange theirs; or it is a convention
    (``"mixamo"``, see ``supple rename --help``) by which joints are called after their roles. End sites that are
    called after their joint follow it.
    """
    check_motion(motion, "renamed")
    skeleton = motion.skeleton
    notes: tuple[str, ...] = ()
    if isinstance(names, str):
        names, notes = by_convention(skeleton, known_roles(motion, roles), names)
    for old in names:
        if old not in skeleton:
            raise UnknownJointError(old, skeleton.names)
    every = _followed(skeleton, names)
    new = tuple(every.get(name, name) for name in skeleton.names)
    _check(skeleton, new)
    other = replace(motion, skeleton=replace(skeleton, names=new))
    return Clip(other, None if contacts is None else renamed(contacts, every), notes)


def _followed(skeleton: Skeleton, names: Mapping[str, str]) -> dict[str, str]:
    """The map with the end sites that are called after a joint that is renamed: hand_end, hand_end_2."""
    every = dict(names)
    for j, name in enumerate(skeleton.names):
        above = skeleton.names[skeleton.parents[j]]
        if skeleton.end_sites[j] and name not in every and above in names and name.startswith(f"{above}_end"):
            every[name] = names[above] + name.removeprefix(above)
    return every


def _check(skeleton: Skeleton, new: tuple[str, ...]) -> None:
    seen: dict[str, str] = {}
    for old, name in zip(skeleton.names, new, strict=True):
        if not name.strip():
            raise InvalidValueError(f"{old!r} would have an empty name.")
        if name in seen:
            raise InvalidValueError(f"{old!r} and {seen[name]!r} would both be called {name!r}. Names must differ.")
        seen[name] = old
