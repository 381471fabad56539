"""What a BVH file looks like: its tree as spelled, its channels, its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from supple.core import axes
from supple.core.freedom import BALL, FIXED, Freedom, about

AXES = "xyz"
SURELY_A_RATE = 10.0  # [s] nobody waits so long for a frame; 1.0 occurs in files that hold one pose
MAX_LENGTH = 1e12  # file units; beyond any figure in any unit, and its square is far from overflow
Rule = Literal["replace", "add"]  # what position channels do to OFFSET


@dataclass(frozen=True, slots=True)
class Channel:
    """One column of numbers: a turn about an axis [deg] or a place along it [file units]."""

    kind: Literal["rotation", "position"]
    axis: int  # 0, 1, 2 for x, y, z

    def __str__(self) -> str:
        return f"{AXES[self.axis].upper()}{self.kind}"


@dataclass(frozen=True, slots=True)
class Node:
    """A joint or an end site, as the file has it."""

    name: str  # unique
    spelling: str  # in the file; "" for an end site
    parent: int
    offset: tuple[float, float, float]  # [file units]
    channels: tuple[Channel, ...] = ()
    end: bool = False

    def axes(self, kind: str) -> tuple[int, ...]:
        """The axes of its rotation or position channels, in the order of the file."""
        return tuple(c.axis for c in self.channels if c.kind == kind)


Nodes = tuple[Node, ...]


def columns(nodes: Nodes, kind: str) -> dict[int, list[int]]:
    """For every joint that has such channels, their columns in a row, in the order of the file."""
    found: dict[int, list[int]] = {}
    column = 0
    for j, node in enumerate(nodes):
        for channel in node.channels:
            if channel.kind == kind:
                found.setdefault(j, []).append(column)
            column += 1
    return found


def freedom(node: Node, up: str) -> Freedom:
    """How a joint with these channels may turn, in Supple's world; the file's up axis is ``up``."""
    order = node.axes("rotation")
    if len(order) == 3:
        return BALL
    return about(axes.vectors_from(up, np.eye(3)[list(order)])) if order else FIXED


def width(nodes: Nodes) -> int:
    """Numbers in a row."""
    return sum(len(node.channels) for node in nodes)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Record:
    """A BVH file as it was read: what a write needs to give it back.

    ``root_positions``, ``rotations``, ``joint_offsets`` and ``rest_offsets`` are the very arrays of the motion
    as read: a frame that still equals them gets the file's own numbers.
    """

    nodes: Nodes
    values: np.ndarray  # (F, C) the numbers of the file
    frame_time: float  # [s]
    frame_time_text: str
    root_rule: Rule
    joint_rule: Rule
    unit_scale: float
    up: str
    rest_offsets: np.ndarray  # (J, 3) [m]
    root_positions: np.ndarray  # (F, 3) [m]
    rotations: np.ndarray  # (F, J, 4)
    joint_offsets: np.ndarray | None  # (F, J, 3) [m]
