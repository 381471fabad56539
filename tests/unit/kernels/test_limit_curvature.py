"""Second derivatives of joint limits: against differences of values, which know nothing of slopes."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation
from support.trees import unit

from supple.kernels.limit_curvature import limit_curvature
from supple.kernels.limit_kinds import POLYGON, RANGE, SWING, TWIST
from supple.kernels.limit_values import limit_values

SQUARE = np.array([[1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]])
APART = 1e-3  # [rad]


def limit(kind, axis, centre, rest):
    polygon = SQUARE if kind == POLYGON else np.zeros((0, 2))
    rows = [np.array([row], float) for row in (axis, centre, rest)]
    return np.array([0]), np.array([kind]), *rows, np.array([0, len(polygon)]), polygon


def curvature(given, q):
    out = np.full((3, 3), 7.0)
    limit_curvature(0, np.array([q]), *given, out)
    return out


def value(given, q, turn):
    out, turned = np.zeros(1), Rotation.from_quat(q, scalar_first=True) * Rotation.from_rotvec(turn)
    limit_values(turned.as_quat(scalar_first=True)[None], *given, out)
    return out[0]


def differences(given, q):
    out = np.zeros((3, 3))
    for a, x in enumerate(APART * np.eye(3)):
        for b, y in enumerate(APART * np.eye(3)):
            same = value(given, q, x + y) + value(given, q, -x - y)
            out[a, b] = (same - value(given, q, x - y) - value(given, q, y - x)) / (4.0 * APART**2)
    return out


@pytest.mark.parametrize("kind", [SWING, POLYGON, TWIST])
@pytest.mark.parametrize("seed", range(8))
def test_curvature_is_that_of_values_along_turns(kind, seed):
    rng = np.random.default_rng(seed)
    axis, centre = unit(rng.normal(size=(2, 3)))
    given = limit(kind, axis, centre, unit(rng.normal(size=4)))
    q = unit(rng.normal(size=4))
    found, expected = curvature(given, q), differences(given, q)
    assert_allclose(found, found.T, rtol=0.0, atol=0.0)
    if np.abs(expected).max() < 10.0:
        assert_allclose(found, expected, rtol=2e-3, atol=2e-3)


def test_a_hinge_is_straight():
    assert not curvature(limit(RANGE, (1, 0, 0), (0, 0, 1), (1, 0, 0, 0)), unit(np.array([1.0, 0.4, 0.0, 0.0]))).any()


def test_a_corner_of_a_polygon_has_no_curvature():
    """There the slope jumps, and no quadratic model says how."""
    given = limit(POLYGON, (0, 0, 1), (0, 0, 1), (1, 0, 0, 0))
    inside = Rotation.from_rotvec([-0.7, 0.7, 0.0]).as_quat(scalar_first=True)  # as near to one edge as to the next
    assert not curvature(given, inside).any()
