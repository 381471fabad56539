"""Poses of a fit by conjugate gradients in all joints, compiled: what limbs in closed form are compared with.

Polak and Ribiere's directions, in turns of the joints' own frames; along each a parabola through two costs and a slope
says how far to go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from supple.kernels import limit_values, vectors
from supple.kernels.fitting.closing import in_frame
from supple.kernels.fitting.costs import cost_of
from supple.kernels.fitting.displacing import between
from supple.kernels.fitting.kinds import TURN
from supple.kernels.fitting.posing import take_step
from supple.kernels.fitting.tasks import task_residual
from supple.solvers.hierarchical.figure import HEAVY, TRAVEL

if TYPE_CHECKING:
    from support.reduced import Pose, Reduced

MOST = 20_000  # directions
_TRIES = 30


class Descent(NamedTuple):
    """Where conjugate gradients came to."""

    pose: Pose
    slopes: int
    costs: int


def descend(frame: Reduced, stop_at: float) -> Descent:
    """From the reference until the cost is no more than ``stop_at``, or nothing gets better."""
    pose, new, columns = frame.start(), frame.start(), frame.figure.columns
    problem = (
        *frame.reference, pose.all, new.all, frame.figure.order, frame.parents, frame.offsets,
        (columns.col, columns.width, columns.hinge), frame.problem.rigidity, TRAVEL, HEAVY,
        (*frame.limbs, np.zeros(len(frame.limbs[0])), frame.swivel_col),
        frame.points, frame.limits, frame.values, (new.places, new.goals),
    )  # fmt: skip
    slopes, costs = _descend(stop_at, frame.size, problem)
    return Descent(pose, slopes, costs)


@njit(error_model="numpy", fastmath={"reassoc", "contract"})
def _slope(
    reference_root, reference, root, turns, positions, turned, order, parents, columns, stiff, travel, heavy,
    points, limits, values, out,
):  # fmt: skip
    """Half the slope of the cost, by what pulls and twists each joint; ``values`` are those of the limits."""
    col, width, hinge = columns
    kind, joint, point, axis, goal, weight = points
    out[:] = 0.0
    for i in range(3):
        out[i] = travel * (root[i] - reference_root[i])
    for n in range(order.shape[0]):
        j = order[n]
        if col[j] >= 0:
            v = vectors.scaled(stiff[j], between(vectors.turn_of(reference, j), vectors.turn_of(turns, j)))
            _add(j, v, col, width, hinge, out)
    for n in range(values.shape[0]):
        j = limits[0][n]
        over = max(0.0, values[n] - limits[8][n]) + min(0.0, values[n] - limits[7][n])
        if col[j] >= 0 and over != 0.0:
            along = limit_values.limit_slope(
                limits[1][n], vectors.turn_of(turns, j), vectors.row_of(limits[2], n), vectors.row_of(limits[3], n),
                vectors.turn_of(limits[4], n), limits[5][n], limits[5][n + 1], limits[6],
            )  # fmt: skip
            _add(j, vectors.scaled(heavy * over, along), col, width, hinge, out)
    for k in range(kind.shape[0]):
        if weight[k, 0] == 0.0:
            continue
        j, own = joint[k], vectors.row_of(point, k)
        r = task_residual(kind[k], j, own, vectors.row_of(axis, k), vectors.turn_of(goal, k), positions, turned)
        pull = vectors.scaled(heavy * weight[k, 0], r)
        x = vectors.plus(vectors.row_of(positions, j), vectors.rotated(vectors.turn_of(turned, j), own))
        twist = vectors.rotated(vectors.turn_of(turned, j), pull)
        if kind[k] != TURN:
            for i in range(3):
                out[i] += pull[i]
        while j >= 0:
            if col[j] >= 0:
                if kind[k] != TURN:
                    twist = vectors.cross(vectors.minus(x, vectors.row_of(positions, j)), pull)
                _add(j, in_frame(vectors.turn_of(turned, j), twist), col, width, hinge, out)
            j = parents[j]


@njit(error_model="numpy", fastmath={"reassoc", "contract"})
def _add(j, twist, col, width, hinge, out):
    """What twists a joint in its own frame, on its coordinates."""
    if width[j] == 3:
        for i in range(3):
            out[col[j] + i] += twist[i]
    else:
        out[col[j]] += vectors.dot(twist, vectors.row_of(hinge, j))


@njit(error_model="numpy", fastmath={"reassoc", "contract"})
def _moved(
    far, direction, step, reference_root, reference, pose, new, order, parents, offsets, columns, stiff, travel, heavy,
    limbs, points, limits, values, spare,
):  # fmt: skip
    """The cost after so much of a direction; ``new`` becomes the pose."""
    col, width, hinge = columns
    bases, middles, ends, axes, least, mode, riders, places, goals, tips, weights, swivels, swivel_col = limbs
    step[:] = far * direction
    take_step(
        step, order, parents, offsets, col, width, hinge, True, bases, middles, ends, axes, least, mode, riders,
        places, goals, tips, swivel_col, *pose, *new, swivels, *spare,
    )  # fmt: skip
    return cost_of(
        reference_root, reference, *new, col, order, stiff, travel, heavy,
        bases, middles, ends, mode, spare[0], tips, weights, *points, *limits, values,
    )  # fmt: skip


@njit(error_model="numpy", fastmath={"reassoc", "contract"})
def _descend(stop_at, size, problem):
    reference_root, reference, pose, new, order, parents, _, columns, stiff, travel, heavy = problem[:11]
    _, points, limits, values, _ = problem[11:]
    slope, last, direction, step = np.zeros(size), np.zeros(size), np.zeros(size), np.zeros(size)
    slopes, costs, far, before = 0, 1, 1e-3, 1.0
    cost = _moved(0.0, direction, step, *problem)
    for _ in range(MOST):
        if cost <= stop_at:
            break
        last[:] = slope
        _slope(
            reference_root, reference, *pose, order, parents, columns, stiff, travel, heavy, points, limits, values,
            slope,
        )  # fmt: skip
        slopes += 1
        size_sq = np.dot(slope, slope)
        direction *= max(0.0, (size_sq - np.dot(slope, last)) / before)
        direction -= slope
        before, down = size_sq, np.dot(direction, slope)
        if down >= 0.0:
            direction[:] = -slope
            down = -size_sq
        ahead = _moved(far, direction, step, *problem)
        curve = (ahead - cost - 2.0 * down * far) / (far * far)
        wanted = min(-down / curve, 10.0 * far) if curve > 0.0 else 4.0 * far
        there = _moved(wanted, direction, step, *problem)
        costs += 2
        if ahead < min(there, cost):
            wanted, there = far, _moved(far, direction, step, *problem)
        for _ in range(_TRIES):
            if there < cost:
                break
            wanted *= 0.1
            there = _moved(wanted, direction, step, *problem)
            costs += 1
        if not there < cost:
            break
        far, cost = wanted, there
        for i in range(3):
            pose[0][i] = new[0][i]
        pose[1][:], pose[2][:], pose[3][:] = new[1], new[2], new[3]
    return slopes, costs
