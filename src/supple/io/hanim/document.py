"""The nodes of an X3D file that matter to a figure, taken from XML that strangers made.

Expat does the parsing, without recursion. Declaring an entity is refused, which ends every
expansion attack before it starts; nothing outside the file is ever fetched.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from supple.errors import FileError
from supple.io.quoting import shortened
from supple.io.source import MAX_JOINTS

MAX_DEPTH = 2 * MAX_JOINTS  # joints with a segment between each two

# Every other element is looked through: what it holds belongs to the nearest element kept.
_KEPT = frozenset(
    {
        *("X3D", "meta", "Transform", "Inline", "ProtoInstance", "ROUTE", "TimeSensor"),
        *("HAnimHumanoid", "HAnimJoint", "HAnimSegment", "HAnimSite", "HAnimMotion", "HAnimPose"),
        *("OrientationInterpolator", "PositionInterpolator"),
        *("MetadataSet", "MetadataDouble", "MetadataInteger"),
    }
)
_DECLARATIONS = frozenset(("ProtoDeclare", "ExternProtoDeclare"))  # not part of the scene


class Node:
    """One element: its tag, attributes, kept children, line, and its place in the order of the file."""

    __slots__ = ("attributes", "children", "line", "order", "parent", "tag")

    def __init__(self, tag: str, attributes: dict[str, str], parent: Node | None, line: int, order: int) -> None:
        self.tag, self.attributes, self.parent, self.line, self.order = tag, attributes, parent, line, order
        self.children: list[Node] | tuple[()] = ()

    def get(self, name: str, default: str = "") -> str:
        """An attribute, or ``default``."""
        return self.attributes.get(name, default)

    @property
    def label(self) -> str:
        """What a person would call this node."""
        return shortened(self.get("DEF") or self.get("name") or self.tag)


@dataclass(slots=True)
class Document:
    """A parsed file."""

    path: Path
    outermost: str = ""
    nodes: list[Node] = field(default_factory=list)  # in the order of the file
    named: dict[str, Node] = field(default_factory=dict)  # by DEF
    repeated: set[str] = field(default_factory=set)  # DEFs that occur more than once; the first counts
    in_prototypes: set[str] = field(default_factory=set)  # kinds of nodes inside prototype declarations

    def all(self, tag: str) -> list[Node]:
        """Every node of one kind that is not a mere ``USE``."""
        return [node for node in self.nodes if node.tag == tag and "USE" not in node.attributes]

    def resolved(self, node: Node) -> Node | None:
        """The node that a ``USE`` stands for, ``None`` when nothing of that kind has the name."""
        if "USE" not in node.attributes:
            return node
        target = self.named.get(node.get("USE"))
        return target if target is not None and target.tag == node.tag else None


def parse(text: str, path: Path) -> Document:
    """Read XML text into a document, or raise a :class:`FileError` that names the line."""
    builder = _Builder(path)
    parser = builder.parser
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        raise FileError(path, f"this is not well-formed XML: {expat.ErrorString(error.code)}.", error.lineno) from None
    return builder.document


class _Builder:
    """Hears what the parser meets and builds the document."""

    def __init__(self, path: Path) -> None:
        self.document = Document(path)
        self.stack: list[Node | None] = []  # for every open element the nearest node kept, itself included
        self.declared = 0  # how deep inside prototype declarations
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.EntityDeclHandler = self.refuse_entity

    def refuse_entity(self, name: str, *_: object) -> None:
        raise FileError(
            self.document.path,
            f"the XML declares the entity {name!r}, which an X3D file has no need of and can be used for harm. "
            "Remove the declaration.",
            self.parser.CurrentLineNumber,
        )

    def start(self, qualified: str, attributes: dict[str, str]) -> None:
        document, line = self.document, self.parser.CurrentLineNumber
        tag = qualified.rpartition(":")[2]
        if not self.stack:
            document.outermost = tag
        if len(self.stack) >= MAX_DEPTH:
            raise FileError(document.path, f"elements are nested more than {MAX_DEPTH} deep. Is it damaged?", line)
        parent = self.stack[-1] if self.stack else None
        if self.declared or tag in _DECLARATIONS:
            self.declared += 1
            if tag in _KEPT:
                document.in_prototypes.add(tag)
        self.stack.append(self.kept(tag, attributes, parent, line) if tag in _KEPT and not self.declared else parent)

    def kept(self, tag: str, attributes: dict[str, str], parent: Node | None, line: int) -> Node:
        node = Node(tag, attributes, parent, line, len(self.document.nodes))
        if parent is not None:
            if isinstance(parent.children, tuple):  # most nodes have no children and need no list
                parent.children = [node]
            else:
                parent.children.append(node)
        self.document.nodes.append(node)
        name = attributes.get("DEF")
        if name:
            if name in self.document.named:
                self.document.repeated.add(name)
            self.document.named.setdefault(name, node)
        return node

    def end(self, _: str) -> None:
        self.stack.pop()
        self.declared = max(0, self.declared - 1)
