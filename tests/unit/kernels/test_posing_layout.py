"""How a frame's tasks lie in an arena, and what locks do to them."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.arenas import Laid
from support.edits import walker
from support.solved_edits import at, beside, planted

from supple.constraints.model import Balance, Position, Preserve
from supple.kernels.posing import slots
from supple.kernels.posing.evaluate import evaluate
from supple.kernels.posing.locks import lock_broken, see_limits, shift_rows, unlock
from supple.kernels.task_kinds import MASS

POSE = walker()[0].with_frames(70, 71)
MIXED = (
    beside("LeftHand", (0.0, 0.1, 0.0), priority=7),
    Preserve(effector="LeftFoot", priority=1),
    Balance(priority=3),
    Position(effector="Head", axes="xz", priority=3),
    beside("RightHand", (0.0, 0.2, 0.0), priority=1),
)


def test_slots_do_not_overlap_and_fill_the_arena():
    sizes = slots.Sizes(joints=4, columns=9, tasks=3, supports=2, limits=5, vertices=6, rows=11)
    arena = slots.make_arena(sizes)
    for slot in range(slots.SLOTS):
        part = slots.part(arena, slot)
        assert not part.any(), "written by another"
        part[...] = 1
    assert all(used.all() for used in (arena[0][3 * slots.SLOTS :], arena[1], arena[2]))
    assert slots.part(arena, slots.ROWS).shape == (11, 9)


def test_tasks_lie_in_the_order_of_levels_equal_ones_as_they_come():
    laid = Laid(POSE, *MIXED)
    counts, plan = laid.part(slots.COUNTS), laid.plan
    assert counts[slots.COUNT_TASKS] == 5
    assert counts[slots.COUNT_LEVELS] == 3
    assert counts[slots.COUNT_MASS] == 1
    order = laid.part(slots.ORDER)
    assert_array_equal(order, [1, 4, 2, 3, 0])
    assert_array_equal(laid.part(slots.KIND), plan.kind[order])
    assert_array_equal(laid.part(slots.JOINT), plan.joint[order])
    assert_array_equal(laid.part(slots.ROW_START), [0, 3, 6, 8, 10, 13])
    assert_array_equal(laid.part(slots.LEVEL_START)[:6], [0, 0, 6, 10, 13, 13])  # locks, three levels, the pull's own
    assert laid.part(slots.KIND)[2] == MASS
    assert_allclose(laid.part(slots.GOAL), laid.problem.parts[0][1][0][order])
    owner = np.repeat(np.arange(len(POSE.skeleton)), np.diff(laid.figure.layout.start))
    assert_array_equal(laid.part(slots.RECRUITED), plan.recruited[order][:, owner])


def test_tasks_that_do_not_work_are_left_out():
    working = np.array([[True, False, True, False, False]])
    laid = Laid(POSE, *MIXED, working=working)
    assert laid.part(slots.COUNTS)[slots.COUNT_TASKS] == 2
    assert_array_equal(laid.part(slots.ORDER)[:2], [2, 0])
    assert laid.stop == 5
    starts = laid.part(slots.SUPPORT_START)
    assert starts[1] - starts[0] == laid.plan.support_start[3] - laid.plan.support_start[2]
    assert starts[2] - starts[1] == 0


def bent_too_far(laid, joint, angle=0.5):
    """Turn a joint and say which of its limits are broken."""
    step = np.zeros(laid.columns)
    step[laid.figure.layout.columns(POSE.skeleton.index(joint))] = angle
    laid.stepped(step)
    see_limits(laid.arena)
    values = laid.part(slots.VALUES)
    return np.flatnonzero((values > laid.part(slots.HIGH) + 1e-6) | (values < laid.part(slots.LOW) - 1e-6))


@pytest.mark.parametrize("angle", [1.5, -1.5])
def test_a_broken_limit_is_locked_on_its_side_and_rows_make_room(angle):
    laid = Laid(POSE, *MIXED)
    rows = laid.rows()
    broken = bent_too_far(laid, "LeftForeArm", angle * 2.0)
    assert len(broken) > 0
    before = laid.part(slots.SLACK)
    before[: laid.stop] = np.arange(13.0)
    assert lock_broken(laid.arena) == len(broken)
    assert lock_broken(laid.arena) == 0, "known locks are not locked again"
    n = len(broken)
    assert set(laid.part(slots.LOCKED)[:n]) == set(broken)
    values, low, high = (laid.part(slot)[broken] for slot in (slots.VALUES, slots.LOW, slots.HIGH))
    assert_array_equal(laid.part(slots.LOCKED_SIDE)[:n], np.where(values > high, 1, np.where(values < low, -1, 0)))
    assert_array_equal(laid.part(slots.ROW_START), n + np.array([0, 3, 6, 8, 10, 13]))
    assert_array_equal(laid.part(slots.LEVEL_START)[:6], [0, *(n + np.array([0, 6, 10, 13, 13]))])
    assert_array_equal(laid.part(slots.SLACK)[: n + 13], [*np.zeros(n), *range(13)])
    evaluate(laid.arena)
    assert laid.rows().shape == (n + len(rows), laid.columns)
    assert np.abs(laid.errors()[:n]).min() > 0.0


def test_unlocking_closes_the_gap():
    laid = Laid(POSE, *MIXED, locked={3: 1, 5: -1, 8: 1})
    laid.part(slots.SLACK)[3:16] = np.arange(13.0)
    unlock(1, laid.arena)
    assert laid.part(slots.COUNTS)[slots.COUNT_LOCKS] == 2
    assert_array_equal(laid.part(slots.LOCKED)[:2], [3, 8])
    assert_array_equal(laid.part(slots.LOCKED_SIDE)[:2], [1, 1])
    assert_array_equal(laid.part(slots.SLACK)[:15], [0.0, 0.0, *range(13)])
    shift_rows(-2, laid.arena)
    assert_array_equal(laid.part(slots.ROW_START), [0, 3, 6, 8, 10, 13])


def test_limits_of_joints_that_do_not_move_are_not_locked():
    laid = Laid(POSE, at("LeftHand", (0.3, 1.2, 1.8), recruit=("LeftArm", "LeftForeArm")))
    low = laid.part(slots.LOW)
    low[:] = laid.part(slots.VALUES) + 1.0  # everything is broken
    see_limits(laid.arena)
    low[:] = laid.part(slots.VALUES) + 1.0
    arm = {POSE.skeleton.index("LeftArm"), POSE.skeleton.index("LeftForeArm")}
    fresh = lock_broken(laid.arena)
    assert {int(laid.part(slots.LIMIT_JOINT)[n]) for n in laid.part(slots.LOCKED)[:fresh]} <= arm
    assert fresh > 0


def test_a_planted_foot_is_twelve_rows_of_one_level():
    laid = Laid(POSE, *planted())
    assert laid.level(1) == slice(0, 12)
    assert_allclose(laid.errors(), 0.0, rtol=0, atol=1e-12)
