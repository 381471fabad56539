"""The node tree, and the figures in it: skins whose joints hang together."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from supple.core.skeleton import depth_first
from supple.errors import FileError
from supple.io.gltf.schema import Document, Node
from supple.io.source import MAX_JOINTS


@dataclass(frozen=True, slots=True)
class Figure:
    """The nodes of one skeleton: joints and what lies between them, depth first."""

    name: str
    nodes: tuple[int, ...]  # node numbers; -1 stands for a root that the file does not have
    parents: tuple[int, ...]  # places in ``nodes``; the first is -1
    ancestors: tuple[int, ...]  # node numbers above the root, topmost first
    joints: frozenset[int]  # node numbers that a skin lists


def node_parents(path: Path, nodes: Sequence[Node]) -> list[int]:
    """The parent of every node, -1 at the top; refuses two parents and cycles."""
    parents = [-1] * len(nodes)
    for number, node in enumerate(nodes):
        for child in node.children:
            if child >= len(nodes):
                raise FileError(path, f"node {number} has the child {child}, but the file lists {len(nodes)} nodes.")
            if parents[child] >= 0:
                raise FileError(path, f"node {child} has two parents, {parents[child]} and {number}.")
            parents[child] = number
    _refuse_cycles(path, parents)
    return parents


def _refuse_cycles(path: Path, parents: list[int]) -> None:
    state = [0] * len(parents)  # 0 unseen, 1 on this walk, 2 known to reach the top
    for start in range(len(parents)):
        walk, at = [], start
        while at >= 0 and state[at] == 0:
            state[at] = 1
            walk.append(at)
            at = parents[at]
        if at >= 0 and state[at] == 1:
            raise FileError(path, f"node {at} is its own ancestor: the nodes form a cycle.")
        for node in walk:
            state[node] = 2


def figures(path: Path, document: Document) -> list[Figure]:
    """Every skeleton of the file, in the order of its first skin.

    Skins that share nodes, or of which one hangs from the other, dress one figure.
    """
    parents = node_parents(path, document.nodes)
    groups = _groups(path, document, parents)
    return [_figure(path, document, parents, skin, joints) for skin, joints in groups]


def _groups(path: Path, document: Document, parents: list[int]) -> list[tuple[int, set[int]]]:
    """Skins that belong together: the number of the first, and all their joints."""
    for number, skin in enumerate(document.skins):
        wrong = [j for j in skin.joints if j >= len(parents)]
        if wrong:
            raise FileError(path, f"skin {number} has the joint {wrong[0]}, but the file lists {len(parents)} nodes.")
    first: dict[int, int] = {}  # joint -> the first skin that lists it
    for number, skin in enumerate(document.skins):
        for joint in skin.joints:
            first.setdefault(joint, number)
    leader = list(range(len(parents)))
    for skin in document.skins:
        for joint in skin.joints[1:]:
            _unite(leader, skin.joints[0], joint)
    for joint, above in _nearest_joints(document.nodes, parents, first).items():
        _unite(leader, joint, above)
    groups: dict[int, set[int]] = {}
    for joint in first:
        groups.setdefault(_leader(leader, joint), set()).add(joint)
    return sorted(((min(first[j] for j in joints), joints) for joints in groups.values()), key=lambda g: g[0])


def _nearest_joints(nodes: Sequence[Node], parents: list[int], joints: Container[int]) -> dict[int, int]:
    """For every joint below another one, the nearest joint above it."""
    nearest = [-1] * len(nodes)
    order = [n for n, parent in enumerate(parents) if parent < 0]
    for node in order:
        for child in nodes[node].children:
            nearest[child] = node if node in joints else nearest[node]
            order.append(child)
    return {n: above for n, above in enumerate(nearest) if above >= 0 and n in joints}


def _leader(leader: list[int], node: int) -> int:
    while leader[node] != node:
        leader[node] = leader[leader[node]]
        node = leader[node]
    return node


def _unite(leader: list[int], a: int, b: int) -> None:
    leader[_leader(leader, a)] = _leader(leader, b)


def _figure(path: Path, document: Document, parents: list[int], skin: int, joints: set[int]) -> Figure:
    root = _common_ancestor(parents, joints)
    kept = {root}
    for joint in sorted(joints):
        while joint not in kept:
            kept.add(joint)
            joint = parents[joint]
    if len(kept) > MAX_JOINTS:
        raise FileError(path, f"the figure has {len(kept)} joints; more than {MAX_JOINTS} are not read.")
    nodes = _ordered(document.nodes, parents, kept, root)
    place = {node: k for k, node in enumerate(nodes)}
    above = [-1] + [place[parents[n]] for n in nodes[1:]]
    name = document.skins[skin].name or (document.nodes[root].name if root >= 0 else "")
    return Figure(name, tuple(nodes), tuple(above), tuple(_above(parents, root)), frozenset(joints))


def _ordered(nodes: Sequence[Node], parents: list[int], kept: set[int], root: int) -> list[int]:
    """The kept nodes depth first, siblings in the order of the file's own lists of children."""
    listed = [root] if root >= 0 else [-1, *sorted(n for n in kept if n >= 0 and parents[n] < 0)]
    for node in listed:  # grows while it is walked
        if node >= 0:
            listed.extend(c for c in nodes[node].children if c in kept)
    place = {node: k for k, node in enumerate(listed)}
    up = [-1] + [place.get(parents[n], 0) for n in listed[1:]]
    return [listed[k] for k in depth_first(up)]


def _common_ancestor(parents: list[int], joints: Iterable[int]) -> int:
    """The lowest node above all joints, or one of them; -1 when there is none."""
    todo = iter(sorted(joints))
    spine = _above(parents, first := next(todo)) + [first]
    depth = {node: k for k, node in enumerate(spine)}
    lowest = len(spine) - 1
    seen: set[int] = set()
    for joint in todo:
        while joint >= 0 and joint not in depth and joint not in seen:
            seen.add(joint)
            joint = parents[joint]
        if joint in seen:
            continue
        lowest = min(lowest, depth.get(joint, -1))
    return spine[lowest] if lowest >= 0 else -1


def _above(parents: list[int], node: int) -> list[int]:
    """The ancestors of a node, topmost first."""
    chain = []
    while node >= 0 and parents[node] >= 0:
        node = parents[node]
        chain.append(node)
    return chain[::-1]
