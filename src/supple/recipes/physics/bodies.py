"""Bodies from documents and figures, and documents of bodies."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import posed_frames, sample_frames
from supple.core.roles import figure_height
from supple.dynamics.averages import DEFAULT_HEIGHT
from supple.dynamics.body import BodyParameters, Measure, Segment, average_body, measured_body
from supple.errors import InvalidValueError
from supple.io.documents.body import Body, read_body
from supple.io.documents.body_parts import BodyParts, SegmentEntry

_SPANS = {  # segment -> roles of its ends, on either side
    "thigh": ("hip", "knee"), "shank": ("knee", "ankle"), "upper_arm": ("shoulder", "elbow"),
    "forearm": ("elbow", "wrist"), "hand": ("wrist", "fingertips"),
}  # fmt: skip


def body_of(
    document: Body | Path | str | None, motion: Motion | None = None, roles: Mapping[str, str] | None = None
) -> BodyParameters:
    """The body that a document tells; without one, or where it says nothing, an average person of the figure's size."""
    body = read_body(document) if isinstance(document, Path | str) else document
    parts = BodyParts() if body is None else body.parts
    if parts.measures and not parts.segments:
        return _measured(parts)
    base = _average(parts, motion, roles)
    segments = {name: _segment(base.segments[name], parts.segments.get(name)) for name in base.segments}
    return BodyParameters(base.height, _whole(parts, segments, base), segments, {**base.strength, **parts.strength})


def taped_body(document: Path | str) -> BodyParameters:
    """The body that the circumferences of a document tell, whatever it says of segments."""
    return _measured(read_body(document).parts)


def figure_body(motion: Motion, roles: Mapping[str, str], mass: float | None = None) -> BodyParameters:
    """An average person with the lengths of a motion's figure."""
    body = average_body(_height(motion, roles), mass)
    lengths = _lengths(motion, roles)
    segments = {name: s._replace(length=lengths.get(name, s.length)) for name, s in body.segments.items()}
    return BodyParameters(body.height, body.mass, segments, body.strength)


def body_document(body: BodyParameters) -> str:
    """A body as TOML, as :func:`body_of` reads it."""
    lines = ["# A body, written by `supple body`. Lengths in metres, masses in kilograms.", "format = 1", ""]
    lines += ["[person]", f"height_m = {body.height:.6g}", f"mass_kg = {body.mass:.9g}", ""]
    for name, s in body.segments.items():
        across, along = s.gyration
        lines += [f"[segment.{name}]", f"length_m = {s.length:.9g}", f"mass_kg = {s.mass:.9g}"]
        lines += [f"centre = {s.centre:.9g}", f"gyration = [{across:.9g}, {along:.9g}]  # across, along", ""]
    for name, m in body.measures.items():
        lines += [f"[measure.{name}]", f"length_m = {m.length:.9g}"]
        lines += [f"circumference_m = [{m.first:.9g}, {m.second:.9g}]", ""]
    lines += ["[strength]", *(f"{joint}_nm = {nm:.6g}" for joint, nm in body.strength.items()), ""]
    return "\n".join(lines)


def _measured(parts: BodyParts) -> BodyParameters:
    if parts.person is None or parts.person.mass_kg is None:
        raise InvalidValueError("a measured body needs [person] with height_m and mass_kg.")
    tapes = {name: Measure(m.length_m, *m.circumference_m) for name, m in parts.measures.items()}
    made = measured_body(parts.person.height_m, parts.person.mass_kg, tapes)
    return BodyParameters(made.height, made.mass, made.segments, {**made.strength, **parts.strength}, made.measures)


def _average(parts: BodyParts, motion: Motion | None, roles: Mapping[str, str] | None) -> BodyParameters:
    if parts.person is not None:
        return average_body(parts.person.height_m, parts.person.mass_kg)
    if motion is None or roles is None:
        return average_body()
    return average_body(_height(motion, roles))


def _segment(usual: Segment, told: SegmentEntry | None) -> Segment:
    if told is None:
        return usual
    return Segment(
        usual.length if told.length_m is None else told.length_m,
        usual.mass if told.mass_kg is None else told.mass_kg,
        usual.centre if told.centre is None else told.centre,
        usual.gyration if told.gyration is None else told.gyration,
    )


def _whole(parts: BodyParts, segments: Mapping[str, Segment], base: BodyParameters) -> float:
    """What the body weighs: as the person, or as much more as the segments do that are told."""
    if parts.person is not None and parts.person.mass_kg is not None:
        return parts.person.mass_kg
    paired = ("foot", "shank", "thigh", "upper_arm", "forearm", "hand")
    more = sum((2.0 if n in paired else 1.0) * (segments[n].mass - base.segments[n].mass) for n in segments)
    return base.mass + more


def _height(motion: Motion, roles: Mapping[str, str]) -> float:
    positions = posed_frames(motion, sample_frames(motion))
    height = figure_height(motion.skeleton, positions, roles) or DEFAULT_HEIGHT
    return float(height)


def _lengths(motion: Motion, roles: Mapping[str, str]) -> dict[str, float]:
    pose = posed_frames(motion, np.array([first_moving_frame(motion)]))[0]
    found = {}
    for name, (start, end) in _SPANS.items():
        ends = [(roles.get(f"{side}_{start}"), roles.get(f"{side}_{end}")) for side in ("left", "right")]
        pairs = [(motion.skeleton.index(a), motion.skeleton.index(b)) for a, b in ends if a and b]
        spans = [np.linalg.norm(pose[b] - pose[a]) for a, b in pairs]
        if spans and min(spans) > 0.0:
            found[name] = float(np.mean(spans))
    return found
