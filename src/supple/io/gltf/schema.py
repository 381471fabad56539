"""The parts of a glTF document that concern a skeleton and its animation, typed and checked on decoding."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

Index = Annotated[int, Meta(ge=0)]
Size = Annotated[int, Meta(ge=0)]
Vec3 = tuple[float, float, float]
Vec4 = tuple[float, float, float, float]
Mat4 = Annotated[list[float], Meta(min_length=16, max_length=16)]


class Asset(Struct, frozen=True, gc=False):
    """Who wrote the file, and by which version of the standard."""

    version: str = ""
    generator: str = ""
    extras: msgspec.Raw = msgspec.Raw()


class Node(Struct, frozen=True, gc=False):
    """A place in the tree: translation, rotation (x, y, z, w) and scale, or one matrix by columns."""

    name: str = ""
    children: tuple[Index, ...] = ()
    translation: Vec3 = (0.0, 0.0, 0.0)
    rotation: Vec4 = (0.0, 0.0, 0.0, 1.0)
    scale: Vec3 = (1.0, 1.0, 1.0)
    matrix: Mat4 | None = None
    extras: msgspec.Raw = msgspec.Raw()


class Skin(Struct, frozen=True, gc=False):
    """The nodes that bend a mesh."""

    joints: tuple[Index, ...] = ()
    name: str = ""


class Target(Struct, frozen=True, gc=False):
    """What a channel moves."""

    path: str
    node: Index | None = None


class Channel(Struct, frozen=True, gc=False):
    """Which sampler moves which target."""

    sampler: Index
    target: Target


class Sampler(Struct, frozen=True, gc=False):
    """Key times, key values, and how to go between them."""

    input: Index
    output: Index
    interpolation: str = "LINEAR"


class Animation(Struct, frozen=True, gc=False):
    """One clip."""

    channels: list[Channel] = []
    samplers: list[Sampler] = []
    name: str = ""


class SparseIndices(Struct, frozen=True, gc=False, rename="camel"):
    """Which elements of an accessor are replaced."""

    buffer_view: Index
    component_type: int
    byte_offset: Size = 0


class SparseValues(Struct, frozen=True, gc=False, rename="camel"):
    """What they are replaced by."""

    buffer_view: Index
    byte_offset: Size = 0


class Sparse(Struct, frozen=True, gc=False):
    """A few elements that differ from the rest."""

    count: Size
    indices: SparseIndices
    values: SparseValues


class Accessor(Struct, frozen=True, gc=False, rename="camel"):
    """A typed array in a buffer view."""

    component_type: int
    count: Size
    type: str
    buffer_view: Index | None = None
    byte_offset: Size = 0
    normalized: bool = False
    sparse: Sparse | None = None


class BufferView(Struct, frozen=True, gc=False, rename="camel"):
    """A stretch of a buffer."""

    buffer: Index
    byte_length: Size
    byte_offset: Size = 0
    byte_stride: Size = 0
    extensions: dict[str, msgspec.Raw] = {}


class Buffer(Struct, frozen=True, gc=False, rename="camel"):
    """Raw bytes: inside the GLB, in the text, or in a file beside it."""

    byte_length: Size = 0
    uri: str | None = None


class Document(Struct, frozen=True, gc=False, rename="camel"):
    """The whole document, without what draws it."""

    asset: Asset
    nodes: list[Node] = []
    skins: list[Skin] = []
    animations: list[Animation] = []
    accessors: list[Accessor] = []
    buffer_views: list[BufferView] = []
    buffers: list[Buffer] = []
