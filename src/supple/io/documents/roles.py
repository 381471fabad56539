"""The roles document: a user's word on who is who, over what Supple found.

TOML (or JSON, by the suffix ``.json``) with ``format = 1``; every key is optional.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from supple.core.documents import check_name, converted, known_table
from supple.core.roles import POINTS, ROLES, Roles
from supple.core.skeleton import Skeleton
from supple.errors import DocumentError, UnknownJointError
from supple.io.source import document_text

STARTING_POINT = """\
# Roles: which joint of your skeleton plays which part of a body.
# Write only what Supple gets wrong; `supple info FILE` shows what it found.
format = 1

# Role = joint name. An empty name takes a role away.
# Roles: hips spine chest neck head, and with left_ or right_ before them:
#   clavicle shoulder elbow wrist fingertips hip knee ankle ball toe_end
[roles]
# left_wrist = "LeftHand"
# right_ball = "RightToeBase"
# left_fingertips = ""

# More limbs than two arms and two legs, each from its first joint to its last.
[limbs]
# tail = ["Tail1", "Tail2", "Tail3"]

# Points that are no joints: a joint, and where the point is in that joint's frame [m].
# Names: heel ball toe wrist fingertips, with left_ or right_ before them.
[points]
# left_heel = { joint = "LeftFoot", offset = [0.0, -0.08, -0.05] }

# The ground: "flat" (the default), a height in metres, or another floor such as "stairs:rise=0.17,run=0.29".
# [floor]
# height = 0.0
# shape = "flat"
"""


_KEYS = ("format", "roles", "limbs", "points", "floor")


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point that moves with a joint."""

    joint: str
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)  # in the joint's frame [m]


class Floor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ground that the figure stands on."""

    height: float = 0.0  # [m]
    shape: str = "flat"


class RolesDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A roles document as it was written, checked for everything that needs no skeleton."""

    format: int
    roles: dict[str, str] = {}
    limbs: dict[str, tuple[str, ...]] = {}
    points: dict[str, Point] = {}
    floor: Floor | None = None
    source: str = ""  # the file's name, for messages


def read_roles(path: Path | str) -> RolesDocument:
    """Read a roles document; a wrong key or value is a :class:`DocumentError` that names it."""
    return parse_roles(*document_text(path))


def parse_roles(text: str, source: str = "roles", language: str = "toml") -> RolesDocument:
    """A roles document from its text; ``source`` stands in messages."""
    data = known_table(text, source, language, _KEYS)
    return RolesDocument(
        format=1,
        roles=_table(data, "roles", str, source, ROLES),
        limbs=_table(data, "limbs", tuple[str, ...], source),
        points=_table(data, "points", Point, source, POINTS),
        floor=converted(data["floor"], Floor, "floor", source) if "floor" in data else None,
        source=source,
    )


def apply_overrides(roles: Roles, document: RolesDocument, skeleton: Skeleton) -> Roles:
    """``roles`` with the document's word over them; a joint that the skeleton lacks is a :class:`DocumentError`."""
    for name, joints in (*((f"limbs.{k}", v) for k, v in document.limbs.items()), *_joints_of(document)):
        for joint in joints:
            _check_joint(joint, skeleton, name, document.source)
    _check_twice(document)
    for role, joint in document.roles.items():
        roles = roles.with_joint(role, joint or None)
    return roles


def _joints_of(document: RolesDocument) -> list[tuple[str, tuple[str, ...]]]:
    named: list[tuple[str, tuple[str, ...]]]
    named = [(f"roles.{role}", (joint,)) for role, joint in document.roles.items() if joint]
    return named + [(f"points.{name}", (point.joint,)) for name, point in document.points.items()]


def _check_joint(joint: str, skeleton: Skeleton, place: str, source: str) -> None:
    if joint not in skeleton:
        raise DocumentError(f"{source}: {place} = {joint!r}: {UnknownJointError(joint, skeleton.names)}")


def _check_twice(document: RolesDocument) -> None:
    given: dict[str, str] = {}
    for role, joint in document.roles.items():
        if joint and joint in given:
            raise DocumentError(
                f"{document.source}: roles.{role} = {joint!r}: the joint has the role {given[joint]} already. "
                "A joint plays one role."
            )
        given[joint] = role


def _table(
    data: Mapping[str, Any], name: str, kind: Any, source: str, allowed: Sequence[str] | None = None
) -> dict[str, Any]:
    """The entries of one table, each of the given type; ``allowed`` are the keys it may have."""
    table = converted(data.get(name, {}), dict[str, Any], name, source)
    for key in table:
        if allowed is not None:
            check_name(key, allowed, name, name.removesuffix("s"), source)
    return {key: converted(value, kind, f"{name}.{key}", source) for key, value in table.items()}


__all__ = ["STARTING_POINT", "Floor", "Point", "RolesDocument", "apply_overrides", "parse_roles", "read_roles"]
