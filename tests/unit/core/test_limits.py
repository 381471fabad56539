"""Which limits a motion breaks."""

from dataclasses import replace

import numpy as np
from support.motions import human_skeleton
from support.tolerances import ALGEBRA

from supple.core import quaternions
from supple.core.angles import product_of
from supple.core.freedom import about
from supple.core.limits import broken_limits
from supple.core.motion import Motion


def bent(axes, limits, angles, rest_rows=0, rest=quaternions.IDENTITY):
    """A person whose left knee turns by ``angles`` (F, n) about ``axes``."""
    skeleton = human_skeleton()
    knee = skeleton.index("LeftLeg")
    freedoms = list(skeleton.freedoms)
    freedoms[knee] = about(np.array(axes), np.array(limits))
    rests = np.array(skeleton.rest_rotations)
    rests[knee] = rest
    rotations = np.repeat(rests[None], len(angles), axis=0)
    rotations[:, knee] = quaternions.multiply(np.array(rest), product_of(np.array(axes), np.array(angles)))
    skeleton = replace(skeleton, freedoms=tuple(freedoms), rest_rotations=rests)
    return Motion(skeleton, np.zeros((len(angles), 3)), rotations, 0.01, rest_rows=rest_rows)


def test_a_hinge_that_bends_too_far():
    motion = bent([[1, 0, 0]], [[-0.1, 2.0]], [[0.0], [2.5], [2.25], [-0.1], [-0.2]])
    (found,) = broken_limits(motion)
    assert (found.joint, found.axis, found.frames) == ("LeftLeg", 0, 3)
    np.testing.assert_allclose(found.worst, 0.5, **ALGEBRA)


def test_inside_there_is_nothing_to_say():
    assert broken_limits(bent([[1, 0, 0]], [[-0.1, 2.0]], [[0.0], [2.0], [-0.1]])) == []
    assert broken_limits(bent([[1, 0, 0]], [[-np.inf, np.inf]], [[3.0]])) == []


def test_each_axis_of_a_ball_is_named():
    axes = quaternions.to_matrix(quaternions.normalized(np.array([1.0, 0.2, -0.4, 0.3])))
    limits = [[-1.0, 1.0], [-0.5, 0.5], [-np.inf, 0.2]]
    found = broken_limits(bent(axes, limits, [[0.0, 0.7, 0.1], [1.2, 0.0, 0.3]]))
    assert [(b.axis, b.frames) for b in found] == [(0, 1), (1, 1), (2, 1)]
    np.testing.assert_allclose([b.worst for b in found], [0.2, 0.2, 0.1], rtol=0, atol=1e-9)


def test_angles_of_a_range_beyond_half_a_turn_count_from_its_middle():
    limits = [[np.radians(-10.0), np.radians(300.0)]]
    assert broken_limits(bent([[0, 0, 1]], limits, np.radians([[200.0], [290.0]]))) == []
    (found,) = broken_limits(bent([[0, 0, 1]], limits, np.radians([[310.0]])))
    np.testing.assert_allclose(np.degrees(found.worst), 10.0, rtol=0, atol=1e-9)


def test_the_other_set_of_angles_counts_where_it_fits():
    limits = [[2.0, 3.5], [2.0, 3.5], [2.0, 3.5]]  # only the second set of angles lies here
    assert broken_limits(bent(np.eye(3), limits, [[3.0, 2.8, 3.1]])) == []


def test_rest_rows_do_not_count_and_rest_rotations_are_taken_off():
    rest = quaternions.normalized(np.array([1.0, 0.5, 0.5, 0.0]))
    assert broken_limits(bent([[1, 0, 0]], [[-0.1, 2.0]], [[3.0], [1.0]], rest_rows=1, rest=rest)) == []
    assert len(broken_limits(bent([[1, 0, 0]], [[-0.1, 2.0]], [[3.0], [1.0]], rest=rest))) == 1
