"""Single displacements: what they keep still, against the thesis's matrices (rows 64 and 65)."""

import numpy as np
import pytest
from support import slow_geometric as slow
from support.moving_frames import Track, posed, walk_run_walk
from support.tolerances import ALGEBRA

from supple.core import quaternions
from supple.core.pose import WorldPose
from supple.detect.geometric.displacements import Path, displacements, joint_path

_FAR = (17.0, 0.0, 0.0)


def wild_path(frames=40, seed=1):
    rng = np.random.default_rng(seed)
    q = quaternions.normalized(rng.normal(size=(frames, 4)))
    q[5], q[6] = q[4], -q[4]  # no turn, and the other sign
    return Path(rng.normal(size=(frames, 3)), q)


def one_step(position=(0.0, 0.0, 0.0), turn=(0.0, 0.0, 0.0)):
    """Sigma, moved and slid of a single displacement from the origin."""
    path = Path(np.array([[0.0, 0.0, 0.0], position]), quaternions.exp(np.array([[0.0, 0.0, 0.0], turn])))
    found = displacements(path)
    return float(found.sigma[0]), float(found.moved[0]), float(found.slid[0])


@pytest.mark.parametrize("lag", [1, 4])
def test_the_closed_form_is_the_decomposition(lag):
    path = wild_path()
    found = displacements(path, lag)
    for f in range(len(path.positions) - lag):
        before, after = (slow.placed(path.positions[k], path.rotations[k]) for k in (f, f + lag))
        sigma, place, residual, basis = slow.fixed_points(slow.local_displacement(before, after), 1)
        assert found.sigma[f] == pytest.approx(sigma[0], abs=1e-9)
        assert sigma[0] == pytest.approx(sigma[1], abs=1e-9)
        assert sigma[2] < 1e-9
        assert slow.fixed_points(slow.local_displacement(before, after), 3)[2] == pytest.approx(
            found.moved[f], abs=1e-9
        )
        if sigma[0] > 1e-6:
            assert residual == pytest.approx(found.slid[f], abs=1e-9)
            axis = before[:3, :3] @ basis[:, 2]
            assert abs(axis @ found.direction[f]) == pytest.approx(1.0, abs=1e-9)
            away = (before @ np.append(place, 1.0))[:3] - found.origin[f]
            np.testing.assert_allclose(away - axis * (axis @ away), 0.0, atol=1e-8)  # another point of the same axis


def test_still_hinge_screw_and_translation_are_told_apart():
    assert one_step() == (0.0, 0.0, 0.0)
    sigma, moved, slid = one_step(turn=(0.0, 0.4, 0.0))
    assert (sigma, moved, slid) == pytest.approx((2.0 * np.sin(0.2), 0.0, 0.0))
    sigma, moved, slid = one_step(position=(0.0, 0.1, 0.0), turn=(0.0, 0.4, 0.0))
    assert (sigma, slid) == pytest.approx((2.0 * np.sin(0.2), 0.1))
    sigma, moved, slid = one_step(position=(0.3, 0.0, 0.4))
    assert (sigma, moved) == pytest.approx((0.0, 0.5))


def test_a_hinge_is_found_where_it_is():
    track = Track().hinge((0.0, 0.2, -0.8), (0.0, 1.0, 0.0), 1.4, 50)
    found = displacements(joint_path(posed(track)[0], 0))
    np.testing.assert_allclose(found.direction, np.tile([0.0, 1.0, 0.0], (50, 1)), atol=1e-9)
    np.testing.assert_allclose(found.origin[:, [0, 2]], np.tile([0.0, -0.8], (50, 1)), atol=1e-9)
    np.testing.assert_allclose(found.arm, 0.8, atol=1e-3)  # from the middle of the chord


def test_residuals_do_not_know_where_the_motion_is_and_global_ones_grow_with_the_distance():
    pose = posed(walk_run_walk()[0])[0]
    moved = [WorldPose(pose.positions + np.multiply(k, _FAR), pose.rotations) for k in (0, 1, 10, 100)]
    ours = [displacements(joint_path(p, 0)) for p in moved]
    for found in ours[1:]:
        np.testing.assert_allclose(found.moved, ours[0].moved, atol=1e-9)
        np.testing.assert_allclose(found.slid, ours[0].slid, atol=1e-9)
    plant = slice(34, 41)
    rejected = [slow.residuals(p, 0, slow.global_displacement, 3)[plant].max() for p in moved]
    assert rejected[1] > 10.0 * ours[0].moved[plant].max()
    assert rejected[3] / rejected[2] == pytest.approx(10.0, rel=0.02)


def test_seen_from_a_joint_that_carries_it_a_thing_is_still():
    carrier = Track(1).ball((0.0, -0.3, 0.1), 40, size=0.8).travel((3.0, 1.0, 2.0), 30, turn=(0.3, 2.0, 0.0))
    hand = Track()
    offset, turned = np.array([0.2, 0.1, -0.3]), quaternions.exp(np.array([0.3, -0.2, 0.9]))
    hand.positions = [
        x + quaternions.rotate(q, offset) for x, q in zip(carrier.positions, carrier.rotations, strict=True)
    ]
    hand.rotations = [quaternions.multiply(q, turned) for q in carrier.rotations]
    path = joint_path(posed(carrier, hand)[0], 1, 0)
    np.testing.assert_allclose(path.positions, np.tile(offset, (71, 1)), **ALGEBRA)
    assert displacements(path).sigma.max() < 1e-7
