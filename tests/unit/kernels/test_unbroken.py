"""Signs of rotations in compiled code against those of the data model."""

import numpy as np
from numpy.testing import assert_array_equal
from support.trees import unit

from supple.core.quaternions import continuous
from supple.kernels.unbroken import unbroken


def test_signs_go_on_as_those_of_a_motion_do():
    rotations = unit(np.random.default_rng(0).normal(size=(40, 3, 4)))
    expected = continuous(rotations.copy())
    assert unbroken(rotations, 1e-6)
    assert_array_equal(rotations, expected)


def test_what_is_no_rotation_is_told():
    for wrong in (1.001, np.nan):
        rotations = unit(np.random.default_rng(0).normal(size=(5, 3, 4)))
        rotations[3, 1] *= wrong
        assert not unbroken(rotations, 1e-6)
