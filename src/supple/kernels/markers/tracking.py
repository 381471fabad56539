"""Pose after pose: every frame begins where its neighbour ended; Gauss-Newton steps bring it to its markers."""

from __future__ import annotations

import numpy as np

from supple.kernels import jacobians, quat
from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_CUBE, OUT_MATRIX, VECTOR, dense, types
from supple.kernels.markers import tree
from supple.kernels.markers.frame import (
    add_markers,
    add_pull,
    marker_cost,
    place_points,
    pull_cost,
    typical_miss,
)
from supple.kernels.markers.limits import at_bound, clamp
from supple.kernels.step import take_step

_FIXED = 1e12  # what is added for a degree of freedom that must not move now
_SLACK = 1e-9  # [rad] nearer to an end of a range is at the end
_LARGEST_TURN = 0.6  # [rad] of one step
_TRIES = 5
_HITS = 4  # a ball joint that was brought back into its range so often stays at its edge in this frame
_LITTLE = 1e-5  # part of the cost, below which a step gains nothing more


@dense()
def _longest(step):
    longest = 0.0
    for d in range(step.shape[0]):
        longest = max(longest, abs(step[d]))
    return longest


@dense()
def _copy_pose(root, rotations, to_root, to_rotations):
    for i in range(3):
        to_root[i] = root[i]
    for j in range(rotations.shape[0]):
        for i in range(4):
            to_rotations[j, i] = rotations[j, i]


@dense()
def _prepare(matrix, slope, above):
    for d in range(matrix.shape[0]):
        slope[d] = 0.0
        e = d
        while e >= 0:
            matrix[d, e] = 0.0
            e = above[e]


@dense()
def _hold(matrix, slope, active, hits, rotations, dof_joint, dof_kind, dof_axes, low, high):
    """Hold what is not to move: what is not ``active``, and what would leave its range."""
    for d in range(matrix.shape[0]):
        j = dof_joint[d]
        if (
            active[d] == 0
            or hits[j] >= _HITS
            or at_bound(rotations[j], d, dof_kind, dof_axes, low, high, slope[d], _SLACK)
        ):
            matrix[d, d] += _FIXED
            slope[d] = 0.0


@dense()
def _go_on(root, turns, before_root, before_turns, active, dof_start):
    """Extrapolate from two poses, not quite as far as it went before, since limbs slow down as often as they go on."""
    for i in range(3):
        if active[i] != 0:
            root[i] += 0.8 * (root[i] - before_root[i])
    for j in range(turns.shape[0]):
        if dof_start[j + 1] == dof_start[j]:
            continue
        same = 0.0
        for i in range(4):
            same += turns[j, i] * before_turns[j, i]
        sign = 1.0 if same >= 0.0 else -1.0
        for i in range(4):
            turns[j, i] += 0.8 * (turns[j, i] - sign * before_turns[j, i])
        quat.normalize(turns[j])


@dense()
def _keep_inactive(own, turns, own_root, root, active, dof_start, parents):
    """Joints that may not move keep what stands in their frame already."""
    if active[0] == 0:
        for i in range(3):
            root[i] = own_root[i]
    for j in range(parents.shape[0]):
        last = dof_start[j + 1] - 1
        if last < dof_start[j] or active[last] == 0:
            for i in range(4):
                turns[j, i] = own[j, i]


@dense(
    CUBE, MATRIX, INTS, INTS, VECTOR,
    INTS, MATRIX, INTS, INTS, MATRIX, INTS, INTS, INTS, MATRIX, VECTOR, VECTOR, MATRIX, MATRIX, MATRIX,
    OUT_MATRIX, OUT_CUBE, types.Array(types.int64, 1, "C"),
)  # fmt: skip
def track(
    targets, weights, order, active, settings,
    parents, offsets, dof_start, dof_kind, dof_axes, dof_joint, above, marker_joint, marker_local,
    low, high, neutral, bone, cone,
    roots, rotations, steps,
):  # fmt: skip
    """Solve the frames ``order`` (N,) one after the other; each begins at the pose of the one before.

    ``targets`` (F, M, 3) [m] and ``weights`` (F, M), 0 where a marker does not count; ``active`` (D,) says what may
    move. The first frame begins at its own row of ``roots`` (F, 3) and ``rotations`` (F, J, 4); all are written, and
    ``steps`` (F,) tells how many were taken. ``settings``: least scale of the loss [m], pull to neutral and to the
    beginning [m2/rad2], most steps, step that is small enough [m, rad], whether each frame begins at its own row.
    """
    joints, dofs, markers = parents.shape[0], dof_kind.shape[0], marker_joint.shape[0]
    least, to_neutral, to_start, most, enough = settings[0], settings[1], settings[2], int(settings[3]), settings[4]
    own_start = settings[5] > 0.0
    positions, turned, points = np.zeros((joints, 3)), np.zeros((joints, 4)), np.zeros((markers, 3))
    axes, loads, twists = np.zeros((dofs, 3)), np.zeros((joints, 16)), np.zeros((dofs, 6))
    matrix, lower = np.zeros((dofs, dofs)), np.zeros((dofs, dofs))
    slope, step = np.zeros(dofs), np.zeros(dofs)
    root, turns = np.zeros(3), np.zeros((joints, 4))
    new_root, new_turns = np.zeros(3), np.zeros((joints, 4))
    before_root, before_turns = np.zeros(3), np.zeros((joints, 4))
    start, hits = np.zeros((joints, 4)), np.zeros(joints, np.int64)
    for n in range(order.shape[0]):
        f = order[n]
        if n == 0 or own_start:
            _copy_pose(roots[f], rotations[f], root, turns)
        elif n > 1:
            _go_on(root, turns, before_root, before_turns, active, dof_start)
            clamp(turns, dof_start, dof_kind, dof_axes, low, high, neutral, bone, cone, hits)
        if n == 0:
            clamp(turns, dof_start, dof_kind, dof_axes, low, high, neutral, bone, cone, hits)
        _keep_inactive(rotations[f], turns, roots[f], root, active, dof_start, parents)
        for j in range(joints):
            for i in range(4):
                start[j, i] = turns[j, i]
            hits[j] = 0
        target, weight = targets[f], weights[f]
        damping, taken = 1e-9, 0
        while taken < most:
            taken += 1
            if taken == 1:  # a step that was taken has placed them
                place_points(root, turns, offsets, parents, marker_joint, marker_local, positions, turned, points)
            scale = max(least, 2.0 * typical_miss(target, weight, points))
            jacobians.world_axes(turned, parents, dof_start, dof_kind, dof_axes, axes)
            _prepare(matrix, slope, above)
            add_markers(target, weight, scale, points, marker_joint, parents, above, dof_joint, dof_kind, axes,
                        positions, loads, twists, matrix, slope)  # fmt: skip
            add_pull(turns, neutral, dof_start, dof_kind, dof_axes, to_neutral, matrix, slope)
            add_pull(turns, start, dof_start, dof_kind, dof_axes, to_start, matrix, slope)
            cost = (
                marker_cost(target, weight, points, scale)
                + pull_cost(turns, neutral, dof_start, dof_kind, dof_axes, to_neutral)
                + pull_cost(turns, start, dof_start, dof_kind, dof_axes, to_start)
            )
            _hold(matrix, slope, active, hits, turns, dof_joint, dof_kind, dof_axes, low, high)
            better, moved, after = False, 0.0, cost
            for _ in range(_TRIES):
                for d in range(dofs):
                    step[d] = slope[d]
                    e = d
                    while e >= 0:
                        lower[d, e] = matrix[d, e]
                        e = above[e]
                    lower[d, d] += damping * (1.0 + matrix[d, d]) + 1e-14
                tree.factor(lower, above)
                tree.solve(lower, above, step)
                moved = _longest(step)
                if moved > _LARGEST_TURN:
                    for d in range(dofs):
                        if dof_kind[d] != 0:
                            step[d] = min(max(step[d], -_LARGEST_TURN), _LARGEST_TURN)
                _copy_pose(root, turns, new_root, new_turns)
                take_step(step, dof_start, dof_kind, dof_axes, new_root, new_turns)
                clamp(new_turns, dof_start, dof_kind, dof_axes, low, high, neutral, bone, cone, hits)
                if moved < enough:
                    better, after = True, 0.0
                    break
                place_points(
                    new_root, new_turns, offsets, parents, marker_joint, marker_local, positions, turned, points
                )
                after = (
                    marker_cost(target, weight, points, scale)
                    + pull_cost(new_turns, neutral, dof_start, dof_kind, dof_axes, to_neutral)
                    + pull_cost(new_turns, start, dof_start, dof_kind, dof_axes, to_start)
                )
                if after <= cost:
                    better = True
                    break
                damping = max(100.0 * damping, 1e-5)
            if not better:
                break
            damping = max(1e-9, 0.1 * damping)
            _copy_pose(new_root, new_turns, root, turns)
            if moved < enough or (scale == least and cost - after < _LITTLE * cost):
                break
        if n > 0 and not own_start:
            _copy_pose(roots[order[n - 1]], rotations[order[n - 1]], before_root, before_turns)
        _copy_pose(root, turns, roots[f], rotations[f])
        steps[f] = taken
