"""Bones that are scaled, against NumPy."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from supple.kernels.cleanup.stretching import stretch


@pytest.mark.parametrize("rows", [1, 4])
def test_bones_of_limbs_are_scaled_and_others_are_not(rows):
    rng = np.random.default_rng(rows)
    bones, scales, out = rng.normal(size=(rows, 5, 3)), rng.uniform(0.97, 1.03, (4, 2)), np.zeros((4, 5, 3))
    stretch(bones, np.array([-1, 0, 1, 1, -1]), scales, out)
    factors = np.stack([np.ones(4), scales[:, 0], scales[:, 1], scales[:, 1], np.ones(4)], axis=1)
    assert_array_equal(out, bones * factors[..., None])
