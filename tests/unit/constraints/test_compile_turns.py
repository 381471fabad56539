"""Wishes about orientations and directions as tasks."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.edits import WHEN, asked_place, path_of, plan_of, walker, wobbled
from support.tolerances import ALGEBRA

from supple.constraints import model
from supple.core import quaternions
from supple.errors import DocumentError
from supple.kernels.task_kinds import AIM, TURN

FULL = slice(60, 121)
HALF = np.sqrt(0.5)


def turn(when=WHEN, **keys):
    return model.TurnGoal(when=when, **keys)


def orientation(*goals, **keys):
    return model.Orientation(effector="right_wrist", goals=goals, **keys)


def own(name="right_wrist"):
    _, names, pose = walker()
    return pose.rotations[:, names.joint(name)]


def same_turn(a, b):
    assert_allclose(np.abs(np.sum(a * b, axis=-1)), 1.0, **ALGEBRA)


def test_an_orientation_in_the_world():
    plan = plan_of(orientation(turn(wxyz=(2.0, 0.0, 0.0, 2.0))))
    assert plan.kind.tolist() == [TURN]
    assert_allclose(plan.goal[FULL, 0], np.tile([HALF, 0, 0, HALF], (61, 1)), **ALGEBRA)
    assert np.all(plan.reference[FULL, 0] == -1)
    assert_allclose(plan.basis[0], 0.2 * plan.size * np.eye(3), **ALGEBRA)


def test_a_further_turn_is_about_the_axes_of_space():
    z90 = quaternions.about_axis("z", np.radians(90.0))
    plan = plan_of(orientation(turn(turn_deg=(0, 0, 90))))
    same_turn(plan.goal[FULL, 0], quaternions.multiply(z90, own())[FULL])
    itself = plan_of(orientation(turn(turn_deg=(0, 0, 90))), space="RightHand")
    same_turn(itself.goal[FULL, 0], quaternions.multiply(own(), z90)[FULL])


def test_a_further_turn_relative_to_the_head_is_about_its_axes_and_rides_with_it():
    plan = plan_of(orientation(turn(turn_deg=(0, 0, 90), relative_to="head")))
    head = walker()[1].joint("head")
    assert np.all(plan.reference[FULL, 0] == head)
    z90 = quaternions.about_axis("z", np.radians(90.0))
    seen = quaternions.multiply(quaternions.conjugate(own("head")), own())
    same_turn(plan.goal[FULL, 0], quaternions.multiply(z90, seen)[FULL])


def test_no_turn_keeps_the_own_orientation():
    same_turn(plan_of(orientation(turn(turn_deg=(0, 0, 0)))).goal[FULL, 0], own()[FULL])
    plan = plan_of(orientation())
    assert np.all(plan.activity == 1.0)
    same_turn(plan.goal[:, 0], own())


def test_goals_that_ride_with_different_joints_are_kept_for_the_solver():
    later = (1.0, 1.5, 3.0, 3.5)
    plan = plan_of(orientation(turn(wxyz=(1, 0, 0, 0), relative_to="head"), turn(later, wxyz=(1, 0, 0, 0))))
    assert list(plan.turns) == [0]
    assert np.all(plan.reference[31:60, 0] == walker()[1].joint("head"))
    assert np.all(plan.reference[61:, 0] == -1)
    assert not plan_of(orientation(turn(wxyz=(1, 0, 0, 0), relative_to="head"))).turns


def test_enforced_always_an_orientation_leaves_the_own_one_smoothly():
    plan = plan_of(orientation(turn(turn_deg=(0, 0, 90)), enforce="always"))
    assert np.all(plan.activity == 1.0)
    same_turn(plan.goal[:31, 0], own()[:31])
    same_turn(plan.goal[FULL, 0], quaternions.multiply(quaternions.about_axis("z", np.radians(90.0)), own())[FULL])
    halfway = quaternions.multiply(quaternions.about_axis("z", np.radians(45.0)), own())
    same_turn(plan.goal[45, 0], halfway[45])  # the middle of the ramp
    assert plan.asked[:, 0].nonzero()[0].tolist() == list(range(60, 121))


def test_look_at_a_place_from_an_eye():
    wish = model.LookAt(
        effector="head", axis=(0, 0, 2), point=(0, 0.1, 0), goals=(model.PlaceGoal(when=WHEN, at=(2, 1.5, 0)),)
    )
    plan = plan_of(wish)
    assert plan.kind.tolist() == [AIM]
    assert plan.axis[0].tolist() == [0, 0, 1]
    assert plan.point[0].tolist() == [0, 0.1, 0]
    assert_allclose(plan.goal[FULL, 0, :3], np.tile([2, 1.5, 0], (61, 1)), **ALGEBRA)


def test_look_at_what_another_joint_does():
    wish = model.LookAt(effector="head", goals=(model.PlaceGoal(when=WHEN, at=(0, 0, 0), relative_to="right_wrist"),))
    pose = wobbled()
    assert_allclose(asked_place(plan_of(wish), 0, pose)[FULL], path_of("right_wrist", pose)[FULL], **ALGEBRA)


def test_enforced_always_the_head_looks_ahead_until_asked():
    wish = model.LookAt(effector="head", enforce="always", goals=(model.PlaceGoal(when=WHEN, at=(9, 1.5, 2)),))
    plan = plan_of(wish)
    look = quaternions.rotate(own("head"), np.array([0.0, 0.0, 1.0]))
    way = plan.goal[:, 0, :3] - path_of("head")
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    assert_allclose(way[:31], look[:31], **ALGEBRA)
    assert_allclose(plan.goal[FULL, 0, :3], np.tile([9, 1.5, 2], (61, 1)), rtol=0, atol=1e-11)
    step = np.arccos(np.clip(np.sum(way[1:] * way[:-1], axis=1), -1, 1))
    assert step.max() < 0.1  # [rad] 90 degrees in 30 frames, nowhere at once


def test_a_look_at_itself_is_refused():
    with pytest.raises(DocumentError, match="itself"):
        plan_of(model.LookAt(effector="head", goals=(model.PlaceGoal(at=(0, 0, 1), relative_to="head"),)))
