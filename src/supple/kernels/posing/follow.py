r"""Solve a frame from where the frames before it lead, in a step or two.

What an edit changes goes on smoothly over time. So the source pose, changed as the changes of the frames before it go
on, is so near the end that all levels are met by bare Gauss-Newton steps with every row as an equation,

.. math:: \delta = a + J^T (J J^T)^{-1} (e - J a),

with the pull a to the source. Where all levels are met their order does not matter, and the pose that meets them all
and is nearest to the source is the one that :mod:`meet` finds from further away. Whatever is not as simple as that (a
level that is not met at once, rows that nearly depend on others) is left to it.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.algebra import dot, fill_gram
from supple.kernels.jit import DISABLED, INT, apart, dense
from supple.kernels.posing import slots
from supple.kernels.posing.arena import POINTERS, copy, copy_rows, flags, frame_at, ints, matrix, vector
from supple.kernels.posing.evaluate import evaluate, evaluate_errors, feel_pull, largest, move, see_pose
from supple.kernels.posing.frame import AT_EASE, REACHED, RELEASES
from supple.kernels.posing.locks import lock_broken, unlock
from supple.kernels.posing.meet import mix
from supple.kernels.posing.point_rows import all_points, point_rows
from supple.kernels.step import take_step

_FAR = 0.2  # [rad] a step that is longer does not end here
_NEAR = 2e-4  # [rad] a last step: what is left of it in directions that no level asks about is a fraction of that
_ARRIVED = 2e-5  # [rad] after which misses that are left are those of wishes that say nearly the same
_HELD = 6e-7  # of the height: misses of a frame that is done
_STEPS = 8
_DEPENDENT = 1e-8  # of a row's squared length: nothing new in it
_UNSURE = 1e-6  # of a row's squared length: so little new that a bare step may be a long one


@dense()
def remember_change(known, frame):
    """Push what the frame was changed by, in front of what the ``known`` frames before it were; returns their number.

    The changes are minus the pull that is felt.
    """
    changes, pull = matrix(frame, slots.CHANGES), vector(frame, slots.PULL)
    for d in range(pull.shape[0]):
        for k in range(slots.PAST - 1, 0, -1):
            changes[k, d] = changes[k - 1, d]
        changes[0, d] = -pull[d]
    return min(known + 1, slots.PAST)


@dense()
def _steadiness(known, changes):
    """How many of the changes before are to be carried on: those that would have foretold the last one best.

    One stays what it is, two go on growing, three go on bending. What jitters is better foretold by few.
    """
    best, least = 1, np.inf
    for order in range(1, known):
        missed = 0.0
        for d in range(changes.shape[1]):
            off = changes[0, d] - _carried_on(order, 1, d, changes)
            missed += off * off
        if missed < least:
            best, least = order, missed
    return best if known > 2 else known


@dense()
def _carried_on(order, first, d, changes):
    """One number of the change that follows those from ``first`` on."""
    if order == 1:
        return changes[first, d]
    if order == 2:
        return 2.0 * changes[first, d] - changes[first + 1, d]
    return 3.0 * (changes[first, d] - changes[first + 1, d]) + changes[first + 2, d]


@dense()
def _begin(known, frame):
    """Take the pose to begin from."""
    changes, scale, scaled = matrix(frame, slots.CHANGES), vector(frame, slots.SCALE), vector(frame, slots.SCALED)
    order = _steadiness(known, changes)
    for d in range(scale.shape[0]):
        scaled[d] = scale[d] * _carried_on(order, 0, d, changes)
    copy(vector(frame, slots.SOURCE_ROOT), vector(frame, slots.ROOT))
    copy_rows(matrix(frame, slots.SOURCE_ROTATIONS), matrix(frame, slots.ROTATIONS))
    take_step(
        scaled, ints(frame, slots.DOF_START), ints(frame, slots.DOF_KIND), matrix(frame, slots.DOF_AXES),
        vector(frame, slots.ROOT), matrix(frame, slots.ROTATIONS),
    )  # fmt: skip


@dense()
def _look(frame):
    """Write errors, rows and the pull."""
    if all_points(frame):
        see_pose(frame)
        point_rows(frame)
        feel_pull(frame)
    else:
        evaluate(frame)


@dense()
def _factored(gram, count, inverse, column):
    """Turn products of rows (lower triangle) into their Cholesky factor; false where a row is nearly dependent.

    A row with nothing new has 0 in place of the ``inverse`` (R,) of its pivot, and takes no part.
    """
    for i in range(count):
        inverse[i] = gram[i, i]
    for p in range(count):
        left, own = gram[p, p], inverse[p]
        inverse[p] = 0.0
        if left <= _DEPENDENT * own:
            continue
        if left < _UNSURE * own:
            return False
        inverse[p] = 1.0 / np.sqrt(left)
        for i in range(p + 1, count):
            column[i] = gram[i, p] * inverse[p]
            gram[i, p] = column[i]
        for i in range(p + 1, count):
            share = column[i]
            for j in range(p + 1, i + 1):
                gram[i, j] -= share * column[j]
    return True


@dense()
def _step(stop, frame):
    """Write the step, and into ``RIGHT`` the share that each row has in it; false where it cannot be trusted."""
    rows, errors, pull = matrix(frame, slots.ROWS), vector(frame, slots.ERRORS), vector(frame, slots.PULL)
    gram, inverse, right = matrix(frame, slots.GRAM), vector(frame, slots.ALONG), vector(frame, slots.RIGHT)
    step, size = vector(frame, slots.STEP), vector(frame, slots.STEP).shape[0]
    fill_gram(rows, stop, size, gram)
    if not _factored(gram, stop, inverse, right):
        return False
    for i in range(stop):
        right[i] = errors[i] - dot(rows[i], pull, size)
    for i in range(stop):
        right[i] *= inverse[i]
        for k in range(i + 1, stop):
            right[k] -= gram[k, i] * right[i]
    copy(pull, step)
    for i in range(stop - 1, -1, -1):
        right[i] *= inverse[i]
        for k in range(i):
            right[k] -= gram[i, k] * right[i]
        for d in range(size):
            step[d] += right[i] * rows[i, d]
    return True


@dense()
def _released(frame):
    """Unlock joints that the pull would turn back inside; returns whether there was one."""
    side, right, counts = ints(frame, slots.LOCKED_SIDE), vector(frame, slots.RIGHT), ints(frame, slots.COUNTS)
    locked, released = ints(frame, slots.LOCKED), ints(frame, slots.RELEASED)
    some = False
    for i in range(counts[slots.COUNT_LOCKS] - 1, -1, -1):
        if -right[i] * side[i] < 0.0 and released[locked[i]] < RELEASES:
            released[locked[i]] += 1
            unlock(i, frame)
            some = True
    return some


@dense()
def _finish(stop, frame):
    """Allow what is missed by less than counts, and mark the weakest of several levels if it is met by a stretch."""
    level_start, slack, errors = ints(frame, slots.LEVEL_START), vector(frame, slots.SLACK), vector(frame, slots.ERRORS)
    sizes, right = vector(frame, slots.SIZES), vector(frame, slots.RIGHT)
    for i in range(level_start[1], stop):
        slack[i] += errors[i]
    last = ints(frame, slots.COUNTS)[slots.COUNT_LEVELS]
    first = level_start[last]
    share = np.sqrt(dot(right[first:stop], right[first:stop], stop - first))
    if last > 1 and sizes[1] * share > AT_EASE * sizes[0]:
        flags(frame, slots.MISSED)[last] = True


@dense()
def _follow_here(known, frame):
    size, errors, counts = vector(frame, slots.SIZES)[0], vector(frame, slots.ERRORS), ints(frame, slots.COUNTS)
    level_start, step, before = ints(frame, slots.LEVEL_START), vector(frame, slots.STEP), np.inf
    _begin(known, frame)
    for count in range(1, _STEPS + 1):
        _look(frame)
        stop = level_start[counts[slots.COUNT_LEVELS] + 1]
        if not _step(stop, frame):
            return 0
        large = largest(step, 0, step.shape[0])
        if not large < _FAR:
            return 0
        mix(large < before < _FAR, frame)
        move(vector(frame, slots.LAST_MOVE), _FAR, frame)
        before = large
        if large < _NEAR:
            evaluate_errors(frame)
            worst = largest(errors, 0, stop)
            if worst <= _HELD * size or (large < _ARRIVED and worst <= REACHED * size):
                feel_pull(frame)
                if lock_broken(frame) == 0 and not _released(frame):
                    _finish(stop, frame)
                    return count
                before = np.inf
    return 0


@apart("supple_follow", INT, *POINTERS, returns=INT)
def _follow_at(known, ints, ints_size, floats, floats_size, flags, flags_size):
    return _follow_here(known, frame_at(ints, ints_size, floats, floats_size, flags, flags_size))


@dense()
def _jump_to_follow(known, frame):
    return _follow_at(
        known, frame[0].ctypes, frame[0].size, frame[1].ctypes, frame[1].size, frame[2].ctypes, frame[2].size
    )  # fmt: skip


follow = _follow_here if DISABLED else _jump_to_follow  # (known, frame) -> steps, 0 where it is not as simple as that
