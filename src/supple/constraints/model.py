"""The wishes themselves: names and numbers, so that they can be saved, drawn, listed, undone and given to any solver.

Positions are metres in Supple's world (+Y up); moments are seconds, or frames as ``"120f"``. What a name, a moment or
a role means for a certain motion is decided when wishes are compiled for it, not here.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from supple.core.moments import Moment as Moment
from supple.errors import InvalidValueError

Vec3 = tuple[float, float, float]
Quat = tuple[float, float, float, float]  # (w, x, y, z)
Profile = tuple[Moment, Moment, Moment, Moment]  # begins, fully active, begins to leave, gone
Recruit = str | tuple[str, ...]  # "all", the topmost joint recruited, or a list of joints
Enforce = Literal["span", "always"]


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Frozen, and nothing but what is listed."""


class PlaceGoal(_Data, frozen=True, kw_only=True):
    """Where a point should be over a while: a place, or its own path moved."""

    when: Profile | None = None  # None: fully active all through, and in a posture
    at: Vec3 | None = None  # [m] in the world, or in the frame of ``relative_to``
    offset: Vec3 | None = None  # [m] added to the effector's own path, along the constraint's axes of space
    relative_to: str | None = None  # the joint or role that the place rides with


class TurnGoal(_Data, frozen=True, kw_only=True):
    """How a joint should be turned over a while."""

    when: Profile | None = None  # None: fully active all through, and in a posture
    wxyz: Quat | None = None  # orientation in the world, or in the frame of ``relative_to``
    turn_deg: Vec3 | None = None  # a further turn of its own orientation: rotation vector [deg]
    relative_to: str | None = None


class ShapePoint(_Data, frozen=True, kw_only=True):
    """A place that a path goes through, and rests at for the time of ``hold``."""

    hold: tuple[Moment, Moment]
    at: Vec3 | None = None
    offset: Vec3 | None = None
    tension: float | None = None  # None: 1 where the point is held for some time, else 0
    continuity: float = 0.0
    bias: float = 0.0


class Events(_Data, frozen=True, kw_only=True):
    """When a foot comes down and leaves, in walking order."""

    heel_strike: Moment
    toe_strike: Moment
    heel_off: Moment
    toe_off: Moment


class _Constraint(_Data, frozen=True, kw_only=True, tag_field="kind"):
    name: str = ""
    priority: int = 1  # 1 is the strongest; only the order matters
    weight: float = 1.0  # among constraints of equal priority
    recruit: Recruit = "all"
    space: str | None = None  # None: the document's
    enforce: Enforce = "span"


class Position(_Constraint, frozen=True, kw_only=True, tag="position"):
    """A point of the body goes to places."""

    effector: str
    goals: tuple[PlaceGoal, ...] = ()
    point: Vec3 = (0.0, 0.0, 0.0)  # in the joint's frame [m]
    axes: str = "xyz"  # a part of them constrains only those axes of space


class Orientation(_Constraint, frozen=True, kw_only=True, tag="orientation"):
    """A joint turns to orientations."""

    effector: str
    goals: tuple[TurnGoal, ...] = ()


class LookAt(_Constraint, frozen=True, kw_only=True, tag="look_at"):
    """An axis of a joint points at places."""

    effector: str
    goals: tuple[PlaceGoal, ...] = ()
    axis: Vec3 = (0.0, 0.0, 1.0)  # in the joint's frame
    point: Vec3 = (0.0, 0.0, 0.0)  # where the eye is, in the joint's frame [m]


class Shape(_Constraint, frozen=True, kw_only=True, tag="shape"):
    """A point follows a new path that leaves and joins its own."""

    effector: str
    span: tuple[Moment, Moment]
    points: tuple[ShapePoint, ...]
    mode: Literal["absolute", "relative", "condensed"] = "relative"
    reference: str | None = None  # whose path; None: the effector's own
    point: Vec3 = (0.0, 0.0, 0.0)


class Footplant(_Constraint, frozen=True, kw_only=True, tag="footplant"):
    """A foot stands still between its events, perhaps elsewhere and turned."""

    foot: str  # "left", "right", or a limb of the roles document
    events: Events | Literal["detect"]  # "detect": those of every step of the foot that a motion has
    move: Vec3 = (0.0, 0.0, 0.0)  # [m]
    turn_deg: float = 0.0  # about the vertical
    ease: tuple[float, float] = (0.2, 0.2)  # [s] before the first and after the last event

    @property
    def known_events(self) -> Events:
        """The events of one step; those that are to be detected in a motion are refused, for they are none yet."""
        if isinstance(self.events, str):
            raise InvalidValueError(
                f"{self.name or self.foot + ' footplant'}: its events are to be detected in a motion first, "
                "as `edit` and `lint` do."
            )
        return self.events


class Balance(_Constraint, frozen=True, kw_only=True, tag="balance"):
    """The centre of mass follows the support, perhaps displaced."""

    points: tuple[str, ...] = ("left_heel", "left_ball", "right_heel", "right_ball")
    goals: tuple[PlaceGoal, ...] = ()
    axes: str = "xz"
    span: tuple[Moment, Moment] | None = None  # None: the whole clip


class Preserve(_Constraint, frozen=True, kw_only=True, tag="preserve"):
    """A point stays on its own original path."""

    effector: str
    point: Vec3 = (0.0, 0.0, 0.0)
    axes: str = "xyz"
    span: tuple[Moment, Moment] | None = None  # None: the whole clip


Constraint = Position | Orientation | LookAt | Shape | Footplant | Balance | Preserve


class JointSetting(_Data, frozen=True, kw_only=True):
    """How easily and how far one joint moves; what is not said comes from the table of human joints."""

    weight: float = 1.0  # 0: does not move
    swing_deg: float | None = None  # half angle of a cone
    swing_polygon_deg: tuple[tuple[float, float], ...] | None = None
    twist_deg: tuple[float, float] | None = None
    range_deg: tuple[float, float] | None = None  # of a hinge
    rigidity: float = 1.0  # hierarchical solver: what a turn of it costs beside that of others


class CarriedMass(_Data, frozen=True, kw_only=True):
    """A mass that a joint carries."""

    joint: str
    kg: float
    at: Vec3 = (0.0, 0.0, 0.0)  # in the joint's frame [m]


class Settings(_Data, frozen=True, kw_only=True):
    """How to solve; the defaults ask nobody to tune anything."""

    max_iterations: int = 50
    filter_s: float = 0.0  # width of the low-pass on the adjustment; 0: none
    passes: int = 1
    keep: Literal["pose", "velocity"] = "pose"
    pull_root: bool = True  # the root's place is kept like the pose; False: it may travel for nothing


class Edit(_Data, frozen=True, kw_only=True):
    """All wishes about one motion."""

    constraints: tuple[Constraint, ...] = ()
    space: str = "world"  # "world", "facing", or a joint: the axes of offsets and moves
    settings: Settings = Settings()
    joints: dict[str, JointSetting] = {}
    masses: tuple[CarriedMass, ...] = ()
