"""Misses, measured without a solver."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.edits import EVENTS, WHEN, plan_of, walker

from supple.constraints import model
from supple.constraints.compile import compile_edit
from supple.constraints.measure import constraint_misses, task_misses
from supple.core.pose import world_pose


def moved(by):
    """The whole walk carried elsewhere."""
    motion = walker()[0]
    return world_pose(motion.with_root_positions(motion.root_positions + np.array(by)))


def misses(pose, *constraints):
    plan = plan_of(*constraints)
    return constraint_misses(plan, pose, model.Edit(constraints=constraints))


def test_the_source_meets_what_keeps_it():
    kept = (
        model.Preserve(effector="head"),
        model.Position(effector="right_wrist"),
        model.Orientation(effector="head"),
        model.Balance(axes="xyz"),
    )
    for miss in misses(walker()[2], *kept):
        assert miss.worst < 1e-6


def test_a_walk_carried_elsewhere_meets_the_offset_and_misses_its_own_path():
    pose = moved((0.1, 0.0, 0.2))
    met, missed, level, turned = misses(
        pose,
        model.Position(effector="right_wrist", goals=(model.PlaceGoal(when=WHEN, offset=(0.1, 0.0, 0.2)),)),
        model.Preserve(effector="head"),
        model.Preserve(effector="head", axes="y"),
        model.Orientation(effector="head"),
    )
    assert met.worst < 1e-6
    assert missed.unit == "mm"
    assert_allclose([missed.worst, missed.rms], 1000.0 * np.hypot(0.1, 0.2), rtol=1e-9)
    assert level.worst < 1e-6  # only the height is asked for
    assert turned.worst < 1e-6
    assert turned.unit == "deg"


def test_balance_follows_a_walk_carried_elsewhere():
    assert misses(moved((0.3, 0.0, 0.0)), model.Balance())[0].worst < 1e-6
    displaced = misses(walker()[2], model.Balance(goals=(model.PlaceGoal(when=WHEN, offset=(0.05, 0, 0)),)))[0]
    assert_allclose(displaced.worst, 50.0, rtol=1e-9)
    assert 60 <= displaced.worst_frame <= 120


def test_weights_play_no_part():
    one, four = misses(moved((0, 0, 0.1)), model.Preserve(effector="head"), model.Preserve(effector="head", weight=4.0))
    assert one == four


def test_what_is_never_fully_active_has_nothing_to_meet():
    brief = model.Position(
        effector="head", goals=(model.PlaceGoal(when=("10f", "10.2f", "10.4f", "11f"), at=(9, 9, 9)),)
    )
    miss = misses(walker()[2], brief)[0]
    assert (miss.worst, miss.rms, miss.worst_frame) == (0.0, 0.0, -1)


def test_nothing_is_asked_in_ramps():
    plan = plan_of(model.Position(effector="head", goals=(model.PlaceGoal(when=WHEN, at=(9, 9, 9)),)))
    found = task_misses(plan, walker()[2])
    assert np.isnan(found[:60]).all()
    assert np.isnan(found[121:]).all()
    assert not np.isnan(found[60:121]).any()


def test_enforced_always_counts_where_a_goal_is_fully_active():
    wish = model.Position(effector="head", enforce="always", goals=(model.PlaceGoal(when=WHEN, offset=(0, 0.1, 0)),))
    miss = misses(walker()[2], wish)[0]
    assert_allclose(miss.rms, 100.0, rtol=1e-9)
    assert 60 <= miss.worst_frame <= 120


@pytest.mark.parametrize("degrees", [0.0, 30.0, 120.0])
def test_angles_are_degrees(degrees):
    turn, look = misses(
        walker()[2],
        model.Orientation(effector="head", goals=(model.TurnGoal(turn_deg=(0, degrees, 0)),)),
        model.LookAt(effector="head", goals=(model.PlaceGoal(at=(0.0, 0.0, 5.0), relative_to="neck"),)),
    )
    assert_allclose([turn.worst, turn.rms], degrees, rtol=0, atol=1e-6)
    assert look.unit == "deg"
    assert look.worst < 30.0


def test_a_foot_counts_point_by_point_while_it_is_down():
    foot = model.Footplant(foot="left", events=EVENTS)
    plan = plan_of(foot)
    pose = walker()[2]
    for k in range(2):
        heels = task_misses(plan, pose)[:, k]
        assert np.array_equal(~np.isnan(heels), plan.asked[:, k])
    worst = np.nanmax(task_misses(plan, pose), initial=0.0)
    assert_allclose(misses(pose, foot)[0].worst, 1000.0 * worst, rtol=1e-12)


def test_a_still_figure_meets_a_footplant():
    motion = walker()[0]
    frame = 70
    still = motion.with_rotations(np.repeat(motion.rotations[frame : frame + 1], motion.frames, axis=0))
    still = still.with_root_positions(np.repeat(motion.root_positions[frame : frame + 1], motion.frames, axis=0))
    pose = world_pose(still)
    edit = model.Edit(constraints=(model.Footplant(foot="left", events=EVENTS),))
    plan = compile_edit(still, edit, walker()[1], pose)
    assert constraint_misses(plan, pose, edit)[0].worst < 1e-6
