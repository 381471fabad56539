"""What a pose of a fit costs."""

from __future__ import annotations

from supple.kernels import limit_values, vectors
from supple.kernels.fitting.displacing import between
from supple.kernels.fitting.kinds import FREE
from supple.kernels.fitting.posing import tip_of
from supple.kernels.fitting.tasks import task_residual
from supple.kernels.jit import dense


@dense()
def cost_of(
    reference_root, reference, root, rotations, positions, turned, col, order, stiff, stiff_travel, heavy,
    bases, middles, ends, mode, places, tips, limb_weights,
    task_kind, task_joint, task_point, task_axis, task_goal, task_weight,
    limit_joint, limit_kind, limit_axis, limit_centre, limit_rest, polygon_start, polygon, low, high, limits,
):  # fmt: skip
    """What a pose costs."""
    away = (root[0] - reference_root[0], root[1] - reference_root[1], root[2] - reference_root[2])
    total = stiff_travel * vectors.dot(away, away)
    for n in range(order.shape[0]):
        j = order[n]
        if col[j] >= 0:
            v = between(vectors.turn_of(reference, j), vectors.turn_of(rotations, j))
            total += stiff[j] * vectors.dot(v, v)
    for limb in range(bases.shape[0]):
        if mode[limb] == FREE:
            continue
        for j in (bases[limb], middles[limb], ends[limb]):
            v = between(vectors.turn_of(reference, j), vectors.turn_of(rotations, j))
            total += stiff[j] * vectors.dot(v, v)
        miss = vectors.minus(tip_of(limb, ends, tips, positions, turned), vectors.row_of(places, limb))
        total += heavy * limb_weights[limb] * vectors.dot(miss, miss)
    for k in range(task_kind.shape[0]):
        if task_weight[k, 0] + task_weight[k, 1] + task_weight[k, 2] > 0.0:
            r = task_residual(
                task_kind[k], task_joint[k], vectors.row_of(task_point, k), vectors.row_of(task_axis, k),
                vectors.turn_of(task_goal, k), positions, turned,
            )  # fmt: skip
            for i in range(3):
                total += heavy * task_weight[k, i] * r[i] * r[i]
    if limit_joint.shape[0] > 0:
        limit_values.limit_values(
            rotations, limit_joint, limit_kind, limit_axis, limit_centre, limit_rest, polygon_start, polygon, limits
        )
        for n in range(limit_joint.shape[0]):
            over = max(0.0, limits[n] - high[n]) + min(0.0, limits[n] - low[n])
            total += heavy * over * over
    return total
