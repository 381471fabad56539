"""Free feet that come from plants and go to others."""

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal
from support.tolerances import ALGEBRA

from supple.core import quaternions
from supple.kernels.cleanup.guiding import guide

FRAMES, WINDOW = 60, 12


def guided(active, shift, drift=0.0):
    """Way, targets and firmness of a foot that goes straight on; where it is planted it is shifted, and drifts."""
    at = np.arange(FRAMES)
    ends = np.stack([0.02 * at, 0.1 + 0.0 * at, 0.0 * at], axis=1)[:, None]
    turns = quaternions.normalized(np.stack([np.ones(FRAMES), 0.01 * at, 0.0 * at, 0.02 * at], axis=1))[:, None]
    shifts = (np.asarray(shift) + drift * at[:, None])[:, None]
    positions, rotations = (
        np.where(active[:, None, None], ends + shifts, 0.0),
        np.where(active[:, None, None], turns, 0),
    )
    mask, firm, room = ~active[:, None], np.zeros((FRAMES, 1)), np.zeros((FRAMES, 1, 3))
    guide(WINDOW, active[:, None], mask, ends, turns, room, room.copy(), positions, rotations, firm)
    return (
        (positions - ends)[:, 0],
        quaternions.multiply(rotations[:, 0], quaternions.conjugate(turns[:, 0])),
        firm[:, 0],
    )


def spans(*pairs):
    active = np.zeros(FRAMES, bool)
    for start, stop in pairs:
        active[start:stop] = True
    return active


def test_a_shift_dies_out_over_the_window_and_far_feet_keep_their_way():
    left, twist, firm = guided(spans((20, 30)), (0.03, -0.02, 0.01))
    assert_allclose(left[20:30], np.tile([0.03, -0.02, 0.01], (10, 1)), **ALGEBRA)
    assert_allclose(left[30 + WINDOW :], 0.0, **ALGEBRA)
    assert_allclose(left[: 20 - WINDOW], 0.0, **ALGEBRA)
    assert (np.diff(left[20:50, 0]) <= 1e-12).all()
    assert_allclose(twist, np.tile([1.0, 0.0, 0.0, 0.0], (FRAMES, 1)), **ALGEBRA)
    assert_array_equal(firm[20:30], 1.0)
    assert (firm[31 + WINDOW :] == 0.0).all()


def test_between_near_plants_an_equal_shift_stays_and_is_firm():
    left, _, firm = guided(spans((10, 20), (26, 40)), (0.03, 0.0, 0.0))
    assert_allclose(left[10:40, 0], 0.03, **ALGEBRA)
    assert_allclose(firm[10:40], 1.0, **ALGEBRA)


def test_after_a_plant_the_speed_goes_on_and_before_it_does_not():
    left, _, _ = guided(spans((20, 30)), (0.03, 0.0, 0.0), drift=-0.002)
    still, _, _ = guided(spans((20, 30)), left[29])
    steps = np.diff(left[:, 0])
    assert abs(steps[29] - steps[28]) < 0.5 * abs((still[30] - still[29])[0] - steps[28])
    start, _, _ = guided(spans((20, 30)), left[20])
    assert_allclose(left[:20], start[:20], **ALGEBRA)


def test_a_plant_of_one_frame_has_no_speed():
    left, _, _ = guided(spans((20, 21)), (0.03, 0.0, 0.0))
    assert (left[:, 0] <= 0.03 + 1e-15).all()
