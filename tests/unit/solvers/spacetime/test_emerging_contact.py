"""Contact that nobody labelled: it emerges where a body touches the ground and friction holds it."""

from functools import lru_cache

import numpy as np
import pytest
from support.toy_bodies import ball_problem

from supple.solvers.spacetime.costs import Costs, no_shifts
from supple.solvers.spacetime.problem import Push
from supple.solvers.spacetime.result import played
from supple.solvers.spacetime.scene import scene_of
from supple.solvers.spacetime.settling import emerged, refined_at_changes, settled
from supple.solvers.spacetime.solving import SolveSettings, solve

pytest.importorskip("pinocchio")
G = 9.80665
DROP = 0.5  # [m]
FRICTION = 0.4
SPEED = 2.0  # [m/s]
SPACING = 0.01  # [s] between knots


def _fall(t):
    return np.stack([0.0 * t, np.maximum(DROP - 0.5 * G * t**2, 0.0), 0.0 * t], axis=1)


def _too_slow(t):
    return np.stack([0.0 * t, np.maximum(DROP - 1.25 * t, 0.0), 0.0 * t], axis=1)


def _slide(t):
    return np.stack([SPEED * t - 0.5 * FRICTION * G * t**2, 0.0 * t, 0.0 * t], axis=1)


def _on(t):
    return np.stack([1.0 * t, 0.0 * t, 0.0 * t], axis=1)


def _rest(t):
    return np.zeros((len(t), 3))


@lru_cache
def dropped():
    scene = scene_of(ball_problem(_fall, example=_too_slow, spacing=SPACING))
    return scene, solve(scene).x


@lru_cache
def slid():
    scene = scene_of(ball_problem(_slide, example=_on, friction=FRICTION))
    return scene, solve(scene).x


def test_a_dropped_ball_falls_freely_lands_and_stays():
    """Its example is a ball that sinks evenly, which no physics allows."""
    scene, x = dropped()
    times = np.linspace(0.0, 1.0, 401)
    now = played(scene, x, times)
    height, push = now.roots[:, 1], now.forces[:, 0, 1] / scene.problem.figure.weight
    flying = times < 0.28
    bend = np.polyfit(times[flying], height[flying], 2)[0]
    assert 2.0 * bend == pytest.approx(-G, rel=0.01)
    landing = times[np.flatnonzero(height < 5e-3)[0]]
    assert landing == pytest.approx(np.sqrt(2.0 * DROP / G), abs=0.015)
    assert height.min() > -0.6 * np.sqrt(2.0 * G * DROP) * SPACING  # a curve cannot stop within less than half a span
    assert height[times > landing].max() < 0.05 * DROP
    assert np.abs(height[times > 0.85]).max() < 1e-3
    assert push[times > 0.9].mean() == pytest.approx(1.0, abs=0.01)
    assert push[height > 5e-3].max() < 0.3  # of the impact's 20 and more, in the span where it begins
    assert push[height > 0.03].max() < 0.1


def test_closer_knots_make_an_impact_sharper():
    scene = scene_of(ball_problem(_fall, example=_too_slow, spacing=0.02))
    first = solve(scene).x
    finer, start = refined_at_changes(scene, first, 0.02)
    second = solve(finer, SolveSettings(holds=(), tights=(0.1,)), start=start).x
    times = np.linspace(0.0, 1.0, 801)
    deep = [-played(s, x, times).roots[:, 1].min() for s, x in ((scene, first), (finer, second))]
    assert deep[1] < 0.7 * deep[0]


def test_a_sliding_block_is_slowed_by_friction_and_then_stays():
    scene, x = slid()
    stop = SPEED / (FRICTION * G)
    times = np.linspace(0.02, 0.9 * stop, 60)
    way = played(scene, x, times).roots[:, 0]
    assert -2.0 * np.polyfit(times, way, 2)[0] == pytest.approx(FRICTION * G, rel=0.01)
    resting = played(scene, x, np.linspace(stop + 0.03, 1.0, 40))
    assert np.ptp(resting.roots[:, 0]) < 1e-3
    assert resting.roots[-1, 0] == pytest.approx(SPEED**2 / (2.0 * FRICTION * G), abs=1e-3)


@pytest.mark.parametrize(("share", "moves"), [(0.3, False), (0.6, True)])
def test_a_block_is_moved_by_no_push_that_friction_can_hold(share, moves):
    weight = 2.0 * G
    push = Push(2, np.zeros(3), 0.2, 0.8, np.array([share * weight, 0.0, 0.0]))
    scene = scene_of(ball_problem(_rest, pushes=(push,), friction=FRICTION))
    now = played(scene, solve(scene).x, np.linspace(0.0, 1.0, 50))
    assert (np.ptp(now.roots[:, 0]) > 0.1) == moves
    assert moves or np.ptp(now.roots[:, 0]) < 1e-3
    assert np.abs(now.roots[:, 1]).max() < 2e-3


def test_plants_are_where_forces_are_and_become_given_ones():
    scene, x = slid()
    found = emerged(scene, x)
    assert [span.name for span in found] == ["bottom"]
    fallen, y = dropped()
    spans = emerged(fallen, y)
    assert min(span.start for span in spans) == pytest.approx(np.sqrt(2.0 * DROP / G), abs=0.03)
    given, start = settled(fallen, y)
    assert given.problem.plants == "given"
    before, after = (played(s, z, np.linspace(0.0, 1.0, 101)).roots for s, z in ((fallen, y), (given, start)))
    np.testing.assert_allclose(after, before, atol=1e-12)


def test_knots_get_closer_where_contact_changes_and_the_curves_stay():
    scene, x = dropped()
    finer, start = refined_at_changes(scene, x, 0.02)
    new = np.setdiff1d(finer.problem.knots.breaks, scene.problem.knots.breaks)
    assert len(new) > 0
    assert np.abs(new - np.sqrt(2.0 * DROP / G)).min() < 0.02
    times = np.linspace(0.0, 1.0, 301)
    before, after = played(scene, x, times), played(finer, start, times)
    np.testing.assert_allclose(after.roots, before.roots, atol=1e-12)
    np.testing.assert_allclose(after.forces, before.forces, atol=1e-9)


def test_the_gradient_is_that_of_differences_on_either_side_of_the_ground():
    scene = scene_of(ball_problem(_slide, example=_on, spacing=0.1))
    costs, shifts, rng = Costs(scene), no_shifts(scene), np.random.default_rng(0)
    x = 0.01 * rng.normal(size=scene.layout.size)
    x[scene.layout.hat_starts[:, None] + np.arange(3)] += [2.0, 20.0, -1.0]
    system = costs.system(x, costs.look(x, shifts, slopes=True))
    for _ in range(5):
        way = rng.normal(size=len(x))
        up, down = (costs.look(x + h * way, shifts, slopes=False).value for h in (1e-6, -1e-6))
        assert system.gradient @ way == pytest.approx((up - down) / 2e-6, rel=1e-5)


def test_the_cost_of_a_push_in_the_air_has_no_corner_on_the_ground():
    """The source's smooth contact has equal slopes on both sides of the ground; so has the square of a product."""
    scene = scene_of(ball_problem(_rest, spacing=0.1, pinned=()))
    costs, shifts = Costs(scene), no_shifts(scene)
    x = np.zeros(scene.layout.size)
    x[scene.layout.hat_starts + 1] = scene.problem.figure.weight
    lift = np.zeros_like(x)
    lift[scene.layout.columns()[:, 1]] = 1.0
    slopes = [costs.system(y, costs.look(y, shifts, slopes=True)).gradient @ lift
              for y in (x - 1e-9 * lift, x + 1e-9 * lift)]  # fmt: skip
    assert slopes[0] == pytest.approx(slopes[1], abs=1e-2)
    higher = costs.look(x + 1e-2 * lift, shifts, slopes=False).value
    assert higher > costs.look(x, shifts, slopes=False).value + 1.0
