"""A motion as a glTF file that any viewer plays: skeleton, skin, a simple body, one clip."""

from __future__ import annotations

import base64
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from supple.core import axes, quaternions
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton
from supple.core.skinning.agreeing import check_axes
from supple.core.skinning.skin import bind_of
from supple.errors import FileError
from supple.io.bounds import FREE_POSES
from supple.io.file_axes import freedoms_to
from supple.io.gltf.body import Body, body_from, body_of
from supple.io.gltf.container import BINARY_CHUNK, JSON_CHUNK, MAGIC
from supple.io.gltf.extras import ClipRecord, JointRecord, packed_freedom
from supple.io.gltf.packing import ARRAY_BUFFER, ELEMENT_BUFFER, Packing
from supple.io.options import Encoded, WriteOptions
from supple.io.viewer_notes import rest_row_notes, scene_notes, up_notes
from supple.units import unit_name

_CARRIERS = 4  # joints that carry a vertex, as every viewer can
_LARGEST = 1e30  # numbers beyond this do not fit 32 bits


def encode(motion: Motion, path: Path, options: WriteOptions) -> Encoded:
    """The bytes of a ``.glb``, or of a ``.gltf`` that carries its buffer inside."""
    scale, up = options.unit_scale or 1.0, options.up or "y"
    notes = _notes(motion, scale, up, plain=options.skin is None)
    if options.skin is not None:
        check_axes(options.skin.bind.skeleton, motion.skeleton)
    body = body_of(motion, bind_of(motion.skeleton)) if options.skin is None else body_from(options.skin)
    placed = _as_told(motion, scale, up)
    _refuse_huge(placed, path)
    body = _body_as_told(body, scale, up)
    packing = Packing()
    document = _document(placed, body, packing, _clip_record(motion, scale, up), path)
    if path.suffix.lower() == ".gltf":
        return Encoded(files={path: _text(document, packing.joined())}, notes=notes)
    return Encoded(files={path: _binary(document, packing.joined())}, notes=notes)


def _body_as_told(body: Body, scale: float, up: str) -> Body:
    """The body in the units and axes of the file."""
    positions, rotations = body.bind
    return replace(
        body,
        vertices=axes.vectors_to(up, body.vertices) / scale,
        normals=axes.vectors_to(up, body.normals),
        bind=(axes.vectors_to(up, positions) / scale, axes.rotations_to(up, rotations)),
    )


def _notes(motion: Motion, scale: float, up: str, plain: bool) -> tuple[str, ...]:
    said = ["rotations and paths are stored as 32-bit numbers, the only kind glTF has (about 1 µm on a person)."]
    if motion.offsets is not None:
        said.append("joints that move in their parents got translation keys.")
    if scale != 1.0:
        said.append(f"the file is in {unit_name(scale)}; glTF viewers take its numbers as metres.")
    said += up_notes("glTF", up) + rest_row_notes(motion)
    return (*said, *scene_notes(motion, "gltf", "a plain body is drawn" if plain else "the given skin is written"))


def _as_told(motion: Motion, scale: float, up: str) -> Motion:
    """The motion in the units and axes of the file."""
    if scale == 1.0 and up == "y":
        return motion
    skeleton = motion.skeleton
    turned = replace(
        skeleton,
        offsets=axes.vectors_to(up, skeleton.offsets) / scale,
        rest_rotations=axes.rotations_to(up, skeleton.rest_rotations),
        freedoms=freedoms_to(up, skeleton.freedoms),
    )
    return replace(
        motion,
        skeleton=turned,
        root_positions=axes.vectors_to(up, motion.root_positions) / scale,
        rotations=axes.rotations_to(up, motion.rotations),
        offsets=None if motion.offsets is None else axes.vectors_to(up, motion.offsets) / scale,
    )


def _refuse_huge(motion: Motion, path: Path) -> None:
    for array in (motion.skeleton.offsets, motion.root_positions, motion.offsets):
        if array is not None and np.abs(array).max() > _LARGEST:
            raise FileError(path, f"a position of {np.abs(array).max():g} does not fit the 32-bit numbers of glTF.")


def _clip_record(motion: Motion, scale: float, up: str) -> ClipRecord:
    origin = motion.provenance
    source = ""
    if origin.source:
        source = f"{origin.source} ({origin.format}, {origin.unit_scale:g} m per unit, {origin.up} up)"
    return ClipRecord(motion.frame_time, motion.rest_rows, scale, up, motion.offsets is not None, source)  # type: ignore[arg-type]


def _document(motion: Motion, body: Body, packing: Packing, record: ClipRecord, path: Path) -> dict[str, Any]:
    joints = len(motion.skeleton)
    mesh = _mesh(body, joints, packing)
    binds = packing.add(_inverse_binds(*body.bind))
    clip = _animation(motion, packing, path)
    return {
        "asset": {"version": "2.0", "generator": "Supple", "extras": {"supple": record}},
        "scene": 0,
        "scenes": [{"nodes": [0, joints]}],
        "nodes": [*_nodes(motion.skeleton), {"name": _free_name("body", motion.skeleton), "mesh": 0, "skin": 0}],
        "meshes": [{"name": "body", "primitives": [mesh]}],
        "materials": [_MATERIAL],
        "skins": [_skin(motion.skeleton, binds)],
        "animations": [clip],
        "accessors": packing.accessors,
        "bufferViews": packing.views,
        "buffers": [{"byteLength": len(packing.joined())}],
    }  # fmt: skip


def _skin(skeleton: Skeleton, binds: int) -> dict[str, Any]:
    joints = list(range(len(skeleton)))
    return {"name": skeleton.names[0], "inverseBindMatrices": binds, "skeleton": 0, "joints": joints}


_MATERIAL = {
    "name": "body",
    "pbrMetallicRoughness": {
        "baseColorFactor": [0.55, 0.62, 0.70, 1.0],
        "metallicFactor": 0.0,
        "roughnessFactor": 0.65,
    },
}


def _free_name(wanted: str, skeleton: Skeleton) -> str:
    while wanted in skeleton:
        wanted += "_mesh"
    return wanted


def _nodes(skeleton: Skeleton) -> list[dict[str, Any]]:
    """One node per joint, in full digits."""
    nodes: list[dict[str, Any]] = []
    for j, name in enumerate(skeleton.names):
        w, x, y, z = skeleton.rest_rotations[j].tolist()
        node: dict[str, Any] = {"name": name, "translation": skeleton.offsets[j].tolist(), "rotation": [x, y, z, w]}
        if children := skeleton.children(j):
            node["children"] = list(children)
        if extras := _joint_extras(skeleton, j):
            node["extras"] = extras
        nodes.append(node)
    return nodes


def _joint_extras(skeleton: Skeleton, j: int) -> dict[str, JointRecord]:
    """What the standard has no word for, where it is not the usual."""
    end, freedom = bool(skeleton.end_sites[j]), skeleton.freedoms[j]
    usual = freedom.kind == ("fixed" if end else "ball") and not len(freedom.axes)
    if usual and not end:
        return {}
    return {"supple": JointRecord(end, None if usual else packed_freedom(freedom))}


def _inverse_binds(positions: np.ndarray, rotations: np.ndarray) -> np.ndarray:
    """(J, 16) the world of the bind pose as seen from each joint, by columns."""
    back = np.zeros((len(positions), 4, 4))
    back[:, :3, :3] = quaternions.to_matrix(quaternions.conjugate(rotations))
    back[:, :3, 3] = -quaternions.rotate(quaternions.conjugate(rotations), positions)
    back[:, 3, 3] = 1.0
    return np.ascontiguousarray(back.transpose(0, 2, 1)).reshape(-1, 16).astype(np.float32)


def _mesh(body: Body, joints: int, packing: Packing) -> dict[str, Any]:
    count = len(body.vertices)
    carried, weights = _carriers(body, np.uint8 if joints <= 256 else np.uint16)
    corners = body.faces.reshape(-1, 1).astype(np.uint16 if count < 65535 else np.uint32)
    attributes = {
        "POSITION": packing.add(body.vertices.astype(np.float32), target=ARRAY_BUFFER, bounds=True),
        "NORMAL": packing.add(body.normals.astype(np.float32), target=ARRAY_BUFFER),
        "JOINTS_0": packing.add(carried, target=ARRAY_BUFFER),
        "WEIGHTS_0": packing.add(weights, target=ARRAY_BUFFER, normalized=weights.dtype == np.uint8),
    }
    return {"attributes": attributes, "indices": packing.add(corners, target=ELEMENT_BUFFER), "material": 0}


def _carriers(body: Body, number: type) -> tuple[np.ndarray, np.ndarray]:
    """(n, 4) the joints that carry most of each vertex, and their weights: bytes where there is but one."""
    best = np.argsort(-body.weights, axis=1, kind="stable")[:, :_CARRIERS]
    kept = np.take_along_axis(body.weights, best, axis=1)
    weights = np.zeros((len(best), _CARRIERS))
    joints: np.ndarray = np.zeros(weights.shape, number)
    joints[:, : best.shape[1]] = np.where(kept > 0.0, np.take_along_axis(body.joints, best, axis=1), 0)
    weights[:, : best.shape[1]] = kept / kept.sum(axis=1, keepdims=True)
    rigid = bool((weights[:, 0] == 1.0).all())
    return joints, (255.0 * weights).astype(np.uint8) if rigid else weights.astype(np.float32)


def _animation(motion: Motion, packing: Packing, path: Path) -> dict[str, Any]:
    """The clip: the root's path, and every joint that is not at rest throughout."""
    exact = np.arange(motion.frames) * motion.frame_time
    times = np.minimum(exact, _LARGEST).astype(np.float32)[:, None]
    if exact[-1] > _LARGEST or not (np.diff(times[:, 0]) > 0.0).all():
        raise FileError(
            path, f"{motion.frames} frames of {motion.frame_time:g} s cannot be told apart in glTF's times."
        )
    clip: dict[str, Any] = {"name": "motion", "samplers": [], "channels": []}
    when = packing.add(times, bounds=True)

    def channel(joint: int, what: str, values: np.ndarray) -> None:
        output = packing.add(values.astype(np.float32))
        clip["channels"].append({"sampler": len(clip["samplers"]), "target": {"node": joint, "path": what}})
        clip["samplers"].append({"input": when, "interpolation": "LINEAR", "output": output})

    channel(0, "translation", motion.root_positions)
    large = motion.frames * len(motion.skeleton) > FREE_POSES  # then a reader wants bytes for every pose
    for j in range(len(motion.skeleton)):
        if large or (motion.rotations[:, j] != motion.skeleton.rest_rotations[j]).any():
            channel(j, "rotation", motion.rotations[:, j][:, [1, 2, 3, 0]])
        if j > 0 and motion.offsets is not None and (motion.offsets[:, j] != motion.skeleton.offsets[j]).any():
            channel(j, "translation", motion.offsets[:, j])
    return clip


def _text(document: dict[str, Any], buffer: bytes) -> bytes:
    uri = "data:application/octet-stream;base64," + base64.b64encode(buffer).decode("ascii")
    document["buffers"] = [{"byteLength": len(buffer), "uri": uri}]
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def _binary(document: dict[str, Any], buffer: bytes) -> bytes:
    text = msgspec.json.encode(document)
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), JSON_CHUNK) + text + struct.pack("<II", len(buffer), BINARY_CHUNK) + buffer
    return MAGIC + struct.pack("<II", 2, 12 + len(chunks)) + chunks
