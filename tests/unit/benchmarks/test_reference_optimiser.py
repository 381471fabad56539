"""The slow optimiser is right where the answer is known."""

import numpy as np
import pytest
from support.naive import left_jacobian
from support.reference_optimiser import FrameProblem, best, excess, frame_problem, right_jacobians
from support.tolerances import SLOPE

from benchmarks.bars.cases import LIST, WALKER, case
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton

FAR = next(n for n, (clip, _) in enumerate(LIST) if clip == WALKER)
LENGTHS = (0.4, 0.3)


def slopes(function, x, step=1e-6):
    """Central differences."""
    return np.array([(function(x + step * e) - function(x - step * e)) / (2.0 * step) for e in np.eye(len(x))]).T


def arm():
    """Two bones along +X from a foot that stays, bent at the elbow."""
    skeleton = Skeleton(("foot", "elbow", "hand"), [-1, 0, 1], [[0.0, 0.0, 0.0], *([x, 0.0, 0.0] for x in LENGTHS)])
    bent = [[1.0, 0.0, 0.0, 0.0], [np.cos(0.4), 0.0, 0.0, np.sin(0.4)], [1.0, 0.0, 0.0, 0.0]]
    return Motion(skeleton, np.zeros((1, 3)), np.array([bent]), 1.0 / 60.0)


@pytest.mark.parametrize(
    ("goal", "miss"),
    [
        ((1.2, 0.9, 0.0), 1.5 - sum(LENGTHS)),
        ((0.0, 0.5, 0.2), 0.0),
        ((0.03, 0.0, 0.04), LENGTHS[0] - LENGTHS[1] - 0.05),
    ],
    ids=["too far", "in reach", "too near"],
)
def test_an_arm_of_two_bones_misses_by_what_its_length_says(goal, miss):
    ends = best(FrameProblem(arm(), 0, ["foot"], ["hand"], [goal]))
    assert ends[0].miss == pytest.approx(miss, abs=1e-6)
    assert ends[0].slip < 1e-9


def test_slopes_are_those_of_the_values():
    problem = frame_problem(case(FAR), 120)
    x = np.random.default_rng(0).normal(size=len(problem.layout)) * 0.3
    np.testing.assert_allclose(problem.errors(x)[1], slopes(lambda y: problem.errors(y)[0], x), **SLOPE)
    rows = problem.chained(problem.limits(problem.pose(x)[1])[1], x)
    np.testing.assert_allclose(rows, slopes(lambda y: problem.limits(problem.pose(y)[1])[0], x), **SLOPE)


@pytest.mark.parametrize("size", [1e-9, 1e-4, 1.1e-4, 1.0, 3.0])
def test_right_jacobians_are_those_of_the_power_series(size):
    v = size * np.array([0.6, 0.0, -0.8])
    np.testing.assert_allclose(right_jacobians(v[None])[0], left_jacobian(-v), rtol=0.0, atol=1e-9)  # a series below


def test_the_source_misses_more_than_the_best():
    asked = case(FAR)
    (over,) = excess(asked.motion, asked, [120], starts=0)
    assert over > 0.5  # [m] two hands, a metre each, and much of it can be done


def test_the_best_itself_exceeds_nothing():
    asked, frame = case(FAR), 120
    problem = frame_problem(asked, frame)
    roots, rotations = asked.motion.root_positions.copy(), asked.motion.rotations.copy()
    roots[frame], rotations[frame] = problem.pose(best(problem, starts=0)[0].x)
    edited = asked.motion.with_root_positions(roots).with_rotations(rotations)
    np.testing.assert_allclose(excess(edited, asked, [frame], starts=0), 0.0, atol=1e-6)
