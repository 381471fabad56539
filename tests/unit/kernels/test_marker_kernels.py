"""Kernels of the marker solver against slow twins and central differences."""

import numpy as np
import pytest

from benchmarks.marker_captures import scattered_capture
from supple.core import quaternions
from supple.kernels.markers import clip, coupled, tree
from supple.kernels.step import take_step
from supple.recipes.walk import walking
from supple.solvers.markers.actor import columns_of
from supple.solvers.markers.average import Tagged, average_actor
from supple.solvers.markers.estimating import pose_jacobian
from supple.solvers.markers.posing import Poses, marker_points, world
from supple.solvers.markers.refining import _second_bands, _solve_directly, systems


@pytest.fixture(scope="module")
def walk():
    truth = scattered_capture(walking(0.5, 30.0), per_joint=2)
    poses = Poses(truth.motion.root_positions.copy(), truth.motion.rotations.copy())
    return columns_of(truth.actor), truth.capture.positions, poses


def test_the_tree_solves_what_dense_algebra_solves():
    rng = np.random.default_rng(3)
    above = np.array([-1, 0, 1, 1, 3, 0, 5])
    carried = np.array([[d == e or _carries(above, e, d) for e in range(7)] for d in range(7)])
    rows = rng.normal(size=(7, 40)).T @ np.eye(7)
    matrix = np.zeros((7, 7))
    for row in rows:
        leaf = rng.integers(7)
        along = np.where(carried[leaf], row, 0.0)
        matrix += np.outer(along, along)
    matrix += 0.1 * np.eye(7)
    lower, x = np.tril(matrix).copy(), rng.normal(size=7)
    wanted = np.linalg.solve(matrix, x)
    tree.factor(lower, above)
    tree.solve(lower, above, x)
    np.testing.assert_allclose(x, wanted, rtol=1e-10)


def _carries(above, e, d):
    while d >= 0:
        d = above[d]
        if d == e:
            return True
    return False


def test_slopes_are_those_of_central_differences(walk):
    columns, targets, poses = walk
    moved = targets + np.random.default_rng(1).normal(0.0, 0.01, targets.shape)
    _, slopes, _ = systems(columns, moved, np.ones(moved.shape[:2]), poses)
    frame, step = 3, 1e-6
    for d in range(len(columns)):
        costs = []
        for sign in (1.0, -1.0):
            delta = np.zeros(len(columns))
            delta[d] = sign * step
            root, rotations = poses.roots[frame].copy(), poses.rotations[frame].copy()
            take_step(delta, columns.start, columns.kind, columns.axes, root, rotations)
            points = marker_points(columns.actor, Poses(root[None], rotations[None]))[0]
            r = ((moved[frame] - points) ** 2).sum(axis=1)
            costs.append((0.04 * r / (0.04 + r)).sum())
        assert slopes[frame, d] == pytest.approx(-0.5 * (costs[0] - costs[1]) / (2 * step), rel=1e-4, abs=1e-6)


@pytest.mark.parametrize("gap", [None, (4, 9)], ids=["all seen", "with a gap"])
def test_conjugate_gradients_agree_with_the_banded_solver(walk, gap):
    columns, targets, poses = walk
    seen = np.ones(targets.shape[:2])
    if gap is not None:
        seen[slice(*gap)] = 0.0
    blocks, push, _ = systems(columns, targets + 0.01, seen, poses)
    strength = np.full(len(columns), 0.02)
    direct = _solve_directly(blocks, push, strength)
    found = np.zeros_like(push)
    assert coupled.solve(blocks, push, strength, columns.above, 100, 1e-6, found) > 0
    frames, dofs = push.shape
    bands = _second_bands(frames)
    second = sum(np.diag(bands[k][: frames - k], -k) for k in range(3))
    second = second + np.tril(second, -1).T
    whole = np.kron(second, np.diag(strength))
    for f in range(frames):
        whole[f * dofs : (f + 1) * dofs, f * dofs : (f + 1) * dofs] += blocks[f]
    off = found.ravel() - direct.ravel()
    assert off @ whole @ off < 1e-10 * (direct.ravel() @ whole @ direct.ravel())
    np.testing.assert_allclose(direct.ravel(), np.linalg.solve(whole, push.ravel()), rtol=1e-6, atol=1e-9)
    assert coupled.solve(blocks, push, strength, columns.above, 1, 1e-6, found) == -1


def test_the_systems_are_those_of_the_jacobians(walk):
    columns, targets, poses = walk
    far = Poses(poses.roots + [300.0, 0.0, -200.0], poses.rotations)  # sums are taken from the root, not the origin
    seen = np.random.default_rng(2).random(targets.shape[:2]) > 0.3
    blocks, _, _ = systems(columns, targets + [300.0, 0.0, -200.0], seen * 1.0, far)
    positions, turned = world(columns.actor, far)
    jacobian = pose_jacobian(columns, positions, turned, marker_points(columns.actor, far)) * seen[:, :, None, None]
    wanted = np.einsum("kmid,kmie->kde", jacobian, jacobian)
    free = np.triu_indices(len(columns), 1)
    np.testing.assert_allclose(blocks[:, free[0], free[1]], wanted[:, free[0], free[1]], rtol=1e-9, atol=1e-10)


def test_no_pose_leaves_the_ranges_of_its_joints():
    actor = average_actor(
        [Tagged("a", "left_hand"), Tagged("b", "right_foot"), Tagged("c", "right_foot"), Tagged("h", "head")]
    )
    columns = columns_of(actor)
    rng = np.random.default_rng(5)
    roots, rotations = np.zeros((50, 3)), np.tile(quaternions.identity(len(actor.skeleton)), (50, 1, 1))
    clip.step_clip(rng.normal(0.0, 1.5, (50, len(columns))), *columns.ranges, roots, rotations)
    for j, freedom in enumerate(actor.skeleton.freedoms):
        if freedom.kind in ("hinge", "universal"):
            for axis, (low, high) in zip(freedom.axes, freedom.limits, strict=True):
                angle = 2.0 * np.arctan2(rotations[:, j, 1:] @ axis, rotations[:, j, 0])
                angle = (angle + np.pi) % (2.0 * np.pi) - np.pi
                assert (angle >= low - 1e-9).all()
                assert (angle <= high + 1e-9).all()
        elif freedom.kind == "ball" and j > 0:
            bone = quaternions.rotate(rotations[:, j], actor.bone[j])
            centre = quaternions.rotate(actor.neutral[j], actor.bone[j])
            assert (np.arccos(np.clip(bone @ centre, -1.0, 1.0)) <= actor.cone[j, 0] + 1e-7).all()
