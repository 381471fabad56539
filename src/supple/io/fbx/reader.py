"""An FBX file as a motion."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from supple.core.arrays import frozen
from supple.core.motion import Motion, rest_pose
from supple.core.provenance import Provenance
from supple.core.rest_rows import leading_rest_rows
from supple.core.skeleton import Skeleton
from supple.errors import FileError
from supple.io.bone_lengths import bone_offsets
from supple.io.bounds import most_frames
from supple.io.choice import check_choice
from supple.io.fbx.conversation import Conversation
from supple.io.fbx.figures import Choice, Figure, choices
from supple.io.fbx.frames import frames_of
from supple.io.fbx.ignored import ignored, scale_words
from supple.io.fbx.rest import rest_matrices
from supple.io.fbx.scene import Scene
from supple.io.fbx.world import World, world_of
from supple.io.joint_names import is_tip_name, unique_names
from supple.io.key_frames import Frames
from supple.io.options import ReadOptions
from supple.io.rigid import Rigid, refuse_endless, rigid_in_world
from supple.io.source import load_bytes
from supple.io.standard_frame import doubts
from supple.units import unit_name

_ROUNDING = 2e-5  # of the longest bone: exporters compute whole chains of matrices in 32 bits
_STILL = 1e-6  # 1 - cosine of half the turn: a joint that turns less (0.16 degrees) over a take does not turn
_OPENING = 4096  # bytes in which every FBX file, binary or text, calls itself so
_SLOWEST, _FASTEST, _USUAL_RATE = 0.1, 10_000.0, 30.0  # [1/s]


@dataclass(slots=True)
class _Notes:
    """What is said about the file while it is read."""

    decisions: list[tuple[str, str]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Poses:
    """A figure at rest, and over the frames of a take, in Supple's world."""

    rest: Rigid
    moving: Rigid | None
    frame_time: float


def read(path: Path, options: ReadOptions) -> Motion:
    """Read the chosen figure with the chosen take, or at rest where no take moves it."""
    data = load_bytes(path)
    if data and b"FBX" not in data[:_OPENING]:
        raise FileError(path, f"this is no FBX file; it starts with {data[:8]!r}.")
    notes = _Notes()
    try:
        with Conversation(path, data) as talk, np.errstate(over="ignore", invalid="ignore"):
            scene = talk.scene()
            choice = _choose(path, scene, options.figure, notes)
            world = world_of(scene, options)
            poses = _poses(talk, scene, choice, world, len(data), notes)
    except np.linalg.LinAlgError:
        raise FileError(path, "the places of the joints are no numbers, or beyond all bounds. Is it damaged?") from None
    notes.warnings += [*world.warnings, *ignored(scene)]
    motion = _motion(path, scene, choice, poses, world, notes)
    claim = f"the file says {unit_name(world.frame.unit_scale)}"
    decisions = (*notes.decisions, *world.frame.decisions)
    warnings = (*notes.warnings, *doubts(motion, world.frame, claim))
    return replace(motion, provenance=replace(motion.provenance, decisions=decisions, warnings=warnings))


def _choose(path: Path, scene: Scene, number: int, notes: _Notes) -> Choice:
    found = choices(path, scene)
    labels = [choice.words(scene) for choice in found]
    notes.warnings += check_choice(labels, number, path)
    notes.decisions.append(("figure", labels[number]))
    return found[number]


def _poses(talk: Conversation, scene: Scene, choice: Choice, world: World, size: int, notes: _Notes) -> _Poses:
    figure = choice.figure
    matrices, source = rest_matrices(scene, figure)
    notes.decisions.append(("rest pose", source))
    places, at_rest = world.converted(matrices)
    rest = rigid_in_world(places, at_rest, figure.parents)
    refuse_endless(talk.path, rest)
    rate = _rate(scene, notes)
    if choice.take is None:
        notes.decisions.append(("frames", "no take moves this figure; its rest pose was read"))
        return _Poses(rest, None, 1.0 / rate)
    frames = frames_of(scene.takes[choice.take], rate, most_frames(size, len(figure.nodes)))
    notes.decisions.append(("frames", frames.reason))
    notes.warnings += [frames.warning] if frames.warning else []
    moving, linears = _moving(talk, figure, choice.take, frames, world)
    decisions, warnings = scale_words(linears, at_rest)
    notes.decisions += decisions
    notes.warnings += warnings
    return _Poses(rest, moving, frames.frame_time)


def _rate(scene: Scene, notes: _Notes) -> float:
    if _SLOWEST <= scene.frames_per_second <= _FASTEST:
        return scene.frames_per_second
    notes.warnings.append(f"the file states {scene.frames_per_second:g} frames/s; {_USUAL_RATE:g} were taken.")
    return _USUAL_RATE


def _moving(talk: Conversation, figure: Figure, take: int, frames: Frames, world: World) -> tuple[Rigid, np.ndarray]:
    """The figure over the frames, and its joints' linear maps (J, F, 3, 3) to the world."""
    times = (frames.start, frames.frame_time, frames.count)
    places, linears = world.converted(talk.matrices(take, list(figure.nodes), times))
    moving = rigid_in_world(places, linears, figure.parents)
    refuse_endless(talk.path, moving)
    return moving, linears


def _motion(path: Path, scene: Scene, choice: Choice, poses: _Poses, world: World, notes: _Notes) -> Motion:
    names, renamed = unique_names([scene.nodes[n].name or f"node_{n}" for n in choice.figure.nodes])
    offsets, stretching, words = bone_offsets(poses.rest, poses.moving, names, keep=False, rounding=_ROUNDING)
    notes.warnings += renamed
    notes.decisions += words
    ends = _end_sites(choice.figure, poses.moving, names)
    skeleton = Skeleton(names, np.array(choice.figure.parents), offsets, ends, poses.rest.rotations[0])
    scale, up = world.frame.unit_scale, world.frame.up
    provenance = Provenance(source=path.name, format="fbx", unit_scale=scale, up=up)
    if poses.moving is None:
        return rest_pose(skeleton, poses.frame_time, provenance)
    rotations, roots = poses.moving.rotations, poses.moving.offsets[:, 0].copy()
    rotations[:, ends] = skeleton.rest_rotations[ends]
    return Motion(
        skeleton,
        frozen(roots),
        frozen(rotations),
        poses.frame_time,
        None if stretching is None else frozen(stretching),
        leading_rest_rows(roots, rotations),
        provenance,
    )


def _end_sites(figure: Figure, moving: Rigid | None, names: tuple[str, ...]) -> np.ndarray:
    """(J,) leaves that are called tips and do not turn."""
    turns = np.zeros(len(names))
    if moving is not None:
        turns = 1.0 - np.abs(np.einsum("fji,ji->fj", moving.rotations, moving.rotations[0])).min(axis=0)
    inner = set(figure.parents)
    return np.array(
        [j > 0 and j not in inner and turns[j] < _STILL and is_tip_name(name) for j, name in enumerate(names)]
    )
