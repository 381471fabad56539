"""glTF read by pygltflib and posed by 4x4 matrices, one node and one moment at a time: the slow twin."""

import base64
import functools

import numpy as np
import pygltflib
from scipy.spatial.transform import Rotation, Slerp

_DTYPES = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}


class Oracle:
    def __init__(self, path):
        self.gltf = pygltflib.GLTF2().load(str(path))
        self.parents = {c: n for n, node in enumerate(self.gltf.nodes) for c in node.children or []}

    def accessor(self, index):
        accessor = self.gltf.accessors[index]
        view = self.gltf.bufferViews[accessor.bufferView]
        uri = self.gltf.buffers[view.buffer].uri
        data = self.gltf.binary_blob() if uri is None else base64.b64decode(uri.partition(",")[2])
        width, dtype = _WIDTHS[accessor.type], np.dtype(_DTYPES[accessor.componentType])
        start = (view.byteOffset or 0) + (accessor.byteOffset or 0)
        stride = view.byteStride or width * dtype.itemsize
        rows = [np.frombuffer(data, dtype, width, start + k * stride) for k in range(accessor.count)]
        return np.array(rows)

    def key_times(self, animation):
        samplers = self.gltf.animations[animation].samplers
        return np.unique(np.concatenate([self.accessor(k)[:, 0] for k in {s.input for s in samplers}])).astype(float)

    def keyed(self, animation):
        """node -> path -> (times, values)."""
        clip = self.gltf.animations[animation]
        found = {}
        for channel in clip.channels:
            sampler = clip.samplers[channel.sampler]
            assert sampler.interpolation in (None, "LINEAR")
            keys = self.accessor(sampler.input)[:, 0].astype(float), self.accessor(sampler.output).astype(float)
            found.setdefault(channel.target.node, {})[channel.target.path] = keys
        return found

    def local(self, node, keyed, time):
        node_ = self.gltf.nodes[node]
        if node_.matrix is not None and node not in keyed:
            return np.array(node_.matrix).reshape(4, 4).T
        values = {"translation": node_.translation or [0, 0, 0], "rotation": node_.rotation or [0, 0, 0, 1],
                  "scale": node_.scale or [1, 1, 1]}  # fmt: skip
        for path, keys in keyed.get(node, {}).items():
            values[path] = between(path, *keys, time)
        m = np.eye(4)
        m[:3, :3] = Rotation.from_quat(values["rotation"]).as_matrix() @ np.diag(values["scale"])
        m[:3, 3] = values["translation"]
        return m

    def world(self, node, keyed, time, known=None):
        known = {} if known is None else known
        if node not in known:
            m = self.local(node, keyed, time)
            known[node] = self.world(self.parents[node], keyed, time, known) @ m if node in self.parents else m
        return known[node]

    def node_called(self, name):
        names = [n.name or f"node_{k}" for k, n in enumerate(self.gltf.nodes)]
        return names.index(name)

    def positions(self, names, animation, times):
        """(T, J, 3) where the named nodes are at some moments; ``animation`` None is the rest pose."""
        keyed = {} if animation is None else self.keyed(animation)
        nodes = [self.node_called(name) for name in names]
        rows = []
        for time in times:
            known = {}
            rows.append([self.world(n, keyed, time, known)[:3, 3] for n in nodes])
        return np.array(rows)


@functools.cache
def oracle_of(path):
    """One load per file: pygltflib takes seconds for a thousand nodes."""
    return Oracle(path)


def between(path, times, values, time):
    time = float(np.clip(time, times[0], times[-1]))
    key = int(np.argmin(np.abs(times - time)))
    if times[key] == time:
        return values[key]
    if path == "rotation":
        return Slerp(times, Rotation.from_quat(values))(time).as_quat()
    return np.array([np.interp(time, times, values[:, k]) for k in range(values.shape[1])])
