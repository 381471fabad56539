r"""Solve a frame from where the frames before it lead, in a step or two.

What an edit changes goes on smoothly over time. So the source pose, changed as the changes of the frames before it go
on, is so near the end that all levels are met by bare Gauss-Newton steps with every row as an equation,

.. math:: \delta = a + J^T (J J^T)^{-1} (e - J a),

with the pull a to the source. Where all levels are met their order does not matter, and the pose that meets them all
and is nearest to the source is the one that :mod:`meet` finds from further away. Whatever is not as simple as that (a
level that is not met at once, rows that nearly depend on others) is left to it.

What the pull does in the free directions converges by a share that is nearly the same from step to step, and from frame
to frame. So steps are mixed (Anderson's mixing): with some earlier moves m and by how much the steps changed with them,
:math:`\Delta_j`, also of the frames before,

.. math:: move = \delta - \sum_j \gamma_j (m_j + \Delta_j), \qquad
          \gamma = \arg\min |\delta - \sum_j \gamma_j \Delta_j|,

which goes where further steps would end; the smallest of that norm tells how far from there it is.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.algebra import cholesky, dot, solve_lower, solve_upper
from supple.kernels.dof_kinds import PARENT, SLIDE
from supple.kernels.factors import add_rows, factored, fill_products, solve_factored, take_along
from supple.kernels.jit import DISABLED, INT, apart, dense
from supple.kernels.posing import slots
from supple.kernels.posing.arena import POINTERS, copy, copy_turns, frame_at, ints, matrix, vector
from supple.kernels.posing.evaluate import evaluate, evaluate_errors, feel_pull, largest, move
from supple.kernels.posing.frame import REACHED, allow_rest, let_go, mark_by_share
from supple.kernels.posing.locks import lock_broken, lock_errors, lock_rows
from supple.kernels.posing.point_rows import (
    all_points,
    lean_on_points,
    place_points,
    point_errors,
    point_products,
    point_rows,
    see_points,
)
from supple.kernels.step import take_step

_FAR = 0.2  # [rad] a step that is longer does not end here
_NEAR = 2e-3  # [rad] a last step
_BESIDE = 0.01  # [rad] a step after which rows are what they were but for a hundredth, and so is a step along them
# What the next step would be, as mixing foretells it, after a last one. The first step of a frame is by how much its
# change does not go on as those before it: a share of that is not seen beside it.
_SETTLED, _SEEN, _MOST = 1e-4, 0.1, 4e-4  # [rad], of the first step, [rad]; bent rows are not put right by more either
_HALF_TURN = 1.8  # [rad] about each of three axes: a change that is shorter is its own shortest way back
_MIXED = 3.0  # times as long as the step, at most
_TINY = 1e-10  # of the sum of squares: for earlier moves that say the same
_ARRIVED = 2e-5  # [rad] after which rows with nothing new miss what they differ by from those that say the same
_HELD = 6e-8  # of the height, 0.1 um: misses of a frame that is done. A tenth of that is not seen, and costs steps
_STEPS = 8
_STEPS_FROM_SOURCE, _LONGEST = 12, 0.5  # of a frame without others before it; [rad] of its first steps
# a change stays, goes on growing, goes on bending, goes on bending more and more
_BINOMIAL = ((1.0, 0.0, 0.0, 0.0), (2.0, -1.0, 0.0, 0.0), (3.0, -3.0, 1.0, 0.0), (4.0, -6.0, 4.0, -1.0))


@dense()
def remember_change(known, frame):
    """Push what the frame was changed by, in front of what the ``known`` frames before it were; returns their number.

    The changes are minus the pull that is felt.
    """
    changes, pull = matrix(frame, slots.CHANGES), vector(frame, slots.PULL)
    for k in range(slots.PAST - 1, 0, -1):
        for d in range(pull.shape[0]):
            changes[k, d] = changes[k - 1, d]
    for d in range(pull.shape[0]):
        changes[0, d] = -pull[d]
    return min(known + 1, slots.PAST)


@dense()
def _steadiness(known, changes):
    """How many of the changes before are to be carried on: those that would have foretold the last one best.

    One stays what it is, two go on growing, three and four go on bending. What jitters is better foretold by few.
    """
    if known < 3:
        return known
    one, two, three, four = 0.0, 0.0, 0.0, 0.0
    for d in range(changes.shape[1]):
        a, b, c = changes[0, d] - changes[1, d], changes[1, d] - changes[2, d], changes[2, d] - changes[3, d]
        last = changes[3, d] - changes[4, d]
        one, two, three = one + a * a, two + (a - b) ** 2, three + (a - 2.0 * b + c) ** 2
        four += (a - 3.0 * (b - c) - last) ** 2
    if known > 4 and four < min(one, two, three):
        return 4
    if known > 3 and three < min(one, two):
        return 3
    return 2 if two < one else 1


@dense()
def _begin(known, frame):
    """Take the pose to begin from; where no frame before is known, it is the pose as it is.

    Returns whether ``PULL`` is already that of the pose: minus the change, but for joints of two hinges.
    """
    if known == 0:
        return False
    pull, kind = vector(frame, slots.PULL), ints(frame, slots.DOF_KIND)
    changes, scale, scaled = matrix(frame, slots.CHANGES), vector(frame, slots.SCALE), vector(frame, slots.SCALED)
    order = _steadiness(known, changes)
    a, b, c, e = _BINOMIAL[order - 1]
    for d in range(scale.shape[0]):
        pull[d] = -(a * changes[0, d] + b * changes[1, d] + c * changes[2, d] + e * changes[3, d])
        scaled[d] = -scale[d] * pull[d]
    copy(vector(frame, slots.SOURCE_ROOT), vector(frame, slots.ROOT))
    copy_turns(matrix(frame, slots.SOURCE_ROTATIONS), matrix(frame, slots.ROTATIONS))
    take_step(
        scaled, ints(frame, slots.DOF_START), ints(frame, slots.DOF_KIND), matrix(frame, slots.DOF_AXES),
        vector(frame, slots.ROOT), matrix(frame, slots.ROTATIONS),
    )  # fmt: skip
    for d in range(scale.shape[0]):
        if kind[d] == PARENT or (kind[d] != SLIDE and abs(scaled[d]) >= _HALF_TURN):
            return False
    return True


@dense()
def _look(felt, frame):
    """Write errors, rows and the pull, if that is not ``felt`` yet."""
    if not all_points(frame):
        evaluate(frame)
        return
    see_points(frame)
    point_rows(frame)
    lock_rows(frame)
    if not felt:
        feel_pull(frame)


@dense()
def _look_back(frame):
    """Write errors, and the pull against what the shares ``RIGHT`` of the rows make of it here.

    After a short move rows are nearly what they were, and what is left is small: so those of the step before will do.
    """
    counts, shares = ints(frame, slots.COUNTS), vector(frame, slots.RIGHT)
    see_points(frame)
    lock_rows(frame)
    feel_pull(frame)
    lean_on_points(shares, frame)
    pull = vector(frame, slots.PULL)
    add_rows(matrix(frame, slots.ROWS), counts[slots.COUNT_LOCKS], pull.shape[0], shares, pull)


@dense()
def _look_at_errors(frame):
    """Write the errors alone."""
    if not all_points(frame):
        evaluate_errors(frame)
        return
    place_points(frame)
    point_errors(frame)
    lock_errors(frame)


@dense()
def _factor_rows(stop, frame):
    """Factor the products of the rows, of which none has a share in anything yet; false if that cannot be trusted."""
    rows, products, shares = matrix(frame, slots.ROWS), matrix(frame, slots.GRAM), vector(frame, slots.RIGHT)
    if all_points(frame):
        point_products(stop, frame)
    else:
        fill_products(rows, stop, rows.shape[1], products)
    sure = factored(products, stop, vector(frame, slots.ALONG), shares)
    for i in range(stop):
        shares[i] = 0.0
    return sure


@dense()
def _step(stop, frame):
    """Write the step; returns its largest entry. Where all is met, ``RIGHT`` is minus the rows' shares in the pull."""
    rows, pull, before = matrix(frame, slots.ROWS), vector(frame, slots.PULL), vector(frame, slots.FORCES)
    right, step, size = vector(frame, slots.RIGHT), vector(frame, slots.STEP), vector(frame, slots.STEP).shape[0]
    copy(right, before)
    copy(vector(frame, slots.ERRORS), right)
    take_along(rows, stop, size, pull, right)
    solve_factored(matrix(frame, slots.GRAM), vector(frame, slots.ALONG), right, stop)
    copy(pull, step)
    add_rows(rows, stop, size, right, step)
    for i in range(stop):
        right[i] += before[i]
    return largest(step, 0, size)


@dense()
def _restored(stop, frame):
    """Cancel the errors that are left, with the rows as they were before the last step; false where that is far."""
    rows, forces = matrix(frame, slots.ROWS), vector(frame, slots.FORCES)
    step, moved, size = vector(frame, slots.STEP), vector(frame, slots.LAST_MOVE), vector(frame, slots.STEP).shape[0]
    copy(vector(frame, slots.ERRORS), forces)
    solve_factored(matrix(frame, slots.GRAM), vector(frame, slots.ALONG), forces, stop)
    step[:] = 0.0
    add_rows(rows, stop, size, forces, step)
    if not largest(step, 0, size) < _MOST:
        return False
    move(step, _FAR, frame)
    for d in range(size):
        moved[d] += step[d]
    return True


@dense()
def forget_moves(frame):
    """Earlier moves say nothing of other rows."""
    matrix(frame, slots.MOVES)[:] = 0.0
    matrix(frame, slots.TURNINGS)[:] = 0.0


@dense()
def _learn(frame):
    """Remember the last move, and by how much the step changed with it, in front of earlier ones."""
    step, last, moved = vector(frame, slots.STEP), vector(frame, slots.LAST_STEP), vector(frame, slots.LAST_MOVE)
    moves, turnings = matrix(frame, slots.MOVES), matrix(frame, slots.TURNINGS)
    for k in range(slots.LEARNT - 1, 0, -1):
        for d in range(step.shape[0]):
            moves[k, d], turnings[k, d] = moves[k - 1, d], turnings[k - 1, d]
    for d in range(step.shape[0]):
        moves[0, d], turnings[0, d] = moved[d], step[d] - last[d]


@dense()
def _mix(large, frame):
    """Write into ``LAST_MOVE`` what to move by; returns the largest entry of what is left of the step.

    That of the step is ``large``.
    """
    step, last, moved = vector(frame, slots.STEP), vector(frame, slots.LAST_STEP), vector(frame, slots.LAST_MOVE)
    moves, turnings, size = (
        matrix(frame, slots.MOVES),
        matrix(frame, slots.TURNINGS),
        vector(frame, slots.STEP).shape[0],
    )
    gram, shares, total = matrix(frame, slots.MIXING), vector(frame, slots.SHARES), 0.0
    rest = vector(frame, slots.SCALED)
    for i in range(slots.LEARNT):
        for j in range(i + 1):
            gram[i, j] = dot(turnings[i], turnings[j], size)
        shares[i] = dot(turnings[i], step, size)
        total += gram[i, i]
    for i in range(slots.LEARNT):
        gram[i, i] += _TINY * total
    copy(step, last)
    copy(step, moved)
    if not (total > 0.0 and cholesky(gram, slots.LEARNT)):
        return large
    solve_lower(gram, shares, slots.LEARNT)
    solve_upper(gram, shares, slots.LEARNT)
    for i in range(slots.LEARNT):
        for d in range(size):
            moved[d] -= shares[i] * (moves[i, d] + turnings[i, d])
    if dot(moved, moved, size) > _MIXED * _MIXED * dot(step, step, size):
        copy(step, moved)
        return large
    copy(step, rest)
    for i in range(slots.LEARNT):
        for d in range(size):
            rest[d] -= shares[i] * turnings[i, d]
    return largest(rest, 0, size)


@dense()
def _follow_here(known, frame):
    level_start, levels = ints(frame, slots.LEVEL_START), ints(frame, slots.COUNTS)[slots.COUNT_LEVELS] + 1
    first, large, felt, beside = 0.0, 0.0, _begin(known, frame), False
    most = _STEPS if known > 0 else _STEPS_FROM_SOURCE
    count, last = 0, most
    while count < last:
        count += 1
        stop = level_start[levels]
        if beside:
            _look_back(frame)
        else:
            _look(felt and count == 1, frame)
            if not _factor_rows(stop, frame):
                return -count
        before, large = large, _step(stop, frame)
        beside = large < _BESIDE and all_points(frame)
        first = large if count == 1 and known > 0 else first
        if not large < _FAR:
            if known > 0 or not large < np.inf:
                return -count
            move(vector(frame, slots.STEP), _LONGEST, frame)
            large = 0.0
            continue
        if before > 0.0:
            _learn(frame)
        left = _mix(large, frame)
        move(vector(frame, slots.LAST_MOVE), _FAR, frame)
        if large < _NEAR and left < max(_SETTLED, min(_SEEN * first, _MOST)) and _met(stop, large, frame):
            feel_pull(frame)
            if lock_broken(frame) == 0 and not let_go(-1.0, frame):
                allow_rest(1, levels, frame)
                mark_by_share(levels, frame)
                return count
            last = min(count + most, 2 * most)  # with other locks it is another search
            large, beside = 0.0, False
            forget_moves(frame)
    return -last


@dense()
def _met(stop, large, frame):
    """Whether all is met; after a step that was tiny, rows with nothing new as nearly as wishes that say the same are.

    All others are equations, which hold, or they would hand what they miss on as a thing that is allowed.
    """
    errors, size, inverse = vector(frame, slots.ERRORS), vector(frame, slots.SIZES)[0], vector(frame, slots.ALONG)
    _look_at_errors(frame)
    if largest(errors, 0, stop) > _HELD * size:  # for what is bent: another step for that alone is a short one
        if not _restored(stop, frame):
            return False
        _look_at_errors(frame)
    for i in range(stop):
        holds = inverse[i] > 0.0 or large >= _ARRIVED
        if not abs(errors[i]) <= (_HELD if holds else REACHED) * size:  # nor where it is not a number
            return False
    return True


@apart("supple_follow", INT, *POINTERS, returns=INT)
def _follow_at(known, ints, ints_size, floats, floats_size, flags, flags_size):
    return _follow_here(known, frame_at(ints, ints_size, floats, floats_size, flags, flags_size))


@dense()
def _jump_to_follow(known, frame):
    return _follow_at(
        known, frame[0].ctypes, frame[0].size, frame[1].ctypes, frame[1].size, frame[2].ctypes, frame[2].size
    )  # fmt: skip


# (known, frame) -> the steps taken; minus those that were tried where it is not as simple as that
follow = _follow_here if DISABLED else _jump_to_follow
