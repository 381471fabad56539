"""Small FBX files as text (7.4), and where their joints are by Autodesk's formula, worked out the slow way."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

SECOND = 46186158000  # of FBX's clock
ORDERS = ("XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX")  # the first turns first; FBX numbers them so
AXES = {"x": 0, "y": 1, "z": 2}
NONE, ONE = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
Vector = tuple[float, float, float]
PARTS = {"T": "Lcl Translation", "R": "Lcl Rotation", "S": "Lcl Scaling"}


@dataclass(frozen=True)
class FbxNode:
    """A node; ``keys`` maps (take, "T", "R" or "S") to vectors, one per key time of the take."""

    name: str
    parent: str | None = None
    kind: str = "LimbNode"
    t: Vector = NONE
    r: Vector = NONE  # [degrees]
    s: Vector = ONE
    pre: Vector = NONE
    post: Vector = NONE
    order: str = "XYZ"
    rotation_pivot: Vector = NONE
    rotation_offset: Vector = NONE
    inherit: int = 1
    keys: dict[tuple[str, str], Sequence[Vector]] = field(default_factory=dict)


@dataclass(frozen=True)
class FbxTake:
    name: str
    times: Sequence[float]  # [s] of the keys
    span: tuple[float, float] | None = None  # [s] stated; None: that of the keys


@dataclass(frozen=True)
class FbxFile:
    nodes: Sequence[FbxNode]
    takes: Sequence[FbxTake] = ()
    unit_cm: float = 1.0
    right: str = "x"
    up: str = "y"
    front: str = "z"
    time_mode: int = 6  # 30 frames/s
    rate: float = -1.0  # for time mode 14
    bind: dict[str, np.ndarray] = field(default_factory=dict)  # node -> (4, 4) to world
    extra: str = ""  # more objects
    extra_links: str = ""

    def text(self) -> bytes:
        """The file."""
        parts = [
            "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7400\n}\n",
            self._settings(),
            "Objects:  {\n",
        ]
        ids = {node.name: 1000 + k for k, node in enumerate(self.nodes)}
        links = []
        for node in self.nodes:
            parts.append(_model(node, ids[node.name]))
            links.append(f'C: "OO",{ids[node.name]},{ids[node.parent] if node.parent else 0}')
            if node.kind in ("LimbNode", "Null"):
                links.append(f'C: "OO",{ids[node.name] + 10_000},{ids[node.name]}')
        fresh = itertools.count(100_000)
        for take in self.takes:
            objects, more = _take(take, self.nodes, ids, fresh)
            parts.append(objects)
            links += more
        if self.bind:
            parts.append(_bind(self.bind, ids))
        parts += [self.extra, "}\nConnections:  {\n\t", "\n\t".join(links), "\n", self.extra_links, "}\n"]
        return "".join(parts).encode()

    def _settings(self) -> str:
        numbers = {"UnitScaleFactor": self.unit_cm, "CustomFrameRate": self.rate}
        for name, axis in (("Coord", self.right), ("Up", self.up), ("Front", self.front)):
            numbers[f"{name}Axis"] = AXES[axis[-1]]
            numbers[f"{name}AxisSign"] = -1 if axis[0] == "-" else 1
        rows = [_p(name, "int", "Integer", [value]) for name, value in numbers.items() if "Axis" in name]
        rows += [_p(name, "double", "Number", [value]) for name, value in numbers.items() if "Axis" not in name]
        rows.append(_p("TimeMode", "enum", "", [self.time_mode]))
        return "GlobalSettings:  {\n\tVersion: 1000\n" + _properties(rows) + "}\n"

    def world(self, take: str | None, frame: int) -> dict[str, np.ndarray]:
        """(4, 4) of every node to the world, in the file's units and axes, for nodes that inherit scale as usual."""
        found: dict[str, np.ndarray] = {}
        for node in self.nodes:
            above = found[node.parent] if node.parent else np.eye(4)
            found[node.name] = above @ _local(node, take, frame)
        return found


def _local(node: FbxNode, take: str | None, frame: int) -> np.ndarray:
    """T Roff Rp Rpre R Rpost^-1 Rp^-1 S: the SDK's own order of the parts that are used here."""
    t, r, s = (
        np.float32(node.keys[take, part][frame]).astype(float) if (take, part) in node.keys else np.array(rest)
        for part, rest in (("T", node.t), ("R", node.r), ("S", node.s))
    )
    pivot = np.array(node.rotation_pivot)
    turn = _turn(node.pre, "XYZ") @ _turn(r, node.order) @ np.linalg.inv(_turn(node.post, "XYZ"))
    return _move(t) @ _move(node.rotation_offset) @ _move(pivot) @ turn @ _move(-pivot) @ np.diag([*s, 1.0])


def _move(v: Iterable[float]) -> np.ndarray:
    m = np.eye(4)
    m[:3, 3] = list(v)
    return m


def _turn(degrees: Iterable[float], order: str) -> np.ndarray:
    angles = dict(zip("XYZ", np.radians(list(degrees)), strict=True))
    m = np.eye(4)
    for axis in order:
        i, j = {"X": (1, 2), "Y": (2, 0), "Z": (0, 1)}[axis]
        one = np.eye(4)
        one[i, i] = one[j, j] = np.cos(angles[axis])
        one[j, i], one[i, j] = np.sin(angles[axis]), -np.sin(angles[axis])
        m = one @ m
    return m


def _p(name: str, kind: str, label: str, values: Iterable[float], flag: str = "") -> str:
    return f'P: "{name}", "{kind}", "{label}", "{flag}",' + ",".join(f"{v!r}" for v in values)


def _properties(rows: Iterable[str]) -> str:
    return "\tProperties70:  {\n" + "".join(f"\t\t{row}\n" for row in rows) + "\t}\n"


def _model(node: FbxNode, number: int) -> str:
    rows = [
        _p("RotationActive", "bool", "", [1]),
        _p("RotationOrder", "enum", "", [ORDERS.index(node.order)]),
        _p("InheritType", "enum", "", [node.inherit]),
        _p("PreRotation", "Vector3D", "Vector", node.pre),
        _p("PostRotation", "Vector3D", "Vector", node.post),
        _p("RotationPivot", "Vector3D", "Vector", node.rotation_pivot),
        _p("RotationOffset", "Vector3D", "Vector", node.rotation_offset),
        *(_p(name, name, "", getattr(node, part.lower()), "A") for part, name in PARTS.items()),
    ]
    attribute = ""
    if node.kind in ("LimbNode", "Null"):
        flags = "Skeleton" if node.kind == "LimbNode" else "Null"
        attribute = (
            f'\tNodeAttribute: {number + 10_000}, "NodeAttribute::", "{node.kind}" {{\n\t\tTypeFlags: "{flags}"\n\t}}\n'
        )
    head = f'\tModel: {number}, "Model::{node.name}", "{node.kind}" {{\n\tVersion: 232\n'
    return f"{attribute}{head}{_properties(rows)}\t}}\n"


def _take(take: FbxTake, nodes: Sequence[FbxNode], ids: dict[str, int], fresh: Iterable[int]) -> tuple[str, list[str]]:
    fresh = iter(fresh)
    stack, layer = next(fresh), next(fresh)
    begin, end = take.span or (take.times[0], take.times[-1])
    span = [_p("LocalStart", "KTime", "Time", [_ticks(begin)]), _p("LocalStop", "KTime", "Time", [_ticks(end)])]
    text = f'\tAnimationStack: {stack}, "AnimStack::{take.name}", "" {{\n{_properties(span)}\t}}\n'
    text += f'\tAnimationLayer: {layer}, "AnimLayer::Base", "" {{\n\t}}\n'
    links = [f'C: "OO",{layer},{stack}']
    for node in nodes:
        for part, name in PARTS.items():
            if (take.name, part) in node.keys:
                value = next(fresh)
                text += f'\tAnimationCurveNode: {value}, "AnimCurveNode::{part}", "" {{\n\t}}\n'
                links += [f'C: "OO",{value},{layer}', f'C: "OP",{value},{ids[node.name]}, "{name}"']
                for axis, column in zip("XYZ", np.transpose(node.keys[take.name, part]), strict=True):
                    curve = next(fresh)
                    text += _curve(curve, take.times, column)
                    links.append(f'C: "OP",{curve},{value}, "d|{axis}"')
    return text, links


def _curve(number: int, times: Sequence[float], values: Sequence[float]) -> str:
    arrays = {
        "KeyTime": [_ticks(t) for t in times],
        "KeyValueFloat": [repr(float(v)) for v in values],
        "KeyAttrFlags": [4],  # linear
        "KeyAttrDataFloat": [0, 0, 0, 0],
        "KeyAttrRefCount": [len(times)],
    }
    rows = "".join(f"\t\t{k}: *{len(v)} {{\n\t\t\ta: {','.join(map(str, v))}\n\t\t}}\n" for k, v in arrays.items())
    return f'\tAnimationCurve: {number}, "AnimCurve::", "" {{\n\t\tDefault: 0\n\t\tKeyVer: 4008\n{rows}\t}}\n'


def _bind(bind: dict[str, np.ndarray], ids: dict[str, int]) -> str:
    text = '\tPose: 90000, "Pose::BIND", "BindPose" {\n\t\tType: "BindPose"\n\t\tVersion: 100\n'
    text += f"\t\tNbPoseNodes: {len(bind)}\n"
    for name, matrix in bind.items():
        numbers = ",".join(repr(float(v)) for v in matrix.T.ravel())
        matrix_rows = f"\t\t\tMatrix: *16 {{\n\t\t\t\ta: {numbers}\n\t\t\t}}\n"
        text += f"\t\tPoseNode:  {{\n\t\t\tNode: {ids[name]}\n{matrix_rows}\t\t}}\n"
    return text + "\t}\n"


def _ticks(seconds: float) -> int:
    return round(seconds * SECOND)
