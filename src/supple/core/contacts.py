"""What a motion keeps still: contacts of its points with the world, gait events, the floor; and the document of it.

Positions are metres in Supple's world (+Y up); ``start`` and ``stop`` are frames of the motion's own rate, half-open,
counted with its rest rows. The document is JSON with ``format = 1`` and exactly these names.

On a treadmill's belt a place moves: ``position_m`` is where it is in the middle frame of its contact, for finders,
solvers and measures alike (:meth:`Contact.place_at`).
"""

from __future__ import annotations

from typing import Literal

import msgspec

Vec3 = tuple[float, float, float]
Quat = tuple[float, float, float, float]  # (w, x, y, z)
GeometricKind = Literal["space", "line", "point"]
_SAME_HEIGHT = 1e-3  # [m] nearer heights are one, whatever rounding a document went through


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Frozen, and nothing but what is listed."""


class Contact(_Data, frozen=True, kw_only=True):
    """A point that stays where it is for a while."""

    point: str  # such as "left_ball", or the marker
    start: int
    stop: int
    position_m: Vec3  # where it stays, in the world (on a belt: in its middle frame) or in the frame of ``reference``
    joint: str | None = None  # None: a marker
    offset_m: Vec3 | None = None  # of the point in the joint's frame; None for markers
    fixed: bool = False  # a known place that must be met; else where the motion has it, about
    reference: str | None = None  # the joint that the place rides with; None: the world

    @property
    def middle(self) -> int:
        """The frame in which a place on a belt is told."""
        return self.start + (self.stop - self.start) // 2

    @property
    def label(self) -> str:
        """As reports call it: the point and its frames."""
        return f"{self.point} {self.start}:{self.stop}"

    def place_at(self, frame: float, belt_m_s: Vec3 | None, frame_time: float) -> Vec3:
        """Where the place is in a frame: it goes with the belt, unless it rides with a joint."""
        if belt_m_s is None or self.reference is not None:
            return self.position_m
        seconds = (frame - self.middle) * frame_time
        (x, y, z), (u, v, w) = self.position_m, belt_m_s
        return x + u * seconds, y + v * seconds, z + w * seconds


class Step(_Data, frozen=True, kw_only=True):
    """When a foot comes down and leaves, in frames; None where the clip does not show it."""

    heel_strike: int | None = None
    toe_strike: int | None = None
    heel_off: int | None = None
    toe_off: int | None = None


class GaitEvents(_Data, frozen=True, kw_only=True):
    """The steps of both feet, in the order of time."""

    left: tuple[Step, ...] = ()
    right: tuple[Step, ...] = ()


class Floor(_Data, frozen=True, kw_only=True):
    """The ground that was found.

    The floor is one of the supports, and finders write it as such. choice: a height that is none of them is a person's
    word: the floor is there, and supports below it are none.
    """

    height_m: float = 0.0  # at the origin
    normal: Vec3 = (0.0, 1.0, 0.0)
    supports: tuple[float, ...] = ()  # heights at which something stands, from low to high [m]
    belt_m_s: Vec3 | None = None  # how a treadmill's belt moves; None: the ground stands still

    def __post_init__(self) -> None:
        if self.supports and not any(abs(height - self.height_m) <= _SAME_HEIGHT for height in self.supports):
            above = (height for height in self.supports if not height < self.height_m)  # NaN stays, to be refused
            msgspec.structs.force_setattr(self, "supports", (self.height_m, *above))


class Geometric(_Data, frozen=True, kw_only=True):
    """A joint whose frame keeps a space (all of it), a line (it turns about), or a point (it turns around) still."""

    joint: str
    kind: GeometricKind
    start: int
    stop: int
    origin_m: Vec3
    direction: Vec3 | None = None  # of a line, a unit vector
    wxyz: Quat | None = None  # of a space: how the joint is turned
    reference: str | None = None  # the joint in whose frame it stands still; None: the world


class Target(_Data, frozen=True, kw_only=True):
    """An end effector's pose that was given, frame by frame."""

    joint: str
    start: int
    positions_m: tuple[Vec3, ...]  # of frames start, start + 1, ...
    wxyz: tuple[Quat, ...] = ()  # as many, or none


class Contacts(_Data, frozen=True, kw_only=True):
    """All that was found in a motion, or given by a person."""

    fps: float
    floor: Floor | None = None  # None: nothing touches a floor
    contacts: tuple[Contact, ...] = ()
    events: GaitEvents = GaitEvents()
    geometric: tuple[Geometric, ...] = ()
    targets: tuple[Target, ...] = ()
    notes: tuple[str, ...] = ()  # what the finder wants to say, in words

    @property
    def belt_m_s(self) -> Vec3 | None:
        """How the ground moves; None: it stands still, or there is none."""
        return None if self.floor is None else self.floor.belt_m_s
