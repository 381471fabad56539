"""The parts of a frame's arena; without the compiler, so that solvers can make one.

J joints, D columns, K tasks, S support points, N limits, P vertices of their polygons, R rows: all that tasks and
limits can have together.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

# whole numbers
(
    PARENTS, DOF_START, DOF_KIND,  # the body
    KIND, JOINT, REFERENCE, SUPPORT_START, SUPPORT_JOINT, ROW_START,  # the tasks at work, see task_kinds.Tasks
    ORDER, SUPPORT,  # which task of the plan each of them is, and which support each of theirs
    LIMIT_JOINT, LIMIT_KIND, POLYGON_START,
    LOCKED, LOCKED_SIDE,  # the limits that hold a joint, and at which end: +1 the high one, -1 the low one
    KEPT_LOCKS, KEPT_SIDES,  # those of a pose to go back to
    RELEASED,  # how often each limit let a joint go again
    COMMON,  # (K K) by two tasks at work: behind which column they have none in common, see point_rows
    ABOVE,  # the joints that carry the points of the tasks at work, the first COUNT_ABOVE
    LEVEL_START,  # level k has the rows LEVEL_START[k] to LEVEL_START[k + 1]; level 0 is that of the locks
    KEPT_ROWS,  # room to work: the rows that make a step's factor
    COUNTS,  # see COUNT_TASKS and those after it
) = range(24)  # fmt: skip
# numbers
(
    SIZES,  # the figure's height [m], the weight of the pull to the source [m^2], the stiffness of limits (see models)
    DOF_AXES, SCALE, MASSES, CENTRES,  # the body; SCALE is what a unit of a column is [m, rad]
    ROOT, ROTATIONS,  # the pose, which is changed
    OFFSETS, SOURCE_ROOT, SOURCE_ROTATIONS,  # its bones [m], and the pose that attracts it
    POINT, AXIS, GOAL, SUPPORT_POINT, SHARE, BASIS,  # the tasks at work
    LIMIT_AXIS, LIMIT_CENTRE, LIMIT_REST, POLYGON, LOW, HIGH,
    SLACK,  # what a level that cannot be met is allowed to miss, by row [m]
    BALANCED,  # what the level that is looked at misses where the pull balances it, by its own rows [m]
    POSITIONS, TURNED, AXES, LOADS, MOMENTS, ERRORS, ROWS, PULL,  # what a pose shows, see evaluate
    DIRECTIONS, GRAM, SMALL, DAMPING, ALONG, RIGHT, STEP, SCALED, LAST_STEP, LAST_MOVE,  # room to work
    HESSIAN, FACTOR, DOWNHILL, FORCES, SOLVED, VALUES, BENT,
    KEPT_ROOTS, KEPT_ROTATIONS,  # poses to go back to
    SEEN_TURNS, SEEN_VALUES, SEEN_COSINES,  # what limits were looked at last, see locks
    CHANGES,  # what the frames before were changed by, the last one first, see follow
    MOVES, TURNINGS, MIXING, SHARES,  # earlier moves, how steps changed with them, and room to mix them, see follow
) = range(24, 83)  # fmt: skip
# yes or no
(RECRUITED, MISSED) = range(83, 85)  # by task and column; by level
SLOTS = 85

KEPT = 5  # poses
PAST, LEARNT = 5, 4  # frames before; moves that are mixed with the next
FROM_GIVEN, FROM_NEIGHBOUR_FIRST, FROM_NEIGHBOUR = range(3)  # where the search of a frame begins, see clip
(
    COUNT_TASKS, COUNT_LEVELS, COUNT_LOCKS,  # levels without that of the locks
    COUNT_MASS,  # tasks about the centre of mass
    COUNT_CAPPED,  # searches cut short
    COUNT_KEPT,  # locks of a pose to go back to
    COUNT_ABOVE,  # joints that carry points
) = range(7)  # fmt: skip


_TABLES = {  # the slots that have columns, also where there is one
    DOF_AXES, CENTRES, ROTATIONS, OFFSETS, SOURCE_ROTATIONS, POINT, AXIS, GOAL, SUPPORT_POINT, BASIS, LIMIT_AXIS,
    LIMIT_CENTRE, LIMIT_REST, POLYGON, POSITIONS, TURNED, AXES, MOMENTS, ROWS, DIRECTIONS, GRAM, SMALL, HESSIAN, FACTOR,
    SOLVED, BENT, KEPT_ROOTS, KEPT_ROTATIONS, SEEN_TURNS, CHANGES, MOVES,
    TURNINGS, MIXING, RECRUITED,
}  # fmt: skip


class Sizes(NamedTuple):
    """How large the parts of a frame are."""

    joints: int
    columns: int
    tasks: int
    supports: int
    limits: int
    vertices: int
    rows: int


def make_arena(sizes: Sizes) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Room for one frame: whole numbers, numbers, flags. Each thread needs its own."""
    table, ends = _table(sizes)
    ints = np.zeros(ends[0], np.int64)
    ints[: table.size] = table.ravel()
    return ints, np.zeros(ends[1]), np.zeros(ends[2], bool)


@lru_cache(maxsize=8)  # somebody who drags needs the same again and again
def _table(sizes: Sizes) -> tuple[np.ndarray, tuple[int, ...]]:
    """Where each slot starts in its array, its rows and columns (3, SLOTS); and how long the three arrays are."""
    table = np.zeros((3, SLOTS), np.int64)
    ends = [table.size, 0, 0]
    for slot, (rows, columns) in _shapes(*sizes).items():
        part = 0 if slot < SIZES else 1 if slot < RECRUITED else 2
        table[:, slot] = ends[part], rows, columns
        ends[part] += rows * columns
    return table, tuple(ends)


def part(arena: tuple[np.ndarray, np.ndarray, np.ndarray], slot: int) -> np.ndarray:
    """One slot of an arena: (rows,) or (rows, columns)."""
    start, rows, columns = arena[0][[slot, SLOTS + slot, 2 * SLOTS + slot]]
    flat = arena[0 if slot < SIZES else 1 if slot < RECRUITED else 2][start : start + rows * columns]
    return flat.reshape(rows, columns) if slot in _TABLES else flat


def _shapes(j: int, d: int, k: int, s: int, n: int, p: int, r: int) -> dict[int, tuple[int, int]]:
    """Rows and columns of every slot."""
    by_shape = (
        ((3, 1), (SIZES, ROOT, SOURCE_ROOT)),
        ((7, 1), (COUNTS,)),
        ((3, 3), (BENT,)),
        ((j, 1), (PARENTS, ABOVE, MASSES, LOADS)),
        ((j + 1, 1), (DOF_START,)),
        ((j, 3), (CENTRES, OFFSETS, POSITIONS, MOMENTS)),
        ((j, 4), (ROTATIONS, SOURCE_ROTATIONS, TURNED)),
        ((d, 1), (DOF_KIND, SCALE, PULL, STEP, SCALED, DOWNHILL, LAST_STEP, LAST_MOVE)),
        ((d, 3), (DOF_AXES, AXES)),
        ((d, d), (HESSIAN, FACTOR)),
        ((PAST, d), (CHANGES,)),
        ((LEARNT, d), (MOVES, TURNINGS)),
        ((LEARNT, LEARNT), (MIXING,)),
        ((LEARNT, 1), (SHARES,)),
        ((k, 1), (KIND, JOINT, REFERENCE, ORDER)),
        ((k + 1, 1), (SUPPORT_START, ROW_START)),
        ((k + 2, 1), (MISSED, DAMPING)),
        ((k + 3, 1), (LEVEL_START,)),
        ((k * k, 1), (COMMON,)),
        ((k, 3), (POINT, AXIS)),
        ((k, 4), (GOAL,)),
        ((k, 9), (BASIS,)),
        ((k, d), (RECRUITED,)),
        ((s, 1), (SUPPORT, SUPPORT_JOINT, SHARE)),
        ((s, 3), (SUPPORT_POINT,)),
        ((n, 1), (LIMIT_JOINT, LIMIT_KIND, LOCKED, LOCKED_SIDE, KEPT_LOCKS, KEPT_SIDES, RELEASED, LOW, HIGH, VALUES)),
        ((n, 1), (SEEN_VALUES, SEEN_COSINES)),
        ((n + 1, 1), (POLYGON_START,)),
        ((n, 3), (LIMIT_AXIS, LIMIT_CENTRE)),
        ((n, 4), (LIMIT_REST, SEEN_TURNS)),
        ((p, 2), (POLYGON,)),
        ((r, 1), (SLACK, BALANCED, ERRORS, RIGHT, FORCES, ALONG, KEPT_ROWS)),
        ((r, d), (ROWS, SOLVED)),
        ((r + 1, d), (DIRECTIONS,)),
        ((r, r), (GRAM, SMALL)),
        ((KEPT, 3), (KEPT_ROOTS,)),
        ((KEPT * j, 4), (KEPT_ROTATIONS,)),
    )
    return {slot: shape for shape, slots in by_shape for slot in slots}
