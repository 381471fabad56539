"""What a pose of a fit costs, and the normal equations of a step that makes it cheaper."""

from __future__ import annotations

import numpy as np

from supple.kernels import limit_values, vectors
from supple.kernels.fitting.closing import following, in_frame
from supple.kernels.fitting.displacing import between
from supple.kernels.fitting.kinds import FREE, POSE
from supple.kernels.fitting.posing import tip_of
from supple.kernels.fitting.tasks import inverse_right, task_rate, task_residual
from supple.kernels.jit import dense

_MISSED = 1e-9  # [m] by which a limb counts as too short


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


@dense()
def add_row(row, residual, weight, size, normal, slope):
    """One row of a least-squares problem; the lower triangle of the normal matrix is kept."""
    for i in range(size):
        share = weight * row[i]
        if share == 0.0:
            continue
        slope[i] += share * residual
        for k in range(i + 1):
            normal[i, k] += share * row[k]


@dense()
def carried(joint, point, parents, col, width, hinge, travels, positions, turned, size, spins, moves):
    """How fast a point that hangs on a joint turns and moves with each coordinate: ``spins`` and ``moves`` (m, 3)."""
    spins[:size] = 0.0
    moves[:size] = 0.0
    if travels:
        moves[0, 0] = moves[1, 1] = moves[2, 2] = 1.0
    while joint >= 0:
        c = col[joint]
        if c >= 0:
            q, lever = vectors.turn_of(turned, joint), vectors.minus(point, vectors.row_of(positions, joint))
            for i in range(width[joint]):
                own = vectors.row_of(hinge, joint)
                if width[joint] == 3:
                    own = (1.0 if i == 0 else 0.0, 1.0 if i == 1 else 0.0, 1.0 if i == 2 else 0.0)
                spin = vectors.rotated(q, own)
                spins[c + i, 0], spins[c + i, 1], spins[c + i, 2] = spin
                moves[c + i, 0], moves[c + i, 1], moves[c + i, 2] = vectors.cross(spin, lever)
        joint = parents[joint]


@dense()
def limb_rates(
    limb, parents, bases, middles, ends, axes, mode, riders, places, tips, swivel_col, col, width, hinge, travels,
    positions, turned, size, spins, moves, rider_spins, rider_moves, rates,
):  # fmt: skip
    """How the joints of a closed limb follow each coordinate, each in its own frame: ``rates`` (3, m, 3) of base,
    middle and end; and by how much the limb is too short. ``moves`` is left as the base's, seen from the place.
    """
    base, middle, end = bases[limb], middles[limb], ends[limb]
    hip = vectors.row_of(positions, base)
    carried(parents[base], hip, parents, col, width, hinge, travels, positions, turned, size, spins, moves)
    tip, place = tip_of(limb, ends, tips, positions, turned), vectors.row_of(places, limb)
    rider_spins[:size] = 0.0
    rider_moves[:size] = 0.0
    if riders[limb] >= 0:
        carried(
            riders[limb], place, parents, col, width, hinge, travels, positions, turned, size, rider_spins, rider_moves
        )
        for c in range(size):
            for i in range(3):
                moves[c, i] -= rider_moves[c, i]
    line, wanted = vectors.minus(tip, hip), vectors.minus(place, hip)
    length, distance = np.sqrt(vectors.dot(line, line)), np.sqrt(vectors.dot(wanted, wanted))
    direction = vectors.scaled(1.0 / max(length, 1e-12), line)
    lever, own = vectors.minus(tip, vectors.row_of(positions, middle)), vectors.row_of(axes, limb)
    axis = vectors.rotated(vectors.turn_of(turned, middle), own)
    missing = distance - length
    upper, foot = vectors.turn_of(turned, base), vectors.turn_of(turned, end)
    for c in range(size):
        spin = vectors.row_of(spins, c)
        if c == swivel_col[limb]:
            alpha, omega = 0.0, direction
        else:
            alpha, omega = following(
                direction, max(distance, 1e-12), lever, axis, abs(missing) <= _MISSED, vectors.row_of(moves, c)
            )
        rates[0, c, 0], rates[0, c, 1], rates[0, c, 2] = in_frame(upper, vectors.minus(omega, spin))
        rates[1, c, 0], rates[1, c, 1], rates[1, c, 2] = vectors.scaled(alpha, own)
        turn = vectors.NONE
        if mode[limb] == POSE:
            lower = vectors.plus(omega, vectors.scaled(alpha, axis))
            turn = in_frame(foot, vectors.minus(vectors.row_of(rider_spins, c), lower))
        rates[2, c, 0], rates[2, c, 1], rates[2, c, 2] = turn
    return missing, direction


@dense()
def add_three(v, rates, weight, size, row, normal, slope):
    """The rows of a rotation vector that is wanted to be small, with ``rates`` (m, 3) in the joint's frame."""
    for c in range(size):
        r = inverse_right(v, vectors.row_of(rates, c))
        rates[c, 0], rates[c, 1], rates[c, 2] = r
    for i in range(3):
        for c in range(size):
            row[c] = rates[c, i]
        add_row(row, v[i], weight, size, normal, slope)


@dense()
def add_limit(
    n, rotations, rates, size, heavy,
    limit_kind, limit_joint, limit_axis, limit_centre, limit_rest, polygon_start, polygon, low, high, limits,
    row, normal, slope,
):  # fmt: skip
    """The row of a limit that is broken, with ``rates`` (m, 3) of its joint in the joint's frame."""
    over = max(0.0, limits[n] - high[n]) + min(0.0, limits[n] - low[n])
    along = limit_values.limit_slope(
        limit_kind[n], vectors.turn_of(rotations, limit_joint[n]), vectors.row_of(limit_axis, n),
        vectors.row_of(limit_centre, n), vectors.turn_of(limit_rest, n), polygon_start[n], polygon_start[n + 1],
        polygon,
    )  # fmt: skip
    for c in range(size):
        row[c] = vectors.dot(along, vectors.row_of(rates, c))
    add_row(row, over, heavy, size, normal, slope)


@dense()
def assemble(
    reference_root, reference, root, rotations, positions, turned, order, parents,
    col, width, hinge, travels, stiff, stiff_travel, heavy,
    bases, middles, ends, axes, mode, riders, places, tips, limb_weights, swivel_col,
    task_kind, task_joint, task_point, task_axis, task_goal, task_weight,
    limit_joint, limit_kind, limit_axis, limit_centre, limit_rest, polygon_start, polygon, low, high, limits,
    size, spins, moves, rider_spins, rider_moves, rates, row, normal, slope,
):  # fmt: skip
    """Normal equations at a pose; ``limits`` holds the values that the last cost was made of."""
    normal[:size, :size] = 0.0
    slope[:size] = 0.0
    if travels:
        for i in range(3):
            normal[i, i] += stiff_travel
            slope[i] += stiff_travel * (root[i] - reference_root[i])
    for n in range(order.shape[0]):
        j = order[n]
        c = col[j]
        if c < 0:
            continue
        v = between(vectors.turn_of(reference, j), vectors.turn_of(rotations, j))
        for i in range(width[j]):
            first = free_rate(v, i, width[j], hinge, j)
            slope[c + i] += stiff[j] * vectors.dot(first, v)
            for k in range(i + 1):
                normal[c + i, c + k] += stiff[j] * vectors.dot(first, free_rate(v, k, width[j], hinge, j))
    for n in range(limit_joint.shape[0]):
        c = col[limit_joint[n]]
        if c < 0 or low[n] <= limits[n] <= high[n]:
            continue
        j = limit_joint[n]
        rates[0, :size] = 0.0
        for i in range(width[j]):
            for k in range(3):
                rates[0, c + i, k] = (1.0 if i == k else 0.0) if width[j] == 3 else hinge[j, k]
        add_limit(
            n, rotations, rates[0], size, heavy,
            limit_kind, limit_joint, limit_axis, limit_centre, limit_rest, polygon_start, polygon, low, high, limits,
            row, normal, slope,
        )  # fmt: skip
    for limb in range(bases.shape[0]):
        if mode[limb] == FREE:
            continue
        missing, direction = limb_rates(
            limb, parents, bases, middles, ends, axes, mode, riders, places, tips, swivel_col, col, width, hinge,
            travels, positions, turned, size, spins, moves, rider_spins, rider_moves, rates,
        )  # fmt: skip
        if abs(missing) > _MISSED:
            for c in range(size):
                row[c] = -vectors.dot(direction, vectors.row_of(moves, c))
            add_row(row, missing, heavy * limb_weights[limb], size, normal, slope)
        for which, j in enumerate((bases[limb], middles[limb], ends[limb])):
            for n in range(limit_joint.shape[0]):
                if limit_joint[n] == j and not low[n] <= limits[n] <= high[n]:
                    add_limit(
                        n, rotations, rates[which], size, heavy, limit_kind, limit_joint, limit_axis, limit_centre,
                        limit_rest, polygon_start, polygon, low, high, limits, row, normal, slope,
                    )  # fmt: skip
            if which < 2 or mode[limb] == POSE:
                v = between(vectors.turn_of(reference, j), vectors.turn_of(rotations, j))
                add_three(v, rates[which], stiff[j], size, row, normal, slope)
    for k in range(task_kind.shape[0]):
        if task_weight[k, 0] + task_weight[k, 1] + task_weight[k, 2] > 0.0:
            joint, point = task_joint[k], vectors.row_of(task_point, k)
            kind, axis, goal = task_kind[k], vectors.row_of(task_axis, k), vectors.turn_of(task_goal, k)
            x = vectors.plus(vectors.row_of(positions, joint), vectors.rotated(vectors.turn_of(turned, joint), point))
            carried(joint, x, parents, col, width, hinge, travels, positions, turned, size, spins, moves)
            r = task_residual(kind, joint, point, axis, goal, positions, turned)
            for c in range(size):
                rate = task_rate(
                    kind, joint, point, axis, goal, positions, turned,
                    vectors.row_of(spins, c), vectors.row_of(moves, c),
                )  # fmt: skip
                rates[0, c, 0], rates[0, c, 1], rates[0, c, 2] = rate
            for i in range(3):
                if task_weight[k, i] > 0.0:
                    for c in range(size):
                        row[c] = rates[0, c, i]
                    add_row(row, r[i], heavy * task_weight[k, i], size, normal, slope)


@dense()
def free_rate(v, i, width, hinge, j):
    """The rate of a free joint's rotation vector with its coordinate i."""
    own = vectors.row_of(hinge, j)
    if width == 3:
        own = (1.0 if i == 0 else 0.0, 1.0 if i == 1 else 0.0, 1.0 if i == 2 else 0.0)
    return inverse_right(v, own)
