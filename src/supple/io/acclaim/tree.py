"""Bones as a tree of joints: a joint stands at the start of each bone, an end site at each free tip."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from supple.core import quaternions
from supple.core.axes import vectors_from
from supple.core.freedom import FIXED, Freedom, about
from supple.core.skeleton import Skeleton
from supple.errors import FileError
from supple.io.acclaim.model import ROOT, ROTATIONS, Asf, Bone
from supple.io.file_axes import freedom_from
from supple.io.quoting import shortened
from supple.io.source import MAX_JOINTS


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """Joints of an :class:`Asf`, depth first, in the file's units and axes."""

    asf: Asf
    names: tuple[str, ...]
    parents: tuple[int, ...]
    offsets: np.ndarray  # (J, 3) [file unit]
    bones: tuple[Bone | None, ...]  # None for the tip of the parent's bone
    end_sites: tuple[bool, ...]
    matrices: np.ndarray  # (J, 3, 3) the frame that each joint's degrees of freedom turn in
    children: tuple[list[int], ...]

    def axes(self, joint: int) -> np.ndarray:
        """(n, 3) what a joint turns about, in the order of the product: the last number turns last, so stands first."""
        bone = self.bones[joint]
        assert bone is not None
        turning = [ROTATIONS.index(bone.dofs[k]) for k in reversed(bone.columns(ROTATIONS))]
        columns: np.ndarray = self.matrices[joint].T
        return columns[turning]


def tree_of(asf: Asf, path: Path) -> Tree:
    """Walk the hierarchy from the root, without recursion."""
    children: dict[str, list[str]] = {}
    for above, names in asf.hierarchy:
        children.setdefault(above, []).extend(names)
    bones = {bone.name: bone for bone in asf.bones} | {ROOT: asf.root}
    taken = set(bones) - {ROOT} | {asf.root_name}
    names_out: list[str] = []
    parents: list[int] = []
    offsets: list[np.ndarray] = []
    found: list[Bone | None] = []
    ends: list[bool] = []
    stack: list[tuple[Bone | None, str, int, np.ndarray]] = [(asf.root, _root_name(asf), -1, np.array(asf.position))]
    while stack:
        bone, name, parent, offset = stack.pop()
        joint = len(names_out)
        below = children.get(bone.name, []) if bone else []
        names_out.append(name)
        parents.append(parent)
        offsets.append(offset)
        found.append(bone)
        ends.append(bone is None or (joint > 0 and not below and _is_point(bone)))
        if bone and bone.length != 0.0 and not below:
            stack.append((None, _free(f"{name}_end", taken), joint, bone.tip))
        for child in reversed(below):
            stack.append((bones[child], child, joint, bone.tip if bone else offset))
    _check_reached(asf, names_out, path)
    if len(names_out) > MAX_JOINTS:
        raise FileError(path, f"{len(names_out)} joints and tips; Supple reads skeletons of up to {MAX_JOINTS}.")
    return Tree(
        asf,
        tuple(names_out),
        tuple(parents),
        np.array(offsets),
        tuple(found),
        tuple(ends),
        _matrices(asf, found),
        _children(parents),
    )


def _children(parents: list[int]) -> tuple[list[int], ...]:
    children: tuple[list[int], ...] = tuple([] for _ in parents)
    for joint, parent in enumerate(parents[1:], 1):
        children[parent].append(joint)
    return children


def _matrices(asf: Asf, bones: list[Bone | None]) -> np.ndarray:
    """(J, 3, 3) frames of all bones at once, by their orders of axes; the turn that stands first is made first."""
    frames = quaternions.identity(len(bones))
    for order in {bone.axis_order for bone in bones if bone}:
        joints = [j for j, bone in enumerate(bones) if bone and bone.axis_order == order]
        angles = np.array([bone.axis for bone in bones if bone and bone.axis_order == order]) * asf.angle
        columns = ["xyz".index(axis) for axis in reversed(order)]
        frames[joints] = quaternions.from_euler(angles[:, columns], order[::-1])
    return quaternions.to_matrix(frames)


def plain_skeleton(tree: Tree) -> Skeleton:
    """The skeleton in the file's own units and axes; all rest rotations are none."""
    freedoms = tuple(_freedom(tree, joint) for joint in range(len(tree.names)))
    return Skeleton(tree.names, np.array(tree.parents), tree.offsets, np.array(tree.end_sites), freedoms=freedoms)


def skeleton_of(plain: Skeleton, scale: float, up: str) -> Skeleton:
    """The skeleton in metres and Supple's axes."""
    return replace(
        plain,
        offsets=vectors_from(up, plain.offsets * scale),
        freedoms=tuple(freedom_from(up, freedom) for freedom in plain.freedoms),
    )


def _freedom(tree: Tree, joint: int) -> Freedom:
    bone = tree.bones[joint]
    if bone is None or not bone.columns(ROTATIONS):
        return FIXED
    axes = tree.axes(joint)
    if not bone.limits:
        return about(axes)
    limits = [bone.limits[k] for k in reversed(bone.columns(ROTATIONS))]
    return about(axes, np.array(limits) * tree.asf.angle)


def _is_point(bone: Bone) -> bool:
    """A bone without length that never turns says no more than an end site."""
    return bone.length == 0.0 and not bone.columns(ROTATIONS)


def _root_name(asf: Asf) -> str:
    return ROOT if any(bone.name == asf.root_name for bone in asf.bones) else asf.root_name


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_end"
    taken.add(name)
    return name


def _check_reached(asf: Asf, names: list[str], path: Path) -> None:
    reached = set(names)
    lost = sorted({child for _, row in asf.hierarchy for child in row} - reached)
    if lost:
        some = ", ".join(map(shortened, lost[:5]))
        raise FileError(
            path, f"{len(lost)} bones cannot be reached from the root (a cycle, or a part cut off): {some}."
        )
