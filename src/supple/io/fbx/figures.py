"""The skeletons of a scene: its bones, and the nodes that hold them together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from supple.core.skeleton import depth_first
from supple.errors import FileError
from supple.io.fbx.scene import BONE, EMPTY, Scene, Take
from supple.io.source import MAX_JOINTS


@dataclass(frozen=True, slots=True)
class Figure:
    """Nodes of one skeleton, depth first, with their parents among themselves; ``above`` are the root's ancestors."""

    nodes: tuple[int, ...]
    parents: tuple[int, ...]
    above: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A figure with one take that moves it, or at rest."""

    figure: Figure
    take: int | None

    def words(self, scene: Scene) -> str:
        """The choice as a person would name it."""
        name = repr(scene.nodes[self.figure.nodes[0]].name)
        return f"{name} at rest" if self.take is None else f"{name}, take {scene.takes[self.take].name!r}"


def choices(path: Path, scene: Scene) -> list[Choice]:
    """Every figure, the largest first, with every take that moves it."""
    found = []
    for figure in _figures(path, scene):
        takes: list[int | None] = [k for k, take in enumerate(scene.takes) if _moves(take, figure)]
        found += [Choice(figure, take) for take in takes or [None]]
    return found


def _moves(take: Take, figure: Figure) -> bool:
    return not take.moved.isdisjoint((*figure.nodes, *figure.above))


def _figures(path: Path, scene: Scene) -> list[Figure]:
    parents = [node.parent for node in scene.nodes]
    order = depth_first(parents)  # refuses a circle, so that every walk up ends
    joints = {k for k, node in enumerate(scene.nodes) if node.parent >= 0 and (node.kind == BONE or k in scene.skinned)}
    if not joints:
        raise FileError(
            path, f"the file holds no skeleton (no bones among its {len(scene.nodes) - 1} nodes){_hint(scene)}"
        )
    tops = _tops(parents, order, joints)
    holders = {parents[top] for top in tops}
    groups: dict[int, list[int]] = {}
    for top in tops:
        groups.setdefault(_holder(parents, holders, top), []).append(top)
    figures = [_figure(path, parents, order, joints, together) for together in groups.values()]
    return sorted(figures, key=lambda figure: -len(figure.nodes))


def _hint(scene: Scene) -> str:
    empties = sum(node.kind == EMPTY for node in scene.nodes)
    others = f"; {empties} of them are nulls, which are joints only between bones" if empties else ""
    return f"{others}. Export it with its armature or joints."


def _tops(parents: Sequence[int], order: Sequence[int], joints: set[int]) -> list[int]:
    """Bones with no bone above them."""
    below = set[int]()  # nodes with a bone somewhere above
    for node in order:
        if parents[node] in joints or parents[node] in below:
            below.add(node)
    return [node for node in order if node in joints and node not in below]


def _holder(parents: Sequence[int], holders: set[int], top: int) -> int:
    """The node that tells which bones are one figure.

    choice: a null that holds bones directly, such as hips that were exported as one, joins all bones below it;
    bones without such a null are figures of their own.
    """
    found, node = top, parents[top]
    while node >= 0 and parents[node] >= 0:
        if node in holders:
            found = node
        node = parents[node]
    return found


def _figure(path: Path, parents: Sequence[int], order: Sequence[int], joints: set[int], tops: list[int]) -> Figure:
    root = _common(parents, tops)
    inside = set[int]()  # the root and all below it
    for node in order:
        if node == root or parents[node] in inside:
            inside.add(node)
    kept = {root}
    for node in sorted(inside & joints):
        while node not in kept:
            kept.add(node)
            node = parents[node]
    if len(kept) > MAX_JOINTS:
        raise FileError(path, f"the figure has {len(kept)} joints; more than {MAX_JOINTS} are not read.")
    nodes = [node for node in order if node in kept]
    place = {node: k for k, node in enumerate(nodes)}
    return Figure(
        tuple(nodes), tuple(place.get(parents[node], -1) for node in nodes), tuple(_chain(parents, root)[:-1])
    )


def _common(parents: Sequence[int], nodes: list[int]) -> int:
    """The lowest node that is above all of some, or one of them."""
    shared = _chain(parents, nodes[0])
    for node in nodes[1:]:
        chain = set(_chain(parents, node))
        shared = [above for above in shared if above in chain]
    return shared[-1]


def _chain(parents: Sequence[int], node: int) -> list[int]:
    """A node after all its ancestors, the scene's own root left out."""
    chain = []
    while parents[node] >= 0:
        chain.append(node)
        node = parents[node]
    return chain[::-1]
