"""The joint tree of one HAnimHumanoid."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from supple.core import quaternions
from supple.errors import FileError
from supple.io.hanim import fields
from supple.io.hanim.document import Document, Node
from supple.io.joint_names import unique_names
from supple.io.source import MAX_JOINTS

END_SITE = "end site"  # the description by which Supple knows its own end sites again
_ORIGIN, _ONES = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """What moves one node in its parent: ``T C R SR S -SR -C``, in the words of X3D."""

    node: Node | None
    center: np.ndarray  # (3,)
    translation: np.ndarray  # (3,)
    rotation: np.ndarray  # (4,)
    scale: np.ndarray  # (3,)
    scale_orientation: np.ndarray  # (4,)


@dataclass(frozen=True, slots=True, eq=False)
class Joint:
    """A joint, or a site that ends a bone; ``place.center`` is where it is in the humanoid at rest."""

    name: str
    parent: int
    place: Place
    end_site: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A humanoid: the nodes around it, outermost first and itself last, and its joints depth first."""

    humanoid: Node
    around: tuple[Node, ...]
    joints: tuple[Joint, ...]
    warnings: tuple[str, ...]

    @property
    def label(self) -> str:
        """The humanoid's name."""
        return self.humanoid.get("name") or self.humanoid.label


def place_of(node: Node, path: Path) -> Place:
    """Read the fields that X3D's transforming nodes share."""
    return Place(
        node,
        fields.vector(node, "center", _ORIGIN, path),
        fields.vector(node, "translation", _ORIGIN, path),
        fields.rotation(node, "rotation", path),
        fields.vector(node, "scale", _ONES, path),
        fields.rotation(node, "scaleOrientation", path),
    )


def figure_of(humanoid: Node, document: Document) -> Figure | None:
    """The figure of a humanoid, ``None`` when it has no joints."""
    walk = _Walk(document, humanoid)
    roots = _roots(humanoid, document, walk.warnings)
    if len(roots) > 1:
        name = humanoid.get("name") or "humanoid"
        still = Place(None, np.zeros(3), np.zeros(3), quaternions.identity(), np.ones(3), quaternions.identity())
        walk.joints.append(Joint(name, -1, still))
        walk.warnings.append(f"the skeleton has {len(roots)} roots; they hang from a new joint {name!r} at its origin.")
    walk.collect(roots, len(walk.joints) - 1)
    if not walk.joints:
        return None
    around = (*(node for node in _ancestors(humanoid) if node.tag == "Transform"), humanoid)
    names, renamed = unique_names([joint.name for joint in walk.joints])
    joints = tuple(replace(joint, name=name) for joint, name in zip(walk.joints, names, strict=True))
    return Figure(humanoid, around, joints, (*walk.warnings, *renamed))


def surroundings_of(figure: Figure, path: Path) -> tuple[Place, ...]:
    """What moves the whole figure; read for the one that is chosen, since a scene may stack thousands."""
    return tuple(place_of(node, path) for node in figure.around)


def _ancestors(node: Node) -> list[Node]:
    """Outermost first."""
    found = []
    while node.parent is not None:
        node = node.parent
        found.append(node)
    return found[::-1]


def _roots(humanoid: Node, document: Document, warnings: list[str]) -> list[Node]:
    joints = [child for child in humanoid.children if child.tag == "HAnimJoint"]
    roots = [child for child in joints if child.get("containerField") == "skeleton"]
    if not roots:
        roots = [child for child in joints if "USE" not in child.attributes]
        if roots:
            warnings.append("no joint stands in the humanoid's skeleton field; those directly inside it are taken.")
    missing = sorted({child.get("USE") for child in joints if document.resolved(child) is None})
    if missing:
        shown = ", ".join(missing[:5]) + (", ..." if len(missing) > 5 else "")
        warnings.append(f"{len(missing)} joints are listed by USE but defined nowhere: {shown}")
    return [node for child in roots if (node := document.resolved(child)) is not None]


class _Walk:
    """Gathers joints depth first, each node once whatever USE says, without recursion."""

    def __init__(self, document: Document, humanoid: Node) -> None:
        self.document, self.humanoid = document, humanoid
        self.joints: list[Joint] = []
        self.warnings: list[str] = []
        self.seen: set[int] = set()

    def collect(self, roots: list[Node], parent: int) -> None:
        stack = [(node, parent) for node in reversed(roots)]
        while stack:
            node, parent = stack.pop()
            if id(node) in self.seen:
                self.warnings.append(f"{node.tag} {node.label!r} is used in more than one place; the first one counts.")
                continue
            self.seen.add(id(node))
            if len(self.joints) >= MAX_JOINTS:
                raise FileError(self.document.path, f"the skeleton has more than {MAX_JOINTS} joints.", node.line)
            if node.tag == "HAnimSite":
                self.joints.append(self.end_site(node, parent))
                continue
            self.joints.append(Joint(_name(node, len(self.joints)), parent, place_of(node, self.document.path)))
            here = len(self.joints) - 1
            stack.extend((child, here) for child in reversed(self.children(node)))

    def children(self, joint: Node) -> list[Node]:
        """Child joints and the sites that end the bone, in the order of the file."""
        below: list[Node] = []
        for child in joint.children:
            node = self.document.resolved(child)
            if node is None:
                if child.tag == "HAnimJoint":
                    self.warnings.append(f"line {child.line}: no joint is defined as {child.get('USE')!r}; left out.")
            elif node.tag == "HAnimSegment" and id(node) not in self.seen:
                self.seen.add(id(node))
                below.extend(found for c in node.children if (found := self.document.resolved(c)) is not None)
            else:
                below.append(node)
        joints = [node for node in below if node.tag == "HAnimJoint"]
        sites = [node for node in below if node.tag == "HAnimSite"]
        ends = {id(node) for node in sites if node.get("description") == END_SITE}
        if not joints and not ends and sites:
            ends = {id(_tip(sites, joint, self.document.path))}
        return [node for node in below if node.tag == "HAnimJoint" or id(node) in ends]

    def end_site(self, node: Node, parent: int) -> Joint:
        place = place_of(node, self.document.path)
        name = _name(node, len(self.joints))
        return Joint(name, parent, replace(place, center=origin_of(place), translation=np.zeros(3)), end_site=True)


def origin_of(place: Place) -> np.ndarray:
    """Where a node's own origin is in its parent."""
    turn = quaternions.to_matrix(place.rotation) @ stretch(place)
    return place.translation + place.center - turn @ place.center


def stretch(place: Place) -> np.ndarray:
    """The matrix of scale along scale orientation."""
    axes = quaternions.to_matrix(place.scale_orientation)
    return axes @ np.diag(place.scale) @ axes.T


def _tip(sites: list[Node], joint: Node, path: Path) -> Node:
    """The site that ends a bone: one called a tip, else the farthest from the joint."""
    tips = [node for node in sites if _name(node, 0).lower().endswith("_tip")] or sites
    center = fields.vector(joint, "center", _ORIGIN, path)
    return max(tips, key=lambda node: float(np.linalg.norm(origin_of(place_of(node, path)) - center)))


def _name(node: Node, number: int) -> str:
    """The name attribute is a joint's identity; DEF carries prefixes and stands in where it is missing."""
    for name in (node.get("name"), node.get("DEF")):
        if name.strip():
            return name
    return f"joint_{number}"
