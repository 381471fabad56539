"""The map document: which joint of a character follows which joint of a motion.

TOML (or JSON, by the suffix ``.json``) with ``format = 1`` and one table, ``[joints]``: target joint = source joint.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from supple.core.documents import converted, known_table
from supple.core.skeleton import Skeleton
from supple.errors import DocumentError, UnknownJointError
from supple.io.source import document_text

_KEYS = ("format", "joints")


class JointMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Target joint -> source joint; one that is not here, or follows ``""``, follows nothing."""

    joints: dict[str, str]
    source: str = "map"  # the file's name, for messages


def read_joint_map(path: Path | str) -> JointMap:
    """Read a map document; a wrong key or value is a :class:`DocumentError` that names it."""
    return parse_joint_map(*document_text(path))


def parse_joint_map(text: str, source: str = "map", language: str = "toml") -> JointMap:
    """A map document from its text; ``source`` stands in messages."""
    data = known_table(text, source, language, _KEYS)
    table = converted(data.get("joints", {}), dict[str, Any], "joints", source)
    joints = {mine: converted(theirs, str, f"joints.{mine}", source) for mine, theirs in table.items()}
    if not any(joints.values()):
        raise DocumentError(f'{source}: joints: no joint follows another. Write "target joint" = "source joint".')
    return JointMap(joints=joints, source=source)


def checked_pairs(document: JointMap, source: Skeleton, target: Skeleton) -> dict[str, str]:
    """The pairs of a map, target joint -> source joint, if both figures have them and no joint leads two."""
    pairs = {mine: theirs for mine, theirs in document.joints.items() if theirs}
    for mine, theirs in document.joints.items():
        for joint, skeleton, who in ((mine, target, "character"), (theirs, source, "motion")):
            if joint and joint not in skeleton:
                said = UnknownJointError(joint, skeleton.names)
                raise DocumentError(f"{document.source}: joints.{mine} = {theirs!r}, of the {who}: {said}")
    _check_once(document.source, pairs)
    return pairs


def _check_once(source: str, pairs: Mapping[str, str]) -> None:
    led: dict[str, str] = {}
    for mine, theirs in pairs.items():
        if theirs in led:
            raise DocumentError(
                f"{source}: joints.{mine} = {theirs!r}: {led[theirs]!r} follows this joint already. A joint leads one "
                "other; joints of a back that lie between two others are shared out by themselves, leave them out."
            )
        led[theirs] = mine


__all__ = ["JointMap", "checked_pairs", "parse_joint_map", "read_joint_map"]
