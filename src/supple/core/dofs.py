"""The degrees of freedom of a skeleton, numbered once, so that every Jacobian has the same columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from supple.core import quaternions
from supple.core.arrays import rebuilt, sealed
from supple.core.skeleton import Skeleton
from supple.kernels.dof_kinds import BALL, BODY, PARENT, SLIDE


@dataclass(frozen=True, slots=True, eq=False)
class DofLayout:
    """Which column of a Jacobian moves what: first the root's three travels, then every joint's turns.

    A ball joint has three columns, its angular velocity in its *own* frame (x, y, z), so that a step is
    ``q exp(step)``; also where its file lists three hinges, because a pose is kept as one quaternion. A hinge has
    one column, about its axis. A joint of two hinges has two: the first axis rides with the parent, the second with the
    joint. Fixed joints and end sites have none.
    """

    start: np.ndarray  # (J + 1,) int64: joint j has the columns start[j] to start[j + 1]
    kind: np.ndarray  # (D,) int64, see supple.kernels.dof_kinds
    axes: np.ndarray  # (D, 3) unit, in the world (SLIDE), the joint's frame (BALL, BODY) or its parent's (PARENT)

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        put = partial(object.__setattr__, self)
        put("start", sealed(self.start, ("J + 1",), "start", np.int64))
        put("kind", sealed(self.kind, (int(self.start[-1]),), "kind", np.int64))
        put("axes", sealed(self.axes, (len(self.kind), 3), "axes"))

    def __len__(self) -> int:
        return len(self.kind)

    def columns(self, joint: int) -> slice:
        """The columns of one joint; the root's begin with its travel."""
        return slice(int(self.start[joint]), int(self.start[joint + 1]))


def dof_layout(skeleton: Skeleton) -> DofLayout:
    """Number the degrees of freedom of a skeleton, in the order of its joints."""
    columns: list[list[tuple[int, np.ndarray]]] = [_turns(skeleton, j) for j in range(len(skeleton))]
    columns[0] = [(SLIDE, axis) for axis in np.eye(3)] + columns[0]
    flat = [column for joint in columns for column in joint]
    return DofLayout(
        start=np.cumsum([0] + [len(joint) for joint in columns]),
        kind=np.array([kind for kind, _ in flat]),
        axes=np.array([axis for _, axis in flat]),
    )


def _turns(skeleton: Skeleton, joint: int) -> list[tuple[int, np.ndarray]]:
    freedom = skeleton.freedoms[joint]
    if freedom.kind == "ball":
        return [(BALL, axis) for axis in np.eye(3)]
    turns = [(BODY, axis) for axis in freedom.axes[-1:]]
    if freedom.kind == "universal":
        rest = skeleton.rest_rotations[joint]
        turns.insert(0, (PARENT, quaternions.rotate(rest, freedom.axes[0])))
    return turns
