"""Frames that are solved from where the frames before them lead."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.arenas import Laid
from support.edits import walker
from support.solved_edits import at, beside, planted

from supple.constraints.model import Balance, Edit, PlaceGoal, Position, Preserve
from supple.core.quaternions import conjugate, log, multiply
from supple.kernels.posing import slots
from supple.kernels.posing.evaluate import evaluate, feel_pull, see_pose
from supple.kernels.posing.follow import _begin, _factor_rows, _look, _look_back, _step, follow, remember_change
from supple.kernels.posing.locks import see_limits
from supple.kernels.posing.point_rows import all_points, lean_on_points, point_products, point_rows, see_points
from supple.recipes.names import motion_names
from supple.solvers.prioritized import solve

MOTION = walker()[0]
POSE = MOTION.with_frames(70, 71)
POINTS = (
    *planted(),
    Position(effector="Head", axes="xz", priority=3, weight=2.0, goals=(PlaceGoal(offset=(0.02, 0.0, 0.0)),)),
    Position(effector="LeftHand", point=(0.0, 0.05, 0.1), priority=2, recruit="Spine"),
)


def test_rows_of_points_are_those_of_all_tasks():
    laid = Laid(POSE, *POINTS).stepped(np.random.default_rng(1).normal(0.0, 0.2, Laid(POSE, *POINTS).columns))
    rows, errors = laid.rows(), laid.errors()
    laid.part(slots.ROWS)[:], laid.part(slots.ERRORS)[:] = 7.0, 7.0
    assert all_points(laid.arena)
    see_pose(laid.arena)
    point_rows(laid.arena)
    assert_allclose(laid.rows(), rows, rtol=0, atol=1e-13)
    assert_allclose(laid.errors(), errors, rtol=0, atol=1e-13)


def test_joints_that_carry_points_are_posed_as_all_are():
    laid = Laid(POSE, *POINTS).stepped(np.random.default_rng(3).normal(0.0, 0.2, Laid(POSE, *POINTS).columns))
    seen = (slots.POSITIONS, slots.TURNED, slots.AXES)
    see_pose(laid.arena)
    whole = [laid.part(slot).copy() for slot in seen]
    for slot in seen:
        laid.part(slot)[:] = 7.0
    see_points(laid.arena)
    above = laid.part(slots.ABOVE)[: laid.part(slots.COUNTS)[slots.COUNT_ABOVE]]
    columns = np.concatenate([np.arange(*laid.figure.layout.start[j : j + 2]) for j in above])
    assert 0 < len(above) < len(POSE.skeleton)
    for slot, expected, some in zip(seen, whole, (above, above, columns), strict=True):
        assert_allclose(laid.part(slot)[some], expected[some], rtol=0, atol=1e-14)


def test_forces_on_points_do_what_they_do_along_their_rows():
    laid = Laid(POSE, *POINTS)
    forces = np.random.default_rng(5).normal(size=len(laid.part(slots.RIGHT)))
    expected = laid.part(slots.PULL) + forces[: laid.stop] @ laid.rows()
    errors = laid.errors()
    laid.part(slots.ERRORS)[:] = 7.0
    lean_on_points(forces, laid.arena)
    assert_allclose(laid.part(slots.PULL), expected, rtol=0, atol=1e-13)
    assert_allclose(laid.errors(), errors, rtol=0, atol=1e-13)


@pytest.mark.parametrize("locked", [{}, {0: 1}])
def test_after_a_short_move_the_rows_before_it_tell_the_step(locked):
    """The step, and the shares of the rows, are those of the rows of the pose itself, but for a little of a little."""

    def stepped(move):
        laid = Laid(POSE, *planted(), beside("LeftHand", (0.0, 0.05, 0.0), priority=2), locked=locked)
        laid.stepped(np.random.default_rng(6).normal(0.0, 0.2, laid.columns))
        _look(False, laid.arena)
        assert _factor_rows(laid.stop, laid.arena)
        _step(laid.stop, laid.arena)
        return laid.stepped(move * laid.part(slots.STEP))

    for move, share in ((1e-3, 2e-3), (1e-2, 2e-2)):
        back, fresh = stepped(move), stepped(move)
        _look_back(back.arena)
        _look(False, fresh.arena)
        assert _factor_rows(fresh.stop, fresh.arena)
        for laid in (back, fresh):
            _step(laid.stop, laid.arena)
        for slot in (slots.STEP, slots.RIGHT):
            most = np.abs(fresh.part(slot)).max()
            assert_allclose(back.part(slot), fresh.part(slot), rtol=0, atol=share * most)


@pytest.mark.parametrize("wishes", [POINTS, (*planted(), beside("LeftHand", (0.0, 0.05, 0.0), priority=2))])
@pytest.mark.parametrize("locked", [{}, {0: 1, 3: -1}])
def test_products_of_rows_are_those_of_all_columns(wishes, locked):
    """Also where a point is free along an axis, and where limits hold joints."""
    laid = Laid(POSE, *wishes, locked=locked)
    rows = laid.rows()
    laid.part(slots.GRAM)[:] = 7.0
    point_products(laid.stop, laid.arena)
    found = laid.part(slots.GRAM)[: laid.stop, : laid.stop]
    assert_allclose(np.triu(found), np.triu(rows @ rows.T), rtol=0, atol=1e-14)


def test_the_pull_of_the_pose_to_begin_from_is_known():
    laid = Laid(POSE, *planted(), beside("LeftHand", (0.0, 0.05, 0.0), priority=2))
    change = np.random.default_rng(4).normal(0.0, 0.4, laid.columns)
    assert _begin(known(laid, change), laid.arena)
    pull = laid.part(slots.PULL).copy()
    feel_pull(laid.arena)
    assert_allclose(laid.part(slots.PULL), pull, rtol=0, atol=1e-13)
    assert np.abs(pull).max() > 0.5
    assert not _begin(known(laid, 20.0 * change), laid.arena), "the shortest way back may be another"


def test_a_mass_is_more_than_points():
    assert not all_points(Laid(POSE, *POINTS, Balance(priority=4)).arena)


def known(laid, *changes):
    """Remember changes (D,), the last one last; returns how many there are."""
    count = 0
    for change in changes:
        laid.part(slots.PULL)[:] = -change
        count = remember_change(count, laid.arena)
    return count


def test_the_end_meets_all_and_is_nearest_to_the_source():
    laid = Laid(POSE, *planted(), beside("LeftHand", (0.0, 0.05, 0.0), priority=2))
    assert follow(known(laid, np.zeros(laid.columns)), laid.arena) > 0
    evaluate(laid.arena)
    assert_allclose(laid.errors(), 0.0, rtol=0, atol=1e-6)
    rows, pull = laid.rows(), laid.part(slots.PULL).copy()
    left = pull - rows.T @ np.linalg.lstsq(rows.T, pull, rcond=1e-6)[0]
    assert np.abs(pull).max() > 0.01
    assert np.abs(left).max() < 1e-3, "what the levels leave free follows the pull"


def test_a_change_that_goes_on_as_a_parabola_is_foretold():
    """Frames on a path that three changes tell need one step, those that jump off it more."""
    laid = Laid(POSE, *planted(), beside("LeftHand", (0.0, 0.05, 0.0), priority=2))
    follow(known(laid, np.zeros(laid.columns)), laid.arena)
    end, rng = -laid.part(slots.PULL), np.random.default_rng(2)
    grown, bent = rng.normal(0.0, 0.02, (2, laid.columns))

    def steps(*times):
        again = Laid(POSE, *planted(), beside("LeftHand", (0.0, 0.05, 0.0), priority=2))
        return follow(known(again, *(end + t * grown + t * t * bent for t in times)), again.arena)

    assert steps(-4.0, -3.0, -2.0, -1.0) == 1
    assert steps(-0.1, -0.2, 0.3, 0.2) > 1


@pytest.mark.parametrize("goal", [(0.0, 1.5, 3.0), (0.0, 30.0, 0.0)])
def test_what_cannot_be_met_is_left_to_others(goal):
    laid = Laid(POSE, *planted(), at("LeftHand", goal, priority=2))
    assert follow(known(laid, np.zeros(laid.columns)), laid.arena) < 0, "minus the steps that were tried"


def test_what_is_not_a_number_is_left_to_others():
    laid = Laid(POSE, *planted(), beside("LeftHand", (0.0, 0.05, 0.0), priority=2))
    laid.part(slots.GOAL)[:] = np.nan
    assert follow(known(laid, np.zeros(laid.columns)), laid.arena) < 0


def test_a_lock_that_is_carried_over_lets_go_where_it_holds_a_joint_back():
    """An elbow that was at the end of its range in the frame before, and that nothing asks to stay there."""
    wishes, elbow = (*planted(), beside("LeftHand", (0.0, 0.05, 0.0), priority=2)), POSE.skeleton.index("LeftForeArm")
    free = Laid(POSE, *wishes)
    assert follow(known(free, np.zeros(free.columns)), free.arena) > 0
    n = int(np.flatnonzero(free.part(slots.LIMIT_JOINT) == elbow)[0])
    see_limits(free.arena)
    laid = Laid(POSE, *wishes, locked={n: -1})
    laid.part(slots.LOW)[n] = free.part(slots.VALUES)[n] - 0.02
    assert follow(known(laid, np.zeros(laid.columns)), laid.arena) > 0
    assert laid.part(slots.COUNTS)[slots.COUNT_LOCKS] == 0
    assert_allclose(laid.part(slots.PULL), free.part(slots.PULL), rtol=0, atol=5e-4)


def apart(a, b):
    """(F, J) the angles between two motions [rad]."""
    return np.linalg.norm(log(multiply(conjugate(a.rotations), b.rotations)), axis=-1)


def test_frames_come_out_as_if_each_were_solved_by_itself_in_far_fewer_steps():
    motion = MOTION.with_frames(0, 48)
    goal = PlaceGoal(offset=(0.0, 0.15, 0.05), when=("4f", "20f", "40f", "47f"))
    edit = Edit(
        constraints=(
            *(Preserve(effector=name, priority=1) for name in ("LeftFoot", "RightFoot", "Head")),
            Position(effector="RightHand", priority=2, goals=(goal,)),
        )
    )
    names = motion_names(motion)
    whole = solve(motion, edit, names)
    alone = [solve(motion, edit, names, frames=[f]) for f in range(20, 41, 5)]
    for f, one in zip(range(20, 41, 5), alone, strict=True):
        assert apart(whole.motion, one.motion)[f].max() < 3e-4
    assert all(outcome.worst < 0.01 for outcome in whole.report.constraints), "mm"
    assert whole.report.iterations < 2.5 * motion.frames
    assert min(one.report.iterations for one in alone) > 3


def test_following_leaves_the_pull_of_the_end():
    laid = Laid(POSE, *planted(), beside("LeftHand", (0.0, 0.05, 0.0), priority=2))
    follow(known(laid, np.zeros(laid.columns)), laid.arena)
    pull = laid.part(slots.PULL).copy()
    feel_pull(laid.arena)
    assert_allclose(laid.part(slots.PULL), pull, rtol=0, atol=1e-12)


def test_a_frame_without_others_before_it_is_followed_from_the_source_also_where_it_ends_far_away():
    """Half a metre of way for a hand: first steps of over 0.2 rad, which a frame that follows others does not take."""
    wishes = (*planted(), beside("LeftHand", (0.0, 0.45, 0.1), priority=2))
    laid, following = Laid(POSE, *wishes), Laid(POSE, *wishes)
    assert follow(0, laid.arena) > 0
    assert np.abs(laid.part(slots.PULL)).max() > 0.3
    evaluate(laid.arena)
    assert_allclose(laid.errors(), 0.0, rtol=0, atol=1e-6)
    assert follow(known(following, np.zeros(following.columns)), following.arena) < 0


@pytest.mark.parametrize("joint", ["LeftForeArm", "LeftArm", "RightLeg"])
def test_a_search_from_the_source_that_comes_to_a_limit_is_not_cut_short(joint):
    """Once it has settled beyond a limit it has as many steps again, or all of it would be searched for anew."""
    wishes = (*planted(), beside("LeftHand", (0.0, 0.45, 0.1), priority=2))
    free, laid = Laid(POSE, *wishes), Laid(POSE, *wishes)
    assert follow(0, free.arena) > 0
    n = int(np.flatnonzero(free.part(slots.LIMIT_JOINT) == POSE.skeleton.index(joint))[0])
    see_limits(free.arena)
    laid.part(slots.LOW)[n] = free.part(slots.VALUES)[n] + 0.1
    assert follow(0, laid.arena) > 12
    assert laid.part(slots.LOCKED)[: laid.part(slots.COUNTS)[slots.COUNT_LOCKS]].tolist() == [n]
    evaluate(laid.arena)
    assert_allclose(laid.errors(), 0.0, rtol=0, atol=1e-6)
