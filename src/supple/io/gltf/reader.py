"""A glTF file as a motion."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from supple.core import axes
from supple.core.arrays import frozen
from supple.core.motion import Motion, rest_pose
from supple.core.provenance import Provenance
from supple.core.rest_rows import leading_rest_rows
from supple.core.skeleton import Skeleton
from supple.errors import FileError
from supple.io.bone_lengths import bone_offsets
from supple.io.bounds import most_frames
from supple.io.choice import check_choice
from supple.io.gltf import tracks
from supple.io.gltf.accessors import HUGE, Arrays
from supple.io.gltf.animation import Choice, Curves, choices, curves_of, key_times
from supple.io.gltf.container import Opened, open_document
from supple.io.gltf.curves import CurveGroup, grouped
from supple.io.gltf.extras import ClipRecord, clip_record
from supple.io.gltf.joints import end_sites, freedoms, joint_names, joint_records
from supple.io.gltf.schema import Node
from supple.io.gltf.tracks import Locals
from supple.io.gltf.tree import Figure, figures
from supple.io.key_frames import SLOWEST, Frames, choose
from supple.io.options import ReadOptions
from supple.io.rigid import Rigid, refuse_endless
from supple.io.standard_frame import StandardFrame, doubts, standard_frame

_BLOCK = 32_768  # joints times frames worked on at once, so that memory stays near the result's own


@dataclass(slots=True)
class _Notes:
    """What is said about the file while it is read."""

    decisions: list[tuple[str, str]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


class _Poses(NamedTuple):
    """The skeleton at rest, over the frames of a clip, and those frames, in the file's units and axes."""

    rest: Rigid
    moving: Rigid | None = None
    frames: Frames | None = None


def read(path: Path, options: ReadOptions) -> Motion:
    """Read the chosen figure with the chosen clip, or at rest where the file has no clip for it."""
    opened = open_document(path)
    notes = _Notes(warnings=list(opened.warnings))
    choice = _choose(opened, options.figure, notes)
    record = _record(opened, notes)
    arrays = Arrays(opened)
    curves = _curves(arrays, choice, notes)
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            poses = _poses(arrays, choice.figure, curves, record, notes)
    except np.linalg.LinAlgError:
        raise FileError(path, "the scales of the nodes multiply to numbers beyond all bounds.") from None
    for rigid in (poses.rest, poses.moving):
        if rigid is not None:
            refuse_endless(path, rigid)
    frame = standard_frame("glTF", options, record.unit_scale, record.up)
    return _with_notes(_motion(opened, choice.figure, curves, record, poses, frame, notes), frame, notes)


def _choose(opened: Opened, number: int, notes: _Notes) -> Choice:
    """The figure and clip asked for; the others are named in a warning."""
    document = opened.document
    found = choices(figures(opened.path, document), document.animations)
    if not found:
        said = "the file holds no skinned skeleton (no skin with joints)."
        raise FileError(opened.path, f"{said} Export it with its armature or skin.")
    labels = [choice.words(document.animations) for choice in found]
    notes.warnings += check_choice(labels, number, opened.path)
    notes.decisions.append(("figure", labels[number]))
    return found[number]


def _record(opened: Opened, notes: _Notes) -> ClipRecord:
    try:
        record = clip_record(opened.document.asset.extras)
    except msgspec.MsgspecError as error:
        notes.warnings.append(f"the asset's extras of Supple were ignored: {error}.")
        record = None
    if record is not None and record.source:
        notes.decisions.append(("source", f"written by Supple from {record.source}"))
    return record or ClipRecord()


def _curves(arrays: Arrays, choice: Choice, notes: _Notes) -> Curves:
    if choice.animation is None:
        return {}
    animation = arrays.opened.document.animations[choice.animation]
    curves, warnings = curves_of(arrays, animation, choice.figure)
    notes.warnings += warnings
    return curves


def _poses(arrays: Arrays, figure: Figure, curves: Curves, record: ClipRecord, notes: _Notes) -> _Poses:
    """The skeleton at rest and over the frames of the clip."""
    document = arrays.opened.document
    numbers = (*figure.ancestors, *figure.nodes)
    nodes = [document.nodes[n] if n >= 0 else Node() for n in numbers]
    _refuse_huge(arrays.path, nodes)
    still, odd = tracks.of_nodes(nodes)
    if odd:
        notes.warnings.append(f"the matrix of {nodes[odd[0]].name!r} shears; the nearest rotation and scale were used.")
    rest = tracks.rigid(still, figure.parents, len(figure.ancestors))
    if not curves:
        notes.decisions.append(("frames", "no clip moves this figure; its rest pose was read"))
        return _Poses(rest)
    place = {n: k for k, n in enumerate(numbers)}
    groups = grouped((place[n], curve) for n, paths in curves.items() for curve in paths.values())
    frames = _frames(arrays, key_times(curves), len(numbers), record, notes)
    _say_scale(still, groups, notes)
    return _Poses(rest, _moving(figure, still, groups, frames), frames)


def _refuse_huge(path: Path, nodes: list[Node]) -> None:
    for node in nodes:
        worst = max(map(abs, (*node.translation, *node.rotation, *node.scale, *(node.matrix or ()))))
        if worst > HUGE:
            raise FileError(path, f"node {node.name[:60]!r} has the number {worst:g}, beyond all bounds.")


def _frames(arrays: Arrays, keys: np.ndarray, nodes: int, record: ClipRecord, notes: _Notes) -> Frames:
    most = most_frames(arrays.bytes_loaded, nodes)
    frames = choose(keys, most, stated=record.frame_time)
    notes.decisions.append(("frames", frames.reason))
    if frames.warning:
        notes.warnings.append(frames.warning)
    if keys[0] < 0.0:
        notes.warnings.append(f"the clip starts before zero, at {keys[0]:g} s, which glTF does not allow; it was read.")
    return frames


def _moving(figure: Figure, still: Locals, groups: list[CurveGroup], frames: Frames) -> Rigid:
    """The figure over all frames, in blocks."""
    count, joints = frames.count, len(figure.nodes)
    whole = Rigid(np.zeros((count, joints, 4)), np.zeros((count, joints, 3)))
    times, near = frames.times, 0.004 * frames.frame_time
    step = max(_BLOCK // len(still.scale), 1)
    for start in range(0, count, step):
        now = tracks.at_times(still, groups, times[start : start + step], near)
        block = tracks.rigid(now, figure.parents, len(figure.ancestors))
        whole.rotations[start : start + step] = block.rotations
        whole.offsets[start : start + step] = block.offsets
    return whole


def _say_scale(still: Locals, groups: list[CurveGroup], notes: _Notes) -> None:
    """Words about scale, which a skeleton of Supple does not have."""
    keyed = [values for group in groups if group.path == "scale" for values in group.values]
    if any(float(np.ptp(v, axis=0).max()) > 1e-4 for v in keyed):
        notes.warnings.append("joints change their scale over time; the bones below them change their length instead.")
    if not still.uniform or any(float(np.ptp(v, axis=1).max()) > 1e-4 for v in keyed):
        notes.warnings.append(
            "some nodes scale differently by direction; the joints are where the file puts them, each turned by the "
            "nearest rotation."
        )
    elif (np.abs(still.scale - 1.0) > 1e-4).any():
        notes.decisions.append(("scale", "uniform scale of nodes was folded into the bones' lengths"))


def _motion(
    opened: Opened,
    figure: Figure,
    curves: Curves,
    record: ClipRecord,
    poses: _Poses,
    frame: StandardFrame,
    notes: _Notes,
) -> Motion:
    """Metres and +Y up, put together."""
    up, scale = frame.up, frame.unit_scale
    skeleton, offsets = _skeleton(opened, figure, curves, record, poses, frame, notes)
    provenance = Provenance(source=opened.path.name, format="gltf", unit_scale=scale, up=up)
    if poses.moving is None or poses.frames is None:
        return rest_pose(skeleton, record.frame_time or 1.0 / SLOWEST, provenance)
    ends = skeleton.end_sites
    rotations = axes.rotations_from(up, poses.moving.rotations)
    rotations[:, ends] = skeleton.rest_rotations[ends]
    roots = axes.vectors_from(up, poses.moving.offsets[:, 0]) * scale
    return Motion(
        skeleton,
        frozen(roots),
        frozen(rotations),
        poses.frames.frame_time,
        None if offsets is None else frozen(axes.vectors_from(up, offsets) * scale),
        _rest_rows(record, roots, rotations),
        provenance,
    )


def _skeleton(
    opened: Opened,
    figure: Figure,
    curves: Curves,
    record: ClipRecord,
    poses: _Poses,
    frame: StandardFrame,
    notes: _Notes,
) -> tuple[Skeleton, np.ndarray | None]:
    """The skeleton, and offsets of every frame in file units where bones change their length."""
    up, nodes = frame.up, opened.document.nodes
    names, renamed = joint_names(nodes, figure)
    records, wrong = joint_records(nodes, figure)
    notes.warnings += [*renamed, *wrong]
    at_rest, offsets, words = bone_offsets(poses.rest, poses.moving, names, keep=record.stretches)
    notes.decisions += words
    ends = end_sites(figure, names, records, curves)
    skeleton = Skeleton(
        names,
        np.array(figure.parents),
        axes.vectors_from(up, at_rest) * frame.unit_scale,
        ends,
        axes.rotations_from(up, poses.rest.rotations[0]),
        freedoms(records, ends, up),
    )
    return skeleton, offsets


def _rest_rows(record: ClipRecord, roots: np.ndarray, rotations: np.ndarray) -> int:
    if record.frame_time is not None:  # written by Supple, which says what it knows
        return min(record.rest_rows, len(roots))
    return leading_rest_rows(roots, rotations)


def _with_notes(motion: Motion, frame: StandardFrame, notes: _Notes) -> Motion:
    decisions = (*notes.decisions, *frame.decisions)
    warnings = (*notes.warnings, *doubts(motion, frame, "glTF is in metres"))
    return replace(motion, provenance=replace(motion.provenance, decisions=decisions, warnings=warnings))
