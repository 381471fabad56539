"""Values of joint limits against SciPy and brute force; slopes against differences along ``take_step``."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation
from support.regimes import rotvecs, turned_by
from support.tolerances import SLOPE
from support.trees import random_motion, random_skeleton, unit

from supple.core.dofs import dof_layout
from supple.core.jacobians import stepped
from supple.core.quaternions import exp, multiply
from supple.kernels import limit_values as kernels
from supple.kernels.limit_kinds import POLYGON, RANGE, SWING, TWIST

STAR = np.array([[1.2, 0.0], [0.4, 0.3], [0.0, 1.5], [-0.5, 0.4], [-1.6, -0.2], [-0.1, -0.3], [0.2, -1.1]])
SQUARE = np.array([[1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]])
KINDS = [RANGE, SWING, POLYGON, TWIST]
seeds = st.integers(0, 2**32 - 1)


def one(kind, joint=0, axis=(0, 0, 1), centre=(0, 0, 1), rest=(1, 0, 0, 0), polygon=STAR):
    """The arrays of one limit, in the order in which kernels take them."""
    polygon = polygon if kind == POLYGON else np.zeros((0, 2))
    rows = [np.array([row], float) for row in (axis, centre, rest)]
    return np.array([joint]), np.array([kind]), *rows, np.array([0, len(polygon)]), polygon


def value(limit, q):
    out = np.zeros(1)
    kernels.limit_values(np.atleast_2d(np.asarray(q, float)), *limit, out)
    return out[0]


def slope(limit, q):
    _, (kind,), (axis,), (centre,), (rest,), (first, stop), polygon = limit
    return kernels.limit_slope(kind, tuple(q), tuple(axis), tuple(centre), tuple(rest), first, stop, polygon)


def random_limit(rng, kind, joint=0):
    axis, centre = unit(rng.normal(size=(2, 3)))
    return one(kind, joint, axis, centre, unit(rng.normal(size=4)))


def scipy_of(q):
    return Rotation.from_quat(q, scalar_first=True)


def naive_turn_about(q, axis, rest):
    """How an arrow across the axis is turned about it, after the swing of the axis is undone."""
    p = (scipy_of(rest).inv() * scipy_of(q)).as_matrix()
    swung = p @ axis
    half = unit(axis + swung)
    back = Rotation.from_rotvec(np.pi * half) * Rotation.from_rotvec(np.pi * axis)  # takes the axis to where it is
    arrow = unit(np.cross(axis, np.eye(3)[np.argmin(np.abs(axis))]))
    now = back.inv().apply(p @ arrow)
    return np.arctan2(axis @ np.cross(arrow, now), arrow @ now)


def naive_polygon(q, axis, frame, polygon):
    """By brute force: many points on all edges, and the winding number."""
    d = scipy_of(frame).inv().apply(scipy_of(q).apply(axis))
    flat = np.arccos(np.clip(d[2], -1, 1)) * d[:2] / max(np.hypot(*d[:2]), 1e-300)
    t = np.linspace(0.0, 1.0, 20001)[:, None]
    nearest = min(
        np.linalg.norm(a + t * (b - a) - flat, axis=1).min()
        for a, b in zip(polygon, np.roll(polygon, -1, axis=0), strict=True)
    )
    spokes = polygon - flat
    angles = np.unwrap(np.arctan2(*np.vstack([spokes, spokes[:1]]).T[::-1]))
    return -nearest if abs(angles[-1] - angles[0]) > np.pi else nearest


@given(seeds, st.sampled_from([RANGE, TWIST]))
def test_a_turn_about_an_axis_is_that_of_a_carried_arrow(seed, kind):
    rng = np.random.default_rng(seed)
    q, limit = unit(rng.normal(size=4)), random_limit(rng, kind)
    _, _, (axis,), _, (rest,), *_ = limit
    difference = value(limit, q) - naive_turn_about(q, axis, rest)
    assert_allclose(np.sin(0.5 * difference), 0.0, rtol=0, atol=1e-7)  # the twin loses digits near straight back
    assert -np.pi <= value(limit, q) <= np.pi


@given(seeds, st.floats(-3.1, 3.1))
def test_a_hinge_tells_its_angle(seed, angle):
    rng = np.random.default_rng(seed)
    limit = random_limit(rng, RANGE)
    _, _, (axis,), _, (rest,), *_ = limit
    q = (scipy_of(rest) * Rotation.from_rotvec(angle * axis)).as_quat(scalar_first=True)
    assert value(limit, q) == pytest.approx(angle, abs=1e-12)
    assert value(limit, -q) == pytest.approx(angle, abs=1e-12)


@given(seeds, st.floats(-2.0, 2.0), st.floats(-2.0, 2.0))
def test_two_hinges_tell_both_their_angles(seed, first, second):
    rng = np.random.default_rng(seed)
    a, b, _ = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    rest = unit(rng.normal(size=4))
    q = scipy_of(rest) * Rotation.from_rotvec(first * a) * Rotation.from_rotvec(second * b)
    q = q.as_quat(scalar_first=True)
    assert value(one(RANGE, axis=a, rest=rest), q) == pytest.approx(first, abs=1e-12)
    assert value(one(RANGE, axis=b, rest=rest), q) == pytest.approx(second, abs=1e-12)


@given(rotvecs(), seeds)
def test_a_swing_is_the_angle_to_the_middle(v, seed):
    rng = np.random.default_rng(seed)
    limit = random_limit(rng, SWING)
    _, _, (axis,), (centre,), *_ = limit
    bone = Rotation.from_rotvec(v).apply(axis)
    expected = 2.0 * np.arctan2(np.linalg.norm(bone - centre), np.linalg.norm(bone + centre))
    assert value(limit, turned_by(v)) == pytest.approx(expected, abs=1e-12)


@given(seeds)
def test_a_polygon_tells_the_distance_from_its_nearest_edge(seed):
    rng = np.random.default_rng(seed)
    limit, q = random_limit(rng, POLYGON), unit(rng.normal(size=4))
    _, _, (axis,), _, (frame,), *_ = limit
    assert value(limit, q) == pytest.approx(naive_polygon(q, axis, frame, STAR), abs=1e-4)  # of 20000 points an edge


@pytest.mark.parametrize(
    ("x", "y", "outside"), [(0, 0, -1), (0.7, 0.2, -0.3), (1.5, 0, 0.5), (0, -1.2, 0.2), (1.3, 1.4, 0.5)]
)
def test_a_square_is_measured_in_degrees_of_swing(x, y, outside):
    """A bone along z that is swung by (x, y): towards x means about y, towards y about -x."""
    q = Rotation.from_rotvec([-y, x, 0.0]).as_quat(scalar_first=True)
    assert value(one(POLYGON, polygon=SQUARE), q) == pytest.approx(outside, abs=1e-12)


def row_and_differences(motion, limit):
    layout, (joint,) = dof_layout(motion.skeleton), limit[0]
    row = np.full(len(layout), 7.0)
    pose = np.ascontiguousarray(motion.rotations[0])
    kernels.limit_row(0, pose, *limit, layout.start, layout.kind, layout.axes, row)
    columns, h = layout.columns(int(joint)), 1e-5
    touched = np.zeros(len(layout), bool)
    touched[columns] = True
    assert (row[~touched] == 7.0).all()
    ends = [[value(limit, stepped(motion, 0, s * h * e).rotations[0]) for s in (1, -1)] for e in np.eye(len(layout))]
    differences = np.array([(a - b) / (2 * h) for a, b in ends])
    return row[columns], differences[columns]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("joint", range(6))
@pytest.mark.parametrize("seed", range(5))
def test_rows_are_differences_along_steps(kind, joint, seed):
    """Joint 0 travels too; the others are balls, hinges and joints of two hinges."""
    motion = random_motion(seed, random_skeleton(seed, 6, ("ball", "hinge", "universal")), 1)
    limit = random_limit(np.random.default_rng(100 * seed + joint), kind, joint)
    row, differences = row_and_differences(motion, limit)
    scale = max(1.0, float(np.abs(row).max()) ** 3)  # third derivatives grow so where a twist is nearly lost
    assert_allclose(row / scale, differences / scale, **SLOPE)


@pytest.mark.parametrize("off", [-1e-3, -1e-13, 0.0, 1e-13, 1e-3])
def test_on_the_edge_of_a_polygon_the_slope_is_that_beside_it(off):
    q = Rotation.from_rotvec([-0.2, 1.0 + off, 0.0]).as_quat(scalar_first=True)
    found = slope(one(POLYGON, polygon=SQUARE), q)
    beside = Rotation.from_rotvec([-0.2, 1.01, 0.0]).as_quat(scalar_first=True)
    assert_allclose(found, slope(one(POLYGON, polygon=SQUARE), beside), rtol=0, atol=0.02)
    assert np.linalg.norm(found) > 0.9


@pytest.mark.parametrize(("kind", "v"), [(SWING, (0, 0, 0)), (SWING, (np.pi, 0, 0)), (TWIST, (np.pi, 0, 0))])
def test_where_there_is_no_direction_there_is_no_slope(kind, v):
    q = Rotation.from_rotvec(v).as_quat(scalar_first=True)
    q[np.abs(q) < 1e-15] = 0.0
    limit = one(kind)
    assert np.isfinite(value(limit, q))
    assert_allclose(slope(limit, q), 0.0, rtol=0, atol=0)


def test_a_half_turn_counts_as_plus():
    assert value(one(RANGE), (0.0, 0.0, 0.0, 1.0)) == np.pi
    assert value(one(RANGE), (0.0, 0.0, 0.0, -1.0)) == np.pi


def test_a_clip_has_the_values_of_its_poses():
    motion = random_motion(5, random_skeleton(5, 6), 4)
    limits = [random_limit(np.random.default_rng(k), kind, k) for k, kind in enumerate(KINDS)]
    flat = [np.concatenate(parts) for parts in zip(*(limit[:5] for limit in limits), strict=True)]
    arrays = (*flat, np.array([0, 0, 0, len(STAR), len(STAR)]), STAR)
    out, expected = np.zeros((4, 4)), np.zeros((4, 4))
    kernels.limit_values_of_clip(motion.rotations, *arrays, out)
    for f in range(4):
        kernels.limit_values(motion.rotations[f], *arrays, expected[f])
    assert (out == expected).all()
    assert_allclose(out[2], [value(limit, motion.rotations[2]) for limit in limits], rtol=0, atol=1e-14)


def joined(limits):
    """The arrays of several limits of one joint each."""
    columns = list(zip(*limits, strict=True))
    starts = np.cumsum([0, *(len(polygon) for polygon in columns[6])])
    return *(np.concatenate(column) for column in columns[:5]), starts, np.concatenate(columns[6])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("touch", [1e-6, -1e-3])
def test_a_limit_that_is_not_looked_at_again_is_not_broken(seed, touch):
    """A walk of small and of large turns: what is beyond an end has its own value, many others are passed by."""
    rng = np.random.default_rng(seed)
    limits = joined([random_limit(rng, kind, joint) for joint, kind in enumerate(KINDS * 3)])
    count = len(limits[0])
    turns = unit(rng.normal(size=(count, 4)))
    exact, found, seen, values, steadiness = (
        np.zeros(count),
        np.zeros(count),
        np.zeros((count, 4)),
        *np.zeros((2, count)),
    )
    passed = 0
    for step in range(300):
        turns = multiply(turns, exp(rng.normal(0.0, 0.3 if step % 50 == 0 else 0.01, (count, 3))))
        kernels.limit_values(turns, *limits, exact)
        low, high = exact - rng.uniform(-0.02, 1.0, count), exact + rng.uniform(-0.02, 1.0, count)
        kernels.values_near_ends(turns, *limits, low, high, touch, seen, values, steadiness, found)
        beyond = (exact > high + touch) | (exact < low - touch)
        assert_allclose(found[beyond], exact[beyond], rtol=0, atol=1e-12)
        assert not ((found > high + touch) | (found < low - touch))[~beyond].any()
        passed += int((found != exact).sum())
    assert passed > 300
