"""What an X3D file says of its humanoid beyond the motion, kept for writing it back."""

from __future__ import annotations

from dataclasses import dataclass

from supple.io.hanim.document import Document
from supple.io.hanim.figure import Figure

_HUMANOID = ("DEF", "name", "info", "loa", "version", "skeletalConfiguration", "description")
_JOINT = ("DEF", "description", "stiffness")
_MAX_METAS = 100


@dataclass(frozen=True, slots=True)
class HAnimNative:
    """The file's own words about the humanoid and its joints."""

    names: tuple[str, ...]  # of the joints as read
    humanoid: dict[str, str]  # attributes
    joints: tuple[dict[str, str], ...]  # attributes of each joint
    metas: tuple[tuple[str, str], ...]  # (name, content) in the file's head
    size: float  # metres per unit of the humanoid


def native_of(figure: Figure, document: Document, size: float) -> HAnimNative:
    """The record of one figure."""
    metas = ((node.get("name"), node.get("content")) for node in document.all("meta")[:_MAX_METAS])
    return HAnimNative(
        tuple(joint.name for joint in figure.joints),
        _chosen(figure.humanoid.attributes, _HUMANOID),
        tuple(_chosen(j.place.node.attributes if j.place.node else {}, _JOINT) for j in figure.joints),
        tuple((name, content) for name, content in metas if name),
        size,
    )


def _chosen(attributes: dict[str, str], names: tuple[str, ...]) -> dict[str, str]:
    return {name: attributes[name] for name in names if attributes.get(name)}
