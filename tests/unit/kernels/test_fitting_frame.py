"""One frame of a fit against SciPy's optimisers, which know nothing of closed limbs."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import least_squares, minimize
from support.edits import walker
from support.fitting import (
    SlowFrame,
    asks_in_place,
    legs_of,
    moved,
    problem_for,
    random_figure,
    roles_in,
    slopes_of,
    solved,
)  # fmt: skip

from supple.core import quaternions
from supple.core.body.joint_limits import limit_angles
from supple.core.pose import world_pose
from supple.kernels.fitting.kinds import AIM, BELOW, PLACE, TIP
from supple.solvers.cleanup.limbs_of import limbs_of
from supple.solvers.hierarchical.figure import figure_of, stacked, wish
from supple.solvers.hierarchical.misses import misses_of


def small_problem(seed, by=0.08, trunk=(0, 5), **more):
    """Both ends of a random figure have to be a little elsewhere, turned as they are."""
    motion, limbs = random_figure(seed)
    shift = by * np.random.default_rng(seed).normal(size=(1, 2, 3))
    return problem_for(motion, limbs, moved(asks_in_place(motion, limbs), shift), trunk=trunk, limited=False, **more)


def standing():
    """One frame of a walk."""
    return walker()[0].with_frames(70, 71)


def whole_body(by, trunk=(0,), limbs=slice(None), **more):
    """A standing person whose hands and feet have to be elsewhere."""
    motion = standing()
    some = limbs_of(motion, roles_in(motion))[limbs]
    return problem_for(motion, some, moved(asks_in_place(motion, some), by), trunk=trunk, **more)


def change(problem, roots, rotations):
    """What the first frame of a result costs for being another."""
    return float(np.sum(SlowFrame(problem).change(roots[:1] / problem.size, rotations[:1]) ** 2))


def cost(problem, roots, rotations):
    return SlowFrame(problem).cost(roots[0] / problem.size, rotations[0])


@pytest.mark.parametrize("seed", range(10, 16))
def test_the_nearest_pose_that_meets_what_is_asked_is_the_one_of_slsqp(seed):
    problem = small_problem(seed)
    slow = SlowFrame(problem)

    def change_of(x):
        return slow.change(*slow.pose(x)[:2])

    def missed_by(x):
        return slow.missed(*slow.pose(x)[2:])

    best = minimize(
        lambda x: float(np.sum(change_of(x[None]) ** 2)), np.zeros(slow.size), method="SLSQP",
        jac=lambda x: 2.0 * change_of(x[None])[0] @ slopes_of(change_of, x),
        constraints={"type": "eq", "fun": lambda x: missed_by(x[None])[0], "jac": lambda x: slopes_of(missed_by, x)},
        options={"maxiter": 300, "ftol": 1e-9},
    )  # fmt: skip
    assert best.success
    roots, rotations, _ = solved(problem)
    assert misses_of(problem, roots, rotations).max() < 1e-8 * problem.size
    assert change(problem, roots, rotations) <= best.fun * 1.001 + 1e-6
    assert best.fun > 1e-3, "something had to change"


@pytest.mark.parametrize("hybrid", [True, False])
@pytest.mark.parametrize("seed", [11, 12, 14])
def test_penalties_end_where_least_squares_end(seed, hybrid):
    motion, limbs = random_figure(seed)
    pose, axis = world_pose(motion), np.array([0.0, 0.6, 0.8])
    there, spine = (np.pad(pose.positions[:, j], ((0, 0), (0, 1))) for j in (9, 5))
    sight = np.pad(quaternions.rotate(pose.rotations[:, 9], axis), ((0, 0), (0, 1)))
    points = stacked(
        [
            wish(PLACE, 9, np.zeros(3), there + [0.03, 0.05, -0.02, 0.0], np.ones(1)),
            wish(AIM, 9, np.zeros(3), there + sight + [0.2, 0.1, 0.0, 0.0], np.ones(1), axis),
            wish(BELOW, 5, np.zeros(3), spine - 0.03, np.ones(1)),
        ]
    )
    asks = asks_in_place(motion, limbs, np.array([[True, False]]))
    problem = problem_for(motion, limbs, asks, trunk=(0, 5, 9), points=points, limited=False)
    slow = SlowFrame(problem)
    best = least_squares(
        lambda x: slow.residuals(x[None])[0], np.zeros(slow.size), lambda x: slopes_of(slow.residuals, x),
        xtol=1e-12, ftol=1e-10, gtol=1e-12,
    )  # fmt: skip
    roots, rotations, _ = solved(problem, hybrid=hybrid)
    assert_allclose(cost(problem, roots, rotations), 2.0 * best.cost, rtol=2e-2)


@pytest.mark.parametrize("seed", range(10, 20))
def test_closed_limbs_find_the_minimum_of_open_ones(seed):
    problem = small_problem(seed)
    closed, opened = (solved(problem, hybrid=hybrid) for hybrid in (True, False))
    assert_allclose(cost(problem, *closed[:2]), cost(problem, *opened[:2]), rtol=5e-3)
    assert_allclose(closed[0], opened[0], rtol=0.0, atol=2e-2 * problem.size)


def test_parameters_are_as_few_as_the_figure_of_the_source_has():
    """13 instead of 37 with a spine and four limbs, 8 instead of 20 with two legs."""
    for problem, few, many in ((whole_body(0.01, (0, 1)), 13, 37), (whole_body(0.01, (0,), slice(2)), 8, 20)):
        problem = replace(problem, free=np.isin(np.arange(len(problem.free)), trunk_joints(problem, few)))
        assert figure_of(problem, hybrid=True).columns.size + len(problem.limbs) == few
        assert figure_of(problem, hybrid=False).columns.size == many


def trunk_joints(problem, few):
    return [0] if few == 8 else [0, problem.motion.skeleton.index("Spine")]


def test_24_goals_are_reached_at_once():
    problem = whole_body(np.array([0.02, -0.03, 0.04]))
    for hybrid, close in ((True, 1e-8), (False, 1e-4)):
        roots, rotations, _ = solved(problem, hybrid=hybrid)
        assert misses_of(problem, roots, rotations).max() < close
        assert_allclose(np.linalg.norm(rotations, axis=-1), 1.0, rtol=0.0, atol=1e-12)


@pytest.mark.parametrize("hybrid", [True, False])
def test_limbs_that_nobody_asks_keep_every_bit(hybrid):
    problem = whole_body(0.03)
    asked = np.array([[True, False, True, False]])
    problem = replace(problem, asks=replace(problem.asks, modes=np.where(asked, problem.asks.modes, 0)))
    _, rotations, _ = solved(problem, hybrid=hybrid)
    for limb, is_asked in zip(problem.limbs, asked[0], strict=True):
        for j in (limb.base, limb.middle, limb.end):
            same = (rotations[0, j] == problem.motion.rotations[0, j]).all()
            assert same == (not is_asked) or j == limb.end


@pytest.mark.parametrize("joint", ["root", "leg"])
def test_a_rigid_joint_turns_less(joint):
    motion = standing()
    legs = legs_of(motion)
    which = 0 if joint == "root" else legs[0].base
    turned = []
    for stiff in (0.2, 1.0, 5.0, 25.0, 1e3):
        asks = moved(asks_in_place(motion, legs), np.array([[[0.0, 0.1, 0.1], [0.0, -0.02, 0.0]]]))
        _, rotations, _ = solved(problem_for(motion, legs, asks, rigidity={which: stiff}))
        away = abs(np.sum(rotations[0, which] * motion.rotations[0, which]))
        turned.append(2.0 * np.arccos(min(1.0, away)))
    assert (np.diff(turned) < 0.0).all()
    assert turned[-1] < 0.1 * turned[0]


@pytest.mark.parametrize("by", [(0.0, -0.5, 0.0), (0.5, 0.0, 0.3)])
def test_a_limb_that_is_too_short_straightens_and_the_trunk_comes(by):
    problem = whole_body(np.array(by), limbs=slice(2, 3), limited=False, rigidity={0: 5.0})
    arm, motion = problem.limbs[0], problem.motion
    roots, rotations, _ = solved(problem)
    assert misses_of(problem, roots, rotations).max() < 2e-3, "penalties do not pull the trunk all of the way"
    assert np.linalg.norm(roots - motion.root_positions) > 0.01
    pose = world_pose(replace(motion, root_positions=roots, rotations=rotations))
    base, middle, end = (pose.positions[0, j] for j in (arm.base, arm.middle, arm.end))
    bones = np.linalg.norm(middle - base) + np.linalg.norm(end - middle)
    assert np.linalg.norm(end - base) > 0.93 * bones


def test_without_trunk_a_limb_that_is_too_short_misses_what_it_must():
    problem = whole_body(np.array([0.0, -1.5, 0.0]), limbs=slice(2, 3), limited=False)
    problem = replace(problem, travels=False, free=np.zeros_like(problem.free))
    roots, rotations, _ = solved(problem)
    assert_array_equal(roots, problem.motion.root_positions / problem.size * problem.size)
    pose, arm = world_pose(problem.motion), problem.limbs[0]
    far = np.linalg.norm(problem.asks.places[0, 0] - pose.positions[0, arm.base])
    new = world_pose(replace(problem.motion, rotations=rotations)).positions[0]
    longest = np.linalg.norm(new[arm.end] - new[arm.base])
    assert_allclose(misses_of(problem, roots, rotations).max(), far - longest, rtol=0.0, atol=1e-9)


def test_a_tip_beyond_the_end_is_in_place_and_the_end_keeps_its_turn():
    motion = standing()
    arms = limbs_of(motion, roles_in(motion))[2:]
    asks = replace(asks_in_place(motion, arms, mode=TIP), tips=np.full((1, 2, 3), 0.05))
    problem = problem_for(motion, arms, moved(asks, 0.1))
    roots, rotations, _ = solved(problem)
    assert misses_of(problem, roots, rotations).max() < 1e-9
    ends = [arm.end for arm in arms]
    assert_array_equal(rotations[:, ends], motion.rotations[:, ends])


def test_limits_are_kept_but_for_what_a_penalty_gives():
    """Knees that bend as feet are lifted, with a limit just above what they have."""
    problem = whole_body(np.array([0.0, 0.1, 0.0]), limbs=slice(2), rigidity={0: 100.0})
    values = limit_angles(problem.limits, problem.motion.rotations)
    tight = replace(problem, low=values - 0.05, high=values + 0.05)
    _, free, _ = solved(problem)
    assert np.abs(SlowFrame(tight).broken(free[:1])).max() > 0.01
    roots, rotations, _ = solved(tight)
    assert np.abs(SlowFrame(tight).broken(rotations[:1])).max() < 1e-3
    assert misses_of(tight, roots, rotations).max() < 1e-3, "the root goes along"


def test_results_do_not_depend_on_the_unit():
    problem = small_problem(12)
    metres = solved(problem)
    factor = 128.0  # a power of two scales every number without rounding
    motion = problem.motion
    large = replace(
        motion, root_positions=motion.root_positions * factor,
        skeleton=replace(motion.skeleton, offsets=motion.skeleton.offsets * factor),
    )  # fmt: skip
    asks = replace(problem.asks, places=problem.asks.places * factor)
    scaled = solved(replace(problem, motion=large, asks=asks, size=problem.size * factor))
    assert_array_equal(scaled[1], metres[1])
    assert_array_equal(scaled[0], metres[0] * factor)


def test_the_same_bits_twice():
    problem = whole_body(0.05)
    first, second = solved(problem), solved(problem)
    assert_array_equal(first[0], second[0])
    assert_array_equal(first[1], second[1])
