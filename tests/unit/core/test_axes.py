"""Changes of axes are exact rotations."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from supple.core import axes

rng = np.random.default_rng(1)
UNIT = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1), "-x": (-1, 0, 0), "-y": (0, -1, 0), "-z": (0, 0, -1)}


@pytest.mark.parametrize("up", axes.UPS)
def test_up_becomes_y_and_back_bit_by_bit(up):
    np.testing.assert_array_equal(axes.vectors_from(up, np.array(UNIT[up], float)), [0, 1, 0])
    v = rng.normal(size=(5, 3))
    np.testing.assert_array_equal(axes.vectors_to(up, axes.vectors_from(up, v)), v)
    q = rng.normal(size=(5, 4))
    np.testing.assert_array_equal(axes.rotations_to(up, axes.rotations_from(up, q)), q)


@pytest.mark.parametrize("up", axes.UPS)
def test_handedness_is_kept_and_rotations_follow(up):
    change = axes.vectors_from(up, np.eye(3)).T
    assert np.linalg.det(change) == pytest.approx(1.0)
    q = rng.normal(size=4)
    q /= np.linalg.norm(q)
    turned = Rotation.from_quat(axes.rotations_from(up, q), scalar_first=True).as_matrix()
    expected = change @ Rotation.from_quat(q, scalar_first=True).as_matrix() @ change.T
    np.testing.assert_allclose(turned, expected, rtol=0, atol=1e-14)
