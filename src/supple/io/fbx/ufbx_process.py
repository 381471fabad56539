"""The program that runs ufbx, in a process of its own and without the rest of Supple.

ufbx is a C library behind a young binding. Whatever a hostile file makes of them, what ends is this process and not
that of the person who reads the file. It speaks on its pipes: a line with the size of the file, the file; it answers
with the scene as JSON. Then each line that asks for a take and times is answered with matrices.

The binding (0.0.5) hands out some objects without counting the reference. So each list is walked once, what was
fetched is kept for good, and the process ends without tidying up.
"""

from __future__ import annotations

import json
import os
import sys
from array import array
from collections.abc import Iterable
from typing import Any, BinaryIO

MOST_NODES = 50_000
_SAMPLED_CURVES = 6  # whose keys tell at which rate a take was keyed
_MEMORY, _MEMORY_PER_BYTE = 2 << 30, 64
_TRANSFORM = ("Lcl Translation", "Lcl Rotation", "Lcl Scaling")
_COUNTED = (
    "meshes", "blend_shapes", "constraints", "cameras", "lights", "markers", "cache_deformers", "characters",
    "nurbs_curves", "nurbs_surfaces", "line_curves", "audio_clips",
)  # fmt: skip
_KEPT: list[Any] = []  # every object that the binding handed out


def _kept(found: Any) -> Any:
    _KEPT.append(found)
    return found


class Loaded:
    """A scene and every element of it that is looked at, each fetched from its list once."""

    def __init__(self, scene: Any) -> None:
        self.scene = scene
        self.nodes = list(scene.nodes)
        self.takes = list(scene.anim_stacks)
        self.layers = [list(take.layers) for take in self.takes]
        self.poses = [(pose, list(pose.bone_poses)) for pose in list(scene.poses)]
        self.clusters = list(scene.skin_clusters)
        _kept((self.nodes, self.takes, self.layers, self.poses, self.clusters))


def main() -> None:
    """Answer until the other side closes the pipe."""
    source, answers = sys.stdin.buffer, sys.stdout.buffer
    size = int(source.readline())
    _limit_memory(size)
    try:
        loaded = _loaded(source.read(size))
        answer = _scene(loaded)
    except Exception as error:  # whatever it is, the other side puts it into words
        _send(answers, json.dumps({"error": type(error).__name__, "message": str(error)}).encode())
        return
    _send(answers, json.dumps(answer).encode())
    for line in source:
        _send(answers, _matrices(loaded, **json.loads(line)))


def _limit_memory(size: int) -> None:
    try:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY + _MEMORY_PER_BYTE * size, hard))
    except (ImportError, ValueError, OSError):  # a system without such limits
        pass


def _send(answers: BinaryIO, data: bytes) -> None:
    answers.write(b"%d\n" % len(data))
    answers.write(data)
    answers.flush()


def _loaded(data: bytes) -> Loaded:
    import ufbx

    scene = ufbx.load_memory(data, ignore_geometry=True, ignore_embedded=True, file_format=ufbx.FileFormat.FBX)
    if len(scene.nodes) > MOST_NODES:
        raise ValueError(f"it holds {len(scene.nodes)} nodes; more than {MOST_NODES} are not read")
    return Loaded(scene)


def _scene(loaded: Loaded) -> dict[str, Any]:
    """What is needed to choose a figure and a take."""
    scene, settings = loaded.scene, loaded.scene.settings
    return {
        "version": scene.metadata.version,
        "frames_per_second": settings.frames_per_second,
        "unit_meters": settings.unit_meters,
        "axes": [int(axis) for axis in settings.axes],
        "nodes": [_node(node) for node in loaded.nodes],
        "skinned": sorted({node.typed_id for node, _ in _skin(loaded)}),
        "bind": _bind(loaded),
        "takes": [_take(take, layers) for take, layers in zip(loaded.takes, loaded.layers, strict=True)],
        "counts": {name: len(getattr(scene, name)) for name in _COUNTED},
        "warnings": [warning.description for warning in _kept(list(scene.metadata.warnings))[:20]],
    }


def _node(node: Any) -> dict[str, Any]:
    parent = _kept(node.parent)
    return {
        "name": node.name,
        "parent": -1 if parent is None else parent.typed_id,
        "kind": int(node.attrib_type),
        "world": _flat(node.node_to_world),
    }


def _flat(matrix: Iterable[Iterable[float]]) -> list[float]:
    """The columns of a matrix, one after the other."""
    return [number for column in matrix for number in column]


def _bind(loaded: Loaded) -> list[list[Any]]:
    """Nodes with their place in the bind pose: from the file's pose, else from the skin."""
    pairs = _skin(loaded)
    for pose, bones in loaded.poses:
        if pose.is_bind_pose:
            pairs += [(_kept(bone.bone_node), bone.bone_to_world) for bone in bones]
    found = {node.typed_id: matrix for node, matrix in pairs if node is not None}
    return [[node, _flat(matrix)] for node, matrix in found.items()]


def _skin(loaded: Loaded) -> list[tuple[Any, Any]]:
    """Nodes that a skin hangs on, with their place when it was bound."""
    pairs = [(_kept(cluster.bone_node), cluster.bind_to_world) for cluster in loaded.clusters]
    return [(node, matrix) for node, matrix in pairs if node is not None]


def _take(take: Any, layers: list[Any]) -> dict[str, Any]:
    """A take's own statement of its span, and what its keys say."""
    tracks = [track for layer in layers for track in _tracks(layer)]
    curves = [c for _, _, value in tracks for c in _kept(value.curves) if c is not None and len(_kept(c.keyframes))]
    curves.sort(key=lambda curve: -len(_kept(curve.keyframes)))
    return {
        "name": take.name,
        "begin": take.time_begin,
        "end": take.time_end,
        "moved": sorted({node for node, _, _ in tracks}),
        "scaled": sorted({node for node, name, _ in tracks if name == "Lcl Scaling"}),
        "first_key": min((curve.min_time for curve in curves), default=0.0),
        "last_key": max((curve.max_time for curve in curves), default=0.0),
        "keys": [[key.time for key in _kept(list(curve.keyframes))] for curve in curves[:_SAMPLED_CURVES]],
    }


def _tracks(layer: Any) -> list[tuple[int, str, Any]]:
    """What a layer moves: the node, which part of its transform, and the values."""
    import ufbx

    properties = _kept(list(layer.anim_props))
    ours = [(p, _kept(p.element)) for p in properties if p.prop_name in _TRANSFORM]
    return [(node.typed_id, p.prop_name, _kept(p.anim_value)) for p, node in ours if isinstance(node, ufbx.Node)]


def _matrices(loaded: Loaded, take: int, nodes: list[int], start: float, step: float, count: int) -> bytes:
    """Node to world over the frames, (count, nodes, 4, 3) as 64-bit numbers."""
    numbers = array("d")
    anim = _kept(loaded.takes[take].anim)
    for frame in range(count):
        now = loaded.scene.evaluate(anim, start + step * frame)
        posed = list(now.nodes)
        for node in nodes:
            numbers.extend(_flat(posed[node].node_to_world))
        del posed
        now.free()
    return numbers.tobytes()


if __name__ == "__main__":
    main()
    os._exit(0)
