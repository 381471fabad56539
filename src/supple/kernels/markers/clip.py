"""All frames at once: the systems of a clip, and a step of every pose."""

from __future__ import annotations

import numpy as np

from supple.kernels import jacobians
from supple.kernels.dof_kinds import BALL
from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_CUBE, OUT_MATRIX, VECTOR, dense
from supple.kernels.markers import tree
from supple.kernels.markers.frame import add_markers, add_pull, place_points, rotvec_between
from supple.kernels.markers.limits import angle_about, at_bound, ball_at_edge, clamp
from supple.kernels.step import take_step

_SLACK = 1e-6  # [rad] nearer to the end of a range is at the end
_HELD = 1.0  # [m2/rad2] far more than markers know of an angle


@dense()
def _hold_edges(rotations, matrix, slope, dof_joint, dof_kind, dof_axes, low, high, neutral, bone, cone):
    """Degrees of freedom at the end of their range that would leave it follow their neighbours in time only."""
    dofs = matrix.shape[0]
    for d in range(dofs):
        j = dof_joint[d]
        if dof_kind[d] == BALL:
            held = j > 0 and ball_at_edge(rotations[j], neutral[j], bone[j], cone[j], _SLACK)
        else:
            held = at_bound(rotations[j], d, dof_kind, dof_axes, low, high, slope[d], _SLACK)
        if held:
            for e in range(d):
                matrix[d, e] = 0.0
            for e in range(d + 1, dofs):
                matrix[e, d] = 0.0
            matrix[d, d], slope[d] = _HELD, 0.0


@dense(
    CUBE, MATRIX, VECTOR,
    INTS, MATRIX, INTS, INTS, MATRIX, INTS, INTS, INTS, MATRIX, VECTOR, VECTOR, MATRIX, MATRIX, MATRIX,
    MATRIX, CUBE, OUT_CUBE, OUT_MATRIX, OUT_MATRIX, OUT_CUBE,
)  # fmt: skip
def systems(
    targets, weights, settings,
    parents, offsets, dof_start, dof_kind, dof_axes, dof_joint, above, marker_joint, marker_local,
    low, high, neutral, bone, cone,
    roots, rotations, matrices, slopes, pivots, points,
):  # fmt: skip
    """Normal equations of every frame: ``matrices`` (F, D, D), both triangles, and ``slopes`` (F, D).

    ``pivots`` (F, D) tell how far the markers move with a degree of freedom while what carries it stands still and what
    it carries follows its own markers [m2/rad2]: 0 where no marker sees it. ``points`` (F, M, 3) are the markers of the
    pose. ``settings``: scale of the loss [m], pull to neutral.
    """
    joints, dofs = parents.shape[0], dof_kind.shape[0]
    positions, turned = np.zeros((joints, 3)), np.zeros((joints, 4))
    axes, lower = np.zeros((dofs, 3)), np.zeros((dofs, dofs))
    loads, twists = np.zeros((joints, 16)), np.zeros((dofs, 6))
    for f in range(targets.shape[0]):
        matrix, slope = matrices[f], slopes[f]
        for d in range(dofs):
            slope[d] = 0.0
            for e in range(dofs):
                matrix[d, e] = 0.0
        place_points(roots[f], rotations[f], offsets, parents, marker_joint, marker_local, positions, turned, points[f])
        jacobians.world_axes(turned, parents, dof_start, dof_kind, dof_axes, axes)
        add_markers(targets[f], weights[f], settings[0], points[f], marker_joint, parents, above, dof_joint, dof_kind,
                    axes, positions, loads, twists, matrix, slope)  # fmt: skip
        for d in range(dofs):
            for e in range(d + 1):
                lower[d, e] = matrix[d, e]
            lower[d, d] += 1e-12
        tree.factor(lower, above)
        for d in range(dofs):
            pivots[f, d] = lower[d, d] * lower[d, d]
        add_pull(rotations[f], neutral, dof_start, dof_kind, dof_axes, settings[1], matrix, slope)
        for d in range(dof_start[1]):  # the root has no neutral place: it stays where it is, as weakly
            matrix[d, d] += settings[1]
        _hold_edges(rotations[f], matrix, slope, dof_joint, dof_kind, dof_axes, low, high, neutral, bone, cone)
        for d in range(dofs):
            for e in range(d):
                matrix[e, d] = matrix[d, e]


@dense(MATRIX, CUBE, MATRIX, INTS, INTS, MATRIX, OUT_CUBE)
def place_clip(roots, rotations, offsets, parents, marker_joint, marker_local, points):
    """``points`` (F, M, 3): where the markers of every pose are."""
    positions, turned = np.zeros((parents.shape[0], 3)), np.zeros((parents.shape[0], 4))
    for f in range(roots.shape[0]):
        place_points(roots[f], rotations[f], offsets, parents, marker_joint, marker_local, positions, turned, points[f])


@dense(
    MATRIX, INTS, INTS, MATRIX, VECTOR, VECTOR, MATRIX, MATRIX, MATRIX, OUT_MATRIX, OUT_CUBE,
)  # fmt: skip
def step_clip(steps, dof_start, dof_kind, dof_axes, low, high, neutral, bone, cone, roots, rotations):
    """Move every pose by its row of ``steps`` (F, D), and back into the ranges of its joints."""
    hits = np.zeros(rotations.shape[1], np.int64)
    for f in range(steps.shape[0]):
        take_step(steps[f], dof_start, dof_kind, dof_axes, roots[f], rotations[f])
        clamp(rotations[f], dof_start, dof_kind, dof_axes, low, high, neutral, bone, cone, hits)


@dense(MATRIX, CUBE, INTS, INTS, MATRIX, OUT_MATRIX)
def velocities(roots, rotations, dof_start, dof_kind, dof_axes, out):
    """``out`` (F - 1, D): how far every degree of freedom goes from a frame to the next [m, rad]."""
    for f in range(out.shape[0]):
        for i in range(3):
            out[f, i] = roots[f + 1, i] - roots[f, i]
        for j in range(rotations.shape[1]):
            d = dof_start[j] + (3 if j == 0 else 0)
            while d < dof_start[j + 1]:
                if dof_kind[d] == BALL:
                    v = rotvec_between(rotations[f, j], rotations[f + 1, j])
                    out[f, d], out[f, d + 1], out[f, d + 2] = v[0], v[1], v[2]
                    d += 3
                    continue
                out[f, d] = angle_about(rotations[f + 1, j], dof_axes[d]) - angle_about(rotations[f, j], dof_axes[d])
                d += 1
