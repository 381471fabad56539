"""Wishes about places as tasks."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.edits import WHEN, asked_place, path_of, plan_of, walker, wobbled
from support.tolerances import ALGEBRA

from supple.constraints import model
from supple.core import quaternions
from supple.errors import DocumentError
from supple.kernels.task_kinds import MASS, POINT

FULL = slice(60, 121)  # the frames in which WHEN is fully active


def goal(**keys):
    return model.PlaceGoal(when=WHEN, **keys)


def position(*goals, **keys):
    return model.Position(effector="right_wrist", goals=goals, **keys)


def test_a_place_in_the_world():
    plan = plan_of(position(goal(at=(0.4, 1.2, 0.3))))
    assert plan.kind.tolist() == [POINT]
    assert_allclose(plan.goal[FULL, 0, :3], np.tile([0.4, 1.2, 0.3], (61, 1)), **ALGEBRA)
    assert plan.asked[:, 0].nonzero()[0].tolist() == list(range(60, 121))
    assert np.all((plan.activity[:, 0] > 0) == ((np.arange(240) > 30) & (np.arange(240) < 150)))


def test_an_offset_is_added_to_the_own_path():
    plan = plan_of(position(goal(offset=(0.0, 0.2, 0.1))))
    assert_allclose(plan.goal[FULL, 0, :3], path_of("right_wrist")[FULL] + [0.0, 0.2, 0.1], **ALGEBRA)


def test_an_offset_forward_goes_where_the_hips_face():
    plan = plan_of(position(goal(offset=(0.0, 0.0, 1.0))), space="facing")
    moved = plan.goal[FULL, 0, :3] - path_of("right_wrist")[FULL]
    across = (path_of("left_hip") - path_of("right_hip"))[FULL]
    assert_allclose(np.linalg.norm(moved, axis=1), 1.0, **ALGEBRA)
    assert_allclose(moved[:, 1], 0.0, **ALGEBRA)
    assert moved[:, 2].min() > 0.9  # the walker goes along +Z
    level = across * [1.0, 0.0, 1.0] / np.linalg.norm(across[:, [0, 2]], axis=1, keepdims=True)
    assert np.abs(np.sum(moved * level, axis=1)).max() < 0.02  # the back of an upright figure hardly counts


def test_an_offset_along_the_axes_of_a_joint():
    plan = plan_of(position(goal(offset=(0.1, 0.2, 0.3)), space="head"))
    _, names, pose = walker()
    turned = quaternions.rotate(pose.rotations[:, names.joint("head")], np.array([0.1, 0.2, 0.3]))
    assert_allclose(plan.goal[FULL, 0, :3], (path_of("right_wrist") + turned)[FULL], **ALGEBRA)


def test_a_place_rides_with_the_head_as_it_is_solved():
    plan, pose = plan_of(position(goal(at=(0.1, 0.05, 0.2), relative_to="head"))), wobbled()
    _, names, _ = walker()
    head = names.joint("head")
    there = pose.positions[:, head] + quaternions.rotate(pose.rotations[:, head], np.array([0.1, 0.05, 0.2]))
    assert_allclose(asked_place(plan, 0, pose)[FULL], there[FULL], **ALGEBRA)


def test_an_offset_relative_to_a_joint_is_the_own_path_as_that_joint_sees_it():
    plan = plan_of(position(goal(offset=(0.0, 0.0, 0.0), relative_to="head")))
    _, names, source = walker()
    assert_allclose(asked_place(plan, 0, source)[FULL], path_of("right_wrist")[FULL], **ALGEBRA)
    pose, head = wobbled(), names.joint("head")
    seen = asked_place(plan, 0, pose) - pose.positions[:, head]
    before = path_of("right_wrist") - source.positions[:, head]
    assert_allclose(np.linalg.norm(seen[FULL], axis=1), np.linalg.norm(before[FULL], axis=1), **ALGEBRA)


def test_without_goals_the_own_path_is_kept_all_through():
    plan = plan_of(position())
    assert np.all(plan.activity == 1.0)
    assert_allclose(plan.goal[:, 0, :3], path_of("right_wrist"), **ALGEBRA)


def test_enforced_always_it_blends_with_the_own_path_of_the_source():
    span, always = plan_of(position(goal(at=(0, 1, 2)))), plan_of(position(goal(at=(0, 1, 2)), enforce="always"))
    a = span.activity[:, 0, None]
    assert np.all(always.activity == 1.0)
    assert_allclose(always.goal[:, 0, :3], a * [0, 1, 2] + (1 - a) * path_of("right_wrist"), **ALGEBRA)
    assert np.array_equal(always.asked, span.asked)


def test_axes_and_weight_choose_rows():
    """The largest weight of a priority counts as 1: weights are shares among equals."""
    other = model.Preserve(effector="head", weight=16.0)
    plan = plan_of(position(goal(at=(0, 1, 2)), axes="zx", weight=4.0), other)
    assert plan.rows.tolist() == [2, 3]
    assert_allclose(plan.basis[0, :2], [[0.5, 0, 0], [0, 0, 0.5]], **ALGEBRA)
    assert_allclose(plan.basis[1], np.eye(3), **ALGEBRA)


def test_only_the_order_of_priorities_matters():
    wishes = [model.Preserve(effector=e, priority=p) for e, p in (("head", 10), ("hips", 2), ("neck", 10))]
    assert plan_of(*wishes).level[0].tolist() == [2, 0, 2]


def test_preserve_eases_inside_its_span_but_not_at_the_ends_of_the_clip():
    plan = plan_of(model.Preserve(effector="head", span=(0.0, 2.0)), model.Preserve(effector="hips", span=(1.0, 1.2)))
    first, second = plan.activity.T
    assert np.all(first[:109] == 1.0)  # 0.2 s before 2 s
    assert 0.0 < first[114] < 1.0
    assert np.all(first[120:] == 0.0)
    assert second[60] == 0.0
    assert np.all(second[63:70] == 1.0)
    assert second[72] == 0.0


def test_balance_keeps_the_source_and_follows_the_feet():
    source, plan = walker()[2], plan_of(model.Balance())
    assert plan.kind.tolist() == [MASS]
    assert plan.rows.tolist() == [2]
    pose = wobbled()
    feet = ("left_heel", "left_ball", "right_heel", "right_ball")
    shift = np.mean([path_of(point, pose) - path_of(point) for point in feet], axis=0)
    assert_allclose(asked_place(plan, 0, pose) - asked_place(plan, 0, source), shift, **ALGEBRA)


def test_balance_is_displaced_on_top_of_the_feet():
    plain = plan_of(model.Balance())
    moved = plan_of(model.Balance(goals=(goal(offset=(0.05, 0, 0)),)))
    pose = wobbled()
    by = asked_place(moved, 0, pose) - asked_place(plain, 0, pose)
    assert_allclose(by[FULL], np.tile([0.05, 0, 0], (61, 1)), **ALGEBRA)
    assert_allclose(by[[0, 30, 150, 239]], 0.0, **ALGEBRA)


def test_balance_at_a_place_lets_the_feet_go():
    plan = plan_of(model.Balance(goals=(goal(at=(1.0, 1.0, 1.0)),)))
    assert_allclose(asked_place(plan, 0, wobbled())[FULL], 1.0, **ALGEBRA)


@pytest.mark.parametrize(
    ("constraint", "words"),
    [
        (model.Position(effector="RightHnd", name="shade"), r"constraint\[1\] \(shade\): effector: .*RightHand"),
        (position(model.PlaceGoal(when=(0, 1, 2, 99), at=(0, 0, 0))), r"constraint\[1\]: goals\[0\].when: .*99 s"),
        (position(goal(at=(0, 0, 0), relative_to="tail")), r"goals\[0\].relative_to: .*'tail'"),
        (position(goal(at=(0, 0, 0), relative_to="right_wrist")), r"goals\[0\].relative_to: .*itself"),
        (position(goal(offset=(0, 0, 1)), space="tail"), r"space: .*'tail'"),
        (position(recruit="LeftFoot"), r"recruit: .*does not move"),
        (model.Preserve(effector="head", span=(1.0, 99.0)), r"span: .*99 s"),
        (model.Balance(points=("tail",)), r"points: .*'tail'"),
        (model.Orientation(effector="left_heel"), r"effector: .*a joint is needed"),
    ],
)
def test_what_makes_no_sense_names_the_constraint_and_the_key(constraint, words):
    with pytest.raises(DocumentError, match=words):
        plan_of(model.Preserve(effector="head"), constraint)
