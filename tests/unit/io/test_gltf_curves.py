"""Between the keys: against scipy, which nobody here wrote."""

import numpy as np
from numpy.testing import assert_allclose
from scipy.interpolate import CubicHermiteSpline
from scipy.spatial.transform import Rotation, Slerp
from support.tolerances import ALGEBRA

from supple.io.gltf.curves import Curve, grouped, sample

TIMES = np.array([0.0, 0.5, 0.75, 2.0])
AT = np.linspace(-0.2, 2.2, 97)


def one(path, mode, values, times=TIMES):
    return grouped([(0, Curve(path, mode, times, np.asarray(values, dtype=float)))])[0]


def test_rotations_take_the_short_way_like_scipy():
    q_xyzw = Rotation.from_quat(np.random.default_rng(1).normal(size=(4, 4))).as_quat()
    q_xyzw[2] *= -1.0  # the same rotation, on the far side
    found = sample(one("rotation", "LINEAR", q_xyzw), AT, 1e-9)[0]
    expected = Slerp(TIMES, Rotation.from_quat(q_xyzw))(np.clip(AT, 0.0, 2.0))
    off = (Rotation.from_quat(found[:, [1, 2, 3, 0]]).inv() * expected).magnitude()
    assert_allclose(off, 0.0, atol=1e-7)  # the angle of a product of rounded quaternions


def test_translations_between_keys_lie_on_straight_lines():
    values = np.arange(12.0).reshape(4, 3) ** 2
    found = sample(one("translation", "LINEAR", values), AT, 1e-9)[0]
    assert_allclose(found, np.stack([np.interp(AT, TIMES, v) for v in values.T], axis=1), **ALGEBRA)


def test_splines_have_tangents_per_second_like_scipy():
    rng = np.random.default_rng(2)
    keys = rng.normal(size=(4, 3, 3))  # in-tangent, value, out-tangent
    keys[:, 2] = keys[:, 0]  # scipy has one tangent per key
    found = sample(one("translation", "CUBICSPLINE", keys.reshape(12, 3)), AT, 1e-9)[0]
    expected = CubicHermiteSpline(TIMES, keys[:, 1], keys[:, 0])(np.clip(AT, 0.0, 2.0))
    assert_allclose(found, expected, **ALGEBRA)


def test_a_spline_may_have_a_corner():
    keys = np.zeros((2, 3, 3))
    keys[0, 2], keys[1, 0] = 1.0, -3.0  # out of the first, into the second
    found = sample(one("translation", "CUBICSPLINE", keys.reshape(6, 3), np.array([0.0, 2.0])), np.array([0.5]), 1e-9)
    s = 0.25
    expected = 2.0 * ((s**3 - 2 * s**2 + s) * 1.0 + (s**3 - s**2) * -3.0)
    assert_allclose(found[0], np.full((1, 3), expected), **ALGEBRA)


def test_splines_of_rotations_are_unit():
    rng = np.random.default_rng(3)
    found = sample(one("rotation", "CUBICSPLINE", rng.normal(size=(12, 4))), AT, 1e-9)[0]
    assert_allclose(np.sum(found**2, axis=1), 1.0, **ALGEBRA)


def test_steps_change_on_the_key_and_not_a_frame_later():
    times = np.array([0.0, 0.1, 0.3], np.float32).astype(float)  # 32-bit times are a little off the frames
    at = np.arange(4) * 0.1
    found = sample(one("translation", "STEP", [[0.0] * 3, [1.0] * 3, [2.0] * 3], times), at, 1e-4)[0]
    assert found[:, 0].tolist() == [0.0, 1.0, 1.0, 2.0]


def test_two_keys_at_one_time_are_a_jump():
    times = np.array([0.0, 1.0, 1.0, 2.0])
    found = sample(
        one("translation", "LINEAR", [[0.0] * 3, [1.0] * 3, [5.0] * 3, [6.0] * 3], times),
        np.array([0.5, 1.0, 1.5]),
        1e-9,
    )
    assert found[0, :, 0].tolist() == [0.5, 5.0, 5.5]
