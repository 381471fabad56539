"""A given mesh in a glTF file, as any viewer deforms it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygltflib
import pytest
from support.motions import human_skeleton, smooth_motion

import supple
from supple.core import quaternions
from supple.io.options import WriteOptions

KINDS = {5121: np.uint8, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def _array(document: pygltflib.GLTF2, number: int) -> np.ndarray:
    accessor = document.accessors[number]
    view = document.bufferViews[accessor.bufferView]
    width, kind = WIDTHS[accessor.type], KINDS[accessor.componentType]
    flat = np.frombuffer(document.binary_blob(), kind, accessor.count * width, view.byteOffset)
    return flat.reshape(accessor.count, width)


@pytest.mark.parametrize(("unit", "up"), [(1.0, "y"), (0.01, "z")])
def test_a_viewer_sees_the_vertices_that_deform_gives(tmp_path: Path, unit: float, up: str) -> None:
    motion = smooth_motion(human_skeleton(), frames=5, seed=8)
    rng = np.random.default_rng(1)
    bind = supple.bind_of(motion, 2)  # not the rest pose
    vertices = bind.positions[rng.integers(len(bind.positions), size=60)] + rng.normal(scale=0.04, size=(60, 3))
    skin = supple.attach(supple.Mesh(vertices, np.arange(60).reshape(-1, 3)), bind)
    supple.write(motion, tmp_path / "skin.glb", WriteOptions(skin=skin, unit_scale=unit, up=up))

    document = pygltflib.GLTF2().load(str(tmp_path / "skin.glb"))
    attributes = document.meshes[0].primitives[0].attributes
    places, weights = _array(document, attributes.POSITION), _array(document, attributes.WEIGHTS_0)
    joints, inverse = _array(document, attributes.JOINTS_0), document.skins[0].inverseBindMatrices
    back = _array(document, inverse).reshape(-1, 4, 4).transpose(0, 2, 1).astype(float)
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, atol=1e-6)

    again = supple.read(tmp_path / "skin.glb")  # in metres, +Y up
    world = supple.world_pose(again)
    seen = np.zeros((60, 3))
    for k in range(4):
        own = back[joints[:, k], :3, :3] @ places[:, :, None].astype(float)
        own = (own[..., 0] + back[joints[:, k], :3, 3]) * unit
        if up == "z":  # the joint's frame in the file, turned as the reader turns it
            own = own[:, [0, 2, 1]] * [1.0, 1.0, -1.0]
        moved = world.positions[4, joints[:, k]] + quaternions.rotate(world.rotations[4, joints[:, k]], own)
        seen += weights[:, k, None] * moved
    np.testing.assert_allclose(seen, supple.deform(skin, motion)[4], atol=2e-5)


def test_formats_without_skins_say_so(tmp_path: Path) -> None:
    motion = smooth_motion(human_skeleton(), frames=3, seed=8)
    skin = supple.attach(supple.Mesh(np.zeros((3, 3)), [[0, 1, 2]]), supple.bind_of(motion.skeleton))
    with pytest.raises(supple.FileError, match="holds no skin"):
        supple.write(motion, tmp_path / "skin.bvh", WriteOptions(skin=skin))
