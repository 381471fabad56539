"""Wishes of a frame that are penalties: a place, an orientation, a direction to look, a height to stay under."""

from __future__ import annotations

import numpy as np

from supple.kernels import rotvec, vectors
from supple.kernels.fitting.closing import in_frame
from supple.kernels.fitting.displacing import between
from supple.kernels.fitting.kinds import AIM, BELOW, TURN
from supple.kernels.jit import dense


@dense()
def inverse_right(v, spin):
    """The rate of a rotation vector for a spin in the joint's own frame."""
    size_sq = vectors.dot(v, v)
    d = rotvec.shrink(size_sq)
    even = vectors.plus(vectors.scaled(1.0 - d * size_sq, spin), vectors.scaled(d * vectors.dot(v, spin), v))
    return vectors.plus(even, vectors.scaled(0.5, vectors.cross(v, spin)))


@dense()
def turn_miss(joint, goal, turned):
    """The rotation vector, in the joint's frame, from the orientation that is asked to the one that is."""
    return between(goal, vectors.turn_of(turned, joint))


@dense()
def task_residual(kind, joint, point, axis, goal, positions, turned):
    """What a task misses: three numbers, in metres or radians."""
    if kind == TURN:
        return turn_miss(joint, goal, turned)
    q = vectors.turn_of(turned, joint)
    x = vectors.plus(vectors.row_of(positions, joint), vectors.rotated(q, point))
    if kind == BELOW:
        return 0.0, max(0.0, x[1] - goal[1]), 0.0
    away = vectors.minus(x, (goal[0], goal[1], goal[2]))
    if kind == AIM:
        far = np.sqrt(vectors.dot(away, away))
        if not far > 0.0:
            return vectors.NONE
        return vectors.plus(vectors.rotated(q, axis), vectors.scaled(1.0 / far, away))
    return away


@dense()
def task_rate(kind, joint, point, axis, goal, positions, turned, spin, moves):
    """How fast a task's residual changes when its joint turns with ``spin`` and its point ``moves``."""
    q = vectors.turn_of(turned, joint)
    if kind == TURN:
        miss = turn_miss(joint, goal, turned)
        return inverse_right(miss, in_frame(q, spin))
    x = vectors.plus(vectors.row_of(positions, joint), vectors.rotated(q, point))
    if kind == BELOW:
        return (0.0, moves[1], 0.0) if x[1] > goal[1] else vectors.NONE
    if kind == AIM:
        away = vectors.minus(x, (goal[0], goal[1], goal[2]))
        far = np.sqrt(vectors.dot(away, away))
        if not far > 0.0:
            return vectors.NONE
        sight = vectors.scaled(1.0 / far, away)
        aside = vectors.minus(moves, vectors.scaled(vectors.dot(sight, moves), sight))
        return vectors.plus(vectors.cross(spin, vectors.rotated(q, axis)), vectors.scaled(1.0 / far, aside))
    return moves
