"""What is drawn of a motion or a capture: points in the world, the lines between them, how tall and where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from supple.core.arrays import frozen
from supple.core.markers import Markers
from supple.core.motion import Motion
from supple.core.pose import posed_frames
from supple.core.roles import figure_height
from supple.errors import FileError, InvalidValueError, UnknownJointError
from supple.io.formats import Content
from supple.plots.before_after import bones_of, head_of, standing
from supple.plots.left_behind import left_behind
from supple.recipes.roles import motion_roles

_BLOCK = 4096  # frames posed at once: the turned bones of a long clip would not fit into memory
_LOOKED_AT = 64  # frames of which a figure's height is taken
_FARTHEST = 1e7  # [m]
_SMALLEST, _PERSON = 1e-5, 1.7  # [m] a figure of no size, such as a lone joint, is looked at like a person
_ENDS = ("left_wrist", "right_wrist", "left_ankle", "right_ankle")  # whose paths people look at


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """Points over F frames; a marker that is missing is NaN."""

    names: tuple[str, ...]
    points: np.ndarray  # (F, P, 3) [m], float32: fine enough for the eye
    bones: tuple[tuple[int, int, str], ...]  # two points, and "left", "right" or "middle"
    head: tuple[int, int] | None  # bottom and top of the head, where there is one
    roles: Mapping[str, int]
    frame_time: float  # [s]
    rest_rows: int
    height: float  # [m] standing
    floor: float  # [m]
    heading: float  # [rad] about +Y, where the figure faces in its first frame; 0 is +Z
    aside: tuple[int, ...] = ()  # points that are no part of the body, such as a root that stays behind

    @property
    def frames(self) -> int:
        """How many frames there are."""
        return len(self.points)

    @property
    def body(self) -> np.ndarray:
        """(F, B, 3) the points that have to be in a picture [m]."""
        return np.delete(self.points, self.aside, axis=1) if self.aside else self.points

    @property
    def first(self) -> int:
        """The first frame that is no rest row; 0 where there are no others."""
        return self.rest_rows if self.rest_rows < self.frames else 0

    @property
    def ends(self) -> tuple[int, ...]:
        """Hands and feet, where they are known."""
        return tuple(self.roles[role] for role in _ENDS if role in self.roles)

    def part(self, start: int, stop: int) -> Figure:
        """The frames ``[start, stop)``; it faces as it does in the first of them that moves."""
        points, rest = frozen(self.points[start:stop]), max(0, min(self.rest_rows, stop) - start)
        part = replace(self, points=points, rest_rows=rest)
        return replace(part, heading=heading_of(points[part.first], self.roles))

    def point(self, name: str) -> int:
        """The number of a joint, role or marker."""
        if name in self.names:
            return self.names.index(name)
        if name not in self.roles:
            raise UnknownJointError(name, (*self.names, *self.roles))
        return self.roles[name]


def figure_of(content: Content, source: Path | str = "the file") -> Figure:
    """The figure of a motion, or the markers of a capture, in plain NumPy: the compiler is not loaded to look at it."""
    if isinstance(content, Motion):
        return _of_motion(content)
    if isinstance(content, Markers) and content.labels:
        return _of_markers(content)
    raise FileError(
        source, f"this holds {type(content).__name__.lower()} that have no place; there is nothing to show."
    )


def _of_motion(motion: Motion) -> Figure:
    roles, skeleton = motion_roles(motion), motion.skeleton
    points = np.zeros((motion.frames, len(skeleton), 3), np.float32)
    for start in range(0, motion.frames, _BLOCK):
        points[start : start + _BLOCK] = _near(posed_frames(motion, slice(start, start + _BLOCK)))
    first = motion.rest_rows if motion.rest_rows < motion.frames else 0
    head, index = head_of(skeleton, roles), {role: skeleton.index(joint) for role, joint in roles.items()}
    moving = points[first:]
    some = points[np.linspace(first, motion.frames - 1, _LOOKED_AT).astype(int)]
    height = _tall(figure_height(skeleton, some, roles))
    aside = left_behind(skeleton, moving, index, height)
    return Figure(
        names=skeleton.names,
        points=frozen(points),
        bones=tuple(b for b in bones_of(skeleton, roles) if b[:2] != head and not {*b[:2]} & {*aside}),
        head=head,
        roles=index,
        frame_time=motion.frame_time,
        rest_rows=motion.rest_rows,
        height=height,
        floor=standing(np.delete(moving, aside, axis=1) if aside else moving)[1],
        heading=heading_of(points[first], index),
        aside=aside,
    )


def _near(points: np.ndarray) -> np.ndarray:
    """Points that can be drawn with short numbers."""
    far = float(np.nanmax(np.abs(points), initial=0.0))
    if not far < _FARTHEST:
        raise InvalidValueError(
            f"a joint is {far:.3g} m away from the origin; that cannot be drawn. Is the unit right?"
        )
    return points


def _of_markers(markers: Markers) -> Figure:
    height, floor = standing(markers.positions)
    points = frozen(_near(markers.positions).astype(np.float32))
    return Figure(markers.labels, points, (), None, {}, markers.frame_time, 0, _tall(height), floor, 0.0)


def _tall(height: float) -> float:
    return height if height > _SMALLEST else _PERSON


def heading_of(points: np.ndarray, roles: Mapping[str, int]) -> float:
    """Across the hips or shoulders, turned by a right angle; a figure that has neither faces +Z."""
    for part in ("hip", "shoulder"):
        if f"left_{part}" in roles and f"right_{part}" in roles:
            x, _, z = (points[roles[f"left_{part}"]] - points[roles[f"right_{part}"]]).tolist()
            return float(np.arctan2(-z, x)) if x or z else 0.0
    return 0.0
