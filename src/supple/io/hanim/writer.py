"""Write a motion as an X3D scene that any viewer plays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion
from supple.io.hanim import notes as own_notes
from supple.io.hanim.centers import Centered, centered
from supple.io.hanim.fields import to_axis_angle
from supple.io.hanim.figure import END_SITE
from supple.io.hanim.limits import limits_of
from supple.io.hanim.markup import Names, element, is_plain, listed
from supple.io.hanim.native import HAnimNative
from supple.io.options import Encoded, WriteOptions, is_unit
from supple.io.viewer_notes import rest_row_notes, scene_notes, up_notes

_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<!DOCTYPE X3D PUBLIC "ISO//Web3D//DTD X3D 4.0//EN" "https://www.web3d.org/specifications/x3d-4.0.dtd">\n'
    '<X3D profile="Immersive" version="4.0" xmlns:xsd="http://www.w3.org/2001/XMLSchema-instance" '
    'xsd:noNamespaceSchemaLocation="https://www.web3d.org/specifications/x3d-4.0.xsd">\n'
)
_STILL = 1e-12  # a field that changes less over the clip is written once


@dataclass(frozen=True, slots=True, eq=False)
class _Scene:
    """All that the parts of the file need."""

    motion: Motion
    numbers: Centered
    native: HAnimNative | None
    unit: float
    up: str
    defs: tuple[str, ...]  # of the joints and end sites
    names: Names


def encode(motion: Motion, path: Path, options: WriteOptions) -> Encoded:
    """The X3D file of a motion, and what was changed on the way."""
    scene = _scene(motion, options)
    parts = [_HEAD, *_head(scene, path), " <Scene>\n", *_viewpoint(scene), *_humanoid(scene), *_animation(scene)]
    text = "".join([*parts, " </Scene>\n</X3D>\n"])
    return Encoded(files={path: text.encode("utf-8")}, notes=_notes(scene))


def _scene(motion: Motion, options: WriteOptions) -> _Scene:
    native = motion.provenance.native
    known = native if isinstance(native, HAnimNative) and native.names == motion.skeleton.names else None
    unit = options.unit_scale or (known.size if known and is_unit(known.size) else 1.0)
    up = options.up or (motion.provenance.up if known else "y")
    names = Names()
    wanted = [
        (known.joints[j].get("DEF") if known else None) or f"hanim_{name}"
        for j, name in enumerate(motion.skeleton.names)
    ]
    defs = tuple(names.new(name) for name in wanted)
    return _Scene(motion, centered(motion, unit, up), known, unit, up, defs, names)


def _head(scene: _Scene, path: Path) -> list[str]:
    metas = list(scene.native.metas) if scene.native else []
    metas = [("title", path.name), *(m for m in metas if m[0] not in ("title", "generator")), ("generator", "Supple")]
    lines = [element("meta", {"name": name, "content": content}, indent=2) for name, content in metas]
    return [" <head>\n", element("component", {"name": "HAnim", "level": "1"}, indent=2), *lines, " </head>\n"]


def _viewpoint(scene: _Scene) -> list[str]:
    """Look at the first frame from the front, far enough to see all of the figure."""
    centers = scene.numbers.centers * scene.unit
    shift = scene.numbers.shifts.get(0, np.zeros((1, 3)))[0] * scene.unit
    middle = 0.5 * (centers.min(axis=0) + centers.max(axis=0)) + shift
    away = max(2.0 * float(np.ptp(centers, axis=0).max()), 0.5)
    attributes = {
        "description": "front",
        "centerOfRotation": listed(middle),
        "position": listed(middle + np.array([0.0, 0.0, away])),
    }
    return [element("Viewpoint", attributes, indent=2)]


def _humanoid(scene: _Scene) -> list[str]:
    known = scene.native.humanoid if scene.native else {}
    wanted = known.get("DEF") or "hanim_humanoid"
    attributes = {"DEF": scene.names.new(wanted), "name": known.get("name", "humanoid"), "version": "2.0"}
    attributes |= {name: value for name, value in known.items() if name != "DEF"}
    if abs(scene.unit - 1.0) > 1e-12:
        attributes["scale"] = listed(np.full(3, scene.unit))
    joints, sites = _uses(scene, False), _uses(scene, True)
    return [
        element("HAnimHumanoid", attributes, indent=2, closed=False),
        *_metadata(scene.motion, scene.up),
        *_skeleton(scene),
        *(element("HAnimJoint", {"USE": name, "containerField": "joints"}, indent=3) for name in joints),
        *(element("HAnimSite", {"USE": name, "containerField": "sites"}, indent=3) for name in sites),
        "  </HAnimHumanoid>\n",
    ]


def _uses(scene: _Scene, ends: bool) -> list[str]:
    return [name for name, end in zip(scene.defs, scene.motion.skeleton.end_sites, strict=True) if end == ends]


def _metadata(motion: Motion, up: str) -> list[str]:
    """Numbers that X3D cannot say otherwise; Supple checks them when it reads them back."""
    opening = {"name": own_notes.NAME, "containerField": "metadata"}
    entries = (
        ("MetadataDouble", "frame_time", repr(float(motion.frame_time))),
        ("MetadataInteger", "frames", str(motion.frames)),
        ("MetadataInteger", "rest_rows", str(motion.rest_rows)),
        ("MetadataInteger", "up", str(own_notes.up_number(up))),
    )
    lines = [
        element(tag, {"name": name, "value": value, "containerField": "value"}, indent=4)
        for tag, name, value in entries
    ]
    return [element("MetadataSet", opening, indent=3, closed=False), *lines, "   </MetadataSet>\n"]


def _skeleton(scene: _Scene) -> list[str]:
    """The nested joints, written in one pass: depth first is the order of the file."""
    skeleton = scene.motion.skeleton
    lines, open_joints = [], list[int]()
    for j, parent in enumerate(skeleton.parents.tolist()):
        while open_joints and open_joints[-1] != parent:
            open_joints.pop()
            lines.append(_closing(len(open_joints)))
        if skeleton.end_sites[j]:
            lines.append(_site(scene, j, len(open_joints)))
        else:
            lines += _joint(scene, j, len(open_joints))
            open_joints.append(j)
    while open_joints:
        open_joints.pop()
        lines.append(_closing(len(open_joints)))
    return lines


def _closing(depth: int) -> str:
    return f"{' ' * min(depth + 3, 40)}</HAnimJoint>\n"


def _joint(scene: _Scene, j: int, depth: int) -> list[str]:
    numbers, name = scene.numbers, scene.motion.skeleton.names[j]
    attributes = {"DEF": scene.defs[j], "name": name, "center": listed(numbers.centers[j])}
    attributes |= {} if j else {"containerField": "skeleton"}
    if not _moves(numbers.rotations[:, j]) and np.abs(numbers.rotations[0, j, 1:]).max() > 0.0:
        attributes["rotation"] = listed(to_axis_angle(numbers.rotations[0, j]))
    shift = numbers.shifts.get(j)
    if shift is not None and not _moves(shift):
        attributes["translation"] = listed(shift[0])
    attributes |= _limits(scene, j)
    if scene.native:
        attributes |= {k: v for k, v in scene.native.joints[j].items() if k != "DEF"}
    return [element("HAnimJoint", attributes, indent=depth + 3, closed=False), *_bones(scene, j, depth)]


def _limits(scene: _Scene, j: int) -> dict[str, str]:
    found = limits_of(scene.numbers.freedoms[j], scene.numbers.turns[j])
    if found is None:
        return {}
    lower, upper, orientation = found
    attributes = {"llimit": listed(lower), "ulimit": listed(upper)}
    if abs(orientation[0]) < 1.0 - 1e-12:
        attributes["limitOrientation"] = listed(to_axis_angle(orientation))
    return attributes


def _bones(scene: _Scene, j: int, depth: int) -> list[str]:
    """Lines from a joint to what hangs below, so that there is something to see."""
    children = scene.motion.skeleton.children(j)
    if not children:
        return []
    centers = scene.numbers.centers
    points = listed(np.concatenate([np.stack([centers[j], centers[child]]) for child in children]))
    segment = {"DEF": scene.names.new(f"{scene.defs[j]}_segment"), "name": f"{scene.motion.skeleton.names[j]}_segment"}
    space = " " * min(depth + 4, 40)
    return [
        element("HAnimSegment", segment, indent=depth + 4, closed=False),
        f'{space}<Shape><Appearance><Material emissiveColor="0.9 0.8 0.5"/></Appearance>'
        f'<LineSet vertexCount="{" ".join(["2"] * len(children))}"><Coordinate point="{points}"/></LineSet></Shape>\n',
        f"{space}</HAnimSegment>\n",
    ]


def _site(scene: _Scene, j: int, depth: int) -> str:
    shift = scene.numbers.shifts.get(j)
    still = np.zeros(3) if shift is None or _moves(shift) else shift[0]
    attributes = {
        "DEF": scene.defs[j],
        "name": scene.motion.skeleton.names[j],
        "description": END_SITE,
        "translation": listed(scene.numbers.centers[j] + still),
    }
    return element("HAnimSite", attributes, indent=depth + 3)


def _moves(values: np.ndarray) -> bool:
    return bool(np.ptp(values, axis=0).max() > _STILL)


def _animation(scene: _Scene) -> list[str]:
    """A clock, an interpolator for every field that moves, and the routes between them."""
    motion, numbers = scene.motion, scene.numbers
    tracks = [("Orientation", "rotation", j) for j in range(len(motion.skeleton)) if _moves(numbers.rotations[:, j])]
    tracks += [("Position", "translation", j) for j, shift in numbers.shifts.items() if _moves(shift)]
    if motion.frames == 1:
        return []
    tracks = tracks or [("Position", "translation", 0)]  # a figure that stands still for so many frames
    steps = motion.frames - 1
    clock = scene.names.new("clock")
    seconds = repr(steps * float(motion.frame_time))
    lines = [element("TimeSensor", {"DEF": clock, "cycleInterval": seconds, "loop": "true"}, indent=2)]
    keys, routes = listed(np.arange(steps + 1) / steps), list[str]()
    for kind, field, j in tracks:
        name = scene.names.new(f"{scene.defs[j]}_{field}")
        attributes = {"DEF": name, "key": keys, "keyValue": listed(_key_values(scene, field, j))}
        lines.append(element(f"{kind}Interpolator", attributes, indent=2))
        routes += [_route(clock, "fraction_changed", name, "set_fraction")]
        routes += [_route(name, "value_changed", scene.defs[j], f"set_{field}")]
    return lines + routes


def _key_values(scene: _Scene, field: str, j: int) -> np.ndarray:
    if field == "rotation":
        return to_axis_angle(scene.numbers.rotations[:, j])
    shift = scene.numbers.shifts.get(j, np.zeros((scene.motion.frames, 3)))
    return shift + scene.numbers.centers[j] if scene.motion.skeleton.end_sites[j] else shift


def _route(source: str, out: str, target: str, into: str) -> str:
    return element("ROUTE", {"fromNode": source, "fromField": out, "toNode": target, "toField": into}, indent=2)


def _notes(scene: _Scene) -> tuple[str, ...]:
    skeleton = scene.motion.skeleton
    found = []
    identity = np.abs(quaternions.normalized(skeleton.rest_rotations)[:, 0]) >= 1.0 - 1e-12
    if not identity.all():
        found.append(
            f"{int((~identity).sum())} joints have a turned rest pose; H-Anim aligns joints with the world at rest, "
            "so their rotations are restated. World positions are the same."
        )
    slanted = [
        name
        for name, freedom, turn in zip(skeleton.names, scene.numbers.freedoms, scene.numbers.turns, strict=True)
        if freedom.limited and limits_of(freedom, turn) is None
    ]
    if slanted:
        found.append(f"limits about axes that are not at right angles are left out: {', '.join(slanted[:5])}")
    if any(freedom.kind in ("hinge", "universal") for freedom in skeleton.freedoms):
        found.append("hinges and universal joints become ball joints whose other axes are limited to zero.")
    if not all(is_plain(name) for name in skeleton.names):
        found.append("some joint names have characters that XML forbids; they are written as '_'.")
    found += up_notes("X3D", scene.up) + rest_row_notes(scene.motion)
    return (*found, *scene_notes(scene.motion, "hanim", "bones are drawn as lines"))
