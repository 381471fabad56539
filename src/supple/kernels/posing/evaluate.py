"""Errors, rows and pull of a pose, and steps along its scaled columns."""

from __future__ import annotations

from supple.kernels.dof_kinds import SLIDE
from supple.kernels.fk import pose_frame
from supple.kernels.jacobians import gather_mass, world_axes
from supple.kernels.jit import DISABLED, apart, dense
from supple.kernels.posing import slots
from supple.kernels.posing.arena import POINTERS, copy, copy_rows, cube, frame_at, ints, masks, matrix, vector
from supple.kernels.posing.locks import lock_errors, lock_rows
from supple.kernels.pull import pull_to
from supple.kernels.step import take_step
from supple.kernels.task_misses import task_errors
from supple.kernels.tasks import task_rows


@dense()
def place_figure(frame):
    """Places and turns of all joints, and what hangs on each where a task asks."""
    parents, positions, turned = ints(frame, slots.PARENTS), matrix(frame, slots.POSITIONS), matrix(frame, slots.TURNED)
    rotations = matrix(frame, slots.ROTATIONS)
    pose_frame(vector(frame, slots.ROOT), rotations, matrix(frame, slots.OFFSETS), parents, positions, turned)
    if ints(frame, slots.COUNTS)[slots.COUNT_MASS] > 0:
        gather_mass(
            positions, turned, parents, vector(frame, slots.MASSES), matrix(frame, slots.CENTRES),
            vector(frame, slots.LOADS), matrix(frame, slots.MOMENTS),
        )  # fmt: skip


@dense()
def see_pose(frame):
    """Pose the figure: places, turns, and the scaled axes."""
    axes, scale = matrix(frame, slots.AXES), vector(frame, slots.SCALE)
    place_figure(frame)
    world_axes(
        matrix(frame, slots.TURNED), ints(frame, slots.PARENTS), ints(frame, slots.DOF_START),
        ints(frame, slots.DOF_KIND), matrix(frame, slots.DOF_AXES), axes,
    )  # fmt: skip
    for d in range(scale.shape[0]):
        axes[d, 0], axes[d, 1], axes[d, 2] = scale[d] * axes[d, 0], scale[d] * axes[d, 1], scale[d] * axes[d, 2]


@dense()
def feel_pull(frame):
    """Write the pull to the source, in units of the scaled columns."""
    pull, scale = vector(frame, slots.PULL), vector(frame, slots.SCALE)
    pull_to(
        vector(frame, slots.ROOT), matrix(frame, slots.ROTATIONS), vector(frame, slots.SOURCE_ROOT),
        matrix(frame, slots.SOURCE_ROTATIONS), ints(frame, slots.DOF_START), ints(frame, slots.DOF_KIND),
        matrix(frame, slots.DOF_AXES), pull,
    )  # fmt: skip
    for d in range(scale.shape[0]):
        pull[d] /= scale[d]


@dense()
def _evaluate_here(frame):
    """Write errors, rows and the pull to the source for the pose as it is.

    Axes are scaled before anything is built from them, and so every row, and every curvature, is too. Slack is
    what the levels that cannot be met are allowed to miss: an error is counted from there.
    """
    counts, row_start = ints(frame, slots.COUNTS), ints(frame, slots.ROW_START)
    errors, slack, rows = vector(frame, slots.ERRORS), vector(frame, slots.SLACK), matrix(frame, slots.ROWS)
    n = counts[slots.COUNT_TASKS]
    see_pose(frame)
    task_rows(
        matrix(frame, slots.POSITIONS), matrix(frame, slots.TURNED), ints(frame, slots.PARENTS),
        ints(frame, slots.DOF_START), ints(frame, slots.DOF_KIND), matrix(frame, slots.AXES),
        vector(frame, slots.LOADS), matrix(frame, slots.MOMENTS),
        ints(frame, slots.KIND)[:n], ints(frame, slots.JOINT), matrix(frame, slots.POINT), matrix(frame, slots.AXIS),
        ints(frame, slots.REFERENCE), matrix(frame, slots.GOAL), ints(frame, slots.SUPPORT_START),
        ints(frame, slots.SUPPORT_JOINT), matrix(frame, slots.SUPPORT_POINT), vector(frame, slots.SHARE),
        cube(frame, slots.BASIS), row_start[: n + 1], masks(frame, slots.RECRUITED), errors, rows,
    )  # fmt: skip
    lock_rows(frame)
    for i in range(row_start[n]):
        errors[i] -= slack[i]
    feel_pull(frame)


@apart("supple_evaluate", *POINTERS)
def _evaluate_at(ints, ints_size, floats, floats_size, flags, flags_size):
    _evaluate_here(frame_at(ints, ints_size, floats, floats_size, flags, flags_size))


@dense()
def _jump_to_evaluate(frame):
    _evaluate_at(
        frame[0].ctypes, frame[0].size, frame[1].ctypes, frame[1].size, frame[2].ctypes, frame[2].size
    )  # fmt: skip


evaluate = _evaluate_here if DISABLED else _jump_to_evaluate


@dense()
def _evaluate_errors_here(frame):
    """Write the errors alone."""
    counts, row_start = ints(frame, slots.COUNTS), ints(frame, slots.ROW_START)
    errors, slack, n = vector(frame, slots.ERRORS), vector(frame, slots.SLACK), counts[slots.COUNT_TASKS]
    place_figure(frame)
    task_errors(
        matrix(frame, slots.POSITIONS), matrix(frame, slots.TURNED), vector(frame, slots.LOADS),
        matrix(frame, slots.MOMENTS),
        ints(frame, slots.KIND)[:n], ints(frame, slots.JOINT), matrix(frame, slots.POINT), matrix(frame, slots.AXIS),
        ints(frame, slots.REFERENCE), matrix(frame, slots.GOAL), ints(frame, slots.SUPPORT_START),
        ints(frame, slots.SUPPORT_JOINT), matrix(frame, slots.SUPPORT_POINT), vector(frame, slots.SHARE),
        cube(frame, slots.BASIS), row_start[: n + 1], errors,
    )  # fmt: skip
    lock_errors(frame)
    for i in range(row_start[n]):
        errors[i] -= slack[i]


@apart("supple_evaluate_errors", *POINTERS)
def _evaluate_errors_at(ints, ints_size, floats, floats_size, flags, flags_size):
    _evaluate_errors_here(frame_at(ints, ints_size, floats, floats_size, flags, flags_size))


@dense()
def _jump_to_evaluate_errors(frame):
    _evaluate_errors_at(
        frame[0].ctypes, frame[0].size, frame[1].ctypes, frame[1].size, frame[2].ctypes, frame[2].size
    )  # fmt: skip


evaluate_errors = _evaluate_errors_here if DISABLED else _jump_to_evaluate_errors


@dense()
def move(step, longest, frame):
    """Step along the scaled columns, made shorter where a turn is over ``longest``; returns the largest entry.

    Travel is not made shorter for its own sake: everything is linear in it.
    """
    scale, scaled, kind = vector(frame, slots.SCALE), vector(frame, slots.SCALED), ints(frame, slots.DOF_KIND)
    large, turn = largest(step, 0, step.shape[0]), 0.0
    for d in range(step.shape[0]):
        if kind[d] != SLIDE:
            turn = max(turn, abs(step[d]))
    share = longest / turn if turn > longest else 1.0
    for d in range(step.shape[0]):
        scaled[d] = share * scale[d] * step[d]
    take_step(
        scaled, ints(frame, slots.DOF_START), ints(frame, slots.DOF_KIND), matrix(frame, slots.DOF_AXES),
        vector(frame, slots.ROOT), matrix(frame, slots.ROTATIONS),
    )  # fmt: skip
    return large


@dense()
def largest(numbers, first, stop):
    """The largest size of some numbers."""
    a, b, c, d, whole = 0.0, 0.0, 0.0, 0.0, stop - (stop - first) % 4
    for i in range(first, whole, 4):  # four at a time, which need not wait for each other
        a, b = max(a, abs(numbers[i])), max(b, abs(numbers[i + 1]))
        c, d = max(c, abs(numbers[i + 2])), max(d, abs(numbers[i + 3]))
    for i in range(whole, stop):
        a = max(a, abs(numbers[i]))
    return max(max(a, b), max(c, d))


@dense()
def keep_pose(which, frame):
    """Remember the pose as it is."""
    rotations, first = matrix(frame, slots.ROTATIONS), which * matrix(frame, slots.ROTATIONS).shape[0]
    copy(vector(frame, slots.ROOT), matrix(frame, slots.KEPT_ROOTS)[which])
    copy_rows(rotations, matrix(frame, slots.KEPT_ROTATIONS)[first : first + rotations.shape[0]])


@dense()
def return_to(which, frame):
    """Go back to a pose that was remembered."""
    rotations, first = matrix(frame, slots.ROTATIONS), which * matrix(frame, slots.ROTATIONS).shape[0]
    copy(matrix(frame, slots.KEPT_ROOTS)[which], vector(frame, slots.ROOT))
    copy_rows(matrix(frame, slots.KEPT_ROTATIONS)[first : first + rotations.shape[0]], rotations)


BEST, START, BEFORE, NEAR, CARRIED = 0, 1, 2, 3, 4  # poses that are remembered
