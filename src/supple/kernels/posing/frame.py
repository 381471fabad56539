"""All levels of one frame, each as far as the stronger ones allow."""

from __future__ import annotations

import numpy as np

from supple.kernels.algebra import dot
from supple.kernels.jit import dense
from supple.kernels.posing import slots
from supple.kernels.posing.approach import approach, restore
from supple.kernels.posing.arena import flags, ints, vector
from supple.kernels.posing.evaluate import BEFORE, CARRIED, NEAR, START, evaluate, keep_pose, largest, return_to
from supple.kernels.posing.locks import lock_broken, shift_rows, unlock
from supple.kernels.posing.meet import meet, multipliers
from supple.kernels.posing.newton import fill_downhill

_AT_EASE = 0.0118  # of the height, 20 mm of a person: what the pull would make a level miss, if it were weighed
_WITHIN_REACH = 3e-4  # of the height, 0.5 mm: missed by less with next to no pull, a level can be met
_BEYOND_REACH = 0.0018  # 3 mm: missed by more, it cannot
_FAR_BEYOND = 0.0118  # 20 mm: then it is left where the pull to the source balances it, which is smooth over time
_LOST = 1e-6  # of the height: stronger levels do not hold
_REACHED = 1e-6  # of the height
_FIXING = 12  # steps that settle a level
_LOCK_ROUNDS = 16
_RELEASES = 2
_MEET_STEPS = 16


@dense()
def solve_frame(cap, carried, frame):
    """Solve all levels from the pose as it is, or where it can be from the one that was ``carried`` over.

    Returns the steps taken. ``MISSED`` says which levels cannot be met, or by a stretch alone.
    """
    steps, levels = 0, ints(frame, slots.COUNTS)[slots.COUNT_LEVELS] + 1
    keep_pose(START, frame)
    for start in (CARRIED, START):
        if start == CARRIED and not carried:
            continue
        return_to(start, frame)
        taken, settled = _meet_inside(levels, True, frame)
        steps += taken
        if not settled and _reached(levels, frame):  # what is left is a flat valley, where Newton's steps are quick
            steps += _approach_inside(levels, cap, frame)
            settled = True
        if settled and _reached(levels, frame):
            _mark_strained(levels, frame)
            return steps
        shift_rows(-ints(frame, slots.COUNTS)[slots.COUNT_LOCKS], frame)
    return_to(START, frame)
    for level in range(1, levels):
        steps += _serve(level, cap, frame)
    keep_pose(BEFORE, frame)
    steps += _approach_inside(levels, cap, frame)
    last = ints(frame, slots.LEVEL_START)[levels]
    if largest(vector(frame, slots.ERRORS), 0, last) > _LOST * vector(frame, slots.SIZES)[0]:
        _give_up(levels, frame)
    _mark_strained(levels, frame)
    return steps


@dense()
def _serve(level, cap, frame):
    """Serve one level, and fix what it came to, for those below it.

    Whatever happens, the stronger levels hold: where they cannot be brought back, this level is not served.
    """
    level_start, slack, errors = ints(frame, slots.LEVEL_START), vector(frame, slots.SLACK), vector(frame, slots.ERRORS)
    keep_pose(BEFORE, frame)
    steps, settled = _meet_inside(level + 1, False, frame)
    if not (settled and _reached(level + 1, frame)):
        return_to(BEFORE, frame)
        steps += _come_near(level, cap, frame)
    restore(level_start[level + 1], _FIXING, frame)
    if largest(errors, 0, level_start[level]) > _LOST * vector(frame, slots.SIZES)[0]:
        _give_up(level, frame)
    for i in range(level_start[level], level_start[level + 1]):
        slack[i] += errors[i]  # rows that depend on stronger ones cannot be met, and must not be asked for again
    return steps


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
    """
    level_start, slack, errors = ints(frame, slots.LEVEL_START), vector(frame, slots.SLACK), vector(frame, slots.ERRORS)
    balanced, sizes, counts = vector(frame, slots.BALANCED), vector(frame, slots.SIZES), ints(frame, slots.COUNTS)
    weight = sizes[1]
    steps = _approach_inside(level, cap, frame)
    count = level_start[level + 1] - level_start[level]
    for i in range(count):
        balanced[i] = errors[level_start[level] + i]
    capped = counts[slots.COUNT_CAPPED]
    for share in (0.03, 0.0002):
        sizes[1] = share * weight
        steps += _approach_inside(level, cap, frame)
    sizes[1], counts[slots.COUNT_CAPPED] = weight, capped  # these only find out how far it is
    first, stop = level_start[level], level_start[level + 1]
    miss = np.sqrt(dot(errors[first:stop], errors[first:stop], count)) / sizes[0]
    flags(frame, slots.MISSED)[level] = miss > _WITHIN_REACH
    out, far = _ease(miss, _WITHIN_REACH, _BEYOND_REACH), _ease(miss, _BEYOND_REACH, _FAR_BEYOND)
    for i in range(first, stop):
        slack[i] = far * balanced[i - first] + (1.0 - far) * out * errors[i]
    keep_pose(NEAR, frame)
    taken, settled = _meet_inside(level + 1, False, frame)
    if not settled:
        return_to(NEAR, frame)
    return steps + taken


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
    """Unlock joints that a wish would turn back inside; returns whether there was one.

    A limit that has let go of its joint twice holds it for good, or two might take turns for ever.
    """
    side, right, counts = ints(frame, slots.LOCKED_SIDE), vector(frame, slots.RIGHT), ints(frame, slots.COUNTS)
    locked, released = ints(frame, slots.LOCKED), ints(frame, slots.RELEASED)
    if counts[slots.COUNT_LOCKS] == 0:
        return False
    multipliers(stop, wish, frame)
    some = False
    for i in range(counts[slots.COUNT_LOCKS] - 1, -1, -1):
        if right[i] * side[i] < 0.0 and released[locked[i]] < _RELEASES:
            released[locked[i]] += 1
            unlock(i, frame)
            some = True
    return some


@dense()
def _reached(stop_level, frame):
    """Whether the first levels are met."""
    last = ints(frame, slots.LEVEL_START)[stop_level]
    return largest(vector(frame, slots.ERRORS), 0, last) <= _REACHED * vector(frame, slots.SIZES)[0]


@dense()
def _mark_strained(stop_level, frame):
    r"""Mark the weakest of several levels, if it is met by a stretch alone, as if it were missed.

    The pull to the source, weighed against level k, would make it miss :math:`\mu^2 |\nu_k|`: little within reach; it
    grows without bound where a limb has to be straight. A level that weaker ones depend on is never marked.
    """
    level_start, right, sizes = ints(frame, slots.LEVEL_START), vector(frame, slots.RIGHT), vector(frame, slots.SIZES)
    level = stop_level - 1
    first, stop = level_start[level], level_start[stop_level]
    multipliers(stop, vector(frame, slots.PULL), frame)
    share = np.sqrt(dot(right[first:stop], right[first:stop], stop - first))
    if level > 1 and sizes[1] * share > _AT_EASE * sizes[0]:
        flags(frame, slots.MISSED)[level] = True
