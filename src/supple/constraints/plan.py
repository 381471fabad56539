r"""What an edit asks of every frame of one motion, as arrays: the only form in which a solver meets wishes.

K tasks over F frames. Task k works in frame f where ``activity[f, k] > 0``, and asks

.. math:: target = g + b + (1 - a)\,free + \sum_s share_s\,(x_{j(s)} + R_{j(s)}\,p_s)

of a point, a place to look at, or the centre of mass: g is ``goal``, b the task's part of ``bends`` (mostly none), a
``activity``, and the sum runs over the task's support points, which ride with joints of the pose *as solved*. ``free``
is where the point would be in the same frame without the task, which only a solver knows. A TURN task asks for the
quaternion ``goal`` in the frame of ``reference``; in a ramp, see :mod:`supple.constraints.targets`, which makes all
goals ready for kernels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from supple.constraints.curves.turns import TurnTrack
from supple.core.body.masses import BodyMass


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Plan:
    """The tasks of an edit on a motion; all arrays read-only."""

    size: float  # [m] the figure's height: what lengths are compared with
    body: BodyMass
    constraint: np.ndarray  # (K,) int64, which constraint of the edit asks it
    kind: np.ndarray  # (K,) int64, see supple.kernels.task_kinds
    joint: np.ndarray  # (K,) int64
    point: np.ndarray  # (K, 3) in the joint's frame [m]
    axis: np.ndarray  # (K, 3) unit, in the joint's frame
    basis: np.ndarray  # (K, 3, 3) rows times weight; rows of TURN and AIM also times a length, so that all are [m]
    turning: np.ndarray  # (K,) bool, of TURN in the world: its rows are in the frame of the goal and turn with it
    rows: np.ndarray  # (K,) int64, how many rows of its basis a task uses: 1 to 3
    recruited: np.ndarray  # (K, J) bool
    level: np.ndarray  # (F, K) int64, the strongest is smallest; equal ones are stacked
    activity: np.ndarray  # (F, K) in [0, 1]
    asked: np.ndarray  # (F, K) bool, where a miss counts: fully active, and no mere follower (see measure)
    goal: np.ndarray  # (F, K, 4) a place in the first three, or a unit quaternion
    reference: np.ndarray  # (F, K) int64, the joint that a quaternion is relative to; -1 the world, and for other kinds
    support_start: np.ndarray  # (K + 1,) int64
    support_joint: np.ndarray  # (S,) int64
    support_point: np.ndarray  # (F, S, 3) in the joint's frame [m]
    share: np.ndarray  # (F, S) of a support point in the target
    turns: Mapping[int, TurnTrack]  # of TURN tasks, for frames in which goals are mixed
    # (F, 3) [m] of POINT tasks that have to meet a stronger one: added to the goal, but no part of the wish
    bends: Mapping[int, np.ndarray] = field(default_factory=dict)
