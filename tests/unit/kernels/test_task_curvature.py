"""The curvature of tasks: second differences of their errors along steps."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.task_lists import Posed, arrays, errors_of, task
from support.trees import random_motion, random_skeleton, unit

from supple.core.jacobians import stepped
from supple.kernels.curvature import add_task_curvature

STEP = 1e-4  # second differences lose eight digits
SUPPORTS = {"world": [], "one": [1.0], "half": [0.5], "mean": [0.25] * 4, "skipped": [0.0, 0.6, 0.0, -0.2]}
each_support = pytest.mark.parametrize("shares", SUPPORTS.values(), ids=SUPPORTS.keys())


def random_case(seed, kind, shares, rows=3):
    rng, skeleton = np.random.default_rng(seed), random_skeleton(seed, 9)
    posed = Posed(random_motion(seed, skeleton, 1), rng.uniform(0.1, 2.0, 9), rng.normal(size=(9, 3)))
    supports = [(rng.integers(9), rng.normal(size=3), share) for share in shares]
    basis, goal = rng.normal(size=(rows, 3)), unit(rng.normal(size=4))
    t = task(kind, 8, rng.normal(size=3), unit(rng.normal(size=3)), -1, goal, supports, basis)
    return posed, t, rng.normal(size=3)


def curvature(posed, tasks, k, force, recruited=None, before=0.0):
    size = len(posed.layout)
    recruited = np.ones((len(tasks), size), bool) if recruited is None else recruited
    out = np.full((size, size), before)
    add_task_curvature(
        k, force, posed.positions, posed.turned, posed.parents, posed.layout.start, posed.layout.kind, posed.axes,
        posed.loads, posed.moments, *arrays(tasks), recruited, out,
    )  # fmt: skip
    return out


def second_differences(posed, t, force):
    """(D, D) of force . B (value - target), that is of minus the errors; they are symmetric: the lower half alone."""

    def weighed(step):
        moved = Posed(stepped(posed.motion, 0, step), posed.masses, posed.centres)
        return -force[: len(t["basis"])] @ errors_of(moved, [t])

    steps = STEP * np.eye(len(posed.layout))
    found = np.zeros((len(steps), len(steps)))
    for i, j in zip(*np.tril_indices(len(steps)), strict=True):
        both = [(s, r) for s in (1, -1) for r in (1, -1)]
        found[i, j] = sum(s * r * weighed(s * steps[i] + r * steps[j]) for s, r in both) / (4.0 * STEP**2)
    return found


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", ["point", "mass"])
@each_support
def test_curvature_is_the_second_difference_of_the_errors(seed, kind, shares):
    posed, t, force = random_case(seed, kind, shares, rows=3 - seed)
    expected = second_differences(posed, t, force)
    found = curvature(posed, [t], 0, force)
    assert np.abs(expected).max() > 0.1
    assert_allclose(np.triu(found, 1), 0.0, atol=0)
    assert_allclose(found, expected, rtol=0, atol=1e-5)


@pytest.mark.parametrize("kind", ["point", "mass"])
def test_only_recruited_columns_bend_and_the_rest_is_kept(kind):
    posed, t, force = random_case(1, kind, [0.5, 0.2])
    recruited = np.random.default_rng(3).random((2, len(posed.layout))) < 0.6
    pairs = recruited[1][:, None] & recruited[1]
    whole, part = curvature(posed, [t], 0, force), curvature(posed, [task("turn"), t], 1, force, recruited, 2.0)
    assert_allclose(part, 2.0 + np.where(pairs, whole, 0.0), rtol=0, atol=1e-12)
    assert 0 < pairs.sum() < pairs.size


@pytest.mark.parametrize("kind", ["turn", "aim"])
def test_turns_and_aims_add_nothing(kind):
    posed, t, force = random_case(1, kind, [] if kind == "turn" else [1.0])
    assert_array_equal(curvature(posed, [t], 0, force), 0.0)


def test_a_point_that_rides_with_itself_does_not_bend():
    posed, t, force = random_case(2, "point", [])
    t = {**t, "support": [(8, t["point"], 1.0)]}
    assert_allclose(curvature(posed, [t], 0, force), 0.0, rtol=0, atol=1e-12)


def test_scaled_axes_are_columns_in_scaled_units():
    """A solver in scaled coordinates passes scaled axes, and needs no other change."""
    posed, t, force = random_case(0, "point", [0.5, 0.3])
    scale = np.random.default_rng(1).uniform(0.1, 3.0, len(posed.layout))
    plain = curvature(posed, [t], 0, force)
    posed.axes *= scale[:, None]
    assert_allclose(curvature(posed, [t], 0, force), plain * scale[:, None] * scale, rtol=1e-12, atol=1e-12)
