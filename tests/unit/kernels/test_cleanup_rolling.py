"""Feet that roll about the tip that is left standing, so that knees need not open for it."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from supple.core import quaternions
from supple.kernels.cleanup import rolling
from supple.kernels.cleanup.aims import FREE, SINGLE, WHOLE
from supple.solvers.cleanup.bench import empty_bench

TIPS = np.array([[[0.0, -0.08, -0.05], [0.0, -0.08, 0.13]]])
LEG = np.array([[[0.0, 0.95, 0.25], [0.0, 0.55, 0.32], [0.0, 0.18, 0.0]]])  # hip, knee, ankle at the end of a step
JOINTS, WINDOW = np.array([[0, 1, 2]]), 5


def rolled(states, held, *, rolls=True):
    """A bench of one foot, of which the ball is held so far from where the motion has it (F, 3) [m]."""
    frames = len(states)
    bench, motion = empty_bench(frames, 1), np.repeat(LEG, frames, axis=0)
    bench.states[:, 0] = states
    bench.ids[:, 0, 1] = np.where(np.array(states) == FREE, -1, 0)
    bench.ids[:, 0, 0] = np.where(np.array(states) == WHOLE, 0, -1)
    bench.rotations[:, 0] = quaternions.exp(np.array([0.7, 0.0, 0.0]))  # the heel is up
    bench.positions[:, 0] = LEG[0, 2] + np.array(held)
    before = bench.positions.copy(), bench.rotations.copy()
    rolling.roll_single(
        0, frames, 0, frames, WINDOW, bench.ids, TIPS, np.array([rolls]), JOINTS, motion, bench.states, bench.since,
        bench.stood, bench.positions, bench.rotations,
    )  # fmt: skip
    return bench, *before


def ball(positions, rotations):
    return positions[:, 0] + quaternions.rotate(rotations[:, 0], TIPS[0, 1])


def leg(positions):
    return np.linalg.norm(positions[:, 0] - LEG[0, 0], axis=-1)


STEP = [WHOLE] + [SINGLE] * 12 + [FREE]
LAST = -2  # the last frame in which the ball stands
LET_GO = np.outer(np.linspace(0.0, 1.0, 14) ** 2, [0.0, -0.04, -0.05])  # the ball leaves its plant up and forward


def test_a_foot_rolls_about_its_ball_and_the_leg_gets_less_long():
    bench, positions, rotations = rolled(STEP, LET_GO)
    assert_allclose(ball(bench.positions, bench.rotations), ball(positions, rotations), atol=1e-12)
    own = np.linalg.norm(LEG[0, 2] - LEG[0, 0])
    assert leg(positions)[LAST] - own > 0.04
    assert 0.0 < leg(bench.positions)[LAST] - own < 0.7 * (leg(positions)[LAST] - own)


def test_roll_and_bend_are_least_together():
    bench, positions, rotations = rolled(STEP, LET_GO)
    upper, lower = np.linalg.norm(np.diff(LEG[0], axis=0), axis=1)
    own = np.linalg.norm(LEG[0, 2] - LEG[0, 0])
    slope = upper * lower * np.sin(np.radians(33.0)) / own  # of the leg's length by its bend
    tip = ball(positions, rotations)[LAST]

    def cost(angle):
        turn = quaternions.multiply(quaternions.exp(np.array([angle, 0.0, 0.0])), rotations[LAST, 0])
        longer = np.linalg.norm(tip - quaternions.rotate(turn, TIPS[0, 1]) - LEG[0, 0]) - own
        return angle**2 + 2.0 * (longer / slope) ** 2

    angles = np.linspace(-1.0, 1.0, 4001)
    best = angles[np.argmin([cost(angle) for angle in angles])]
    turn = quaternions.multiply(bench.rotations[LAST, 0], quaternions.conjugate(rotations[LAST, 0]))
    assert_allclose(quaternions.log(turn), [best, 0.0, 0.0], atol=0.02)
    assert best > 0.1


@pytest.mark.parametrize(
    ("states", "held", "rolls"),
    [
        pytest.param(STEP, np.tile([0.0, 0.03, 0.02], (14, 1)), True, id="moved as it was when it stood flat"),
        pytest.param([SINGLE] * 13 + [FREE], LET_GO, True, id="never stood flat"),
        pytest.param([WHOLE] * 13 + [FREE], LET_GO, True, id="stands flat"),
        pytest.param([WHOLE] + [SINGLE] * 12 + [WHOLE], LET_GO, True, id="comes down again"),
        pytest.param([WHOLE] + [SINGLE] * 13, LET_GO, True, id="nobody knows how it leaves"),
        pytest.param(STEP, LET_GO, False, id="toes have no joint"),
    ],
)
def test_feet_that_need_not_or_may_not_roll_do_not(states, held, rolls):
    bench, positions, rotations = rolled(states, held, rolls=rolls)
    assert_allclose(bench.positions, positions, atol=1e-12)
    assert_allclose(bench.rotations, rotations, atol=1e-12)


def test_a_roll_comes_smoothly():
    held = np.tile([0.0, -0.04, -0.05], (14, 1))
    held[0] = 0.0
    bench, _, rotations = rolled(STEP, held)
    turns = np.abs(np.einsum("fk,fk->f", bench.rotations[:, 0], rotations[:, 0]))
    by = 2.0 * np.arccos(np.minimum(turns, 1.0))
    assert (by[:8] == 0.0).all()
    assert (np.diff(by[: LAST + 1]) >= 0.0).all()
    assert by[LAST] > 0.1
    assert np.diff(by[: LAST + 1]).max() < 1.5 / WINDOW * by[LAST] + 1e-9


def test_frame_by_frame_it_has_the_same_bits():
    bench, positions, rotations = rolled(STEP, LET_GO)
    one, motion = empty_bench(14, 1), np.repeat(LEG, 14, axis=0)
    for name in ("states", "ids"):
        getattr(one, name)[:] = getattr(bench, name)
    one.positions[:], one.rotations[:] = positions, rotations
    for f in range(14):
        rolling.roll_single(
            f, f + 1, 0, min(14, f + WINDOW + 1), WINDOW, one.ids, TIPS, np.array([True]), JOINTS, motion, one.states,
            one.since, one.stood, one.positions, one.rotations,
        )  # fmt: skip
    assert_array_equal(one.positions, bench.positions)
    assert_array_equal(one.rotations, bench.rotations)
