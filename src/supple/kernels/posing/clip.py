"""Frames one after the other."""

from __future__ import annotations

from supple.kernels import vectors
from supple.kernels.dof_kinds import PARENT
from supple.kernels.jit import INT, INTS, OUT_CUBE, OUT_MATRIX, array_out, dense
from supple.kernels.jit import types as numba_types
from supple.kernels.lent import lent
from supple.kernels.posing import slots
from supple.kernels.posing.arena import ARENA, copy_of_frame, copy_turns_of, flags, ints, matrix, vector
from supple.kernels.posing.evaluate import CARRIED, START, evaluate_errors, feel_pull, keep_pose, largest, return_to
from supple.kernels.posing.follow import follow, forget_moves, remember_change
from supple.kernels.posing.frame import allow_rest, solve_frame
from supple.kernels.posing.locks import remember_locks, return_to_locks, shift_rows
from supple.kernels.posing.problem import MASKS, PROBLEM, lay_out_body, lay_out_frame, pose_back, same_tasks
from supple.kernels.quat import normalize

OUT_INTS, OUT_MASKS = array_out(1, numba_types.int64), array_out(2, numba_types.boolean)
OUT_FLAGS, OUT_SIDES = array_out(1, numba_types.boolean), array_out(2, numba_types.int64)
_SATISFIED = 1e-10  # of the height: nothing to do
_HARDLY = 0.01  # [rad] a change after which the source itself may do, too


@dense()
def _nothing_to_do(frame):
    """Whether the source already does all that is asked."""
    pull, last = vector(frame, slots.PULL), ints(frame, slots.COUNTS)[slots.COUNT_TASKS]
    evaluate_errors(frame)
    row_start = ints(frame, slots.ROW_START)
    if largest(vector(frame, slots.ERRORS), row_start[0], row_start[last]) > _SATISFIED * vector(frame, slots.SIZES)[0]:
        return False
    feel_pull(frame)
    return largest(pull, 0, pull.shape[0]) == 0.0


@dense()
def _given_will_do(f, root, rotations, frame):
    """Whether there is nothing to do in the pose that was given, to which it then goes back."""
    if largest(vector(frame, slots.PULL), 0, vector(frame, slots.PULL).shape[0]) > _HARDLY:
        return False
    keep_pose(START, frame)
    copy_of_frame(root, f, vector(frame, slots.ROOT))
    copy_turns_of(rotations, f, matrix(frame, slots.ROTATIONS))
    vector(frame, slots.SLACK)[:] = 0.0  # what was allowed is about the other pose
    if _nothing_to_do(frame):
        return True
    return_to(START, frame)
    evaluate_errors(frame)
    allow_rest(1, ints(frame, slots.COUNTS)[slots.COUNT_LEVELS] + 1, frame)
    feel_pull(frame)
    return False


@dense()
def _store(f, frame, capped, missed, slack, side):
    """Keep what a solved frame came to, by task and by limit; returns whether nothing is missed."""
    row_start, level_start, order = (
        ints(frame, slots.ROW_START),
        ints(frame, slots.LEVEL_START),
        ints(frame, slots.ORDER),
    )
    counts, row_slack, gone = ints(frame, slots.COUNTS), vector(frame, slots.SLACK), flags(frame, slots.MISSED)
    capped[f] = counts[slots.COUNT_CAPPED] > 0
    level, met = 1, True
    for i in range(counts[slots.COUNT_TASKS]):
        while row_start[i] >= level_start[level + 1]:
            level += 1
        missed[f, order[i]] = gone[level]
        met = met and not gone[level]
        for r in range(row_start[i], row_start[i + 1]):
            slack[f, order[i], r - row_start[i]] = row_slack[r]
    for n in range(side.shape[1]):
        side[f, n] = 0
    for i in range(counts[slots.COUNT_LOCKS]):
        side[f, ints(frame, slots.LOCKED)[i]] = ints(frame, slots.LOCKED_SIDE)[i]
    return met


@dense()
def _carry_over(before, earlier, f, source, root, rotations, frame):
    """Remember the source pose of a frame, changed by what a neighbour was changed by, and as that was ``earlier``.

    A change that grows goes on growing; where ``earlier`` is the neighbour itself it stays what it is. A joint of two
    hinges begins at the source: a change of one pose is, on top of another, no turn that such a joint can make. One
    without columns keeps the bits of the source.
    """
    source_root, source_rotations, root_out = source[1], source[2], matrix(frame, slots.KEPT_ROOTS)[CARRIED]
    joints, start = rotations.shape[1], ints(frame, slots.DOF_START)
    out = matrix(frame, slots.KEPT_ROTATIONS)[CARRIED * joints : (CARRIED + 1) * joints]
    for i in range(3):
        grown = root[before, i] - source_root[before, i] - (root[earlier, i] - source_root[earlier, i])
        root_out[i] = source_root[f, i] + (root[before, i] - source_root[before, i]) + grown
    for j in range(joints):
        if start[j] == start[j + 1] or _has_two_hinges(j, frame):
            out[j] = source_rotations[f, j]
            continue
        changed = _turned_by(source_rotations, rotations, before, j)
        back = _turned_by(rotations, source_rotations, earlier, j)
        turn = vectors.product(vectors.turn_in(source_rotations, f, j), changed)
        turn = vectors.product(turn, vectors.product(back, changed))
        out[j, 0], out[j, 1], out[j, 2], out[j, 3] = turn
        normalize(out[j])


@dense()
def _has_two_hinges(j, frame):
    """Whether the last column but one of a joint rides with its parent."""
    start = ints(frame, slots.DOF_START)
    return start[j + 1] - start[j] > 1 and ints(frame, slots.DOF_KIND)[start[j + 1] - 2] == PARENT


@dense()
def _turned_by(given, turned, f, j):
    """The turn in a joint's own frame that leads from one pose of frame f to another."""
    w, x, y, z = vectors.turn_in(given, f, j)
    return vectors.product((w, -x, -y, -z), vectors.turn_in(turned, f, j))


@dense()
def _followed(f, last, known, side, root, rotations, frame):
    """Solve a frame from where the ``known`` frames before it lead, with the locks of the last one; else as it is.

    Returns the steps taken; minus those that were tried where that failed, and all is as if it had not been tried.
    """
    if known > 0:
        remember_locks(last, side, frame)
        return_to_locks(frame)
    taken = follow(known, frame)
    if taken <= 0:
        forget_moves(frame)  # the locks may be others afterwards
        shift_rows(-ints(frame, slots.COUNTS)[slots.COUNT_LOCKS], frame)
        ints(frame, slots.RELEASED)[:] = 0
        copy_of_frame(root, f, vector(frame, slots.ROOT))
        copy_turns_of(rotations, f, matrix(frame, slots.ROTATIONS))
    return taken


@dense(INTS, INT, INT, MASKS, PROBLEM, ARENA, OUT_MATRIX, OUT_CUBE, OUT_INTS, OUT_FLAGS, OUT_MASKS, OUT_CUBE, OUT_SIDES)
def solve_frames(frames, cap, begin, working, problem, frame, root, rotations, steps, capped, missed, slack, side):
    """Solve ``frames`` (n,), each from the pose that ``root`` (F, 3) and ``rotations`` (F, J, 4) hold, in place.

    Where ``begin`` is ``FROM_NEIGHBOUR_FIRST``, all levels are first tried from the source, changed as the frames
    solved just before it were if those are next to it, and as that change grew, which takes fewer steps; with
    ``FROM_NEIGHBOUR`` nothing else is tried, and changes do not grow. ``working`` (F, K) says which tasks are at work;
    ``frame`` is the arena. Also written: ``steps`` (F,), whether the cap cut a search short, ``capped`` (F,),
    ``missed`` (F, K), ``slack`` (F, K, 3) and the ``side`` (F, N) at which a limit is locked.
    """
    over_time, static, source, body = lent(problem)
    working, root, rotations, missed, slack, side = lent((working, root, rotations, missed, slack, side))
    lay_out_body(body, frame)
    last, before, met, held, known = -2, -2, False, False, 0
    for f in frames:
        again = before >= 0 and same_tasks(f, before, over_time, working)
        lay_out_frame(f, again, over_time, static, source, working, root, rotations, frame)
        if not again:
            forget_moves(frame)
        earlier, last, before = last, before, f
        held, met = met, True
        carried, straight = begin != slots.FROM_GIVEN and abs(f - last) == 1, last - earlier == f - last
        first = begin == slots.FROM_NEIGHBOUR_FIRST
        known = (known if straight else min(known, 1)) if carried and first and held else 0
        if known == 0 and _nothing_to_do(frame):
            known = remember_change(known, frame)
            continue
        taken = _followed(f, last, known, side, root, rotations, frame) if known > 0 or (first and not carried) else 0
        # a frame that follows others is looked at afterwards: most have something to do, and end far from the source
        if known > 0 and (_given_will_do(f, root, rotations, frame) if taken > 0 else _nothing_to_do(frame)):
            known = remember_change(known, frame)
            continue
        steps[f] += abs(taken)
        if taken <= 0:
            if carried:
                _carry_over(last, earlier if first and held and straight else last, f, source, root, rotations, frame)
                remember_locks(last, side, frame)
                if not first:
                    return_to(CARRIED, frame)
            steps[f] += solve_frame(cap, carried and first, frame)
            feel_pull(frame)
        known = remember_change(known, frame)
        pose_back(f, frame, root, rotations)
        met = _store(f, frame, capped, missed, slack, side)
