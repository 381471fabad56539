"""All levels of one frame, each as far as the stronger ones allow."""

from __future__ import annotations

import numpy as np

from supple.kernels.algebra import dot
from supple.kernels.jit import dense
from supple.kernels.posing import slots
from supple.kernels.posing.approach import approach, restore
from supple.kernels.posing.arena import flags, ints, vector
from supple.kernels.posing.evaluate import BEFORE, START, keep_pose, largest, return_to
from supple.kernels.posing.locks import lock_broken, shift_rows, unlock
from supple.kernels.posing.meet import discomfort, meet, multipliers
from supple.kernels.posing.newton import fill_downhill

_EXACT = 0.0018  # of the height, 3 mm of a person: what would be missed by less is met exactly
_FADED = 0.0118  # 20 mm: what is missed by more is left where the pull to the source balances it
_REACHED = 1e-6  # of the height
_LOCK_ROUNDS = 8
_MEET_STEPS = 12


@dense()
def solve_frame(cap, frame):
    """Solve all levels from the pose as it is; returns the steps taken. ``MISSED`` says which levels cannot be met."""
    counts = ints(frame, slots.COUNTS)
    levels = counts[slots.COUNT_LEVELS] + 1
    keep_pose(START, frame)
    steps, settled = _meet_inside(levels, frame)
    if settled and _comfortable(levels, frame):
        return steps
    return_to(START, frame)
    shift_rows(-counts[slots.COUNT_LOCKS], frame)
    for level in range(1, levels):
        steps += _serve(level, cap, frame)
    return steps + _approach_inside(levels, cap, frame)


@dense()
def _serve(level, cap, frame):
    """Serve one level, and fix what it came to, for those below it."""
    level_start, slack, errors = ints(frame, slots.LEVEL_START), vector(frame, slots.SLACK), vector(frame, slots.ERRORS)
    keep_pose(BEFORE, frame)
    steps, settled = _meet_inside(level + 1, frame)
    if not (settled and _comfortable(level + 1, frame)):
        return_to(BEFORE, frame)
        steps += _approach_inside(level, cap, frame)
        first, stop = level_start[level], level_start[level + 1]
        miss = np.sqrt(dot(errors[first:stop], errors[first:stop], stop - first)) / vector(frame, slots.SIZES)[0]
        flags(frame, slots.MISSED)[level] = miss > _EXACT
        away = min(max((miss - _EXACT) / (_FADED - _EXACT), 0.0), 1.0)
        for i in range(first, stop):
            slack[i] = away * away * (3.0 - 2.0 * away) * errors[i]
    restore(level_start[level + 1], frame)
    for i in range(level_start[level], level_start[level + 1]):
        slack[i] += errors[i]  # rows that depend on stronger ones cannot be met, and must not be asked for again
    return steps


@dense()
def _meet_inside(stop_level, frame):
    """Meet the first levels within the limits of joints; returns steps and success."""
    steps = 0
    for _ in range(_LOCK_ROUNDS):
        taken, settled = meet(stop_level, _MEET_STEPS, frame)
        steps += taken
        if not settled:
            return steps, False
        if lock_broken(frame) == 0:
            return steps, True
    return steps, False


@dense()
def _approach_inside(level, cap, frame):
    """Approach a level within the limits of joints; locks that hold back nothing are let go, once."""
    steps, released = 0, False
    for _ in range(_LOCK_ROUNDS):
        steps += approach(level, cap, frame)
        if lock_broken(frame) == 0:
            if released or not _release(level, frame):
                break
            released = True
    return steps


@dense()
def _release(level, frame):
    """Unlock joints that want to turn back inside; returns whether there was one."""
    side, right, counts = ints(frame, slots.LOCKED_SIDE), vector(frame, slots.RIGHT), ints(frame, slots.COUNTS)
    if counts[slots.COUNT_LOCKS] == 0:
        return False
    fill_downhill(level, frame)
    multipliers(ints(frame, slots.LEVEL_START)[level], vector(frame, slots.DOWNHILL), frame)
    some = False
    for i in range(counts[slots.COUNT_LOCKS] - 1, -1, -1):
        if right[i] * side[i] < 0.0:
            unlock(i, frame)
            some = True
    return some


@dense()
def _comfortable(stop_level, frame):
    """Whether every level is met, and none by a stretch."""
    size = vector(frame, slots.SIZES)[0]
    if largest(vector(frame, slots.ERRORS), 0, ints(frame, slots.LEVEL_START)[stop_level]) > _REACHED * size:
        return False
    return discomfort(stop_level, frame) < _EXACT * size
