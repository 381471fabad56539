"""What single frames need, given to them exactly and eased into the frames between them."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from supple.solvers.hierarchical.last_pass import eased


def test_asked_frames_get_what_they_need():
    rng, frames = np.random.default_rng(0), np.array([3, 4, 5, 40, 77])
    needed = rng.normal(size=(5, 2))
    assert_array_equal(eased(frames, needed, 100, 16.0)[frames], needed)


def test_it_dies_out_smoothly_within_half_a_spacing():
    out = eased(np.array([50]), np.ones((1, 1)), 100, 32.0)[:, 0]
    assert_array_equal(np.flatnonzero(out), np.arange(35, 66))
    assert_allclose(out[35:50], out[65:50:-1], rtol=0.0, atol=1e-15)
    assert (np.diff(out[50:66]) <= 0.0).all()
    assert np.abs(np.diff(out, n=2)).max() < 6.0 / 16.0**2, "the largest curvature of a quintic over the window"


@pytest.mark.parametrize("gap", [2, 5, 9, 15])
def test_equal_needs_leave_no_dip_and_no_bump_between_them(gap):
    out = eased(np.array([40, 40 + gap]), np.ones((2, 1)), 100, 32.0)[40 : 40 + gap + 1, 0]
    assert out.max() <= 1.0 + 1e-12
    assert out.min() > 0.4


def test_nothing_needed_is_nothing_given():
    out = eased(np.array([10, 50]), np.zeros((2, 3)), 60, 8.0)
    assert not out.any()
    assert np.isfinite(out).all()
