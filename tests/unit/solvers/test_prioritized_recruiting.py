"""Who moves for a wish: recruited joints only, on the whole pipeline."""

import numpy as np
import pytest
from support.edits import walker
from support.solved_edits import at, beside, off, outcome, path, solved

from benchmarks.bars.measures import changed
from supple.constraints.model import JointSetting, Preserve
from supple.core.motion import Motion
from supple.core.quaternions import identity
from supple.core.skeleton import Skeleton

SOURCE = walker()[0]
WHEN = (0.5, 1.0, 2.0, 2.5)
POSE = SOURCE.with_frames(60, 61)


def movers(*wishes, motion=SOURCE):
    moved = changed(motion, solved(*wishes, motion=motion).motion).any(axis=0)
    return {motion.skeleton.names[j] for j in np.flatnonzero(moved)}


@pytest.mark.parametrize(
    ("recruit", "names"),
    [
        ("LeftArm", {"LeftArm", "LeftForeArm"}),
        ("LeftShoulder", {"LeftShoulder", "LeftArm", "LeftForeArm"}),
        (("LeftForeArm", "Spine"), {"LeftForeArm", "Spine"}),
        ("Spine", {"Spine", "Spine1", "LeftShoulder", "LeftArm", "LeftForeArm"}),
        ("all", {"Hips", "Spine", "Spine1", "LeftShoulder", "LeftArm", "LeftForeArm"}),
    ],
)
def test_only_recruited_joints_move(recruit, names):
    """Boulic 2, Le Callennec 22: all others keep their bits."""
    assert movers(beside("LeftHand", (0.05, 0.1, 0.05), WHEN, recruit=recruit)) == names


def test_the_root_travels_only_if_it_is_recruited():
    """Boulic 2: the root is a joint."""
    for recruit, travels in (("Spine", False), ("all", True)):
        edited = solved(beside("LeftHand", (0.05, 0.1, 0.05), WHEN, recruit=recruit)).motion
        assert (off(edited.root_positions, SOURCE.root_positions) > 0.0) == travels


def test_an_arm_alone_and_an_arm_with_the_spine():
    """Le Callennec 22: the pair of figure 3.5: more joints reach further."""
    goal = path(POSE, "LeftArm")[0] + (0.0, -0.15, 0.75)
    arm, spine = (solved(at("LeftHand", goal, recruit=top), motion=POSE) for top in ("LeftArm", "Spine"))
    assert arm.report.constraints[0].worst > 150.0
    assert arm.report.constraints[0].blocked_by == ("reach",)
    assert spine.report.constraints[0].worst < 0.3 * arm.report.constraints[0].worst


def test_breaking_the_recruiting_rule_costs_the_weaker_wish_and_nobody_else():
    """Boulic 3: the weaker moves a joint that the stronger does not know; so it is not served."""
    goal = path(POSE, "LeftHand")[0] + (0.05, 0.05, 0.1)
    weak = at("LeftHand", goal, priority=2, recruit="Spine")
    held = [Preserve(name="elbow", effector="LeftForeArm", priority=1, recruit=top) for top in ("LeftArm", "Spine")]
    broken, kept = (solved(strong, weak, motion=POSE) for strong in held)
    assert off(path(kept.motion, "LeftForeArm"), path(POSE, "LeftForeArm")) < 1e-6
    assert outcome(kept, "elbow").met
    assert outcome(broken, "elbow").met
    assert outcome(broken, "LeftHand").worst > 100.0 > outcome(kept, "LeftHand").worst


def test_what_is_missed_is_made_smooth_without_joints_that_only_kept_wishes_recruit():
    """A foot and a head that nothing disturbs may use the whole body; the elbow, out of reach, its shoulder alone."""
    aside = beside("RightForeArm", (0.3, 0.1, 0.2), (0.4, 0.8, 1.2, 1.6), priority=2, recruit="RightArm")
    kept = Preserve(effector="LeftFoot", priority=1), Preserve(effector="Head", priority=1)
    assert outcome(solved(*kept, aside), "RightForeArm").worst > 50.0
    assert movers(*kept, aside) == {"RightArm"}


def test_a_joint_without_weight_disturbs_no_kept_wish():
    aside = beside("RightForeArm", (0.3, 0.1, 0.2), (0.4, 0.8, 1.2, 1.6), priority=2, recruit=("Hips", "RightArm"))
    still = {"Hips": JointSetting(weight=0.0)}
    bent = solved(Preserve(effector="LeftFoot", priority=1), aside, joints=still).motion
    assert {SOURCE.skeleton.names[j] for j in np.flatnonzero(changed(SOURCE, bent).any(axis=0))} == {"RightArm"}


def test_goals_that_ride_move_with_joints_that_only_carry_the_goal():
    """A place in the head's frame recruits the arm alone: the neck stays."""
    names = movers(at("LeftHand", (0.15, -0.2, 0.3), WHEN, "Head", recruit="LeftArm"))
    assert names == {"LeftArm", "LeftForeArm"}


def on_a_carrier():
    """The walker below a root that stays on the floor where it began; the hips travel."""
    skeleton, count = SOURCE.skeleton, SOURCE.frames
    carried = Skeleton(
        ("Carrier", *skeleton.names),
        np.concatenate([[-1], skeleton.parents + 1]),
        np.concatenate([np.zeros((1, 3)), skeleton.offsets]),
        np.concatenate([[False], skeleton.end_sites]),
    )
    offsets = np.repeat(carried.offsets[None], count, axis=0)
    offsets[:, 1] = SOURCE.root_positions
    rotations = np.concatenate([identity(count)[:, None], SOURCE.rotations], axis=1)
    return Motion(carried, np.zeros((count, 3)), rotations, SOURCE.frame_time, offsets=offsets)


def test_a_root_that_stays_behind_carries_the_hips_and_does_not_turn():
    """About a root on the floor the whole body would lean to move the hips: they were 217 mm off."""
    wishes = beside("LeftHand", (0.3, 0.2, 0.3), WHEN), beside("LeftFoot", (0.1, 0.1, 0.0), WHEN)
    source = on_a_carrier()
    plain, carried = (solved(*wishes, motion=motion).motion for motion in (SOURCE, source))
    assert (carried.rotations[:, 0] == source.rotations[:, 0]).all()
    for joint in ("Hips", "Head", "LeftHand", "RightHand", "RightFoot"):
        assert off(path(carried, joint), path(plain, joint)) < 1e-3


def test_a_root_that_stays_behind_turns_where_the_hips_may_not():
    wish = beside("LeftHand", (0.3, 0.2, 0.3), WHEN, recruit=("Carrier", "LeftArm"))
    assert movers(wish, motion=on_a_carrier()) == {"Carrier", "LeftArm"}
