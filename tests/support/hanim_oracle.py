"""Where an X3D file's joints are, by ElementTree, 4x4 matrices and SciPy: slow, plain, and nobody's reader."""

import functools
import xml.etree.ElementTree as ET

import numpy as np
from scipy.spatial.transform import Rotation


class Oracle:
    """The first humanoid with joints of a file, and one clock or HAnimMotion that moves it."""

    def __init__(self, path, clock=None):
        self.root = ET.parse(path).getroot()
        self.parents = {child: parent for parent in self.root.iter() for child in parent}
        protos = list(self.root.iter("ProtoDeclare"))
        hidden = {e for p in protos for e in p.iter()}
        self.live = [e for e in self.root.iter() if e not in hidden]
        self.defs = {e.get("DEF"): e for e in reversed(self.live) if e.get("DEF")}
        self.humanoid = next(
            e for e in self.live if e.tag == "HAnimHumanoid" and "USE" not in e.attrib and list(e.iter("HAnimJoint"))
        )
        poses = {e for pose in self.humanoid.iter("HAnimPose") for e in pose.iter()}
        self.joints = [j for j in self.humanoid.iter("HAnimJoint") if "USE" not in j.attrib and j not in poses]
        self.sites = {s.get("name"): s for s in self.humanoid.iter("HAnimSite") if "USE" not in s.attrib}
        self.clock = self.defs.get(clock) if clock else None
        self.rows = next(self.humanoid.iter("HAnimMotion"), None) if clock is None else None
        self.cycle = float(self.clock.get("cycleInterval", "1")) if self.clock is not None else 0.0

    def joint_positions(self, seconds):
        """(J, 3) in the order of the file."""
        moved, worlds = self._moved(seconds), {}
        return np.array([(self._world(j, moved, worlds) @ [*self._vector(j, "center"), 1.0])[:3] for j in self.joints])

    def site_position(self, name, seconds):
        return self._world(self.sites[name], self._moved(seconds), {})[:3, 3]

    def _world(self, element, moved, worlds):
        world = np.eye(4)
        for node in [*self._chain(element), element]:
            if node not in worlds:
                worlds[node] = world @ self._matrix(node, moved)
            world = worlds[node]
        return world

    def _chain(self, element):
        chain = []
        while element in self.parents:
            element = self.parents[element]
            chain.append(element)
        return [e for e in reversed(chain) if e.tag in ("Transform", "HAnimHumanoid", "HAnimJoint")]

    def _vector(self, node, field, default=(0.0, 0.0, 0.0)):
        text = node.get(field, "").replace(",", " ").split()
        return np.array([float(t) for t in text]) if text else np.array(default)

    def _matrix(self, node, moved):
        get = lambda field, default: moved.get((node, field), self._vector(node, field, default))  # noqa: E731
        translation, center = get("translation", (0, 0, 0)), get("center", (0, 0, 0))
        turn, lean = _turn(get("rotation", (0, 0, 1, 0))), _turn(get("scaleOrientation", (0, 0, 1, 0)))
        scale = np.diag([*get("scale", (1, 1, 1)), 1.0])
        return (
            _shift(translation)
            @ _shift(center)
            @ _wide(turn)
            @ _wide(lean)
            @ scale
            @ _wide(lean.inv())
            @ _shift(-center)
        )

    @functools.cache  # noqa: B019 -- an oracle lives for one test
    def _moved(self, seconds):
        if self.rows is not None:
            return self._recorded(seconds)
        moved = {}
        if self.clock is None:
            return moved
        routes = [r for r in self.live if r.tag == "ROUTE"]
        driven = {r.get("toNode") for r in routes if r.get("fromNode") == self.clock.get("DEF")}
        for route in routes:
            if route.get("fromNode") in driven and route.get("toNode") in self.defs:
                target = self.defs[route.get("toNode")]
                source = self.defs[route.get("fromNode")]
                if source.tag in ("OrientationInterpolator", "PositionInterpolator"):
                    field = route.get("toField").replace("set_", "")
                    moved[target, field] = self._interpolated(source, seconds / self.cycle)
        return moved

    def _interpolated(self, source, share):
        keys, values = self._vector(source, "key"), self._vector(source, "keyValue")
        if source.tag == "PositionInterpolator":
            values = values.reshape(-1, 3)
            return np.array([np.interp(share, keys, values[:, k]) for k in range(3)])
        values = values.reshape(-1, 4)
        left = int(np.clip(np.searchsorted(keys, share, side="right") - 1, 0, len(keys) - 1))
        right = min(left + 1, len(keys) - 1)
        part = np.clip((share - keys[left]) / ((keys[right] - keys[left]) or 1.0), 0.0, 1.0)
        start, stop = _turn(values[left]), _turn(values[right])
        vector = (start * Rotation.from_rotvec(part * (start.inv() * stop).as_rotvec())).as_rotvec()
        angle = np.linalg.norm(vector)
        return np.array([*(vector / angle), angle]) if angle else np.array([0.0, 0.0, 1.0, 0.0])

    def _recorded(self, seconds):
        words, groups = self.rows.get("channels").split(), []
        while words:
            count = int(words.pop(0))
            groups.append([words.pop(0) for _ in range(count)])
        values = self._vector(self.rows, "values")
        width = sum(map(len, groups))
        frame = round(seconds / float(self.rows.get("frameDuration", "0.1")))
        row = list(values[frame * width : (frame + 1) * width])
        by_name = {j.get("name"): j for j in self.joints} | {"HumanoidRoot": self.joints[0]}
        moved = {}
        for name, group in zip(self.rows.get("joints").split(), groups, strict=True):
            numbers = [row.pop(0) for _ in group]
            if name in by_name:
                turns = [(c[0], n) for c, n in zip(group, numbers, strict=True) if c.endswith("rotation")]
                rotvec = Rotation.from_euler(
                    "".join(a for a, _ in turns), [n for _, n in turns], degrees=True
                ).as_rotvec()
                angle = np.linalg.norm(rotvec)
                moved[by_name[name], "rotation"] = np.array([*(rotvec / (angle or 1.0)), angle])
                shifts = {c[0]: n for c, n in zip(group, numbers, strict=True) if c.endswith("position")}
                if shifts:
                    moved[by_name[name], "translation"] = np.array([shifts[a] for a in "XYZ"])
        return moved


def _turn(axis_angle):
    length = np.linalg.norm(axis_angle[:3])
    return Rotation.from_rotvec(np.array(axis_angle[:3]) / (length or 1.0) * axis_angle[3])


def _wide(rotation):
    matrix = np.eye(4)
    matrix[:3, :3] = rotation.as_matrix()
    return matrix


def _shift(vector):
    matrix = np.eye(4)
    matrix[:3, 3] = vector
    return matrix
