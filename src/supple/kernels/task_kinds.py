"""What a task asks of a pose, and how tasks are laid out; without the compiler, so that wishes can be compiled."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

POINT = 0  # a point of a joint is at a place
TURN = 1  # a joint has an orientation
AIM = 2  # an axis of a joint points at a place, seen from a point of the joint: the eye
MASS = 3  # the centre of mass is at a place


class Tasks(NamedTuple):
    """K tasks, in the order in which kernels take their arrays; what a kind does not use may hold anything finite.

    The place of a POINT, AIM or MASS task is its goal plus its support points, each times its share: the goal alone in
    the world, one support of share 1 for a place that rides with a joint, equal shares for a mean.
    """

    kind: np.ndarray  # (K,) int64
    joint: np.ndarray  # (K,) int64; not of MASS
    point: np.ndarray  # (K, 3) in the joint's frame [m]: what is placed (POINT), the eye (AIM)
    axis: np.ndarray  # (K, 3) unit, in the joint's frame (AIM)
    reference: np.ndarray  # (K,) int64, the joint that a quaternion is relative to, -1 for the world (TURN)
    goal: np.ndarray  # (K, 4) a displacement in the first three, or a unit quaternion in the reference's frame (TURN)
    support_start: np.ndarray  # (K + 1,) int64, task k has support_start[k] to support_start[k + 1]; not of TURN
    support_joint: np.ndarray  # (S,) int64
    support_point: np.ndarray  # (S, 3) in the joint's frame [m]
    share: np.ndarray  # (S,) of a support point in the target; one of share 0 is not read
    basis: np.ndarray  # (K, 3, 3) rows times the weight
    row_start: np.ndarray  # (K + 1,) int64, task k has row_start[k] to row_start[k + 1]: the first rows of its basis
