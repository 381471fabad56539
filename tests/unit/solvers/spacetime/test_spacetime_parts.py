"""The parts of the spacetime solver: splines, displacements, friction cones, bands, and exact derivatives."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.interpolate import BSpline
from support.displacing_twin import displaced, right_jacobian
from support.figures_with_mass import weighed
from support.motions import human_skeleton, smooth_motion

from supple.core import quaternions
from supple.core.body.joint_limits import JointLimits
from supple.dynamics.contact_points import ContactSpan
from supple.dynamics.states import turning
from supple.kernels.limit_kinds import RANGE, SWING
from supple.kernels.spacetime.gathering import add_squares
from supple.solvers.spacetime.banded import Banded
from supple.solvers.spacetime.bending import over_ranges
from supple.solvers.spacetime.cones import beyond_cone, into_cone
from supple.solvers.spacetime.costs import Costs, no_shifts
from supple.solvers.spacetime.gathering import gathered
from supple.solvers.spacetime.knots import Knots, knots_for, refined, samples_of, scale_weights
from supple.solvers.spacetime.layout import layout_of
from supple.solvers.spacetime.motion_rows import equations, posed
from supple.solvers.spacetime.problem import Goal, Limit, Problem, Push, Weights, consistent_places
from supple.solvers.spacetime.regular import steady_spans
from supple.solvers.spacetime.scene import scene_of
from supple.solvers.spacetime.solving import SolveSettings, solve

pytest.importorskip("pinocchio")


def test_cubic_splines_are_those_of_scipy_and_twice_smooth():
    knots, rng = knots_for(3.0, [0.51, 0.52, 1.7], 0.1), np.random.default_rng(0)
    points, times = rng.normal(size=(knots.points, 2)), np.append(np.sort(rng.uniform(0.0, 3.0, 60)), 3.0)
    basis, spans, known = knots.basis(times), knots.span_of(times), BSpline(knots.vector, points, 3)
    for nu in range(3):
        own = sum(basis[nu, :, k, None] * points[spans + k] for k in range(4))
        np.testing.assert_allclose(own, known(times, nu), atol=1e-12 * 10.0 ** (2 * nu))
    np.testing.assert_allclose(basis[0].sum(axis=1), 1.0, atol=1e-12)
    for nu in range(3):
        inner = knots.breaks[1:-1]
        assert np.abs(known(inner + 1e-10, nu) - known(inner - 1e-10, nu)).max() < 1e-4
    assert 0.51 in knots.breaks
    assert np.diff(knots.breaks).max() <= 0.1 + 1e-12


def test_more_knots_do_not_change_a_curve():
    knots, rng = knots_for(2.0, [], 0.2), np.random.default_rng(1)
    points, times = rng.normal(size=(knots.points, 3)), np.linspace(0.0, 2.0, 101)
    finer, moved = refined(knots, points, [0.33, 0.35, 1.99])
    assert len(finer.breaks) == len(knots.breaks) + 3
    np.testing.assert_allclose(
        BSpline(finer.vector, moved, 3)(times), BSpline(knots.vector, points, 3)(times), atol=1e-12
    )


def test_samples_are_as_many_as_the_source_says_and_even_ones_count_the_same():
    knots = Knots(np.linspace(0.0, 1.0, 6))
    times, share = samples_of(knots, 2)
    assert len(times) == 2 * knots.spans + 1
    np.testing.assert_allclose(scale_weights(times), 1.0, atol=1e-12)
    np.testing.assert_allclose(share, 0.1, atol=1e-12)
    assert scale_weights(np.array([0.0, 0.1, 0.3])).tolist() == pytest.approx([0.5, 1.0, 1.0])


def _curve(t):
    d = np.array([0.8 * np.sin(t), 0.5 * np.cos(2.0 * t), 0.3 * t])
    return (
        d,
        np.array([0.8 * np.cos(t), -np.sin(2.0 * t), 0.3]),
        np.array([-0.8 * np.sin(t), -2.0 * np.cos(2.0 * t), 0.0]),
    )


def _example(t):
    s = np.array([1.0, 0.3 * np.sin(2.0 * t), 0.2 * t, 0.1])
    return turning(
        s, np.array([0.0, 0.6 * np.cos(2.0 * t), 0.2, 0.0]), np.array([0.0, -1.2 * np.sin(2.0 * t), 0.0, 0.0])
    )


def test_displaced_turns_have_the_rates_of_their_differences():
    h, t = 1e-4, 0.7
    before, now, after = (displaced(_example(x), *_curve(x), right_jacobian(*_curve(x))) for x in (t - h, t, t + h))
    turn = quaternions.log(quaternions.multiply(quaternions.conjugate(before.turns), after.turns)) / (2.0 * h)
    np.testing.assert_allclose(now.velocity, turn, atol=1e-7)
    np.testing.assert_allclose(now.acceleration, (after.velocity - before.velocity) / (2.0 * h), atol=1e-6)
    low, mid, high = (right_jacobian(*_curve(x)) for x in (t - h, t, t + h))
    np.testing.assert_allclose(mid.first, (high.value - low.value) / (2.0 * h), atol=1e-7)
    np.testing.assert_allclose(mid.second, (high.first - low.first) / (2.0 * h), atol=1e-7)


def test_forces_outside_their_cone_go_to_the_nearest_inside():
    rng, normal = np.random.default_rng(2), np.array([0.0, 1.0, 0.0])
    forces = rng.normal(size=(200, 3))
    inside = into_cone(forces, normal, 0.8)
    assert (np.hypot(inside[:, 0], inside[:, 2]) <= 0.8 * inside[:, 1] + 1e-12).all()
    np.testing.assert_allclose(into_cone(inside, normal, 0.8), inside, atol=1e-12)
    apart = np.linalg.norm(forces[:, None] - inside[None], axis=2)
    assert (np.diagonal(apart) <= apart.min(axis=1) + 1e-12).all()
    out, slope = beyond_cone(forces, normal, 0.8)
    step = 1e-6 * rng.normal(size=forces.shape)
    moved = (beyond_cone(forces + step, normal, 0.8)[0] - beyond_cone(forces - step, normal, 0.8)[0]) / 2.0
    np.testing.assert_allclose(moved, (slope @ step[..., None])[..., 0], atol=1e-11)
    assert np.isfinite(out).all()


def _add_rows(system, start, rows, misses):
    """Add |rows x + misses|^2 / 2 for unknowns from ``start`` on, by the kernel that solves use."""
    count, width = rows.shape
    one, columns = np.zeros(1, int), start + np.arange(width)
    flat = np.ascontiguousarray(rows).ravel()
    ends, widths = np.array([0, count]), np.array([width])
    add_squares(flat, misses, one, ends, widths, columns, one, system.bands, system.gradient)


def test_a_banded_system_is_solved_as_a_dense_one():
    rng, dense, system = np.random.default_rng(3), np.zeros((20, 20)), Banded(20, 7)
    goal = np.zeros(20)
    for start in range(0, 13):
        rows, misses = rng.normal(size=(9, 8)), rng.normal(size=9)
        _add_rows(system, start, rows, misses)
        dense[start : start + 8, start : start + 8] += rows.T @ rows
        goal[start : start + 8] += rows.T @ misses
    np.testing.assert_allclose(system.solved(0.0), np.linalg.solve(dense, -goal), rtol=1e-9)


AXIS = np.array([[0.6, 0.0, 0.8]])


def _problem(frames=30, **more):
    motion = smooth_motion(human_skeleton(), frames)
    figure = weighed(motion)
    times = np.arange(frames) / 60.0
    knots = knots_for(times[-1], [0.2], 0.1)
    from scipy.interpolate import make_lsq_spline

    turns = quaternions.continuous(motion.rotations[:, list(figure.joints)]).reshape(frames, -1)
    example = make_lsq_spline(times, np.concatenate([motion.root_positions, turns], axis=1), knots.vector, k=3).c
    number, point = figure.carried(motion.skeleton.index("LeftFoot"), np.array([0.0, -0.05, -0.04]))
    other, ball = figure.carried(motion.skeleton.index("LeftToeBase"), np.zeros(3))
    place = np.array([0.1, 0.05, 0.1])
    spans = (
        ContactSpan("left_heel", number, point, 0.0, 0.2, place),
        ContactSpan("left_ball", other, ball, 0.1, 0.45, place + 0.1),
    )
    return Problem(figure, 1.75, knots, example, spans, 0.8, np.array([0.0, 1.0, 0.0]), **more)


def _ranges():
    """A turn about an axis and a cone, which the example breaks and displacements break more."""
    unit = np.array([[0.0, 0.0, 1.0], [0.6, 0.8, 0.0]])
    return JointLimits(
        joint=np.array([2, 4]), kind=np.array([RANGE, SWING]), axis=unit, centre=unit[::-1],
        rest=np.tile([1.0, 0.0, 0.0, 0.0], (2, 1)), low=np.array([-0.01, -np.inf]), high=np.array([0.01, 0.02]),
        polygon_start=np.zeros(3, int), polygon=np.zeros((0, 2)), middle=np.zeros(2), source=("user", "user"),
    )  # fmt: skip


def test_the_gradient_of_all_costs_is_that_of_differences():
    hand, grip = 15, np.array([0.0, 0.1, 0.0])
    problem = _problem(
        pushes=(Push(3, np.array([0.0, 0.1, 0.0]), 0.1, 0.3, np.array([50.0, 10.0, -20.0])),),
        goals=(
            Goal("hand", hand, grip, 0.25, np.array([0.5, 1.0, 0.3])),
            Goal("far", hand, grip, 0.35, np.array([0.5, 9.0, 0.3])),
        ),
        ranges=_ranges(),
        limits=(
            Limit(4, np.eye(3), np.full(3, -15.0), np.full(3, 10.0)),
            Limit(5, AXIS, np.full(1, -5.0), np.full(1, 5.0)),
        ),
        weights=Weights(effort=2.0, bend=1e4, steady_s=0.1),
    )
    problem = replace(problem, hardship=np.linspace(0.5, 40.0, problem.figure.nv - 6))
    scene = scene_of(problem)
    costs, shifts, rng = Costs(scene), no_shifts(scene), np.random.default_rng(4)
    x = 0.05 * rng.normal(size=scene.layout.size)
    x[scene.layout.hat_starts[:, None] + np.arange(3)] += [80.0, 150.0, -20.0]
    looked = costs.look(x, shifts, slopes=True)
    turns = posed(problem.figure, scene.at, scene.layout.motion(x) @ scene.ways.T).turned.turns
    assert over_ranges(scene, turns).any(axis=0).all()
    gradient = costs.system(x, looked).gradient
    for _ in range(4):
        way = rng.normal(size=len(x))
        ahead, behind = (costs.look(x + s * 1e-6 * way, shifts, slopes=False).value for s in (1.0, -1.0))
        assert (ahead - behind) / 2e-6 == pytest.approx(gradient @ way, rel=1e-5)


def test_rows_in_the_unknowns_of_their_limb_are_those_in_all_unknowns():
    limits = (Limit(4, np.eye(3), np.full(3, -1.0), np.full(3, 1.0)),)
    scene = scene_of(_problem(limits=limits, weights=Weights(effort=2.0)))
    costs, rng = Costs(scene), np.random.default_rng(6)
    x = 0.05 * rng.normal(size=scene.layout.size)
    x[scene.layout.hat_starts[:, None] + np.arange(3)] += [80.0, 150.0, -20.0]
    groups = costs.look(x, no_shifts(scene), slopes=True).groups
    assert len({g.reach for g in groups}) > 3
    own, whole = (Banded(scene.layout.size, scene.layout.band) for _ in range(2))
    for system, some in ((own, groups), (whole, [_in_all_unknowns(scene, g) for g in groups])):
        for part in gathered(scene, some):
            part.add_to(system)
    np.testing.assert_allclose(own.bands, whole.bands, rtol=1e-9, atol=1e-9 * np.abs(whole.bands).max())
    np.testing.assert_allclose(own.gradient, whole.gradient, rtol=1e-9, atol=1e-9 * np.abs(whole.gradient).max())


def _in_all_unknowns(scene, group):
    def spread(by):
        wide = np.zeros((*by.shape[:2], scene.tree.directions))
        wide[..., scene.tree.reaches[group.reach]] = by
        return wide

    rates = None if group.by_rates is None else tuple(spread(by) for by in group.by_rates)
    return replace(group, by_d=spread(group.by_d), by_rates=rates, reach=0)


def test_a_limb_knows_nothing_of_the_others():
    """What a reach leaves out does not change the torques of its joints."""
    scene = scene_of(_problem())
    tree, figure, rng = scene.tree, scene.problem.figure, np.random.default_rng(7)
    points = 0.1 * rng.normal(size=(scene.problem.knots.points, tree.directions))
    for number in range(3, figure.model.njoints):
        lines = figure.model.joints[number].idx_v + np.arange(3)
        other = points + rng.normal(size=points.shape)
        other[:, tree.reaches[tree.reach_of[number]]] = points[:, tree.reaches[tree.reach_of[number]]]
        one, two = (
            equations(figure, tree, posed(figure, scene.at, p @ scene.ways.T), []).torques[:, lines]
            for p in (points, other)
        )
        np.testing.assert_allclose(one, two, atol=1e-9 * np.abs(one).max())


def test_the_root_is_steady_where_something_stands_away_from_flights():
    """Nothing stands from 0.9 s to 1.1 s."""
    heel, ball = _problem(30).contacts
    knots = knots_for(3.0, [], 0.1)
    standing = layout_of(knots, (heel._replace(start=0.0, stop=0.9), ball._replace(start=1.1, stop=3.0)), 20)
    counted = steady_spans(standing)
    away = (knots.breaks[1:] < 0.41) | (knots.breaks[:-1] > 1.59)
    np.testing.assert_array_equal(counted, away)
    assert steady_spans(layout_of(knots, (heel._replace(start=0.0, stop=3.0),), 20)).all()


def test_unknowns_that_are_held_take_no_step():
    rng = np.random.default_rng(2)
    free, held = Banded(9, 3), Banded(9, 3)
    rows, misses = rng.normal(size=(6, 4)), rng.normal(size=6)
    for start in range(6):
        _add_rows(free, start, rows, misses)
        _add_rows(held, start, rows, misses)
    held.hold(np.array([0, 4, 8]))
    step = held.solved(0.0)
    np.testing.assert_array_equal(step[[0, 4, 8]], 0.0)
    others = [1, 2, 3, 5, 6, 7]
    dense = np.zeros((9, 9))
    for start in range(6):
        dense[start : start + 4, start : start + 4] += rows.T @ rows
    np.testing.assert_allclose(step[others], np.linalg.solve(dense[np.ix_(others, others)], -free.gradient[others]))


def test_fixed_ends_and_still_joints_do_not_move():
    scene = scene_of(_problem(fixed=(True, False), still=(3,)))
    found = solve(scene, SolveSettings(holds=(10.0,), rounds=1, steps=2)).x
    points = scene.layout.motion(found)
    columns = scene.tree.columns
    assert not points[:2].any()
    assert not points[:, columns[3] : columns[4]].any()
    assert points[2:, columns[4] : columns[5]].any()
    assert points[-1].any()


def test_the_band_does_not_grow_with_the_clip():
    short, long = (scene_of(_problem(frames)).layout for frames in (30, 90))
    assert long.size > 2.0 * short.size
    assert long.band == short.band < 5 * (short.directions + 12)


def test_contacts_of_one_foot_are_as_far_apart_as_on_the_foot():
    heel, ball = np.array([0.0, -0.05, -0.04]), np.array([0.0, -0.05, 0.13])
    spans = [
        ContactSpan("left_heel", 5, heel, 0.0, 0.5, np.array([0.0, 0.0, 0.0])),
        ContactSpan("left_ball", 5, ball, 0.2, 0.8, np.array([0.02, 0.01, 0.20])),
    ]
    moved = consistent_places(spans)
    assert np.linalg.norm(moved[1].place - moved[0].place) == pytest.approx(0.17, abs=1e-9)
    assert moved[0].place[1] == 0.0
    assert moved[1].place[1] == 0.01


def test_a_heel_that_leaves_as_its_ball_lands_is_as_far_from_it_as_on_the_foot():
    """Both stand at that moment, so that places farther apart could never both be kept."""
    heel, ball = np.array([0.0, -0.05, -0.04]), np.array([0.0, -0.05, 0.13])
    spans = [
        ContactSpan("left_heel", 5, heel, 0.0, 0.5, np.zeros(3)),
        ContactSpan("left_ball", 5, ball, 0.5, 0.8, np.array([0.0, 0.0, 0.25])),
        ContactSpan("left_heel", 5, heel, 0.9, 1.0, np.array([0.0, 0.0, 1.0])),
    ]
    moved = consistent_places(spans)
    assert moved[1].place[2] - moved[0].place[2] == pytest.approx(0.17, abs=1e-9)
    np.testing.assert_array_equal(moved[2].place, spans[2].place)


def test_a_contact_that_is_fixed_stays_and_the_other_goes_all_the_way():
    heel, ball = np.array([0.0, -0.05, -0.04]), np.array([0.0, -0.05, 0.13])
    spans = [
        ContactSpan("left_heel", 5, heel, 0.0, 0.5, np.zeros(3), True),
        ContactSpan("left_ball", 5, ball, 0.2, 0.8, np.array([0.0, 0.0, 0.25])),
    ]
    moved = consistent_places(spans)
    np.testing.assert_array_equal(moved[0].place, 0.0)
    np.testing.assert_allclose(moved[1].place, (0.0, 0.0, 0.17), atol=1e-9)


def test_the_sources_toy_problem_has_the_true_optimum():
    """min (x^2 + 10 y^2) / 2 with x + y = 1: penalties with multipliers reach (10/11, 1/11), not halves."""
    x, shift, penalty = np.zeros(2), 0.0, 10.0
    for _ in range(30):
        system = Banded(2, 1)
        _add_rows(system, 0, np.diag(np.sqrt([1.0, 10.0])), np.zeros(2))
        system.gradient += np.array([1.0, 10.0]) * x
        _add_rows(system, 0, np.sqrt(penalty) * np.ones((1, 2)), np.sqrt(penalty) * np.array([x.sum() - 1.0 + shift]))
        x = x + system.solved(0.0)
        shift += x.sum() - 1.0
    np.testing.assert_allclose(x, [10.0 / 11.0, 1.0 / 11.0], atol=1e-9)
    assert 0.5 * (x[0] ** 2 + 10.0 * x[1] ** 2) == pytest.approx(0.4545, abs=1e-4)
