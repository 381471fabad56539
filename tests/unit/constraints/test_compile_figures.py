"""Plans for figures that are no walking person."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.edit_documents import EXAMPLE
from support.edits import WHEN, plan_of, walker
from support.motions import human_skeleton, smooth_motion
from support.tolerances import ALGEBRA

from supple.constraints import model
from supple.constraints.compile import compile_edit
from supple.constraints.document import parse_edit
from supple.constraints.measure import constraint_misses
from supple.constraints.names import Names
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.skeleton import Skeleton
from supple.errors import DocumentError, InvalidValueError
from supple.recipes.names import motion_names
from supple.recipes.walk import walking


def compiled(motion, *constraints, names=None, **keys):
    names = Names(skeleton=motion.skeleton) if names is None else names
    return compile_edit(motion, model.Edit(constraints=constraints, **keys), names, world_pose(motion))


def test_an_edit_without_constraints_is_an_empty_plan():
    plan = compiled(walker()[0])
    assert plan.activity.shape == (240, 0)
    assert plan.goal.shape == (240, 0, 4)
    assert plan.recruited.shape == (0, len(walker()[0].skeleton))


def test_a_chain_without_roles_has_a_size_and_a_mass():
    chain = Skeleton(("a", "b", "c"), [-1, 0, 1], np.array([[0, 0, 0], [0, 2.0, 0], [0, 1.0, 0]]))
    motion = smooth_motion(chain, 10)
    plan = compiled(motion, model.Preserve(effector="c"), model.Balance(points=("b",)))
    assert plan.size == pytest.approx(3.0)
    assert plan.recruited.all()


def test_a_figure_that_is_a_point_has_a_size():
    dot = Skeleton(("dot",), [-1], np.zeros((1, 3)))
    motion = Motion(dot, np.zeros((3, 3)), np.tile([1.0, 0, 0, 0], (3, 1, 1)), 0.1)
    assert compiled(motion, model.Preserve(effector="dot")).size == 1.0


def test_facing_needs_hips():
    chain = Skeleton(("a", "b"), [-1, 0], np.array([[0, 0, 0], [0, 2.0, 0]]))
    wish = model.Position(effector="b", goals=(model.PlaceGoal(offset=(0, 0, 1.0)),))
    with pytest.raises(DocumentError, match=r"constraint\[0\]: space: .*hips"):
        compiled(smooth_motion(chain, 10), wish, space="facing")


def test_stretching_bones_are_followed():
    motion = smooth_motion(human_skeleton(), 30, stretch=True)
    wish = model.Preserve(effector="LeftHand")
    edit, pose = model.Edit(constraints=(wish,)), world_pose(motion)
    plan = compile_edit(motion, edit, Names(skeleton=motion.skeleton), pose)
    assert constraint_misses(plan, pose, edit)[0].worst < 1e-6


def test_rest_rows_are_left_alone():
    motion, names, _ = walker()
    resting = replace(motion, rest_rows=3)
    shape = model.Shape(
        effector="left_wrist", span=(0.1, 1.0), points=(model.ShapePoint(offset=(0, 0.1, 0), hold=(0.5, 0.5)),)
    )
    wishes = (model.Preserve(effector="head"), model.Position(effector="hips", enforce="always"), shape)
    plan = compiled(resting, *wishes, names=names)
    assert not plan.activity[:3].any()
    assert not plan.asked[:3].any()
    assert np.all(plan.activity[3:, :2] == 1.0)


def test_a_rest_row_in_front_does_not_bend_a_shape():
    """The path begins with the velocity of the motion, not with that of the jump from the T-pose."""
    motion, names, _ = walker()
    shape = model.Shape(
        effector="left_wrist", span=("1f", "40f"), points=(model.ShapePoint(offset=(0, 0.1, 0), hold=("20f", "20f")),)
    )
    root = motion.root_positions.copy()
    root[0] += (5.0, 0.0, 0.0)
    jumped = replace(motion, root_positions=root, rest_rows=1)
    plain = replace(motion, rest_rows=1)
    assert_allclose(
        compiled(jumped, shape, names=names).goal[1:], compiled(plain, shape, names=names).goal[1:], **ALGEBRA
    )


def test_carried_mass_moves_the_centre():
    motion, names, _ = walker()
    light, heavy = (
        compiled(motion, model.Balance(), names=names, masses=masses)
        for masses in ((), (model.CarriedMass(joint="right_wrist", kg=5.0),))
    )
    assert heavy.body.masses.sum() == pytest.approx(light.body.masses.sum() + 5.0)
    assert np.abs(heavy.goal - light.goal).max() > 0.005
    with pytest.raises(DocumentError, match="mass: .*'tail'"):
        compiled(motion, masses=(model.CarriedMass(joint="tail", kg=5.0),))


def test_a_goal_that_does_not_say_when_acts_all_through():
    plan = plan_of(model.Position(effector="head", goals=(model.PlaceGoal(at=(0, 1, 2)),)))
    assert np.all(plan.activity == 1.0)
    assert plan.asked.all()


def test_arrays_are_read_only():
    plan = plan_of(model.Position(effector="head", goals=(model.PlaceGoal(when=WHEN, at=(0, 1, 2)),)))
    for name in ("goal", "activity", "share", "level", "recruited", "asked", "basis"):
        assert not getattr(plan, name).flags.writeable


def test_the_example_document_compiles():
    motion = walking(10.0, fps=30.0)
    pose = world_pose(motion)
    edit = parse_edit(EXAMPLE)
    plan = compile_edit(motion, edit, motion_names(motion, pose=pose), pose)
    assert plan.constraint.tolist() == [0, 1, 2, 3, 4, 4, 4, 5, 6]  # a foot has two points and a roll
    assert np.all(plan.activity.max(axis=0) == 1.0)


def test_what_would_take_all_memory_is_refused(monkeypatch):
    """Ten minutes with a thousand footplants took 17 GB and more."""
    motion, many = walking(2.0, fps=30.0), [model.Preserve(effector="Head")] * 40
    monkeypatch.setattr("supple.constraints.compile.memory_bytes", lambda: 3_000_000)
    with pytest.raises(InvalidValueError, match=r"40 constraints on 60 frames take about .* Cut the clip"):
        compiled(motion, *many)
    assert compiled(motion, *many[:10]).constraint.size == 10
    monkeypatch.setattr("supple.constraints.compile.memory_bytes", lambda: None)
    assert compiled(motion, *many).constraint.size == 40
