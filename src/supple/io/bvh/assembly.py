"""From the tree and the numbers of a BVH file to a motion in metres, +Y up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from supple.core import axes, quaternions
from supple.core.arrays import frozen
from supple.core.motion import Motion
from supple.core.pose import posed_frames
from supple.core.provenance import Provenance
from supple.core.rest_rows import leading_rest_rows
from supple.core.skeleton import Skeleton
from supple.io import evidence
from supple.io.bvh import angles, placement
from supple.io.bvh.layout import Nodes, Record, Rule, freedom
from supple.io.options import ReadOptions

_SAMPLES = 32  # frames that a figure is judged by
_BLOCK = 256  # frames that are turned at a time


@dataclass(frozen=True, slots=True, eq=False)
class Contents:
    """What a file holds, in its own units and axes."""

    nodes: Nodes
    values: Any  # (F, C) an array, or the Rows of a stream
    frame_time: float
    frame_time_text: str


class FilePoses(NamedTuple):
    """Poses in file units and axes; writable until they are handed over."""

    root: np.ndarray  # (F, 3)
    rotations: Any  # (F, J, 4) an array, or the Rows of a stream
    offsets: Any  # (F, J, 3) the same, or None where bones keep still
    rest_rows: int


class Rules(NamedTuple):
    """What position channels do to OFFSET."""

    root: Rule
    joint: Rule


class _World(NamedTuple):
    """Units and axes of the file, and what led to them."""

    unit_scale: float
    up: str
    decisions: tuple[tuple[str, str], ...]
    warnings: tuple[str, ...]


class Decided(NamedTuple):
    """All that had to be decided about a file, and its poses by these decisions."""

    poses: FilePoses
    rules: Rules
    provenance: Provenance


def assembled(contents: Contents, source: str, warnings: tuple[str, ...], options: ReadOptions) -> Motion:
    """The motion that a file holds; what had to be decided stands in its provenance."""
    return motion_of(contents, decided(contents, _poses, source, warnings, options))


def decided(
    contents: Contents, posed: Callable[[Nodes, Any, Rule], FilePoses], source: str, warnings: tuple[str, ...],
    options: ReadOptions,
) -> Decided:  # fmt: skip
    """What a file means, judged by some frames; ``posed`` makes poses of nodes, rows and the rule of inner joints."""
    nodes, values = contents.nodes, contents.values
    joint_rule, joint_reason = placement.joint_rule(nodes, values)
    poses = posed(nodes, values, joint_rule)
    skeleton, sample = _sample(nodes, poses)
    world = _world(skeleton, sample, options)
    root_rule, root_reason = _root_rule(nodes, sample, world.up, len(values))
    if root_rule == "add":
        poses = poses._replace(root=placement.added_to_offset(nodes, poses.root))
        world = _world(skeleton, sample + np.array(nodes[0].offset), options)
    reasons = (("root offset", root_reason), ("position channels of joints", joint_reason))
    decisions = world.decisions + tuple(reason for reason in reasons if reason[1])
    provenance = Provenance(
        source=source, format="bvh", unit_scale=world.unit_scale, up=world.up, decisions=decisions,
        warnings=warnings + world.warnings,
        channels=tuple(" ".join(map(str, node.channels)) for node in contents.nodes),
    )  # fmt: skip
    return Decided(poses, Rules(root_rule, joint_rule), provenance)


def _poses(nodes: Nodes, values: np.ndarray, joint_rule: Rule) -> FilePoses:
    if len(values) == 0:  # no frames: the figure at rest
        return FilePoses(np.array([nodes[0].offset]), quaternions.identity(1, len(nodes)), None, 1)
    rotations, root = angles.rotations(nodes, values), placement.root_path(nodes, values)
    still = placement.keeps_still(nodes, values, joint_rule)
    offsets = None if still else placement.local_offsets(nodes, values, joint_rule)
    return FilePoses(root, rotations, offsets, leading_rest_rows(root, rotations))


def _sample(nodes: Nodes, poses: FilePoses) -> tuple[Skeleton, np.ndarray]:
    """The skeleton and world positions (n, J, 3) of a few frames, in file units and axes."""
    frames = len(poses.root)
    first = poses.rest_rows if poses.rest_rows < frames else 0
    chosen = np.unique(np.linspace(first, frames - 1, min(_SAMPLES, frames - first)).round().astype(int))
    skeleton = _skeleton(nodes, np.array([node.offset for node in nodes]), "y")
    offsets = None if poses.offsets is None else poses.offsets[chosen]
    figure = Motion(skeleton, poses.root[chosen], poses.rotations[chosen], 1.0, offsets)
    return skeleton, posed_frames(figure, slice(None))


def _world(skeleton: Skeleton, positions: np.ndarray, options: ReadOptions) -> _World:
    if options.unit_scale is not None and options.up is not None:
        found = evidence.Evidence(options.unit_scale, options.up, "", "")
    else:
        found = evidence.decide(skeleton, positions)
    scale = found.unit_scale if options.unit_scale is None else options.unit_scale
    up = found.up if options.up is None else options.up
    decisions = (
        ("units", found.unit_reason if options.unit_scale is None else "as told"),
        ("up", found.up_reason if options.up is None else "as told"),
    )
    doubts = found.warnings if options.unit_scale is None else ()  # all of them are about the unit
    return _World(scale, up, decisions, doubts)


def _root_rule(nodes: Nodes, positions: np.ndarray, up: str, frames: int) -> tuple[Rule, str]:
    offset = np.array(nodes[0].offset)
    if not offset.any() or not nodes[0].axes("position") or frames == 0:
        return "replace", ""
    upright = axes.vectors_from(up, positions)
    heights = upright[:, 0, 1] - upright[..., 1].min(axis=1)
    size = float(np.ptp(positions, axis=1).max())
    return placement.root_rule(axes.vectors_from(up, offset), heights, upright[:, 0], size)


def motion_of(contents: Contents, found: Decided) -> Motion:
    """The motion of poses that are there, all of a file's or a block of them."""
    poses, rules, provenance = found
    scale, up, nodes = provenance.unit_scale, provenance.up, contents.nodes
    skeleton = skeleton_of(nodes, scale, up)
    root, rotations = frozen(metres(poses.root, scale, up)), frozen(turned(poses.rotations, up))
    offsets = None if poses.offsets is None else frozen(metres(poses.offsets, scale, up))
    record = Record(
        nodes=nodes, values=frozen(contents.values), frame_time=contents.frame_time,
        frame_time_text=contents.frame_time_text, root_rule=rules.root, joint_rule=rules.joint, unit_scale=scale, up=up,
        rest_offsets=skeleton.offsets, root_positions=root, rotations=rotations, joint_offsets=offsets,
    )  # fmt: skip
    rows = np.arange(len(root)) if len(contents.values) else np.full(1, -1)
    return Motion(
        skeleton, root, rotations, contents.frame_time, offsets, poses.rest_rows,
        replace(provenance, native=record, rows=frozen(rows)),
    )  # fmt: skip


def metres(vectors: np.ndarray, scale: float, up: str) -> np.ndarray:
    """Vectors of a file in Supple's world."""
    return np.ascontiguousarray(axes.vectors_from(up, vectors * scale))


def turned(rotations: np.ndarray, up: str) -> np.ndarray:
    """Rotations in Supple's world, turned in place a block at a time."""
    if up != "y":
        for start in range(0, len(rotations), _BLOCK):
            block = rotations[start : start + _BLOCK]
            block[...] = axes.rotations_from(up, block)
    return rotations


def skeleton_of(nodes: Nodes, scale: float, up: str) -> Skeleton:
    """The tree of a file in Supple's world."""
    return _skeleton(nodes, metres(np.array([node.offset for node in nodes]), scale, up), up)


def _skeleton(nodes: Nodes, offsets: np.ndarray, up: str) -> Skeleton:
    return Skeleton(
        names=tuple(node.name for node in nodes),
        parents=np.array([node.parent for node in nodes]),
        offsets=offsets,
        end_sites=np.array([node.end for node in nodes]),
        freedoms=tuple(freedom(node, up) for node in nodes),
    )
