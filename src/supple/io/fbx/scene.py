"""What ufbx tells of a file."""

from __future__ import annotations

import msgspec

Matrix = tuple[float, ...]  # twelve numbers: three columns of a linear map, then a place

# Kinds of nodes, as ufbx numbers them.
BONE, EMPTY, NOTHING = 5, 6, 0


class Node(msgspec.Struct, frozen=True):
    """One node of the scene, in the pose it has without any take."""

    name: str
    parent: int  # -1 for the scene's own root
    kind: int
    world: Matrix


class Take(msgspec.Struct, frozen=True):
    """One animation stack; times in seconds."""

    name: str
    begin: float
    end: float
    moved: frozenset[int]  # nodes that it has curves for
    scaled: frozenset[int]
    first_key: float
    last_key: float
    keys: list[list[float]]  # the times of a few of the longest curves


class Scene(msgspec.Struct, frozen=True):
    """The nodes, takes, units and axes of a file."""

    version: int
    frames_per_second: float
    unit_meters: float
    axes: tuple[int, int, int]  # right, up, front: 0 +x, 1 -x, 2 +y, 3 -y, 4 +z, 5 -z, 6 unknown
    nodes: list[Node]
    skinned: frozenset[int]  # nodes that a skin hangs on
    bind: list[tuple[int, Matrix]]  # nodes with their place in the bind pose
    takes: list[Take]
    counts: dict[str, int]
    warnings: list[str]
