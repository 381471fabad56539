"""Numbers about an edited motion, from positions alone: nothing here knows how it was solved."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from benchmarks.bars.cases import Case, HandGoal
from supple.core import quaternions
from supple.core.body.hinges import Hinged, hinged_by_role
from supple.core.body.joint_limits import joint_limits, limits_broken, widened
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.recipes.roles import motion_roles

THICK = 0.1  # [m] of a limb


class Peak(NamedTuple):
    """The largest of something, and where."""

    value: float
    joint: str
    frame: int


def foot_slip(case: Case, edited: Motion) -> Peak:
    """The largest distance of a foot point from its own path in the source, in any frame [m]."""
    off = _distance(edited, case.motion, case.feet)
    frame, foot = np.unravel_index(np.argmax(off), off.shape)
    return Peak(float(off[frame, foot]), case.feet[foot], int(frame))


def hand_misses(case: Case, edited: Motion) -> np.ndarray:
    """(F, H) how far each hand is from its goal [m]; NaN in frames whose goal is not fully active."""
    out = np.full((edited.frames, len(case.goals)), np.nan)
    for h, goal in enumerate(case.goals):
        joint, full = edited.skeleton.index(goal.joint), _times(edited, goal.when[1], goal.when[2])
        want = world_pose(case.motion).positions[full, joint] + goal.offset
        out[full, h] = np.linalg.norm(world_pose(edited).positions[full, joint] - want, axis=1)
    return out


def displacement(goal: HandGoal, motion: Motion) -> np.ndarray:
    """(F, 3) what a goal asks its hand to be moved by; a cubic ease, as documented."""
    t0, t1, t2, t3 = goal.when
    t = np.arange(motion.frames) * motion.frame_time
    u = np.minimum(np.clip((t - t0) / (t1 - t0), 0.0, 1.0), np.clip((t3 - t) / (t3 - t2), 0.0, 1.0))
    return np.asarray((u * u * (3.0 - 2.0 * u))[:, None] * goal.offset)


def bend(path: np.ndarray) -> np.ndarray:
    """(F - 2, ...) lengths of the second differences of paths (F, ..., 3)."""
    return np.asarray(np.linalg.norm(path[2:] - 2.0 * path[1:-1] + path[:-2], axis=-1))


def jump(case: Case, edited: Motion) -> Peak:
    """Per joint: the output's largest second difference, by the source's largest plus the goals' largest."""
    first, asked = case.motion.rest_rows, goal_bend(case)
    out = bend(world_pose(edited).positions[first:])
    source = bend(world_pose(case.motion).positions[first:]).max(axis=0)
    return _peak(out / (source + asked), case.motion, first + 1)


def added_jump(case: Case, edited: Motion) -> Peak:
    """The largest second difference of (edited - original) of any joint, by the goals' largest."""
    first = case.motion.rest_rows
    added = world_pose(edited).positions - world_pose(case.motion).positions
    return _peak(bend(added[first:]) / goal_bend(case), case.motion, first + 1)


def turn_jump(case: Case, edited: Motion) -> Peak:
    """Per joint: the largest second difference of how it lies in the world, by that of the source and the goals.

    Skin shows it where no joint moves: a stretched arm that turns about itself. Goals are about places; they count as
    what turns a limb's thickness as far as they go.
    """
    first, asked = case.motion.rest_rows, goal_bend(case) / THICK
    out, source = (turn_bend(world_pose(motion).rotations[first:]) for motion in (edited, case.motion))
    return _peak(out / (source.max(axis=0) + asked), case.motion, first + 1)


def turn_bend(turned: np.ndarray) -> np.ndarray:
    """(F - 2, J) how much the turns from frame to frame of orientations (F, J, 4) differ [rad]."""
    between = quaternions.multiply(turned[1:], quaternions.conjugate(turned[:-1]))
    steps = quaternions.log(np.where(between[..., :1] < 0.0, -between, between))
    return np.asarray(np.linalg.norm(np.diff(steps, axis=0), axis=-1))


def goal_bend(case: Case) -> float:
    """The largest second difference of what any goal asks [m per frame squared]."""
    return max(float(bend(displacement(goal, case.motion)).max()) for goal in case.goals)


def frames_moved_outside(case: Case, edited: Motion) -> int:
    """Frames in which no goal acts, but whose numbers are not the source's own bits, but for signs of quaternions.

    Motions are continuous in time, so that an arm that went round once leaves all later frames with the other sign.
    That is the same rotation, and files are written with the same numbers.
    """
    source, now = case.motion, edited.rotations
    turned = np.any(now != source.rotations, axis=2) & np.any(now != -source.rotations, axis=2)
    moved = turned.any(axis=1) | np.any(source.root_positions != edited.root_positions, axis=1)
    return int(np.count_nonzero(moved & ~_acting(case, edited)))


def changed(source: Motion, edited: Motion) -> np.ndarray:
    """(F, J) whether a joint's numbers differ in any bit; the root's travel counts for the root."""
    moved = np.any(source.rotations.view(np.uint64) != edited.rotations.view(np.uint64), axis=2)
    moved[:, 0] |= np.any(source.root_positions.view(np.uint64) != edited.root_positions.view(np.uint64), axis=1)
    return np.asarray(moved)


def hinged(source: Motion, telling: np.ndarray | None = None) -> Hinged:
    """The figure as it may move: knees and elbows are hinges, about the axes that they have in the frames that tell.

    Where elbows of a file turn about other axes too, those of the whole clip are others than those of the frames in
    which the goals act, by hundredths of a radian.
    """
    poses = source.rotations[source.rest_rows :] if telling is None else source.rotations[telling]
    return hinged_by_role(source.skeleton, poses, motion_roles(source))


def _acting(case: Case, motion: Motion) -> np.ndarray:
    """(F,) bool: frames in which a goal acts."""
    return np.any([_times(motion, *goal.when[::3], open_ends=True) for goal in case.goals], axis=0)


def hinge_excess(case: Case, edited: Motion) -> Peak:
    """The largest turn of a hinge away from its source that is not about its axis, or of what is fixed [rad]."""
    source = case.motion
    turns = quaternions.multiply(quaternions.conjugate(source.rotations), edited.rotations)[..., 1:]
    off = np.zeros(turns.shape[:2])
    for joint, freedom in enumerate(hinged(source, _acting(case, source)).skeleton.freedoms):
        if freedom.kind in ("hinge", "fixed"):
            turn = turns[:, joint]
            off[:, joint] = 2.0 * np.linalg.norm(turn - turn @ freedom.axes.T @ freedom.axes, axis=1)
    return _peak(off, source, 0)


def limit_excess(case: Case, edited: Motion) -> Peak:
    """The largest excess over a joint limit, widened by what the source does in the same frame [rad]."""
    source = case.motion
    telling = _acting(case, source)
    limits = joint_limits(hinged(source, telling), source.rotations[telling], motion_roles(source))
    broken = limits_broken(limits, *widened(limits, source.rotations), edited.rotations)
    each = np.zeros(source.rotations.shape[:2])
    np.maximum.at(each, (slice(None), limits.joint), broken)
    return _peak(each, source, 0)


def pose_difference(a: Motion, b: Motion) -> Peak:
    """The largest angle between the local rotations of two motions [rad]."""
    sine = quaternions.multiply(quaternions.conjugate(a.rotations), b.rotations)[..., 1:]
    return _peak(2.0 * np.arcsin(np.minimum(np.linalg.norm(sine, axis=-1), 1.0)), a, 0)


def _peak(values: np.ndarray, motion: Motion, first: int) -> Peak:
    frame, joint = np.unravel_index(np.argmax(values), values.shape)
    return Peak(float(values[frame, joint]), motion.skeleton.names[joint], first + int(frame))


def _distance(a: Motion, b: Motion, joints: tuple[str, ...]) -> np.ndarray:
    numbers = [a.skeleton.index(joint) for joint in joints]
    return np.asarray(
        np.linalg.norm(world_pose(a).positions[:, numbers] - world_pose(b).positions[:, numbers], axis=-1)
    )


def _times(motion: Motion, begin: float, end: float, *, open_ends: bool = False) -> np.ndarray:
    """(F,) whether a frame's time lies between two moments."""
    t, slack = np.arange(motion.frames) * motion.frame_time, -1e-9 if open_ends else 1e-9
    return np.asarray((t >= begin - slack) & (t <= end + slack))
