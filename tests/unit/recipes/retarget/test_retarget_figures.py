"""The same walk on the same figure drawn otherwise: what comes out must be the same walk."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from support import refigured

from supple.core import quaternions
from supple.core.motion import Motion, rest_pose
from supple.core.pose import world_pose
from supple.recipes.retarget.retargeting import retarget
from supple.recipes.walk import true_walk

EXACT = 1e-6  # [m]
LEARNT = 0.01  # [m] what a mean over a clip may be off
PLANTED = 1e-3  # [m] what planting feet may move that stand already
OTHER_NAMES = {"Hips": "pelvis", "LeftUpLeg": "thigh.L", "LeftLeg": "shin.L", "LeftFoot": "foot.L",
               "LeftToeBase": "toe.L", "RightUpLeg": "thigh.R", "RightLeg": "shin.R", "RightFoot": "foot.R",
               "RightToeBase": "toe.R", "LeftShoulder": "clavicle.L", "LeftArm": "upperarm.L",
               "LeftForeArm": "forearm.L", "LeftHand": "hand.L", "RightShoulder": "clavicle.R",
               "RightArm": "upperarm.R", "RightForeArm": "forearm.R", "RightHand": "hand.R"}  # fmt: skip


@cache
def walk() -> Motion:
    return true_walk(3.0, 60.0).motion


def far_from_walk(motion: Motion) -> float:
    """The largest distance of any joint from where the walk has it [m]."""
    return float(np.abs(world_pose(motion).positions - world_pose(walk()).positions).max())


def random_axes(motion: Motion, seed: int = 1) -> Motion:
    rng = np.random.default_rng(seed)
    return refigured.with_axes(motion, quaternions.normalized(rng.normal(size=(len(motion.skeleton), 4))))


DRAWN = {
    "as it is": lambda m: m,
    "A-pose": lambda m: refigured.with_arms_at(m, 40.0),
    "N-pose": lambda m: refigured.with_arms_at(m, 88.0),
    "other axes": random_axes,
    "other names": lambda m: refigured.renamed(m, OTHER_NAMES),
    "all at once": lambda m: refigured.renamed(refigured.with_arms_at(random_axes(m), 40.0), OTHER_NAMES),
}


@pytest.mark.parametrize("drawn", DRAWN)
def test_a_walk_goes_exactly_to_the_same_figure_however_it_is_drawn(drawn):
    found = retarget(walk(), DRAWN[drawn](walk()))
    assert far_from_walk(found.before) < EXACT
    assert far_from_walk(found.motion) < PLANTED
    assert found.report.status == "met"
    assert found.report.limb_direction_deg_median < 1e-4


@pytest.mark.parametrize("drawn", DRAWN)
def test_a_walk_comes_exactly_from_a_figure_however_it_is_drawn(drawn):
    assert far_from_walk(retarget(DRAWN[drawn](walk()), walk()).before) < EXACT


def test_a_rest_pose_that_is_no_pose_is_learnt_from_the_clip():
    heap = refigured.in_a_heap(walk())
    there, back = retarget(walk(), heap), retarget(heap, walk())
    assert far_from_walk(there.before) < LEARNT
    assert far_from_walk(back.before) < LEARNT
    assert any("no stance" in note for note in there.report.notes)


@pytest.mark.parametrize("drawn", ["A-pose", "N-pose", "other axes", "all at once"])
def test_a_figure_that_only_rests_moves_alike_whatever_its_rest_pose_is(drawn):
    plain = retarget(walk(), rest_pose(walk().skeleton))
    found = retarget(walk(), rest_pose(DRAWN[drawn](walk()).skeleton))
    off = world_pose(found.before).positions - world_pose(plain.before).positions
    assert np.abs(off).max() < EXACT


def test_a_figure_that_only_rests_walks_as_the_source():
    found = retarget(walk(), rest_pose(walk().skeleton))
    assert far_from_walk(found.motion) < 0.02  # the sole is learnt from the rest pose, not from the walk
    assert max(found.report.limb_direction_deg.values()) < 5.0


@pytest.mark.parametrize("factor", [0.4, 1.0, 2.5])
def test_the_way_grows_with_the_figure(factor):
    found = retarget(walk(), refigured.scaled(walk(), factor))
    assert found.report.scale == pytest.approx(factor, rel=1e-6)
    travelled = np.ptp(found.motion.root_positions[:, [0, 2]], axis=0)
    assert travelled == pytest.approx(factor * np.ptp(walk().root_positions[:, [0, 2]], axis=0), rel=1e-2, abs=5e-3)
    assert found.report.slide_mm_max < 0.01
    assert found.report.penetration_mm_max < 0.01


def test_a_figure_with_other_proportions_keeps_its_feet_on_the_ground():
    legs = np.where(["Leg" in name or "Foot" in name for name in walk().skeleton.names], 1.3, 1.0)
    arms = np.where(["Arm" in name or "Hand" in name for name in walk().skeleton.names], 0.7, 1.0)
    skeleton = replace(walk().skeleton, offsets=walk().skeleton.offsets * (legs * arms)[:, None])
    found = retarget(walk(), rest_pose(skeleton))
    assert found.report.status == "met"
    assert found.report.slide_mm_max < 1.0
    assert found.report.penetration_mm_max < 1.0
    assert max(found.report.limb_direction_deg.values()) < 5.0


def test_turns_of_a_back_are_shared_out_along_it():
    bent = _bowing(walk())
    found = retarget(bent, _with_more_spine(walk()))
    tops = [world_pose(m).rotations[:, m.skeleton.index("Spine1")] for m in (bent, found.motion)]
    same = np.abs(np.sum(tops[0] * tops[1], axis=1))
    assert 2.0 * np.degrees(np.arccos(np.clip(same, 0.0, 1.0))).max() < 0.01
    middle = found.motion.rotations[:, found.motion.skeleton.index("SpineB")]
    assert np.degrees(2.0 * np.arccos(np.abs(middle[:, 0]))).max() > 2.0  # it takes its share


def test_rest_rows_stay_rest_rows():
    with_row = replace(
        walk(),
        rotations=np.concatenate([walk().skeleton.rest_rotations[None], walk().rotations]),
        root_positions=np.concatenate([walk().skeleton.offsets[:1], walk().root_positions]),
        rest_rows=1,
    )
    found = retarget(with_row, walk())
    assert found.motion.rest_rows == 1
    assert found.motion.frames == with_row.frames
    assert far_from_walk(found.before.with_frames(1, with_row.frames)) < EXACT


def _bowing(motion: Motion) -> Motion:
    rotations = motion.rotations.copy()
    for name in ("Spine", "Spine1"):
        rotations[:, motion.skeleton.index(name)] = quaternions.about_axis("x", np.radians(20.0))
    return motion.with_rotations(rotations)


def _with_more_spine(motion: Motion) -> Motion:
    """The same back with a joint more half-way between Spine and Spine1."""
    skeleton = motion.skeleton
    at = skeleton.index("Spine1")
    parents = [p if p < at else p + 1 for p in skeleton.parents.tolist()]
    names = (*skeleton.names[:at], "SpineB", *skeleton.names[at:])
    offsets = np.insert(skeleton.offsets, at, 0.5 * skeleton.offsets[at], axis=0)
    offsets[at + 1] *= 0.5
    parents.insert(at, int(skeleton.parents[at]))
    parents[at + 1] = at
    longer = replace(
        skeleton, names=names, parents=parents, offsets=offsets, end_sites=np.insert(skeleton.end_sites, at, False),
        rest_rotations=quaternions.identity(len(names)), freedoms=(),
    )  # fmt: skip
    return rest_pose(longer)
