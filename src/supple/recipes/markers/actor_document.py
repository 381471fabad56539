"""An actor as JSON: the skeleton and the markers on it, to be used for that person's other takes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np

from supple.core.documents import about as about_document
from supple.core.documents import check_words, converted, known_table
from supple.core.freedom import BALL, FIXED, Freedom, about
from supple.core.skeleton import Skeleton
from supple.errors import DocumentError
from supple.io.source import document_text
from supple.solvers.markers.actor import FREE_CONE, Actor

Three = tuple[float, float, float]
_KEYS = ("format", "stature_m", "joints", "markers")


class JointEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One joint, in the order of the skeleton: parents first, depth first."""

    name: str
    parent: str = ""  # "" for the root
    offset_m: Three  # from the parent's joint at rest
    turns: Literal["ball", "hinges", "fixed", "tip"] = "ball"
    axes: tuple[Three, ...] = ()  # of hinges, one or two
    range_deg: tuple[tuple[float, float], ...] = ()  # of each hinge
    bone: Three = (0.0, 1.0, 0.0)  # along the bone, of a ball joint with a cone
    neutral: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)  # w, x, y, z
    cone_deg: Three | None = None  # half angle around the neutral bone, lowest and highest twist
    source: str = ""  # how the centre was found


class MarkerEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One marker, in the frame of its joint."""

    label: str
    joint: str
    place_m: Three


def dump_actor(actor: Actor) -> str:
    """The JSON of an actor; it reads back as the same actor."""
    sources = dict(actor.sources)
    data = {
        "format": 1,
        "stature_m": actor.stature,
        "joints": [_joint(actor, j, sources) for j in range(len(actor.skeleton))],
        "markers": [
            {"label": label, "joint": actor.skeleton.names[int(j)], "place_m": place.tolist()}
            for label, j, place in zip(actor.labels, actor.joints, actor.places, strict=True)
        ],
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _joint(actor: Actor, j: int, sources: dict[str, str]) -> dict[str, Any]:
    skeleton, freedom = actor.skeleton, actor.skeleton.freedoms[j]
    name, parent = skeleton.names[j], int(skeleton.parents[j])
    entry: dict[str, Any] = {"name": name, "parent": skeleton.names[parent] if parent >= 0 else ""}
    entry["offset_m"] = skeleton.offsets[j].tolist()
    if skeleton.end_sites[j]:
        return {**entry, "turns": "tip"}
    entry["turns"] = {"ball": "ball", "fixed": "fixed"}.get(freedom.kind, "hinges")
    if entry["turns"] == "hinges":
        entry |= {"axes": freedom.axes.tolist(), "range_deg": np.degrees(freedom.limits).tolist()}
    if entry["turns"] == "ball":
        entry |= {"bone": actor.bone[j].tolist(), "neutral": actor.neutral[j].tolist()}
        if not np.allclose(actor.cone[j], FREE_CONE):
            entry["cone_deg"] = np.degrees(actor.cone[j]).tolist()
    return entry | ({"source": sources[name]} if name in sources else {})


def read_actor(path: Path | str) -> Actor:
    """Read an actor; a wrong key or value is a :class:`DocumentError` that names it."""
    text, source, language = document_text(path)
    return parse_actor(text, source, language)


def parse_actor(text: str, source: str = "actor", language: str = "json") -> Actor:
    """The same from a text; ``source`` stands in messages."""
    data = known_table(text, source, language, _KEYS)
    for key in ("joints", "markers"):
        if key not in data:
            raise DocumentError(f"{source}: the key {key} is missing.")
    for key, kind in (("joints", tuple[JointEntry, ...]), ("markers", tuple[MarkerEntry, ...])):
        check_words(data[key], kind, key, source)
    joints: tuple[JointEntry, ...] = converted(data["joints"], tuple[JointEntry, ...], "joints", source)
    markers: tuple[MarkerEntry, ...] = converted(data["markers"], tuple[MarkerEntry, ...], "markers", source)
    stature: float = converted(data.get("stature_m", 1.75), float, "stature_m", source)
    with about_document(source):
        return _actor(joints, markers, stature)


def _actor(joints: tuple[JointEntry, ...], markers: tuple[MarkerEntry, ...], stature: float) -> Actor:
    names = [entry.name for entry in joints]
    if joints and joints[0].parent:
        raise DocumentError(f"{names[0]!r} comes first and hangs on {joints[0].parent!r}; the root hangs on nothing.")
    hanging = [(entry.name, entry.parent) for entry in joints[1:]] + [(entry.label, entry.joint) for entry in markers]
    for what, joint in hanging:
        if joint not in names:
            raise DocumentError(f"{what!r} hangs on {joint!r}, which is no joint of this actor.")
    skeleton = Skeleton(
        tuple(names),
        parents=np.array([-1, *(names.index(entry.parent) for entry in joints[1:])]),
        offsets=np.array([entry.offset_m for entry in joints]),
        end_sites=np.array([entry.turns == "tip" for entry in joints]),
        freedoms=tuple(map(_freedom, joints)),
    )
    free = np.degrees(FREE_CONE)
    return Actor(
        skeleton=skeleton,
        labels=tuple(entry.label for entry in markers),
        joints=np.array([names.index(entry.joint) for entry in markers], np.int64),
        places=np.array([entry.place_m for entry in markers]).reshape(-1, 3),
        neutral=_unit(np.array([entry.neutral for entry in joints])),
        bone=_unit(np.array([entry.bone for entry in joints])),
        cone=np.radians(np.array([entry.cone_deg or tuple(free) for entry in joints])),
        stature=stature,
        sources=tuple((entry.name, entry.source) for entry in joints if entry.source),
    )


def _freedom(entry: JointEntry) -> Freedom:
    if entry.turns != "hinges":
        return BALL if entry.turns == "ball" else FIXED
    if not 1 <= len(entry.axes) <= 2:
        raise DocumentError(f"{entry.name}: hinges have one or two axes; got {len(entry.axes)}.")
    return about(_unit(np.array(entry.axes)), np.radians(np.array(entry.range_deg)) if entry.range_deg else None)


def _unit(vectors: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not (np.isfinite(length) & (length > 0.0)).all():
        raise DocumentError("an axis, a bone or a neutral turn of this actor has no length.")
    return np.asarray(np.where(np.abs(length - 1.0) < 1e-9, vectors, vectors / length))  # the same bits come back
