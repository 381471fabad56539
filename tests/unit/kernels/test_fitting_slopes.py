"""The slope of a step against central differences of what a pose costs, in the reduced coordinates."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.edits import walker
from support.fitting import SlowFrame, asks_in_place, legs_of, moved, problem_for, random_figure
from support.reduced import Reduced

from supple.core import quaternions
from supple.core.pose import world_pose
from supple.kernels.fitting.kinds import AIM, BELOW, FREE, PLACE, POSE, TIP, TURN
from supple.solvers.hierarchical.figure import stacked, wish

STEP = 1e-6


def all_wishes(motion, seed):
    """One wish of every kind, of joints in the trunk, the arm and the leg."""
    rng, goal = np.random.default_rng(seed), np.zeros((motion.frames, 4))
    goal[:, :3] = 0.3 * rng.normal(size=3)
    turned = np.broadcast_to(quaternions.normalized(rng.normal(size=4)), goal.shape)
    weight = np.ones(motion.frames)
    return stacked(
        [
            wish(PLACE, 9, 0.1 * rng.normal(size=3), goal, np.tile([1.0, 0.0, 0.5], (motion.frames, 1))),
            wish(TURN, 9, np.zeros(3), turned, 0.3 * weight),
            wish(AIM, 9, np.zeros(3), goal + 2.0, weight, np.array([0.0, 0.6, 0.8])),
            wish(BELOW, 9, np.array([0.0, 0.1, 0.0]), goal - 5.0, weight),
            wish(BELOW, 5, np.zeros(3), goal + 50.0, weight),
        ]
    )


def slopes_agree(frame, pose):
    _, slope = frame.equations(pose)
    rounding = 1e-4 + 1e-15 * frame.cost(pose) / STEP
    for c in range(frame.size):
        step = np.zeros(frame.size)
        step[c] = STEP
        rise = frame.cost(frame.stepped(pose, step)) - frame.cost(frame.stepped(pose, -step))
        assert_allclose(slope[c], 0.5 * rise / (2.0 * STEP), rtol=1e-6, atol=rounding, err_msg=f"coordinate {c}")


def generic_pose(frame, seed, size=0.1):
    return frame.stepped(frame.start(), size * np.random.default_rng(seed).normal(size=frame.size))


@pytest.mark.parametrize("mode", [POSE, TIP])
@pytest.mark.parametrize("seed", range(5))
def test_slopes_with_closed_limbs(seed, mode):
    motion, limbs = random_figure(seed)
    asks = asks_in_place(motion, limbs, mode=mode)
    if mode == TIP:
        asks = replace(asks, tips=asks.tips + 0.05)
    frame = Reduced(problem_for(motion, limbs, asks, trunk=(0, 5), limited=False))
    assert frame.size == 3 + 3 + 3 + 2
    slopes_agree(frame, generic_pose(frame, seed))


@pytest.mark.parametrize("seed", range(5))
def test_slopes_with_places_that_ride_with_the_trunk(seed):
    motion, limbs = random_figure(seed)
    asks = asks_in_place(motion, limbs)
    riders, places, goals, pose = asks.riders.copy(), asks.places.copy(), asks.goals.copy(), world_pose(motion)
    riders[0, 1] = 9
    back = quaternions.conjugate(pose.rotations[0, 9])
    places[0, 1] = quaternions.rotate(back, places[0, 1] - pose.positions[0, 9])
    goals[0, 1] = quaternions.multiply(back, goals[0, 1])
    riding = replace(asks, riders=riders, places=places, goals=goals)
    frame = Reduced(problem_for(motion, limbs, riding, trunk=(0, 5, 9), limited=False))
    slopes_agree(frame, generic_pose(frame, seed, 0.02))


@pytest.mark.parametrize("by", [20.0, -0.9])
@pytest.mark.parametrize("seed", range(5))
def test_slopes_where_limbs_are_too_short_or_too_long(seed, by):
    motion, limbs = random_figure(seed)
    asks = asks_in_place(motion, limbs)
    if by > 0.0:
        asks = moved(asks, np.array([0.0, by, 0.0]))
    else:
        asks = moved(asks, by * (asks.places - world_pose(motion).positions[:, [1, 6]]))
    frame = Reduced(problem_for(motion, limbs, asks, trunk=(0, 5), limited=False))
    slopes_agree(frame, generic_pose(frame, seed, 0.02))


@pytest.mark.parametrize("hybrid", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_slopes_of_every_other_wish(seed, hybrid):
    motion, limbs = random_figure(seed)
    asked = np.array([[True, False]])
    problem = problem_for(
        motion, limbs, asks_in_place(motion, limbs, asked), trunk=(0, 5, 9), points=all_wishes(motion, seed),
        limited=False,
    )  # fmt: skip
    frame = Reduced(problem, hybrid=hybrid)
    assert (frame.modes != FREE).any() == hybrid
    slopes_agree(frame, generic_pose(frame, seed))


@pytest.mark.parametrize("hybrid", [True, False])
def test_slopes_where_limits_of_knees_and_hips_are_broken(hybrid):
    motion = walker()[0].with_frames(70, 71)
    problem = problem_for(motion, legs_of(motion), moved(asks_in_place(motion, legs_of(motion)), 0.03))
    frame = Reduced(problem, hybrid=hybrid)
    pose = generic_pose(frame, 1, 0.05)
    frame.cost(pose)  # finds the values of the limits
    values, kept = frame.values.copy(), np.arange(len(frame.values)) % 3 == 0
    frame.limits[7][:] = np.where(kept, -np.inf, values + 0.1)  # every other one is broken, from below or above
    frame.limits[8][:] = np.where(kept, values - 0.05, np.inf)
    slopes_agree(frame, pose)


@pytest.mark.parametrize("seed", range(3))
def test_a_pose_costs_what_the_slow_twin_says(seed):
    motion, limbs = random_figure(seed)
    asks = moved(asks_in_place(motion, limbs), 0.1)
    problem = problem_for(motion, limbs, asks, trunk=(0, 5, 9), points=all_wishes(motion, seed), limited=False)
    frame, slow = Reduced(problem), SlowFrame(problem, 0)
    pose = generic_pose(frame, seed)
    assert_allclose(frame.cost(pose), slow.cost(pose.root, pose.turns), rtol=1e-9)
