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
def _weigh_markers(target, weight, scale, points, root, marker_joint, loads):
    """What the markers on every joint weigh, seen from ``root`` (3,): ``loads`` (J, 16) is written in full.

    A row holds the sum of weights w, of w q (3), of w q q' (6: xx, yy, zz, xy, xz, yz), of w r (3) and of w q x r (3),
    for markers at q that miss by r.
    """
    loads[:] = 0.0
    c = scale * scale
    for m in range(points.shape[0]):
        if not weight[m] > 0.0:
            continue
        rx, ry, rz = target[m, 0] - points[m, 0], target[m, 1] - points[m, 1], target[m, 2] - points[m, 2]
        part = c / (c + rx * rx + ry * ry + rz * rz)
        w = weight[m] * part * part
        x, y, z = points[m, 0] - root[0], points[m, 1] - root[1], points[m, 2] - root[2]
        wx, wy, wz = w * x, w * y, w * z
        load = loads[marker_joint[m]]
        load[0] += w
        load[1] += wx
        load[2] += wy
        load[3] += wz
        load[4] += wx * x
        load[5] += wy * y
        load[6] += wz * z
        load[7] += wx * y
        load[8] += wx * z
        load[9] += wy * z
        load[10] += w * rx
        load[11] += w * ry
        load[12] += w * rz
        load[13] += wy * rz - wz * ry
        load[14] += wz * rx - wx * rz
        load[15] += wx * ry - wy * rx


@dense()
def _carry(loads, parents):
    """Every joint carries what its children carry."""
    for j in range(parents.shape[0] - 1, 0, -1):
        for i in range(16):
            loads[parents[j], i] += loads[j, i]


@dense()
def add_markers(
    target, weight, scale, points, marker_joint, parents, above, dof_joint, dof_kind, axes, positions, loads, twists,
    matrix, slope,
):  # fmt: skip
    """Add :math:`J^T W J` (lower triangle, along ``above``) and :math:`J^T W r` of all markers.

    A marker at q, seen from the root, moves with a degree of freedom by a x q + b, so that sums over the markers of a
    subtree (its weight, its first and second moments) say all of two degrees of freedom: the way composite bodies give
    the mass matrix of a tree. ``loads`` (J, 16) and ``twists`` (D, 6), which hold a and b, are room to work.
    """
    ox, oy, oz = positions[0, 0], positions[0, 1], positions[0, 2]
    _weigh_markers(target, weight, scale, points, positions[0], marker_joint, loads)
    _carry(loads, parents)
    for d in range(dof_kind.shape[0]):
        j = dof_joint[d]
        ax, ay, az = axes[d, 0], axes[d, 1], axes[d, 2]
        bx, by, bz = ax, ay, az
        if dof_kind[d] == SLIDE:
            ax, ay, az = 0.0, 0.0, 0.0
        else:
            x, y, z = positions[j, 0] - ox, positions[j, 1] - oy, positions[j, 2] - oz
            bx, by, bz = y * az - z * ay, z * ax - x * az, x * ay - y * ax
        twists[d, 0], twists[d, 1], twists[d, 2] = ax, ay, az
        twists[d, 3], twists[d, 4], twists[d, 5] = bx, by, bz
        w, hx, hy, hz = loads[j, 0], loads[j, 1], loads[j, 2], loads[j, 3]
        xx, yy, zz, xy, xz, yz = loads[j, 4], loads[j, 5], loads[j, 6], loads[j, 7], loads[j, 8], loads[j, 9]
        fx, fy, fz = ay * hz - az * hy + w * bx, az * hx - ax * hz + w * by, ax * hy - ay * hx + w * bz
        nx = (yy + zz) * ax - xy * ay - xz * az + hy * bz - hz * by
        ny = (xx + zz) * ay - xy * ax - yz * az + hz * bx - hx * bz
        nz = (xx + yy) * az - xz * ax - yz * ay + hx * by - hy * bx
        slope[d] += (
            bx * loads[j, 10] + by * loads[j, 11] + bz * loads[j, 12]
            + ax * loads[j, 13] + ay * loads[j, 14] + az * loads[j, 15]
        )  # fmt: skip
        e = d
        while e >= 0:
            matrix[d, e] += (
                nx * twists[e, 0] + ny * twists[e, 1] + nz * twists[e, 2]
                + fx * twists[e, 3] + fy * twists[e, 4] + fz * twists[e, 5]
            )  # fmt: skip
            e = above[e]
