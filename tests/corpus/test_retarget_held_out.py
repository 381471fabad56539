"""Clips and figures on which nothing was chosen: limits, slides and sinks, and that a limit which is broken is told.

The runs were named before any of them was measured; the ways that bring joints back into range were chosen on others,
but for one cause (a hip that twists too far), which 12_01 showed.
"""

import pytest
from support.shared import DATA, needs_data

import supple
from supple.recipes.retarget.retargeting import retarget

pytestmark = needs_data

CMU, ACCLAIM, BANDAI = "cmu-bvh/07_01.bvh", "acclaim/mpl/walking.amc", "bandai-namco/dataset-1_walk_normal_001.bvh"
XIA, GENO = "other-bvh/xia_style/neutral_01_000.bvh", "other-bvh/geno/Geno_bind.bvh"
NEURON, HANIM = "other-bvh/openperform_pn/freya_edit.bvh", "hanim/hanim_x3djsonld/JoeKick.x3d"
GAMES, TURNS = "other-bvh/games105/walkF.bvh", "other-bvh/threejs/pirouette.bvh"
BOXER, PYMO = "other-bvh/assimp/Boxing_Toes.bvh", "other-bvh/pymo/AV_8Walk_Meredith_HVHA_Rep1.bvh"
LONGEST = 700  # frames

OF_CMU = {
    "02_01": XIA, "02_03": GENO, "03_01": BANDAI, "05_11": HANIM, "06_01": ACCLAIM, "07_12": NEURON, "08_04": XIA,
    "09_06": BANDAI, "12_02": GENO, "131_04": XIA, "13_35": CMU, "14_27": HANIM, "16_01": XIA, "16_05": BANDAI,
    "16_11": GENO, "16_35": NEURON, "35_17": XIA, "39_02": ACCLAIM, "74_01": GENO, "91_24": XIA, "91_29": BANDAI,
    "08_01": GAMES, "35_02": TURNS, "12_01": BOXER, "07_04": PYMO,
}  # fmt: skip
OF_OTHERS = {
    "bandai-namco/dataset-1_kick_normal_001.bvh": CMU,
    "bandai-namco/dataset-2_walk-turn-left_normal_001.bvh": XIA,
    "bandai-namco/dataset-2_walk_normal_001.bvh": GENO,
    "other-bvh/games105/run_forward.bvh": XIA,
    "other-bvh/games105/walk_and_turn_left.bvh": NEURON,
    "other-bvh/xia_style/old_13_000.bvh": BANDAI,
    "other-bvh/xia_style/angry_13_000.bvh": GENO,
    "other-bvh/mova_pair/MS2_8Walk_M.bvh": CMU,
    "acclaim/usc/135_06-martialArts.amc": GENO,
}
RUNS = {**{f"cmu-bvh/{clip}.bvh": target for clip, target in OF_CMU.items()}, **OF_OTHERS}
KNEES_THAT_JUMP = ("16_11", "08_01")  # told as such: where feet are planted, a straight knee bends in a frame


def carried(source, target):
    motion = supple.read(DATA / source)
    return retarget(motion.with_frames(0, min(motion.frames, LONGEST)), supple.read(DATA / target)).report


def check(source, target):
    found = carried(source, target)
    assert found.limits_broken == 0, source
    assert found.slide_mm_max < 0.02
    assert found.penetration_mm_max < 0.02
    assert found.status == ("stalled" if source[8:13] in KNEES_THAT_JUMP else "met")


def test_a_kick_stays_in_range():
    check("bandai-namco/dataset-1_kick_normal_001.bvh", CMU)


@pytest.mark.slow
@pytest.mark.parametrize("source", RUNS)
def test_clips_on_which_nothing_was_chosen(source):
    check(source, RUNS[source])


def test_a_crouch_before_a_jump_keeps_standing_ankles_in_range():
    motion = supple.read(DATA / "cmu-bvh/13_11.bvh").with_frames(120, 300)
    found = retarget(motion, supple.read(DATA / NEURON)).report
    assert found.limits_broken == 0
    assert found.status == "met"
    assert found.slide_mm_max < 0.02
