r"""Normal equations of a step that makes a pose of a fit cheaper.

With :math:`A` the rate of a rotation vector v for a spin in the joint's own frame, a free joint's own share is

.. math:: A = (1 - d s) I + d\,v v^T + \tfrac12 [v]_\times, \quad s = v \cdot v, \qquad
          A^T v = v,

.. math:: A^T A = \bigl((1 - d s)^2 + \tfrac s4\bigr) I + \bigl(2 d (1 - d s) + d^2 s - \tfrac14\bigr) v v^T.
"""

from __future__ import annotations

import numpy as np

from supple.kernels import limit_values, rotvec, vectors
from supple.kernels.fitting.carrying import MISSED, carried, clear, limb_rates, list_columns
from supple.kernels.fitting.displacing import between
from supple.kernels.fitting.kinds import FREE, POSE
from supple.kernels.fitting.tasks import inverse_right, task_rate, task_residual
from supple.kernels.jit import dense

WIDE = 12  # rows of a limb: three of each joint, one for what it is too short by, and two of nothing, for whole words


@dense()
def add_row(row, residual, weight, cols, count, normal, slope):
    """One row of a least-squares problem, (m,) of which the listed coordinates count; lower triangle only."""
    for i in range(count):
        share = weight * row[cols[i]]
        if share == 0.0:
            continue
        slope[cols[i]] += share * residual
        for k in range(i + 1):
            normal[max(cols[i], cols[k]), min(cols[i], cols[k])] += share * row[cols[k]]


@dense()
def add_wide(rows, residuals, cols, count, normal, slope):
    """``WIDE`` rows at once: ``rows`` (m, WIDE) in the order of ``cols``, with ``residuals`` (WIDE,)."""
    for i in range(count):
        total = 0.0
        for d in range(WIDE):
            total += rows[i, d] * residuals[d]
        slope[cols[i]] += total
        for k in range(i + 1):
            total = 0.0
            for d in range(WIDE):
                total += rows[i, d] * rows[k, d]
            normal[max(cols[i], cols[k]), min(cols[i], cols[k])] += total


@dense()
def add_three(rates, residual, weight, cols, count, normal, slope):
    """Three rows, ``rates`` (m, 3), each with its weight."""
    for i in range(count):
        c = cols[i]
        share = (weight[0] * rates[c, 0], weight[1] * rates[c, 1], weight[2] * rates[c, 2])
        slope[c] += vectors.dot(share, residual)
        for k in range(i + 1):
            normal[max(c, cols[k]), min(c, cols[k])] += vectors.dot(share, vectors.row_of(rates, cols[k]))


@dense()
def add_own(j, c, v, width, hinge, stiff, normal, slope):
    """What a free joint costs for being turned by ``v``."""
    if width == 1:
        rate = inverse_right(v, vectors.row_of(hinge, j))
        slope[c] += stiff * vectors.dot(rate, v)
        normal[c, c] += stiff * vectors.dot(rate, rate)
        return
    size_sq = vectors.dot(v, v)
    d = rotvec.shrink(size_sq)
    plain = 1.0 - d * size_sq
    even, along = plain * plain + 0.25 * size_sq, 2.0 * d * plain + d * d * size_sq - 0.25
    for i in range(3):
        slope[c + i] += stiff * v[i]
        normal[c + i, c + i] += stiff * even
        for k in range(i + 1):
            normal[c + i, c + k] += stiff * along * v[i] * v[k]


@dense()
def add_limit(
    n, rotations, turn, rates, cols, count, heavy,
    limit_kind, limit_joint, limit_axis, limit_centre, limit_rest, polygon_start, polygon, low, high, limits,
    row, normal, slope,
):  # fmt: skip
    """The row of a limit that is broken, with ``rates`` (m, 3) of its joint in the frame that ``turn`` leads to."""
    over = max(0.0, limits[n] - high[n]) + min(0.0, limits[n] - low[n])
    along = limit_values.limit_slope(
        limit_kind[n], vectors.turn_of(rotations, limit_joint[n]), vectors.row_of(limit_axis, n),
        vectors.row_of(limit_centre, n), vectors.turn_of(limit_rest, n), polygon_start[n], polygon_start[n + 1],
        polygon,
    )  # fmt: skip
    along = vectors.rotated(turn, along)
    for k in range(count):
        row[cols[k]] = vectors.dot(along, vectors.row_of(rates, cols[k]))
    add_row(row, over, heavy, cols, count, normal, slope)


@dense()
def fill_turn(v, q, weight, rates, cols, count, at, rows, residuals):
    """Three of a limb's rows: a joint turned by ``v`` in its frame ``q``, with ``rates`` (m, 3) in the world."""
    root, size_sq = np.sqrt(weight), vectors.dot(v, v)
    d = rotvec.shrink(size_sq)
    plain = 1.0 - d * size_sq
    first = (plain + d * v[0] * v[0], d * v[0] * v[1] - 0.5 * v[2], d * v[0] * v[2] + 0.5 * v[1])
    second = (d * v[1] * v[0] + 0.5 * v[2], plain + d * v[1] * v[1], d * v[1] * v[2] - 0.5 * v[0])
    third = (d * v[2] * v[0] - 0.5 * v[1], d * v[2] * v[1] + 0.5 * v[0], plain + d * v[2] * v[2])
    first, second, third = (
        vectors.rotated(q, vectors.scaled(root, first)),
        vectors.rotated(q, vectors.scaled(root, second)),
        vectors.rotated(q, vectors.scaled(root, third)),
    )
    for k in range(count):
        rate = vectors.row_of(rates, cols[k])
        rows[k, at] = vectors.dot(first, rate)
        rows[k, at + 1] = vectors.dot(second, rate)
        rows[k, at + 2] = vectors.dot(third, rate)
    for i in range(3):
        residuals[at + i] = root * v[i]


@dense()
def assemble(
    reference_root, reference, root, rotations, positions, turned, order, parents,
    col, width, hinge, travels, stiff, stiff_travel, heavy,
    bases, middles, ends, axes, mode, riders, places, tips, limb_weights, swivel_col,
    task_kind, task_joint, task_point, task_axis, task_goal, task_weight,
    limit_joint, limit_kind, limit_axis, limit_centre, limit_rest, polygon_start, polygon, low, high, limits,
    size, cols, spins, moves, rider_spins, rider_moves, rates, rows, residuals, row, normal, slope,
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
        if col[j] >= 0:
            v = between(vectors.turn_of(reference, j), vectors.turn_of(rotations, j))
            add_own(j, col[j], v, width[j], hinge, stiff[j], normal, slope)
    for n in range(limit_joint.shape[0]):
        j = limit_joint[n]
        c = col[j]
        if c < 0 or low[n] <= limits[n] <= high[n]:
            continue
        for i in range(width[j]):
            cols[i] = c + i
            for k in range(3):
                spins[c + i, k] = (1.0 if i == k else 0.0) if width[j] == 3 else hinge[j, k]
        add_limit(
            n, rotations, (1.0, 0.0, 0.0, 0.0), spins, cols, width[j], heavy,
            limit_kind, limit_joint, limit_axis, limit_centre, limit_rest, polygon_start, polygon, low, high, limits,
            row, normal, slope,
        )  # fmt: skip
    for limb in range(bases.shape[0]):
        if mode[limb] == FREE:
            continue
        count, missing, direction = limb_rates(
            limb, parents, bases, middles, ends, axes, mode, riders, places, tips, swivel_col, col, width, hinge,
            travels, positions, turned, cols, spins, moves, rider_spins, rider_moves, rates,
        )  # fmt: skip
        for k in range(count):
            for d in range(9, WIDE):
                rows[k, d] = 0.0
        residuals[9] = 0.0
        if abs(missing) > MISSED:
            far = np.sqrt(heavy * limb_weights[limb])
            residuals[9] = far * missing
            for k in range(count):
                rows[k, 9] = -far * vectors.dot(direction, vectors.row_of(moves, cols[k]))
        for which, j in enumerate((bases[limb], middles[limb], ends[limb])):
            q = vectors.turn_of(turned, j)
            for n in range(limit_joint.shape[0]):
                if limit_joint[n] == j and not low[n] <= limits[n] <= high[n]:
                    add_limit(
                        n, rotations, q, rates[which], cols, count, heavy, limit_kind, limit_joint, limit_axis,
                        limit_centre, limit_rest, polygon_start, polygon, low, high, limits, row, normal, slope,
                    )  # fmt: skip
            v = between(vectors.turn_of(reference, j), vectors.turn_of(rotations, j))
            weight = stiff[j] if which < 2 or mode[limb] == POSE else 0.0
            fill_turn(v, q, weight, rates[which], cols, count, 3 * which, rows, residuals)
        add_wide(rows, residuals, cols, count, normal, slope)
    for k in range(task_kind.shape[0]):
        weight = vectors.scaled(heavy, vectors.row_of(task_weight, k))
        if weight[0] + weight[1] + weight[2] > 0.0:
            joint, point = task_joint[k], vectors.row_of(task_point, k)
            kind, axis, goal = task_kind[k], vectors.row_of(task_axis, k), vectors.turn_of(task_goal, k)
            x = vectors.plus(vectors.row_of(positions, joint), vectors.rotated(vectors.turn_of(turned, joint), point))
            count = list_columns(joint, parents, col, width, travels, cols, 0)
            clear(cols, count, spins, moves)
            carried(joint, x, parents, col, width, hinge, travels, positions, turned, spins, moves)
            r = task_residual(kind, joint, point, axis, goal, positions, turned)
            for i in range(count):
                c = cols[i]
                rates[0, c, 0], rates[0, c, 1], rates[0, c, 2] = task_rate(
                    kind, joint, point, axis, goal, positions, turned,
                    vectors.row_of(spins, c), vectors.row_of(moves, c),
                )  # fmt: skip
            add_three(rates[0], r, weight, cols, count, normal, slope)
