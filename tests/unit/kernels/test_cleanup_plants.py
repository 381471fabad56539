"""Where planted points stand (Kovar rows 1 to 3)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from support.tolerances import ALGEBRA

from supple.core import quaternions
from supple.kernels.cleanup import plants

FREE = np.zeros(5)
TIPS = np.array([[[0.01, -0.07, -0.05], [0.0, -0.08, 0.13]]])


def foot(seed=0, frames=12):
    """End joints (N, 1, 3) and turns (N, 1, 4) of a foot that moves a little, all planted on both tips."""
    rng = np.random.default_rng(seed)
    ends = rng.normal(size=3) + 0.01 * rng.normal(size=(frames, 1, 3))
    turns = quaternions.multiply(
        quaternions.exp(0.1 * rng.normal(size=(frames, 1, 3))), quaternions.exp(rng.normal(size=3))
    )
    return ends, turns, np.zeros((frames, 1, 2), np.int64)


def placed(ends, turns, ids, other, frame, tip, window, plane):
    out = np.zeros(3)
    normal, steps = (plane[:3], plane[3:4]) if plane[4] else (np.array([0.0, 1.0, 0.0]), np.zeros(0))
    plants.place_tip(frame, 0, tip, window, len(ids), ids, ends, turns, TIPS, other, normal, steps, np.inf, out)
    return out


def alone(ends, turns, ids, *, frame=0, tip=0, window=5, plane=FREE):
    return placed(ends, turns, ids, np.zeros((0, 3)), frame, tip, window, plane)


def beside(turns, ids, other, *, frame=0, tip=1, window=5, plane=FREE):
    return placed(np.zeros((len(ids), 1, 3)), turns, ids, other[None], frame, tip, window, plane)


def paths(ends, turns, tip):
    return ends[:, 0] + quaternions.rotate(turns[:, 0], TIPS[0, tip])


@pytest.mark.parametrize(
    ("frame", "last", "window", "mean"),
    [(0, 12, 5, (0, 5)), (3, 7, 5, (3, 7)), (9, 12, 5, (9, 12)), (2, 12, 0, (2, 3))],
)
def test_a_plant_is_the_mean_of_at_most_a_window_of_its_frames(frame, last, window, mean):
    ends, turns, ids = foot()
    ids[:frame] = ids[last:] = -1
    place = alone(ends, turns, ids, frame=frame, window=window)
    assert_allclose(place, paths(ends, turns, 0)[slice(*mean)].mean(axis=0), **ALGEBRA)


def test_the_next_plant_of_the_same_tip_does_not_count():
    ends, turns, ids = foot()
    ids[4:] = 1
    assert_allclose(alone(ends, turns, ids, window=9), paths(ends, turns, 0)[:4].mean(axis=0), **ALGEBRA)


def test_a_plant_is_put_on_its_plane():
    ends, turns, ids = foot()
    normal = np.array([0.2, 0.9, -0.1]) / np.linalg.norm([0.2, 0.9, -0.1])
    free, bound = alone(ends, turns, ids), alone(ends, turns, ids, plane=np.array([*normal, 0.3, 1.0]))
    assert_allclose(normal @ bound, 0.3, **ALGEBRA)
    assert_allclose(np.cross(bound - free, normal), 0.0, **ALGEBRA)  # straight down


@given(st.integers(0, 2**32 - 1))
def test_the_second_tip_is_as_far_away_as_the_foot_is_long(seed):
    _, turns, ids = foot(seed)
    other = np.array([0.3, 0.0, 1.0])
    place = beside(turns, ids, other)
    length = np.linalg.norm(TIPS[0, 1] - TIPS[0, 0])
    assert_allclose(np.linalg.norm(place - other), length, **ALGEBRA)
    height = other[1] + 0.5 * length
    flat = beside(turns, ids, other, plane=np.array([0.0, 1.0, 0.0, height, 1.0]))
    assert_allclose([flat[1], np.linalg.norm(flat - other)], [height, length], **ALGEBRA)


def test_signs_of_quaternions_do_not_matter():
    _, turns, ids = foot()
    flipped = turns * np.where(np.arange(len(turns)) % 2, 1.0, -1.0)[:, None, None]
    assert_allclose(beside(flipped, ids, np.zeros(3)), beside(turns, ids, np.zeros(3)), **ALGEBRA)


def test_only_frames_that_both_tips_share_are_averaged():
    """Not one frame more, as the sum of the source has it."""
    _, turns, ids = foot()
    ids[4:, 0, 0] = -1
    place = beside(turns, ids, np.zeros(3), window=9)
    turns[4:] = quaternions.exp(np.array([2.0, 1.0, 0.0]))
    assert_allclose(beside(turns, ids, np.zeros(3), window=9), place, rtol=0.0, atol=0.0)
    turns[3] = quaternions.exp(np.array([2.0, 1.0, 0.0]))
    assert np.linalg.norm(beside(turns, ids, np.zeros(3), window=9) - place) > 1e-3


@given(st.integers(0, 2**32 - 1))
def test_the_turn_into_a_plane_is_the_smallest(seed):
    """Against a search over all places on the circle that the plane allows."""
    rng = np.random.default_rng(seed)
    place, about, normal = rng.normal(size=(3, 3))
    normal /= np.linalg.norm(normal)
    size = np.linalg.norm(place - about)
    height = normal @ about + 0.9 * size * rng.uniform(-1.0, 1.0)
    found = np.array(plants.swung_into(tuple(place), tuple(about), tuple(normal), height))
    assert_allclose([normal @ found, np.linalg.norm(found - about)], [height, size], atol=1e-9)
    u = np.cross(normal, rng.normal(size=3))
    u /= np.linalg.norm(u)
    angles = np.linspace(0.0, 2.0 * np.pi, 721)[:, None]
    circle = (
        about
        + normal * (height - normal @ about)
        + np.sqrt(size**2 - (height - normal @ about) ** 2)
        * (np.cos(angles) * u + np.sin(angles) * np.cross(normal, u))
    )
    assert np.linalg.norm(found - place) <= np.linalg.norm(circle - place, axis=1).min() + 1e-9


def test_a_plane_that_is_out_of_reach_is_approached():
    found = plants.swung_into((1.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), 5.0)
    assert_allclose(found, [0.0, 1.0, 0.0], **ALGEBRA)


@pytest.mark.parametrize(
    ("height", "stands"),
    [(0.03, 0.0), (0.3, 0.3), (-0.2, 0.0), (0.48, 0.5), (0.52, 0.5), (0.9, 0.9)],
)
def test_a_plant_stands_on_the_step_that_is_near_and_never_below_the_lowest(height, stands):
    ends, turns, ids = foot()
    ends[:, 0, 1] += height - paths(ends, turns, 0)[:5, 1].mean()
    out, steps = np.zeros(3), np.array([0.0, 0.5])
    up = np.array([0.0, 1.0, 0.0])
    plants.place_tip(0, 0, 0, 5, len(ids), ids, ends, turns, TIPS, np.zeros((0, 3)), up, steps, 0.05, out)
    assert_allclose(out[1], stands, **ALGEBRA)


def test_a_point_inside_the_body_is_only_held_above():
    ends, turns, ids = foot()
    ends[:, 0, 1] += 0.03 - ends[:5, 0, 1].mean()
    wrist, out, up = np.zeros((1, 2, 3)), np.zeros(3), np.array([0.0, 1.0, 0.0])
    for ground, stands in ((0.0, 0.03), (0.05, 0.05)):
        steps = np.array([ground])
        plants.place_tip(0, 0, 0, 5, len(ids), ids, ends, turns, wrist, np.zeros((0, 3)), up, steps, 0.05, out)
        assert_allclose(out[1], stands, **ALGEBRA)
