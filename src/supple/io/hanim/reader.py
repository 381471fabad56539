"""Read an X3D file into a motion."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from supple.core import axes, quaternions
from supple.core.arrays import frozen
from supple.core.freedom import BALL, FIXED, Freedom
from supple.core.motion import Motion
from supple.core.pose import posed_frames, sample_frames
from supple.core.provenance import Provenance
from supple.core.skeleton import Skeleton
from supple.errors import FileError, InvalidValueError
from supple.io.evidence import decide
from supple.io.file_axes import freedom_from
from supple.io.hanim import fields
from supple.io.hanim.clips import Wiring
from supple.io.hanim.document import Document, Node, parse
from supple.io.hanim.figure import Figure
from supple.io.hanim.limits import freedom_of
from supple.io.hanim.native import native_of
from supple.io.hanim.notes import Notes, notes_of
from supple.io.hanim.posing import Posed, posed
from supple.io.hanim.refusals import refusal
from supple.io.hanim.takes import Played, Take, played, takes_of
from supple.io.options import ReadOptions
from supple.io.source import decode, load_bytes

_MAX_WARNINGS = 30


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
    if not 0 <= options.figure < len(takes):
        names = ", ".join(f"{i} = {take.label}" for i, take in enumerate(takes[:20]))
        message = f"there is no figure number {options.figure}. The file has {len(takes)}: {names}"
        raise FileError(document.path, message)
    take = takes[options.figure]
    notes = notes_of(take.figure.humanoid, document.path)
    play = played(take, wiring, notes, size, document.path)
    return _motion(document, take.figure, play, notes, options, [*warnings, *_others(take, takes)])


def _motion(
    document: Document, figure: Figure, play: Played, notes: Notes | None, options: ReadOptions, warnings: list[str]
) -> Motion:
    pose = posed(figure, play.values, play.frames)
    up, scale = options.up or (notes.up if notes else "y"), 1.0 if options.unit_scale is None else options.unit_scale
    rest_rows = notes.rest_rows if notes else int(not play.values)
    motion = Motion(
        _skeleton(figure, pose, up, scale, document.path),
        axes.vectors_from(up, pose.roots * scale),
        frozen(axes.rotations_from(up, pose.rotations)),
        play.frame_time,
        None if pose.offsets is None else frozen(axes.vectors_from(up, pose.offsets * scale)),
        min(rest_rows, play.frames),
    )
    unit_words, doubts = _unit(motion, options, pose.size)
    up_words = f"{up}, as told" if options.up or up != "y" else "y, as X3D has it"
    provenance = Provenance(
        source=document.path.name,
        format="hanim",
        unit_scale=scale,
        up=up,
        decisions=(("units", unit_words), ("up", up_words), ("animation", play.reason)),
        warnings=_bounded([*warnings, *figure.warnings, *play.warnings, *_oddities(document), *doubts]),
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


def _others(take: Take, takes: list[Take]) -> list[str]:
    if len(takes) == 1:
        return []
    rest = ", ".join(f"{i} = {other.label}" for i, other in enumerate(takes[:50]) if other is not take)
    return [f"the file has {len(takes)} figures or animations; {take.label!r} is read. The others: {rest[:600]}"]


def _oddities(document: Document) -> list[str]:
    found = []
    if document.repeated:
        found.append(f"the name {min(document.repeated)!r} is defined more than once; the first one counts.")
    if document.all("HAnimPose"):
        found.append("the file holds named poses (HAnimPose), which are not read.")
    return found


def _unit(motion: Motion, options: ReadOptions, size: float) -> tuple[str, tuple[str, ...]]:
    """H-Anim is in metres; a figure that cannot be is only pointed out, since parts of bodies are common."""
    if options.unit_scale is not None:
        return f"{options.unit_scale:g} m per unit, as told", ()
    words = "metres, as H-Anim has it" + (f", after the scene's own scale of {size:g}" if abs(size - 1) > 1e-9 else "")
    positions = posed_frames(motion, sample_frames(motion, 8))
    tall = float(np.ptp(positions, axis=1).max())
    if motion.skeleton.joint_count < 10 or 0.5 <= tall <= 3.0 or not 0.0 < tall < np.inf:
        return words, ()
    guess = decide(motion.skeleton, positions)
    hint = f" It looks like {guess.unit_scale:g} m per unit: say so when reading." if guess.unit_scale != 1.0 else ""
    return words, (f"the figure is {tall:.3g} m large, taken in metres.{hint}",)


def _bounded(warnings: list[str]) -> tuple[str, ...]:
    once = list(dict.fromkeys(warnings))
    if len(once) > _MAX_WARNINGS:
        once = [*once[:_MAX_WARNINGS], f"and {len(once) - _MAX_WARNINGS} more warnings."]
    return tuple(once)
