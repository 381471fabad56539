"""Strict levels on a walking body: a stronger wish does not notice a weaker, weights compromise, the pose is kept."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import least_squares, minimize
from support.edits import plan_of, walker
from support.solved_edits import MM, at, beside, frames_of, off, path, planted, solved, turned

from benchmarks.bars.measures import changed
from supple.constraints.model import Position, Preserve
from supple.core.dofs import dof_layout
from supple.core.jacobians import stepped

FRAME = walker()[0].with_frames(60, 61)
NEAR_BY = (0.0, 0.1, 0.1)
ARM = ("LeftShoulder", "LeftArm", "LeftForeArm")
ELBOW, HAND = at("LeftForeArm", (0.4, 1.5, 1.5), priority=1), at("LeftHand", (0.1, 0.6, 1.9), priority=2)


def misses(motion, *wishes):
    return [float(np.linalg.norm(path(motion, w.effector)[0] - w.goals[0].at)) for w in wishes]


def one(*wishes, **more):
    return solved(*wishes, motion=FRAME, **more)


NEAR, OUT_OF_REACH = (0.0, 0.1, 0.1), (0.0, 0.5, 2.5)


@pytest.mark.parametrize(
    "weaker", [pytest.param(NEAR, id="near"), pytest.param(OUT_OF_REACH, id="out of reach", marks=pytest.mark.slow)]
)
def test_the_stronger_does_not_notice_the_weaker(weaker):
    """Boulic 16, Le Callennec 8: the same miss with and without, below 1e-6 m."""
    source = walker()[0]
    strong = (*planted(), beside("RightHand", (0.1, 0.2, 0.1), priority=2))
    for wishes in (strong, (*strong, beside("LeftHand", weaker, priority=3))):
        edited = solved(*wishes).motion
        assert off(path(edited, "RightHand"), path(source, "RightHand") + (0.1, 0.2, 0.1)) < 1e-6
        assert max(off(path(edited, w.effector), path(source, w.effector)) for w in planted()) < 1e-6


def test_feet_stay_while_a_hand_is_pulled_two_metres():
    """In ramps too, where the hand is asked for a share of what it cannot reach."""
    source, when = walker()[0], (0.5, 1.0, 2.0, 2.5)
    edited = solved(*planted(), beside("LeftHand", (0.0, 0.4, 2.0), when, priority=2)).motion
    assert max(off(path(edited, w.effector), path(source, w.effector)) for w in planted()) < 0.1 * MM


def test_a_head_is_met_after_two_hands():
    goals = {"LeftHand": (0.5, 1.2, 1.6), "RightHand": (-0.4, 1.1, 1.6), "Head": (0.0, 1.5, 1.4)}
    wishes = [at(name, goal, priority=2 + k) for k, (name, goal) in enumerate(goals.items())]
    assert one(Preserve(effector="LeftFoot"), *wishes).report.status == "met"


def test_the_order_decides_which_of_two_is_met():
    """Le Callennec 13, Boulic 20: elbow and hand further apart than the forearm is long."""
    for strong, weak in ((ELBOW, HAND), (HAND, ELBOW)):
        met, missed = misses(one(strong_of(strong, 1), strong_of(weak, 2)).motion, strong, weak)
        assert met < 1e-6
        assert missed > 0.2


def strong_of(wish, priority, **keys):
    return Position(name=wish.name, effector=wish.effector, goals=wish.goals, priority=priority, **keys)


def test_a_missed_level_is_as_near_as_the_stronger_allows():
    """Boulic 20: the hand comes as near as the forearm's length lets it from an elbow that is met."""
    edited = one(ELBOW, HAND).motion
    elbow, hand = np.array(ELBOW.goals[0].at), np.array(HAND.goals[0].at)
    forearm = np.linalg.norm(FRAME.skeleton.offsets[FRAME.skeleton.index("LeftHand")])
    nearest = np.linalg.norm(hand - elbow) - forearm
    assert misses(edited, HAND)[0] == pytest.approx(nearest, abs=5 * MM)


def test_weights_share_the_miss_and_move_it():
    """Le Callennec 12, 13: both missed; the ratio follows the weight."""
    ratios = []
    for weight in (0.5, 1.0, 2.0, 4.0):
        edited = one(strong_of(ELBOW, 1, weight=weight), strong_of(HAND, 1)).motion
        elbow, hand = misses(edited, ELBOW, HAND)
        assert min(elbow, hand) > 5 * MM
        ratios.append(elbow / hand)
    assert all(after < 0.6 * before for before, after in pairwise(ratios))


@pytest.mark.parametrize("pull", [1.5, 3.0])
def test_what_can_be_met_does_not_give_way_to_the_pull_beside_an_equal_that_cannot(pull):
    """It is not much worse off than at a lower priority, where it is met; squares of misses alone decide."""
    found = []
    for priority in (2, 3):
        wishes = beside("LeftHand", (0.0, pull, 0.0), priority=2), beside("RightHand", NEAR_BY, priority=priority)
        report = one(*planted(), *wishes).report
        found.append([outcome.worst for outcome in report.constraints[-2:]])
    (far, near), (far_alone, met) = found
    assert far > 200.0
    assert met < 0.1
    assert near < 6.0
    assert np.hypot(far, near) <= np.hypot(far_alone, met) + 0.1


def arm_moved(turns):
    """The left arm's joints turned from the source along their own freedoms: seven columns."""
    layout, step = dof_layout(FRAME.skeleton), np.zeros(len(dof_layout(FRAME.skeleton)))
    step[np.concatenate([layout_columns(layout, name) for name in ARM])] = turns
    return stepped(FRAME, 0, step)


def layout_columns(layout, name):
    columns = layout.columns(FRAME.skeleton.index(name))
    return np.arange(columns.start, columns.stop)


def far_from_source(motion):
    return float(np.linalg.norm(turned(FRAME, motion)))


def test_weights_minimise_the_weighed_squares():
    """Le Callennec 12: the sum of weight times squared miss, and of the pull, that SciPy finds too.

    The largest weight of a priority counts as 1 beside the pull.
    """
    elbow, hand = at("LeftForeArm", (0.3, 1.12, 1.35)), at("LeftHand", (0.3, 0.95, 1.75), weight=0.25)
    wishes = tuple(strong_of(w, 1, weight=w.weight, recruit=ARM) for w in (elbow, hand))
    pull = 0.0176 * plan_of(*wishes).size  # [m] a radian, as documented

    def missed(motion):
        return np.concatenate([np.sqrt(w.weight) * (path(motion, w.effector)[0] - w.goals[0].at) for w in wishes])

    def residuals(turns):
        return np.concatenate([missed(arm_moved(turns)), pull * turns])

    starts = np.random.default_rng(0).normal(size=(2, 7)) * 0.3
    best = min(np.linalg.norm(least_squares(residuals, x0, xtol=1e-6).fun) for x0 in starts)
    ours = one(*wishes).motion
    assert np.hypot(np.linalg.norm(missed(ours)), pull * far_from_source(ours)) < best + 1e-4


def test_ten_levels_keep_their_order():
    """Le Callennec 11: the first four of ten claims on the same hands and head are met, what comes too late is not."""
    goals = {"LeftHand": (0.4, 1.1, 1.5), "RightHand": (-0.3, 1.0, 1.5), "Head": (0.0, 1.53, 1.36)}
    wishes = [
        Preserve(name="foot", effector="LeftFoot", priority=1),
        *(at(name, goals[name], priority=2 + k) for k, name in enumerate(("LeftHand", "RightHand", "Head"))),
        *(
            at(name, np.array(goals[name]) + (0.3, 0.1 * k, 0.4), priority=5 + k, name=f"late {k}")
            for k, name in enumerate(("LeftHand", "RightHand", "Head", "LeftHand", "RightHand", "Head"))
        ),
    ]
    result = one(*wishes)
    assert [c.priority for c in result.report.constraints] == list(range(1, 11))
    assert [c.met for c in result.report.constraints] == [True] * 4 + [False] * 6
    assert max(misses(result.motion, *wishes[1:4])) < 0.1 * MM
    assert min(misses(result.motion, *wishes[4:])) > 0.3


def test_only_the_order_of_priorities_matters():
    """Le Callennec 14: (2, 10, 15) and (1, 2, 3) give the same bits."""

    def with_priorities(*numbers):
        return solved(
            Preserve(effector="LeftFoot", priority=numbers[0]),
            beside("RightHand", (0.0, 0.2, 0.3), (0.5, 1.0, 2.0, 2.5), priority=numbers[1]),
            beside("RightForeArm", (0.0, 0.5, 0.0), (0.5, 1.0, 2.0, 2.5), priority=numbers[2]),
        ).motion

    assert not changed(with_priorities(1, 2, 3), with_priorities(2, 10, 15)).any()


def test_the_pose_is_kept_as_far_as_wishes_allow():
    """Boulic 18, Le Callennec 15: no pose of the arm that meets the wish, found by SciPy, is nearer to the source."""
    wish = at("LeftHand", (0.4, 1.3, 1.7), recruit=ARM)
    edited = one(wish).motion
    assert misses(edited, wish)[0] < 1e-6
    met = {"type": "eq", "fun": lambda turns: path(arm_moved(turns), "LeftHand")[0] - wish.goals[0].at}
    starts = np.random.default_rng(0).normal(size=(4, 7)) * 0.3
    ends = [minimize(lambda x: x @ x, x0, method="SLSQP", constraints=[met], options={"ftol": 1e-12}) for x0 in starts]
    best = min(np.linalg.norm(end.x) for end in ends if end.success)
    assert far_from_source(edited) == pytest.approx(best, abs=1e-4)


def test_a_kept_path_stays_while_the_rest_deforms():
    """Boulic 5: without goals a point keeps to its own path; without that wish it does not."""
    pull = beside("LeftHand", (0.0, 0.3, 0.5), (0.5, 1.0, 2.0, 2.5), priority=2)
    source, kept = walker()[0], Position(name="foot", effector="RightFoot", priority=1)
    free, held = solved(pull).motion, solved(kept, pull).motion
    assert off(path(held, "RightFoot"), path(source, "RightFoot")) < 1e-6
    assert off(path(free, "RightFoot"), path(source, "RightFoot")) > 20 * MM


def test_a_wish_on_some_axes_leaves_the_others_free():
    """Le Callennec 58: a vertical alignment is one of horizontal axes."""
    hand, middle = path(walker()[0], "LeftHand"), frames_of(1.0, 2.0)
    wish = Position(effector="LeftHand", axes="xz", goals=beside("LeftHand", (0.1, 0.5, 0.1), (0.5, 1, 2, 2.5)).goals)
    moved = (path(solved(wish).motion, "LeftHand") - hand)[middle]
    np.testing.assert_allclose(moved[:, [0, 2]], 0.1, rtol=0, atol=1e-6)
    assert np.abs(moved[:, 1] - 0.5).min() > 0.3


@pytest.mark.parametrize("weight", [1e-6, 0.03, 9e5])
def test_a_weight_without_an_equal_beside_it_changes_nothing(weight):
    """Weights are shares among equals; a hand out of reach misses by the same bits whatever its weight."""
    pose = walker()[0].with_frames(60, 61)
    wish = {"effector": "LeftHand", "offset": (0.0, 0.3, 1.2), "recruit": "LeftArm", "priority": 2}
    plain, weighed = (solved(beside(**wish, **more), motion=pose) for more in ({}, {"weight": weight}))
    assert not changed(plain.motion, weighed.motion).any()
    assert weighed.report.constraints[0].worst == plain.report.constraints[0].worst > 100.0
