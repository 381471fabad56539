r"""One frame of markers against one pose.

The cost is :math:`\sum_m w_m\,\rho(\lVert o_m - p_m(x)\rVert) + \sum_j n\,\lvert\log(\hat q_j^{-1} q_j)\rvert^2 +
s\,\lvert\log(q_j'^{-1} q_j)\rvert^2` with the loss of Geman and McClure
:math:`\rho(r) = c^2 r^2 / (c^2 + r^2)`: far below c it is the square, and a marker far off counts almost nothing. The
second sum pulls joints weakly to their neutral turn and to the pose where the frame began, so that what no marker
sees is still defined.
"""

from __future__ import annotations

import numpy as np

from supple.kernels import fk, jacobians, vectors
from supple.kernels.dof_kinds import BALL, SLIDE
from supple.kernels.jit import dense
from supple.kernels.markers.limits import angle_about

_SMALL = 1e-9


@dense()
def rotvec_between(a, b):
    """The rotation vector, in the frame of ``b``, that turns ``a`` into ``b``; both (4,)."""
    p = vectors.product((a[0], -a[1], -a[2], -a[3]), b)
    w, x, y, z = p
    if w < 0.0:
        w, x, y, z = -w, -x, -y, -z
    s = np.sqrt(x * x + y * y + z * z)
    scale = 2.0 if s < _SMALL else 2.0 * np.arctan2(s, w) / s
    return scale * x, scale * y, scale * z


@dense()
def place_points(root, rotations, offsets, parents, marker_joint, marker_local, positions, turned, points):
    """Where joints and markers of a pose are."""
    fk.pose_frame(root, rotations, offsets, parents, positions, turned)
    jacobians.world_points(marker_joint, marker_local, positions, turned, points)


@dense()
def typical_miss(target, weight, points):
    """The mean distance [m] of markers that count."""
    total, count = 0.0, 0
    for m in range(points.shape[0]):
        if weight[m] > 0.0:
            x, y, z = target[m, 0] - points[m, 0], target[m, 1] - points[m, 1], target[m, 2] - points[m, 2]
            total += np.sqrt(x * x + y * y + z * z)
            count += 1
    return total / count if count > 0 else 0.0


@dense()
def marker_cost(target, weight, points, scale):
    """The first sum."""
    cost, c = 0.0, scale * scale
    for m in range(points.shape[0]):
        if weight[m] > 0.0:
            x, y, z = target[m, 0] - points[m, 0], target[m, 1] - points[m, 1], target[m, 2] - points[m, 2]
            r = x * x + y * y + z * z
            cost += weight[m] * c * r / (c + r)
    return cost


@dense()
def pull_cost(rotations, goal, dof_start, dof_kind, dof_axes, strength):
    """Half of the second sum: how far joints are from ``goal`` (J, 4)."""
    cost = 0.0
    for j in range(1, rotations.shape[0]):
        d = dof_start[j]
        while d < dof_start[j + 1]:
            if dof_kind[d] == BALL:
                v = rotvec_between(goal[j], rotations[j])
                cost += v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
                d += 3
                continue
            off = angle_about(rotations[j], dof_axes[d]) - angle_about(goal[j], dof_axes[d])
            cost += off * off
            d += 1
    return strength * cost


@dense()
def add_pull(rotations, goal, dof_start, dof_kind, dof_axes, strength, matrix, slope):
    """The system of :func:`pull_cost`."""
    for j in range(1, rotations.shape[0]):
        d = dof_start[j]
        while d < dof_start[j + 1]:
            if dof_kind[d] == BALL:
                v = rotvec_between(goal[j], rotations[j])
                for i in range(3):
                    matrix[d + i, d + i] += strength
                    slope[d + i] -= strength * v[i]
                d += 3
                continue
            off = angle_about(rotations[j], dof_axes[d]) - angle_about(goal[j], dof_axes[d])
            matrix[d, d] += strength
            slope[d] -= strength * off
            d += 1


@dense()
def add_markers(
    target, weight, scale, points, marker_dof, above, dof_joint, dof_kind, axes, positions, columns, matrix, slope
):
    """Add :math:`J^T W J` (lower triangle) and :math:`J^T W r` of all markers; ``columns`` (D, 3) is room to work."""
    c = scale * scale
    for m in range(points.shape[0]):
        if not weight[m] > 0.0:
            continue
        px, py, pz = points[m, 0], points[m, 1], points[m, 2]
        rx, ry, rz = target[m, 0] - px, target[m, 1] - py, target[m, 2] - pz
        part = c / (c + rx * rx + ry * ry + rz * rz)
        w = weight[m] * part * part
        d = marker_dof[m]
        while d >= 0:
            ax, ay, az = axes[d, 0], axes[d, 1], axes[d, 2]
            if dof_kind[d] == SLIDE:
                columns[d, 0], columns[d, 1], columns[d, 2] = ax, ay, az
            else:
                j = dof_joint[d]
                x, y, z = px - positions[j, 0], py - positions[j, 1], pz - positions[j, 2]
                columns[d, 0], columns[d, 1], columns[d, 2] = ay * z - az * y, az * x - ax * z, ax * y - ay * x
            slope[d] += w * (columns[d, 0] * rx + columns[d, 1] * ry + columns[d, 2] * rz)
            d = above[d]
        d = marker_dof[m]
        while d >= 0:
            cx, cy, cz = w * columns[d, 0], w * columns[d, 1], w * columns[d, 2]
            e = d
            while e >= 0:
                matrix[d, e] += cx * columns[e, 0] + cy * columns[e, 1] + cz * columns[e, 2]
                e = above[e]
            d = above[d]
