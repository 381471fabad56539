"""The thirty edits that the bars are about, the same six on the walker's clean motion, and fifteen far pulls.

Five captured clips with four pulls of both hands and two drags of one hand. Feet (ankle and ball of both) stay on their
own path at priority 1; hands come second. A pull of a metre is out of reach in some frames only, since nothing asks for
balance; the far pulls are about a metre out of reach in all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np

from supple.constraints.model import Constraint, Edit, PlaceGoal, Position, Preserve
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.recipes.roles import motion_roles
from supple.recipes.walk import walking

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data" / "cmu-bvh"
CLIPS = ("07_01", "02_01", "16_17", "91_24", "05_02")
WALKER = "walker"
FEET = ("left_ankle", "left_ball", "right_ankle", "right_ball")
HANDS = ("left_wrist", "right_wrist")
LONG, WINDOW = 400, 360  # frames: a longer clip is cut to the middle three seconds
STILL, RAMP = 0.4, 0.4  # [s] before and after the goals, and of their ease


@dataclass(frozen=True)
class Want:
    """A displacement of hands: its size along the figure's forward, left and up at mid clip [m]."""

    name: str
    hands: tuple[str, ...]
    forward: float = 0.0
    left: float = 0.0
    up: float = 0.0
    pull: bool = True  # out of reach, or nearly


_DIAGONAL = 0.8 / np.sqrt(2.0)
WANTS = (
    Want("pull forward and up", HANDS, forward=1.0, up=0.3),
    Want("pull sideways", HANDS, left=1.0),
    Want("pull forward and down", HANDS, forward=_DIAGONAL, up=-_DIAGONAL),
    Want("pull up", HANDS, up=0.95),
    Want("drag right hand", ("right_wrist",), forward=0.15, up=0.20, pull=False),
    Want("drag left hand", ("left_wrist",), forward=-0.09, left=0.12, pull=False),
)
FAR = (
    Want("far pull forward and up", HANDS, forward=2.0, up=0.6),
    Want("far pull sideways", HANDS, left=2.0),
    Want("far pull up", HANDS, up=1.9),
)
_WALKED, _PULLED = product((WALKER,), WANTS), product(CLIPS, FAR)
LIST: tuple[tuple[str, Want], ...] = (*product(CLIPS, WANTS), *_WALKED, *_PULLED)
THIRTY = range(len(CLIPS) * len(WANTS))


@dataclass(frozen=True)
class HandGoal:
    """What a case asks of one hand, so that nobody has to read it out of the edit again."""

    joint: str
    offset: np.ndarray  # (3,) [m]
    when: tuple[float, float, float, float]  # [s]


@dataclass(frozen=True, eq=False)
class Case:
    """One edit of one clip."""

    name: str
    clip: str
    motion: Motion
    edit: Edit
    feet: tuple[str, ...]  # joints
    goals: tuple[HandGoal, ...]
    pull: bool


def cases() -> Iterator[Case]:
    """The thirty, clip by clip; then the walker's six and the far pulls."""
    return (case(number) for number in range(len(LIST)))


def case(number: int) -> Case:
    """One of the cases, counted from 0."""
    name, want = LIST[number]
    return made(name, clip(name), want)


@cache
def clip(name: str) -> Motion:
    """A captured clip, or its middle if it is long; or the walker."""
    if name == WALKER:
        return walking()
    from supple.io.registry import read

    motion = read(FOLDER / f"{name}.bvh")
    assert isinstance(motion, Motion)
    if motion.frames <= LONG:
        return motion
    first = (motion.frames - WINDOW) // 2
    return motion.with_frames(first, first + WINDOW)


def made(name: str, motion: Motion, want: Want) -> Case:
    """The edit that asks a want of a motion: preserved feet, then the hands."""
    roles, end = motion_roles(motion), (motion.frames - 1) * motion.frame_time
    when = (STILL, STILL + RAMP, end - STILL - RAMP, end - STILL)
    forward, left, up = directions(motion)
    offset = want.forward * forward + want.left * left + want.up * up
    feet: list[Constraint] = [Preserve(name=role, effector=roles[role], priority=1) for role in FEET]
    x, y, z = offset.tolist()
    goal = PlaceGoal(offset=(x, y, z), when=when)
    hands = [Position(name=role, effector=roles[role], priority=2, goals=(goal,)) for role in want.hands]
    return Case(
        name=f"{name} {want.name}",
        clip=name,
        motion=motion,
        edit=Edit(constraints=(*feet, *hands)),
        feet=tuple(roles[role] for role in FEET),
        goals=tuple(HandGoal(roles[role], offset, when) for role in want.hands),
        pull=want.pull,
    )


def directions(motion: Motion) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Forward, left and up of the figure at mid clip, level, in the world: (3,) each."""
    roles, middle = motion_roles(motion), motion.frames // 2
    positions = world_pose(motion.with_frames(middle, middle + 1)).positions[0]
    across = (positions[motion.skeleton.index(roles[f"{side}_hip"])] for side in ("left", "right"))
    left = next(across) - next(across)
    left[1] = 0.0
    left, up = left / np.linalg.norm(left), np.array([0.0, 1.0, 0.0])
    return np.cross(left, up), left, up
