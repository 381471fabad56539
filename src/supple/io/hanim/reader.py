"""Read an X3D file into a motion."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from supple.core import axes, quaternions
from supple.core.arrays import frozen
from supple.core.freedom import BALL, FIXED, Freedom
from supple.core.motion import Motion
from supple.core.provenance import Provenance
from supple.core.rest_rows import leading_rest_rows
from supple.core.skeleton import Skeleton
from supple.errors import FileError, InvalidValueError
from supple.io.choice import check_choice
from supple.io.file_axes import freedom_from
from supple.io.hanim import fields
from supple.io.hanim.clips import Wiring
from supple.io.hanim.document import Document, Node, parse
from supple.io.hanim.figure import Figure, surroundings_of
from supple.io.hanim.limits import freedom_of
from supple.io.hanim.native import native_of
from supple.io.hanim.notes import Notes, notes_of
from supple.io.hanim.posing import Posed, posed
from supple.io.hanim.refusals import refusal
from supple.io.hanim.takes import Played, played, takes_of
from supple.io.options import ReadOptions
from supple.io.source import decode, load_bytes
from supple.io.standard_frame import doubts, standard_frame
from supple.io.warning_list import bounded


def read(path: Path, options: ReadOptions) -> Motion:
    """Read one humanoid of an X3D file with one of its animations; ``options.figure`` picks which."""
    data = load_bytes(path)
    text, warnings = decode(data, path)
    document = parse(text, path)
    try:
        with np.errstate(all="ignore"):  # numbers that overflow make no finite pose, which is refused
            return _chosen(document, options, len(data), warnings)
    except (InvalidValueError, np.linalg.LinAlgError) as error:
        raise FileError(path, f"the figure's numbers make no pose: {error}") from None


def _chosen(document: Document, options: ReadOptions, size: int, warnings: tuple[str, ...]) -> Motion:
    wiring = Wiring(document)
    takes = takes_of(document, wiring)
    if not takes:
        raise refusal(document)
    others = check_choice([take.label for take in takes], options.figure, document.path)
    take = takes[options.figure]
    notes = notes_of(take.figure.humanoid, document.path)
    play = played(take, wiring, notes, size, document.path)
    return _motion(document, take.figure, play, notes, options, [*warnings, *others])


def _motion(
    document: Document, figure: Figure, play: Played, notes: Notes | None, options: ReadOptions, warnings: list[str]
) -> Motion:
    pose = posed(figure, surroundings_of(figure, document.path), play.values, play.frames)
    frame = standard_frame("X3D", options, noted_up=notes.up if notes else "y")
    up, scale = frame.up, frame.unit_scale
    motion = Motion(
        _skeleton(figure, pose, up, scale, document.path),
        axes.vectors_from(up, pose.roots * scale),
        frozen(axes.rotations_from(up, pose.rotations)),
        play.frame_time,
        None if pose.offsets is None else frozen(axes.vectors_from(up, pose.offsets * scale)),
        _rest_rows(play, pose, notes),
    )
    provenance = Provenance(
        source=document.path.name,
        format="hanim",
        unit_scale=scale,
        up=up,
        decisions=(*frame.decisions, *_scene_scale(pose.size), ("animation", play.reason)),
        warnings=bounded(
            [
                *warnings,
                *figure.warnings,
                *play.warnings,
                *_oddities(document),
                *doubts(motion, frame, "X3D is in metres"),
            ]
        ),
        native=native_of(figure, document, pose.size * scale),
    )
    return replace(motion, provenance=provenance)


def _skeleton(figure: Figure, pose: Posed, up: str, scale: float, path: Path) -> Skeleton:
    rest = quaternions.identity(len(figure.joints))
    rest[0] = quaternions.normalized(pose.rest_root)
    return Skeleton(
        tuple(joint.name for joint in figure.joints),
        np.array([joint.parent for joint in figure.joints]),
        axes.vectors_from(up, pose.rest_offsets * scale),
        np.array([joint.end_site for joint in figure.joints]),
        axes.rotations_from(up, rest),
        tuple(FIXED if joint.end_site else _freedom(joint.place.node, up, path) for joint in figure.joints),
    )


def _freedom(node: Node | None, up: str, path: Path) -> Freedom:
    if node is None or not (node.get("ulimit") and node.get("llimit")):
        return BALL
    lower, upper = fields.numbers(node, "llimit", path), fields.numbers(node, "ulimit", path)
    return freedom_from(up, freedom_of(lower, upper, fields.rotation(node, "limitOrientation", path)))


def _oddities(document: Document) -> list[str]:
    found = []
    if document.repeated:
        found.append(f"the name {min(document.repeated)!r} is defined more than once; the first one counts.")
    if document.all("HAnimPose"):
        found.append("the file holds named poses (HAnimPose), which are not read.")
    return found


def _rest_rows(play: Played, pose: Posed, notes: Notes | None) -> int:
    if notes:  # written by Supple, which says what it knows
        return min(notes.rest_rows, play.frames)
    return leading_rest_rows(pose.roots, pose.rotations) if play.values else 1


def _scene_scale(size: float) -> tuple[tuple[str, str], ...]:
    if abs(size - 1.0) <= 1e-9:
        return ()
    return (("scale", f"the scene shows one unit of the humanoid as {size:g} m, which is part of the bones' lengths"),)
