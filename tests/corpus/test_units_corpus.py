"""Units, up axis and rest rows of every BVH file, against what its source says."""

import pytest
from support.shared import DATA, files, needs_data

from supple.core.motion import Motion
from supple.io.registry import read
from supple.units import METRES_PER

pytestmark = needs_data

# The longest match wins: a folder or a file -> unit and up axis.
EXPECTED = {
    "cmu-bvh/": ("cmu", "y"),
    "bandai-namco/": ("cm", "y"),
    "other-bvh/xia_style/": ("cmu", "y"),
    "other-bvh/animated_drawings/": ("in", "z"),  # small figures: 1.0 and 1.2 m
    "other-bvh/animated_drawings/jesse_dance.bvh": ("cm", "y"),
    "other-bvh/animated_drawings/jumping_jacks.bvh": ("cmu", "y"),
    "other-bvh/fairmotion/pfnn_hierarchy.bvh": ("m", "y"),
    "other-bvh/openperform_pn/": ("cm", "y"),
    "other-bvh/bvh_matlab/": ("cm", "y"),
    "other-bvh/bvh_matlab/walk.bvh": ("cmu", "y"),
    "other-bvh/vis_utils/": ("cm", "y"),
    "other-bvh/anim_utils/": ("cm", "y"),
    "other-bvh/pybvh/bvh_": ("in", "z"),
    "other-bvh/pybvh/bvh_test2.bvh": ("cm", "y"),
    "other-bvh/pybvh/standard_skeleton.bvh": ("in", "z"),
    "other-bvh/pybvh/cmu_12_01_walk.bvh": ("cmu", "y"),
    "other-bvh/momask/": ("m", "y"),
    "other-bvh/assimp/": ("cm", "y"),
    "other-bvh/video2bvh/": ("mm", "z"),
    "other-bvh/pymo/": ("in", "y"),
    "other-bvh/mova_pair/": ("in", "y"),
    "other-bvh/threejs/": ("cm", "y"),
    "other-bvh/games105/": ("m", "y"),
    "other-bvh/games105/motion.bvh": ("cm", "y"),
    "other-bvh/bvh_toolbox/": ("cm", "y"),
    "other-bvh/makehuman/": ("dm", "z"),
    "other-bvh/geno/": ("cm", "y"),
}
NO_PERSON = (
    "alien.bvh",
    "sinusoidal.bvh",
    "sinusoidal_2.bvh",
    "full_precision_frame_time.bvh",
    "rotation_first_root.bvh",
)
REST_ROWS = {  # every CMU file has one; this one has a second, with all angles zero
    "cmu-bvh/07_12.bvh": 2,
    "other-bvh/bvh_matlab/walk.bvh": 1,
    "other-bvh/pybvh/cmu_12_01_walk.bvh": 1,
    "other-bvh/threejs/pirouette.bvh": 1,
}


def _name(path):
    return path.relative_to(DATA).as_posix()


@pytest.mark.parametrize("path", files("**/*.bvh"), ids=_name)
def test_unit_up_and_rest_rows(path):
    motion = read(path)
    assert isinstance(motion, Motion)
    name = _name(path)
    seen = motion.provenance
    if path.name in NO_PERSON:
        assert any("guess" in w for w in seen.warnings)
        assert seen.up == "y"
    else:
        unit, up = EXPECTED[max((k for k in EXPECTED if name.startswith(k)), key=len)]
        assert seen.unit_scale == pytest.approx(METRES_PER[unit], rel=0.01)
        assert seen.up == up
        assert "from sole to crown" in seen.decision("units")
    if motion.frames > 1:
        assert motion.rest_rows == REST_ROWS.get(name, 1 if name.startswith("cmu-bvh/") else 0)
