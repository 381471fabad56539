"""A walk on bodies of other proportions, also while they change."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from msgspec.structs import replace as restated
from support.motions import human_skeleton
from support.planted_paths import strides, worst_miss_mm

import supple
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.io.documents.body import parse_body
from supple.recipes.body_scale.bones import growth_of, parts_of
from supple.recipes.body_scale.places import Way, placed
from supple.recipes.body_scale.scaling import grown_body, scale_body
from supple.recipes.refit import standing

NEAR_MM = 0.1
MORPH = """
[[scale.key]]
at = 0.5
[[scale.key]]
at = 2.0
legs = 1.3
trunk = 0.7
[[scale.key]]
at = "240f"
legs = 0.8
trunk = 1.3
"""


@cache
def walk():
    motion = supple.walking(seconds=5.0, fps=60.0)
    return motion, supple.detect(motion)


def body(text):
    return parse_body(f"format = 1\n[scale]\n{text}", "body")


@cache
def scaled(text):
    motion, contacts = walk()
    return scale_body(motion, body(text), contacts=contacts)


def bone(motion, name):
    """(F,) the length of the bone that ends at a joint, as posed."""
    joint = motion.skeleton.index(name)
    positions = world_pose(motion).positions
    return np.linalg.norm(positions[:, joint] - positions[:, motion.skeleton.parents[joint]], axis=1)


BODIES = ("all = 1.1", "legs = 1.3", "legs = 0.6\ntrunk = 1.4", "left_leg = 1.1", "feet = 1.5\narms = 0.7", MORPH)


@pytest.mark.parametrize("text", BODIES)
def test_planted_feet_stand_still_on_any_body(text):
    result = scaled(text)
    assert result.cleaned.report.status == "met"
    assert worst_miss_mm(result.motion, result.contacts) < NEAR_MM
    assert result.cleaned.after().slide_mm_max < NEAR_MM
    assert result.cleaned.after().penetration_mm_max < NEAR_MM
    left = [level.worst_m for level in result.levels]
    assert left == sorted(left, reverse=True)


def test_one_factor_for_all_gives_the_same_motion_in_another_size():
    motion, contacts = walk()
    larger = scale_body(motion, 1.1, contacts=contacts).motion
    start = motion.root_positions[0] * (1.0, 0.0, 1.0)
    expected = start + 1.1 * (world_pose(motion).positions - start)
    assert np.abs(world_pose(larger).positions - expected).max() < 2e-3  # found places are met, means of what moved


def test_bones_are_as_long_as_the_document_says():
    motion, _ = walk()
    result = scaled("legs = 1.3")
    for name, factor in (
        ("LeftLeg", 1.3),
        ("RightFoot", 1.3),
        ("LeftToeBase", 1.3),
        ("Spine1", 1.0),
        ("LeftForeArm", 1),
    ):
        assert bone(result.motion, name) == pytest.approx(factor * bone(motion, name))
    assert result.motion.offsets is None  # the skeleton itself is another
    assert result.motion.skeleton.names == motion.skeleton.names


def test_factors_multiply():
    motion, contacts = walk()
    result = scale_body(motion, body("all = 1.1\nlegs = 1.2\nleft_leg = 0.95\nfeet = 0.9"), contacts=contacts)
    for name, factor in (
        ("LeftLeg", 1.1 * 1.2 * 0.95),
        ("RightLeg", 1.32),
        ("RightToeBase", 1.32 * 0.9),
        ("Neck", 1.1),
    ):
        assert bone(result.motion, name) == pytest.approx(factor * bone(motion, name))


def test_the_way_grows_with_the_legs_unless_it_is_said_otherwise():
    before = strides(*walk(), "left_ball")
    longer = scaled("legs = 1.3")
    assert strides(longer.motion, longer.contacts, "left_ball") == pytest.approx(1.3 * before, rel=0.01)
    motion, contacts = walk()
    same = scale_body(motion, body("legs = 1.3\nway = 1.0"), contacts=contacts)
    assert strides(same.motion, same.contacts, "left_ball") == pytest.approx(before, rel=0.01)


def test_strides_stay_uniform_while_the_body_changes():
    motion, _ = walk()
    morph = scaled(MORPH)
    legs = bone(morph.motion, "LeftLeg") / bone(motion, "LeftLeg")
    assert legs[[0, 30, 120, 240, 299]] == pytest.approx([1.0, 1.0, 1.3, 0.8, 0.8], abs=1e-6)
    assert (legs.min(), legs.max()) == pytest.approx((0.8, 1.3), abs=1e-6)  # no overshoot
    for point in ("left_ball", "right_ball", "left_heel"):
        after = strides(morph.motion, morph.contacts, point)
        assert np.abs(after / after.mean() - 1.0).max() < 0.01


def test_hips_rise_and_sink_with_the_legs():
    morph, motion = scaled(MORPH).motion, walk()[0]
    share = morph.root_positions[:, 1] / motion.root_positions[:, 1]
    assert share[120] > 1.15
    assert share[250:].max() < 0.9


def test_feet_keep_their_size_while_the_body_changes():
    assert np.ptp(bone(scaled(MORPH).motion, "LeftToeBase")) < 1e-9


def test_a_body_that_changes_survives_a_file(tmp_path):
    morph = scaled(MORPH)
    supple.write(morph.motion, tmp_path / "morph.bvh")
    back = supple.read(tmp_path / "morph.bvh")
    assert worst_miss_mm(back, morph.contacts) < NEAR_MM


def test_rest_rows_keep_their_turns():
    motion, _ = walk()
    longer = replace(
        motion,
        root_positions=np.concatenate([motion.root_positions[:1], motion.root_positions]),
        rotations=np.concatenate([motion.skeleton.rest_rotations[None], motion.rotations]),
        rest_rows=1,
    )
    result = scale_body(longer, body("legs = 1.2")).motion
    assert np.array_equal(result.rotations[0], longer.rotations[0])
    assert result.rest_rows == 1


def test_parts_that_the_figure_does_not_have_are_refused():
    skeleton = human_skeleton()
    keep = [j for j, name in enumerate(skeleton.names) if not any(part in name for part in ("Arm", "Hand", "Shoulder"))]
    new = {old: k for k, old in enumerate(keep)}
    armless = replace(
        skeleton,
        names=tuple(skeleton.names[j] for j in keep),
        parents=np.array([new.get(int(skeleton.parents[j]), -1) for j in keep]),
        offsets=skeleton.offsets[keep],
        end_sites=skeleton.end_sites[keep],
        rest_rotations=skeleton.rest_rotations[keep],
        freedoms=(),
    )
    still = Motion(armless, np.tile(armless.offsets[0], (40, 1)), np.tile([1.0, 0, 0, 0], (40, len(keep), 1)), 1 / 30)
    with pytest.raises(supple.SuppleError, match=r"scale\.left_arm: this figure has no such part.*legs"):
        scale_body(still, body("left_arm = 1.2"))


def test_two_keys_at_one_moment_are_refused():
    motion, contacts = walk()
    keys = '[[scale.key]]\nat = 1.0\nlegs = 1.1\n[[scale.key]]\nat = "60f"\nlegs = 1.2'
    with pytest.raises(supple.SuppleError, match="two keys are at the same moment"):
        scale_body(motion, body(keys), contacts=contacts)


def test_a_motion_that_stands_on_nothing_is_scaled_with_a_note():
    moment = walk()[0].with_frames(0, 1)
    result = scale_body(moment, 1.2)
    before, after = (world_pose(m).positions[0] for m in (moment, result.motion))
    np.testing.assert_allclose(after - after[0], 1.2 * (before - before[0]), atol=1e-9)
    assert any("stands on nothing" in note for note in result.notes)


@pytest.mark.parametrize("text", ["all = 1.3", "legs = 1.3", "feet = 1.4"])
def test_a_walk_on_a_treadmill_keeps_its_feet_on_the_belt(text):
    """Contacts of one step are stated at moments of their own, between which the belt moves on."""
    motion, _ = walk()
    speed = (motion.root_positions[-1] - motion.root_positions[0]) * (0.0, 0.0, 1.0) / (motion.frames - 1)
    still = motion.with_root_positions(motion.root_positions - np.arange(motion.frames)[:, None] * speed)
    result = scale_body(still, body(text))
    assert result.contacts.belt_m_s is not None
    assert result.cleaned.report.status == "met"
    assert result.cleaned.after().slide_mm_max < NEAR_MM


def test_steps_of_stairs_grow_with_the_legs_however_long_the_feet_are():
    motion, found = walk()
    rise = {c: 0.2 * int(c.position_m[2] > 2.0) for c in found.contacts}
    stairs = restated(
        found,
        floor=restated(found.floor, supports=(found.floor.height_m, found.floor.height_m + 0.2)),
        contacts=tuple(
            restated(c, position_m=(c.position_m[0], c.position_m[1] + rise[c], c.position_m[2])) for c in rise
        ),
    )
    stood = standing(motion, stairs)
    growth = growth_of(motion, body("legs = 1.5\nfeet = 0.5"), parts_of(motion.skeleton, stood.names.roles))
    there = placed(stood, growth, Way(np.zeros(2), 1.5, np.full(motion.frames, 1.5)))
    assert there.floor.supports[1] - there.floor.supports[0] == pytest.approx(0.3)
    heels = [(a, b) for a, b in zip(stood.contacts.contacts, there.contacts, strict=True) if a.point == "left_heel"]
    assert {round(b.position_m[1], 2) for _, b in heels} == {0.0, 0.3}


def test_a_grown_body_turns_its_joints_as_before_and_keeps_uneven_feet():
    """The left foot stands 3 cm higher than the right one, as captured feet do."""
    motion, contacts = walk()
    uneven = [
        restated(c, position_m=(c.position_m[0], c.position_m[1] + 0.03 * c.point.startswith("left"), c.position_m[2]))
        for c in contacts.contacts
    ]
    given = restated(contacts, contacts=tuple(uneven))
    grown, there = grown_body(motion, body("all = 1.2"), contacts=given)
    np.testing.assert_array_equal(grown.rotations, motion.rotations)
    for old, new in zip(given.contacts, there.contacts, strict=True):
        assert new.position_m[1] == pytest.approx(1.2 * old.position_m[1], abs=1e-9)
        assert new.fixed == old.fixed


def test_a_body_that_does_not_grow_leaves_everything_as_it_is():
    motion, contacts = walk()
    same, there = grown_body(motion, body("all = 1.0"), contacts=contacts)
    np.testing.assert_array_equal(same.rotations, motion.rotations)
    np.testing.assert_allclose(same.root_positions, motion.root_positions, atol=1e-12)
    for old, new in zip(contacts.contacts, there.contacts, strict=True):
        np.testing.assert_allclose(new.position_m, old.position_m, atol=1e-12)
