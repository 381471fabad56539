"""All levels of one frame, each as far as the stronger ones allow."""

from __future__ import annotations

import numpy as np

from supple.kernels.algebra import dot
from supple.kernels.jit import dense
from supple.kernels.posing import slots
from supple.kernels.posing.approach import approach, restore
from supple.kernels.posing.arena import flags, ints, vector
from supple.kernels.posing.evaluate import BEFORE, CARRIED, NEAR, START, evaluate, keep_pose, largest, return_to
from supple.kernels.posing.locks import keep_locks, lock_broken, return_to_locks, shift_rows, unlock
from supple.kernels.posing.meet import meet, multipliers
from supple.kernels.posing.newton import fill_downhill

_AT_EASE = 0.0118  # of the height, 20 mm of a person: what the pull would make a level miss, if it were weighed
_WITHIN_REACH = 3e-4  # of the height, 0.5 mm: missed by less with next to no pull, a level can be met
_BEYOND_REACH = 0.0018  # 3 mm: missed by more, it cannot
_FAR_BEYOND = 0.0118  # 20 mm: then it is left where the pull to the source balances it, which is smooth over time
_WIDELY_MISSED = 0.06  # 100 mm: more than the pull would ever make a task miss that can be met
_MOST_PULL = 30.0  # [rad] of all joints and the root together, by their scales: a body that is folded up
_LOST = 1e-6  # of the height: stronger levels do not hold
REACHED = 3e-5  # of the height: as far apart wishes may be that say the same, such as two about one foot; all are met
_FIXING = 12  # steps that settle a level
_LOCK_ROUNDS = 16
_RELEASES = 2
_MEET_STEPS = 16


@dense()
def solve_frame(cap, carried, frame):
    """Solve all levels from the pose as it is, or where it can be from the one ``carried`` over, with its locks.

    Returns the steps taken. ``MISSED`` says which levels cannot be met, or by a stretch alone.
    """
    steps, levels = 0, ints(frame, slots.COUNTS)[slots.COUNT_LEVELS] + 1
    keep_pose(START, frame)
    for start in (CARRIED, START):
        if start == CARRIED and not carried:
            continue
        return_to(start, frame)
        if start == CARRIED:
            return_to_locks(frame)
        taken, settled = _meet_inside(levels, True, frame)
        steps += taken
        if not settled and _reached(levels, frame):  # what is left is a flat valley, where Newton's steps are quick
            steps += _approach_inside(levels, cap, frame)
            settled = True
        if settled and _reached(levels, frame):
            allow_rest(1, levels, frame)
            _mark_strained(levels, frame)
            return steps
        shift_rows(-ints(frame, slots.COUNTS)[slots.COUNT_LOCKS], frame)
    return_to(START, frame)
    for level in range(1, levels):
        steps += _serve(level, cap, frame)
    keep_pose(BEFORE, frame)
    steps += _approach_inside(levels, cap, frame)
    if not _held(levels, frame):
        restore(ints(frame, slots.LEVEL_START)[levels], _FIXING, frame)
    if not _held(levels, frame):
        _give_up(levels, frame)
    _mark_strained(levels, frame)
    return steps


@dense()
def _serve(level, cap, frame):
    """Serve one level, and fix what it came to, for those below it.

    Whatever happens, the stronger levels hold: where they cannot be brought back, this level is not served.
    """
    level_start = ints(frame, slots.LEVEL_START)
    keep_pose(BEFORE, frame)
    keep_locks(frame)
    steps, settled = _meet_inside(level + 1, False, frame)
    if not (settled and _reached(level + 1, frame)):
        return_to(BEFORE, frame)
        return_to_locks(frame)
        steps += _come_near(level, cap, frame)
    keep_pose(NEAR, frame)
    restore(level_start[level + 1], _FIXING, frame)
    if not _held(level, frame):  # what little it misses cannot be had
        return_to(NEAR, frame)
        restore(level_start[level], _FIXING, frame)
    if not _held(level, frame):
        _give_up(level, frame)
    allow_rest(level, level + 1, frame)
    return steps


@dense()
def allow_rest(level, stop_level, frame):
    """Allow some levels what they miss: rows that depend on stronger ones must not be asked for again."""
    level_start, slack, errors = ints(frame, slots.LEVEL_START), vector(frame, slots.SLACK), vector(frame, slots.ERRORS)
    for i in range(level_start[level], level_start[stop_level]):
        slack[i] += errors[i]


@dense()
def _held(level, frame):
    """Whether all that is stronger than a level holds."""
    stop = ints(frame, slots.LEVEL_START)[level]
    return largest(vector(frame, slots.ERRORS), 0, stop) <= _LOST * vector(frame, slots.SIZES)[0]


@dense()
def _give_up(level, frame):
    """Back to the pose that the stronger levels came to."""
    return_to(BEFORE, frame)
    shift_rows(-ints(frame, slots.COUNTS)[slots.COUNT_LOCKS], frame)
    if level < flags(frame, slots.MISSED).shape[0]:
        flags(frame, slots.MISSED)[level] = True
    ints(frame, slots.COUNTS)[slots.COUNT_CAPPED] += 1
    evaluate(frame)


@dense()
def _come_near(level, cap, frame):
    """Find out how near a level can come, and settle what it is allowed to miss.

    With next to no pull to the source it comes as near as possible: what can be met is. What is far beyond reach is
    left where the pull balances it, because the nearest pose of all is stretched out, and jerks; between, in between.
    That is decided task by task: what can be met does not give way because an equal one beside it cannot.
    """
    level_start, row_start, errors = (
        ints(frame, slots.LEVEL_START),
        ints(frame, slots.ROW_START),
        vector(frame, slots.ERRORS),
    )
    balanced, sizes, counts = vector(frame, slots.BALANCED), vector(frame, slots.SIZES), ints(frame, slots.COUNTS)
    weight = sizes[1]
    steps = _approach_inside(level, cap, frame)
    count = level_start[level + 1] - level_start[level]
    for i in range(count):
        balanced[i] = errors[level_start[level] + i]
    capped = counts[slots.COUNT_CAPPED]
    for share in (0.03, 0.0002):
        if not _surely_far(level, frame):
            sizes[1] = share * weight
            steps += _approach_inside(level, cap, frame)
    sizes[1], counts[slots.COUNT_CAPPED] = weight, capped  # these only find out how far it is
    first = level_start[level]
    miss = np.sqrt(dot(errors[first : first + count], errors[first : first + count], count)) / sizes[0]
    flags(frame, slots.MISSED)[level] = miss > _WITHIN_REACH
    for task in range(counts[slots.COUNT_TASKS]):
        if first <= row_start[task] < first + count:
            _allow_miss(row_start[task], row_start[task + 1], first, frame)
    keep_pose(NEAR, frame)
    taken, settled = _meet_inside(level + 1, False, frame)
    if not settled:
        return_to(NEAR, frame)
    return steps + taken


@dense()
def _allow_miss(start, stop, first, frame):
    """Settle what one task is allowed to miss, from what it misses where its level, from row ``first``, is nearest."""
    slack, errors, balanced = vector(frame, slots.SLACK), vector(frame, slots.ERRORS), vector(frame, slots.BALANCED)
    miss = np.sqrt(dot(errors[start:stop], errors[start:stop], stop - start)) / vector(frame, slots.SIZES)[0]
    out, far = _ease(miss, _WITHIN_REACH, _BEYOND_REACH), _ease(miss, _BEYOND_REACH, _FAR_BEYOND)
    for i in range(start, stop):
        slack[i] = far * balanced[i - first] + (1.0 - far) * out * errors[i]


@dense()
def _surely_far(level, frame):
    r"""Whether no pose of at most ``_MOST_PULL`` brings a level within 20 mm, and each of its tasks is far away.

    Where :math:`|e|^2 + \mu^2 |a|^2` is least, as here, no other pose has a smaller sum.
    """
    errors, pull, sizes = vector(frame, slots.ERRORS), vector(frame, slots.PULL), vector(frame, slots.SIZES)
    first, stop = ints(frame, slots.LEVEL_START)[level], ints(frame, slots.LEVEL_START)[level + 1]
    row_start, near_sq = ints(frame, slots.ROW_START), (_WIDELY_MISSED * sizes[0]) ** 2
    for task in range(ints(frame, slots.COUNTS)[slots.COUNT_TASKS]):
        begin, end = row_start[task], row_start[task + 1]
        if first <= begin < stop and dot(errors[begin:end], errors[begin:end], end - begin) < near_sq:
            return False
    miss_sq = dot(errors[first:stop], errors[first:stop], stop - first)
    most = _MOST_PULL * _MOST_PULL - dot(pull, pull, pull.shape[0])
    return miss_sq - sizes[1] * most > (_FAR_BEYOND * sizes[0]) ** 2


@dense()
def _ease(value, low, high):
    """From 0 to 1 between two values, level at both."""
    u = min(max((value - low) / (high - low), 0.0), 1.0)
    return u * u * (3.0 - 2.0 * u)


@dense()
def _meet_inside(stop_level, attracted, frame):
    """Meet the first levels within the limits of joints; returns steps and success."""
    steps = 0
    for _ in range(_LOCK_ROUNDS):
        taken, settled = meet(stop_level, _MEET_STEPS, attracted, frame)
        steps += taken
        if not settled:
            return steps, False
        if lock_broken(frame) == 0:
            stop = ints(frame, slots.LEVEL_START)[stop_level]
            if not (attracted and _release(vector(frame, slots.PULL), stop, frame)):
                return steps, True
    return steps, False


@dense()
def _approach_inside(level, cap, frame):
    """Approach a level within the limits of joints."""
    steps, counts = 0, ints(frame, slots.COUNTS)
    capped = counts[slots.COUNT_CAPPED]
    for _ in range(_LOCK_ROUNDS):
        counts[slots.COUNT_CAPPED] = capped  # only the last search counts
        steps += approach(level, cap, frame)
        if lock_broken(frame) == 0:
            fill_downhill(level, frame)
            if not _release(vector(frame, slots.DOWNHILL), ints(frame, slots.LEVEL_START)[level], frame):
                break
    return steps


@dense()
def _release(wish, stop, frame):
    """Unlock joints that a wish would turn back inside; returns whether there was one."""
    if ints(frame, slots.COUNTS)[slots.COUNT_LOCKS] == 0:
        return False
    multipliers(stop, wish, frame)
    return let_go(1.0, frame)


@dense()
def let_go(sign, frame):
    """Unlock joints whose locks hold them back from where a wish would turn them; returns whether there was one.

    ``RIGHT`` times ``sign`` are the shares of the locks in the wish. A limit that has let go of its joint twice holds
    it for good, or two might take turns for ever.
    """
    side, right, counts = ints(frame, slots.LOCKED_SIDE), vector(frame, slots.RIGHT), ints(frame, slots.COUNTS)
    locked, released = ints(frame, slots.LOCKED), ints(frame, slots.RELEASED)
    some = False
    for i in range(counts[slots.COUNT_LOCKS] - 1, -1, -1):
        if sign * right[i] * side[i] < 0.0 and released[locked[i]] < _RELEASES:
            released[locked[i]] += 1
            unlock(i, frame)
            some = True
    return some


@dense()
def _reached(stop_level, frame):
    """Whether the first levels are met."""
    last = ints(frame, slots.LEVEL_START)[stop_level]
    return largest(vector(frame, slots.ERRORS), 0, last) <= REACHED * vector(frame, slots.SIZES)[0]


@dense()
def _mark_strained(stop_level, frame):
    """Mark the weakest of several levels, if it is met by a stretch alone, as if it were missed."""
    multipliers(ints(frame, slots.LEVEL_START)[stop_level], vector(frame, slots.PULL), frame)
    mark_by_share(stop_level, frame)


@dense()
def mark_by_share(stop_level, frame):
    r"""Mark the weakest level by its share in the pull, which ``RIGHT`` holds.

    The pull to the source, weighed against level k, would make it miss :math:`\mu^2 |\nu_k|`: little within reach; it
    grows without bound where a limb has to be straight. A level that weaker ones depend on is never marked.
    """
    level_start, right, sizes = ints(frame, slots.LEVEL_START), vector(frame, slots.RIGHT), vector(frame, slots.SIZES)
    level = stop_level - 1
    first, stop = level_start[level], level_start[stop_level]
    share = np.sqrt(dot(right[first:stop], right[first:stop], stop - first))
    if level > 1 and sizes[1] * share > _AT_EASE * sizes[0]:
        flags(frame, slots.MISSED)[level] = True
