"""ufbx's own baked transforms, composed to world positions, in a process of its own: ``python fbx_oracle.py FILE``.

The binding counts some references wrongly, so every list is walked once and everything is kept.
"""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
from scipy.spatial.transform import Rotation


def baked_positions(path: Path, take: int, times: list[float], rate: float = 30.0) -> dict[str, np.ndarray]:
    """Joint -> (F, 3) in the file's units and axes, at times that are frames of the rate."""
    asked = json.dumps([str(path), take, rate])
    run = subprocess.run([sys.executable, __file__], input=asked, capture_output=True, text=True, check=True)
    worlds: list[np.ndarray] = []
    found = {}
    for name, parent, *curves in json.loads(run.stdout):
        t, q, s = (np.array([_nearest(keys, time) for time in times]) for keys in curves)
        local = np.tile(np.eye(4), (len(times), 1, 1))
        local[:, :3, :3] = Rotation.from_quat(q).as_matrix() * s[:, None, :]
        local[:, :3, 3] = t
        worlds.append(worlds[parent] @ local if parent >= 0 else local)
        found[name] = worlds[-1][:, :3, 3]
    return found


def _nearest(keys: list[list], time: float) -> list[float]:
    return min(keys, key=lambda key: abs(key[0] - time))[1]


def _baked(path: str, take: int, rate: float) -> list:
    """Name, parent and keys of translation, rotation (x, y, z, w) and scale of every node, parents first."""
    import ufbx

    scene = ufbx.load_file(path)
    nodes, takes = list(scene.nodes), list(scene.anim_stacks)
    baked = ufbx.bake_anim(scene, takes[take].anim, resample_rate=rate)
    entries = list(baked.nodes)
    moving = {entry.typed_id: entry for entry in entries}
    found, kept = [], []
    for node in nodes:
        parent = -1 if node.parent is None else node.parent.typed_id
        if (entry := moving.get(node.typed_id)) is None:
            curves = [[[0.0, list(part)]] for part in node.local_transform]
        else:
            lists = [list(k) for k in (entry.translation_keys, entry.rotation_keys, entry.scale_keys)]
            kept.append(lists)
            curves = [[[key.time, list(key.value)] for key in keys] for keys in lists]
        found.append([node.name, parent, *curves])
    return found


if __name__ == "__main__":
    print(json.dumps(_baked(*json.loads(sys.stdin.read()))))
