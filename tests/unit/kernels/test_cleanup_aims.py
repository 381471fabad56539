"""Poses of feet that hold their planted tips (Kovar rows 6 to 9)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from support.tolerances import ALGEBRA

from supple.core import quaternions
from supple.kernels.cleanup import aims
from supple.solvers.cleanup.bench import empty_bench

TIPS = np.array([[[0.0, -0.08, -0.05], [0.0, -0.08, 0.13]]])
SOLES = np.array([[0.0, 1.0, 0.0]])
WINDOW = 5


def standing(states, seed=0):
    """A bench of one foot that turns a little; ``states`` says for each frame how many tips stand (the first first)."""
    rng = np.random.default_rng(seed)
    bench = empty_bench(len(states), 1)
    bench.ends[:] = rng.normal(size=bench.ends.shape)
    bench.turns[:] = quaternions.exp(0.4 * rng.normal(size=bench.ends.shape))
    for f, count in enumerate(states):
        bench.ids[f, 0, :count] = 0
    way = rng.normal(size=3)
    length = np.linalg.norm(TIPS[0, 1] - TIPS[0, 0])
    bench.places[:, 0, 0] = [0.1, 0.0, 0.2]
    bench.places[:, 0, 1] = [0.1, 0.0, 0.2] + length * way / np.linalg.norm(way)
    return bench


def aim(bench, *, flat=False, tips=TIPS, window=WINDOW, calm=0):
    rows = (0, len(bench.ids))
    aims.aim_whole(
        *rows, int(flat), bench.ids, bench.places, bench.ends, bench.turns, tips, SOLES, bench.states, bench.changes,
        bench.positions, bench.rotations,
    )  # fmt: skip
    aims.aim_single(
        *rows, *rows, window, calm, bench.ids, bench.places, bench.ends, bench.turns, tips, bench.states, bench.changes,
        bench.positions, bench.rotations,
    )  # fmt: skip
    return bench


def tip_of(bench, f, tip):
    return bench.positions[f, 0] + quaternions.rotate(bench.rotations[f, 0], TIPS[0, tip])


def change(bench, f):
    """How far the foot of a frame is turned, as a rotation vector."""
    q = quaternions.multiply(bench.rotations[f, 0], quaternions.conjugate(bench.turns[f, 0]))
    return quaternions.log(q if q[0] >= 0.0 else -q)


@given(st.integers(0, 2**32 - 1))
def test_two_planted_tips_are_met_with_the_nearest_roll(seed):
    bench = aim(standing([2], seed))
    for tip in (0, 1):
        assert_allclose(tip_of(bench, 0, tip), bench.places[0, 0, tip], atol=1e-10)
    axis = bench.places[0, 0, 1] - bench.places[0, 0, 0]
    axis /= np.linalg.norm(axis)
    size = np.linalg.norm(change(bench, 0))
    for angle in np.linspace(-np.pi, np.pi, 41):
        rolled = quaternions.multiply(quaternions.exp(angle * axis), bench.rotations[0, 0])
        q = quaternions.multiply(rolled, quaternions.conjugate(bench.turns[0, 0]))
        assert np.linalg.norm(quaternions.log(q if q[0] >= 0.0 else -q)) >= size - 1e-9


def test_a_foot_can_be_told_to_stand_flat():
    bench = standing([2], 3)
    bench.places[0, 0, 1, 1] = 0.0  # both tips on level ground
    way = bench.places[0, 0, 1] - bench.places[0, 0, 0]
    bench.places[0, 0, 1] = bench.places[0, 0, 0] + way / np.linalg.norm(way) * np.linalg.norm(TIPS[0, 1] - TIPS[0, 0])
    aim(bench, flat=True)
    assert_allclose(quaternions.rotate(bench.rotations[0, 0], SOLES[0]), [0.0, 1.0, 0.0], atol=1e-10)
    for tip in (0, 1):
        assert_allclose(tip_of(bench, 0, tip), bench.places[0, 0, tip], atol=1e-10)


@pytest.mark.parametrize("tip", [0, 1])
def test_one_planted_tip_is_met_and_the_foot_keeps_its_orientation_when_nothing_is_near(tip):
    bench = standing([0, 0, 0])
    bench.ids[:, 0, tip] = 0
    aim(bench)
    for f in range(3):
        assert_allclose(tip_of(bench, f, tip), bench.places[f, 0, tip], **ALGEBRA)
        assert_allclose(change(bench, f), 0.0, **ALGEBRA)
    assert (bench.states == aims.SINGLE).all()


def test_the_orientation_dies_out_from_the_frames_with_two_tips():
    bench = aim(standing([2, 1, 1, 1, 1, 1, 1, 1]))
    full = change(bench, 0)
    for k in range(1, 8):
        share = 2.0 * (k / 6) ** 3 - 3.0 * (k / 6) ** 2 + 1.0 if k <= WINDOW else 0.0
        assert_allclose(change(bench, k), share * full, atol=1e-10)
        assert_allclose(tip_of(bench, k, 0), bench.places[k, 0, 0], **ALGEBRA)


def test_between_two_hits_both_count():
    bench = aim(standing([2, 1, 1, 1, 2]))
    first, last = change(bench, 0), change(bench, 4)
    assert_allclose(change(bench, 2), 0.5 * (first + last), atol=1e-10)


@pytest.mark.parametrize(
    ("states", "why"),
    [
        ([2, 0, 1, 1], "a free frame lies between"),
        ([2, 1, 1, 1, 1, 1, 1], "it is further than the window"),
        ([1, 1], "the clip ends first"),
    ],
)
def test_what_is_a_miss(states, why):
    bench = aim(standing(states))
    assert_allclose(change(bench, len(states) - 1), 0.0, err_msg=why, **ALGEBRA)


def test_a_given_pose_is_kept_and_is_a_hit():
    bench = standing([0, 1, 1])
    bench.states[0, 0] = aims.WHOLE
    bench.positions[0, 0], bench.rotations[0, 0] = [1.0, 2.0, 3.0], quaternions.exp(np.array([0.3, 0.0, 0.2]))
    given = bench.rotations[0, 0].copy()
    aim(bench)
    assert_allclose(bench.positions[0, 0], [1.0, 2.0, 3.0], rtol=0.0, atol=0.0)
    assert_allclose(bench.rotations[0, 0], given, rtol=0.0, atol=0.0)
    assert np.linalg.norm(change(bench, 1)) > 0.5 * np.linalg.norm(change(bench, 0))


def test_a_foot_that_was_held_starts_to_turn_from_rest():
    """Where the second tip lets go, the change goes on with the speed that it had."""
    count = 30
    bench = standing([2] * 12 + [1] * (count - 12))
    bench.turns[:, 0] = quaternions.exp(np.arange(count)[:, None] * [0.02, 0.0, 0.0])  # the motion turns evenly
    bench.places[:, 0, 1] = bench.places[:, 0, 0] + TIPS[0, 1] - TIPS[0, 0]
    aim(bench, window=12)
    turned = quaternions.multiply(bench.rotations[1:, 0], quaternions.conjugate(bench.rotations[:-1, 0]))
    steps = quaternions.log(turned)[:, 0]
    assert_allclose(steps[:11], 0.0, **ALGEBRA)  # it stands
    assert steps[11] < 0.01  # without: 0.02 at once, and then more and more
    assert steps.max() < 0.07


def test_a_trembling_foot_does_not_shake_its_joint():
    """One tip stands; what the motion's tip trembles is left to the turn of the foot."""
    count, rng = 40, np.random.default_rng(1)
    bench = standing([1] * count)
    bench.ends[:] = [0.1, 0.08, 0.25]  # the ankle is calm
    bench.turns[:, 0] = quaternions.exp(0.05 * rng.normal(size=(count, 3)) * [1.0, 0.0, 0.0])
    bench.places[:, 0, 0] = bench.ends[0, 0] + TIPS[0, 0]
    shaken = aim(bench).positions[:, 0].copy()
    calm = aim(bench, calm=5).positions[:, 0]
    inside = slice(5, -5)
    assert np.abs(np.diff(calm[inside], 2, axis=0)).max() < 0.3 * np.abs(np.diff(shaken[inside], 2, axis=0)).max()
    for f in range(count):
        assert_allclose(tip_of(bench, f, 0), bench.places[f, 0, 0], atol=1e-12)
