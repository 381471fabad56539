r"""One frame of a fit: the pose nearest to a reference that meets what the frame asks.

.. math:: \min_x \; \sum_j \alpha_j \lVert v_j \rVert^2 + \alpha_p \lVert p - p_0 \rVert^2
          + w \sum_i c_i^2, \qquad v_j = \log(q_{0,j}^{-1} q_j)

over reduced coordinates x: the root's travel, turns of the free joints, and one swivel for each closed limb. The joints
of closed limbs follow in closed form (:mod:`closing`), so that their ends are exactly where they should be as long as
they can; by how much they cannot is penalised, and the trunk comes to help. A limb that is too short is kept as
bent as it was until the trunk has come: a straight one would remain so, since nothing tells it that bending again is
cheaper. All other wishes, and joint limits, are penalties. Levenberg-Marquardt steps; a step counts only if the cost
falls.

Arrays of a frame: ``col`` (J,) the first column of a free joint or -1, ``width`` (J,) how many it has, ``hinge`` (J, 3)
the axis of one that has one; ``order`` (n,) the joints that matter, parents first.
"""

from __future__ import annotations

import numpy as np

from supple.kernels import algebra, vectors
from supple.kernels.cleanup.hinge import hinge_of
from supple.kernels.fitting.costs import cost_of
from supple.kernels.fitting.kinds import FREE
from supple.kernels.fitting.normal import WIDE, assemble
from supple.kernels.fitting.posing import hang, settle_places, take_step, tip_of
from supple.kernels.jit import (
    CUBE,
    INT,
    INTS,
    MATRIX,
    OUT_CUBE,
    OUT_MATRIX,
    VECTOR,
    array_in,
    dense,
    types,
)  # fmt: skip

_LARGEST = 0.5  # [rad] of one coordinate in a step; of the root's travel so many metres
_TRIES = 6
_SLOW, _NOTHING = 1e-3, 1e-6  # share of the cost, and how much of it, by which it must still fall
_HOLDS = 2  # how often limbs that are too short are kept bent in a frame: at first, and where the solver would end
_ROUNDING = 1e-9  # of a squared length, by which a limb counts as too short
_FIRST, _LEAST, _EASIER, _HARDER = 1e-6, 1e-12, 0.1, 10.0  # damping, relative to the diagonal


@dense()
def copied(order, root, rotations, positions, turned, to_root, to_rotations, to_positions, to_turned):
    """Take over a pose."""
    to_root[:] = root
    for n in range(order.shape[0]):
        j = order[n]
        for i in range(3):
            to_positions[j, i] = positions[j, i]
        for i in range(4):
            to_rotations[j, i] = rotations[j, i]
            to_turned[j, i] = turned[j, i]


@dense()
def damped_step(normal, slope, damping, size, factor, step):
    """Solve for a step; False where the equations are not definite. Steps are kept short."""
    for i in range(size):
        step[i] = -slope[i]
        for k in range(i):
            factor[i, k] = normal[i, k]
        factor[i, i] = normal[i, i] * (1.0 + damping) + 1e-12
    if not algebra.cholesky(factor, size):
        return False
    algebra.solve_lower(factor, step, size)
    algebra.solve_upper(factor, step, size)
    largest = 0.0
    for i in range(size):
        largest = max(largest, abs(step[i]))
    if largest > _LARGEST:
        for i in range(size):
            step[i] *= _LARGEST / largest
    return True


@dense()
def find_bends(bases, middles, ends, axes, tips, positions, turned, bends):
    """How far limbs are bent in a pose: ``bends`` (L,)."""
    for limb in range(bases.shape[0]):
        knee = vectors.row_of(positions, middles[limb])
        upper = vectors.minus(knee, vectors.row_of(positions, bases[limb]))
        lower = vectors.minus(tip_of(limb, ends, tips, positions, turned), knee)
        axis = vectors.rotated(vectors.turn_of(turned, middles[limb]), vectors.row_of(axes, limb))
        bends[limb] = hinge_of(upper, lower, axis)[2]


@dense()
def hold_bends(bases, ends, mode, tips, places, positions, turned, own_bends, bends):
    """Let limbs that are too short in a pose bend no less than their own; whether there are any."""
    some = False
    for limb in range(bases.shape[0]):
        if mode[limb] == FREE or own_bends[limb] <= bends[limb]:
            continue
        hip = vectors.row_of(positions, bases[limb])
        line = vectors.minus(vectors.row_of(places, limb), hip)
        reached = vectors.minus(tip_of(limb, ends, tips, positions, turned), hip)
        if vectors.dot(line, line) > (1.0 + _ROUNDING) * vectors.dot(reached, reached):
            bends[limb] = own_bends[limb]
            some = True
    return some


@dense()
def promised(slope, step, size):
    """By how much the cost would fall if it were as simple as the equations have it."""
    total = 0.0
    for i in range(size):
        total -= slope[i] * step[i]
    return total


@dense()
def begin(f, order, roots, rotations, mode, free_size, root, here, step, swivel_col):
    """Take over the reference pose of a frame and give each closed limb a coordinate; how many there are then."""
    size = free_size
    for limb in range(mode.shape[0]):
        swivel_col[limb] = -1
        if mode[limb] != FREE:
            swivel_col[limb] = size
            size += 1
    for m in range(order.shape[0]):
        for i in range(4):
            here[order[m], i] = rotations[f, order[m], i]
    for i in range(3):
        root[i] = roots[f, i]
    for i in range(size):
        step[i] = 0.0
    return size


@dense()
def end(f, order, root, here, new_roots, new_rotations):
    """Write the pose of a frame."""
    for i in range(3):
        new_roots[f, i] = root[i]
    for m in range(order.shape[0]):
        for i in range(4):
            new_rotations[f, order[m], i] = here[order[m], i]


@dense()
def hold_or_free(
    held, holds, bases, ends, mode, riders, place, goal, tip, positions, turned, own_bends, least_bends,
    world_places, world_goals, bends,
):  # fmt: skip
    """Where no step helps: hold limbs that are too short, or let them go again. Whether that changes anything."""
    if not held and holds >= _HOLDS:
        return False
    bends[:] = least_bends
    settle_places(riders, place, goal, positions, turned, world_places, world_goals)
    if not hold_bends(bases, ends, mode, tip, world_places, positions, turned, own_bends, bends):
        return False
    if held:
        bends[:] = least_bends
    return True


MODES = array_in(2, types.int64)


@dense(
    INTS, INTS, INTS, MATRIX, CUBE, CUBE,
    INTS, INTS, MATRIX, types.boolean, VECTOR, types.float64, types.float64,
    INTS, INTS, INTS, MATRIX, MATRIX, MODES, MODES, CUBE, CUBE, CUBE, MATRIX,
    INTS, INTS, MATRIX, MATRIX, CUBE, CUBE,
    INTS, INTS, MATRIX, MATRIX, MATRIX, INTS, MATRIX, MATRIX, MATRIX,
    INT, INT, OUT_MATRIX, OUT_CUBE,
    returns=INT,
)  # fmt: skip
def fit_frames(
    frames, order, parents, roots, rotations, offsets,
    col, width, hinge, travels, stiff, stiff_travel, heavy,
    bases, middles, ends, axes, least_bends, modes, all_riders, places, goals, tips, all_weights,
    task_kind, task_joint, task_point, task_axis, task_goal, task_weight,
    limit_joint, limit_kind, limit_axis, limit_centre, limit_rest, polygon_start, polygon, low, high,
    free_size, most, new_roots, new_rotations,
):  # fmt: skip
    """Solve the listed ``frames``: their rows of ``new_roots`` (F, 3) and ``new_rotations`` (F, J, 4) are rewritten.

    The references are ``roots`` (F, 3) and ``rotations`` (F, J, 4); ``offsets`` is (1, J, 3) or (F, J, 3). Of limbs
    ``least_bends`` [rad], ``modes``, ``all_riders`` and ``all_weights`` are (F, L), ``places`` and ``tips`` (F, L, 3),
    ``goals`` (F, L, 4), places and goals in the frame of the rider, or of the world for -1; of tasks ``task_goal``
    (F, K, 4) and ``task_weight`` (F, K, 3); of limits ``low`` and ``high`` (F, N). The first ``free_size`` coordinates
    are the root's travel and the free joints. Returns how many steps were taken, at most ``most`` in a frame.
    """
    joints, limbs = parents.shape[0], bases.shape[0]
    whole = free_size + limbs
    root, new_root = np.zeros(3), np.zeros(3)
    here, there = np.zeros((joints, 4)), np.zeros((joints, 4))
    positions, new_positions = np.zeros((joints, 3)), np.zeros((joints, 3))
    turned, new_turned = np.zeros((joints, 4)), np.zeros((joints, 4))
    normal, factor, rates = np.zeros((whole, whole)), np.zeros((whole, whole)), np.zeros((3, whole, 3))
    slope, step, row = np.zeros(whole), np.zeros(whole), np.zeros(whole)
    spins, moves = np.zeros((whole, 3)), np.zeros((whole, 3))
    rider_spins, rider_moves = np.zeros((whole, 3)), np.zeros((whole, 3))
    cols, rows, residuals = np.zeros(whole + 1, np.int64), np.zeros((whole + 1, WIDE)), np.zeros(WIDE)
    world_places, world_goals = np.zeros((limbs, 3)), np.zeros((limbs, 4))
    bends, own_bends = np.zeros(limbs), np.zeros(limbs)
    swivels, swivel_col, limits = np.zeros(limbs), np.zeros(limbs, np.int64), np.zeros(limit_joint.shape[0])
    taken = 0
    for n in range(frames.shape[0]):
        f = frames[n]
        bones = offsets[f if offsets.shape[0] > 1 else 0]
        mode, riders, place, goal, tip, limb_weights = (
            modes[f], all_riders[f], places[f], goals[f], tips[f], all_weights[f]
        )  # fmt: skip
        wish, weight, least, largest = task_goal[f], task_weight[f], low[f], high[f]
        size = begin(f, order, roots, rotations, mode, free_size, root, here, step, swivel_col)
        hang(order, parents, root, here, bones, positions, turned)
        find_bends(bases, middles, ends, axes, tip, positions, turned, own_bends)
        bends[:] = least_bends[f]
        cost, damping, first, held, holds = 0.0, _FIRST, True, False, 0
        for k in range(most):
            better = False
            if held and 2 * k >= most:
                held = False
                bends[:] = least_bends[f]
            for _ in range(_TRIES):
                if not first:
                    if not damped_step(normal, slope, damping, size, factor, step):
                        damping *= _HARDER
                        continue
                    if promised(slope, step, size) <= _SLOW * cost + _NOTHING:
                        break
                take_step(
                    step, order, parents, bones, col, width, hinge, travels,
                    bases, middles, ends, axes, bends, mode, riders, place, goal, tip, swivel_col,
                    root, here, positions, turned, new_root, there, new_positions, new_turned, swivels,
                    world_places, world_goals,
                )  # fmt: skip
                if holds == 0:
                    holds = 1
                    held = hold_bends(bases, ends, mode, tip, world_places, new_positions, new_turned, own_bends, bends)
                    if held:
                        continue
                new_cost = cost_of(
                    roots[f], rotations[f], new_root, there, new_positions, new_turned, col, order, stiff,
                    stiff_travel, heavy, bases, middles, ends, mode, world_places, tip, limb_weights,
                    task_kind, task_joint, task_point, task_axis, wish, weight,
                    limit_joint, limit_kind, limit_axis, limit_centre, limit_rest, polygon_start, polygon,
                    least, largest, limits,
                )  # fmt: skip
                if first or new_cost < cost:
                    better = True
                    break
                damping *= _HARDER
            if not better:
                if not hold_or_free(
                    held, holds, bases, ends, mode, riders, place, goal, tip, positions, turned, own_bends,
                    least_bends[f], world_places, world_goals, bends,
                ):  # fmt: skip
                    break
                holds += 0 if held else 1
                held, first, damping = not held, True, _FIRST
                step[:size] = 0.0
                continue
            taken += 1
            cost, first, damping = new_cost, False, max(_LEAST, _EASIER * damping)
            copied(order, new_root, there, new_positions, new_turned, root, here, positions, turned)
            assemble(
                roots[f], rotations[f], root, here, positions, turned, order, parents,
                col, width, hinge, travels, stiff, stiff_travel, heavy,
                bases, middles, ends, axes, mode, riders, world_places, tip, limb_weights, swivel_col,
                task_kind, task_joint, task_point, task_axis, wish, weight,
                limit_joint, limit_kind, limit_axis, limit_centre, limit_rest, polygon_start, polygon,
                least, largest, limits, size, cols, spins, moves, rider_spins, rider_moves, rates, rows, residuals, row,
                normal, slope,
            )  # fmt: skip
        end(f, order, root, here, new_roots, new_rotations)
    return taken
