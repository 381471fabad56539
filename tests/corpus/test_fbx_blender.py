"""The call of Blender that docs/formats.md gives: GLB to FBX, read back, where Blender is installed."""

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from supple.core.pose import world_pose
from supple.io import registry
from supple.recipes.walk import walking

NOTES = Path(__file__).resolve().parents[2] / "docs" / "formats_notes.md"
BLENDER = shutil.which("blender")
BPY = importlib.util.find_spec("bpy") is not None

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (BLENDER or BPY), reason="Blender is not installed (no program, no module bpy)"),
]


def documented_call() -> str:
    found = re.search(r'--python-expr "\n(.*?)\n"\n', NOTES.read_text(), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_documented_call_makes_an_fbx_of_the_same_motion(tmp_path):
    motion = walking()
    registry.write(motion, tmp_path / "walk.glb")
    call = documented_call().replace("120", f"{round(motion.fps)}")
    command = [BLENDER, "--background", "--factory-startup", "--python-expr"] if BLENDER else [sys.executable, "-c"]
    subprocess.run([*command, call], cwd=tmp_path, check=True, capture_output=True, timeout=300)
    again = registry.read(tmp_path / "walk.fbx")
    order = [again.skeleton.index(name) for name in motion.skeleton.names]
    assert (again.frames, again.frame_time) == (motion.frames, pytest.approx(motion.frame_time))
    found, expected = world_pose(again).positions[:, order], world_pose(motion).positions
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-4)
