"""The limbs of a figure that can be cleaned: legs and arms by their roles, more by a person's word."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from supple.constraints.moments import first_moving_frame
from supple.constraints.names import Effector
from supple.core import quaternions
from supple.core.arrays import rebuilt, sealed
from supple.core.body.hinges import Hinge, hinged_by_role
from supple.core.body.rest_pose import RestPose, rest_pose
from supple.core.motion import Motion
from supple.core.roles import SIDES
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError

_PARTS = {"leg": ("hip", "knee", "ankle"), "arm": ("shoulder", "elbow", "wrist")}
_TIPS = {"leg": ("heel", "ball"), "arm": ("wrist", "fingertips")}
_BEYOND = {"leg": "ball", "arm": None}  # the joint of the toes


class Tip(NamedTuple):
    """A point of a foot or hand that can be planted."""

    name: str
    joint: int  # that carries it in the file
    offset: np.ndarray  # (3,) in the frame of the limb's end [m]


@dataclass(frozen=True, slots=True, eq=False)
class Limb:
    """Two bones with a hinge between them, and a foot or hand at their end.

    Joints between base and middle, and between middle and end, keep their own rotations: they are a part of the bone.
    """

    name: str  # such as "left_leg"
    base: int  # hip or shoulder
    middle: int  # knee or elbow
    end: int  # ankle or wrist
    axis: np.ndarray  # (3,) unit, of the hinge, in the middle joint's frame; a positive turn flexes
    length: float  # of its bones, from base to end [m]
    tips: tuple[Tip, ...] = ()
    toe: int | None = None  # the joint of the toes beyond
    toe_tip: np.ndarray | None = None  # (3,) the tip of the toes in that joint's frame, without one in the end's [m]
    rank: int = 0  # what gives way first where not all can be reached: the largest; feet 0, hands 1

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        object.__setattr__(self, "axis", sealed(self.axis, (3,), "axis"))
        if self.toe_tip is not None:
            object.__setattr__(self, "toe_tip", sealed(self.toe_tip, (3,), "toe_tip"))


def limbs_of(
    motion: Motion,
    roles: Mapping[str, str],
    points: Mapping[str, Effector] | None = None,
    extra: Mapping[str, Sequence[str]] | None = None,
) -> tuple[Limb, ...]:
    """Legs, then arms, that the roles tell in full, then the ``extra`` limbs by their joints from first to last.

    ``points`` are those of feet and hands by name, such as ``left_heel``; one that its limb's end does not carry is
    left out, except that of a ball. A figure without limbs gives none.
    """
    known = {role: motion.skeleton.index(name) for role, name in roles.items() if name in motion.skeleton}
    figure, limbs = _as_in_the_clip(motion), []
    rest, hinges = rest_pose(figure), _hinges(motion, figure, roles)
    for kind in _PARTS:
        for side in SIDES:
            joints = tuple(known[f"{side}_{part}"] for part in _PARTS[kind] if f"{side}_{part}" in known)
            hinge = hinges.get(f"{side}_{_PARTS[kind][1]}")
            if len(joints) == len(_PARTS[kind]) and hinge is not None:
                limb = _limb(figure, f"{side}_{kind}", joints, hinge)
                limbs.append(_with_tips(limb, figure, rest, kind, side, known, points or {}))
    limbs += [_extra_limb(motion, figure, name, names) for name, names in (extra or {}).items()]
    _check_apart(motion.skeleton, limbs)
    return tuple(limbs)


def leg_length(limbs: Sequence[Limb]) -> float:
    """[m] how large a figure is: the length of its longest leg, or limb where it has no legs; 0 without any."""
    legs = [limb.length for limb in limbs if limb.rank == 0]
    return max(legs or [limb.length for limb in limbs], default=0.0)


def _as_in_the_clip(motion: Motion) -> Skeleton:
    """The skeleton with the bones that the frames have, where those are not the ones at rest."""
    if motion.offsets is None:
        return motion.skeleton
    return replace(motion.skeleton, offsets=np.median(motion.offsets[first_moving_frame(motion) :], axis=0))


def _hinges(motion: Motion, figure: Skeleton, roles: Mapping[str, str]) -> dict[str, Hinge]:
    """Hinges of knees and elbows by role: as they move, are bent, or would be on a body; none of bones of no length."""
    bare = replace(figure, freedoms=())  # also joints with limits or two axes get a hinge
    return hinged_by_role(bare, motion.rotations[first_moving_frame(motion) :], roles).hinges


def _limb(skeleton: Skeleton, name: str, joints: Sequence[int], hinge: Hinge) -> Limb:
    base, middle, end = joints
    _check_line(skeleton, name, joints)
    axis, freedom = hinge.axis, skeleton.freedoms[middle]
    if freedom.kind == "hinge" and len(freedom.axes):  # what the file states goes first
        axis = freedom.axes[0] * (1.0 if freedom.axes[0] @ hinge.axis >= 0.0 else -1.0)
    bones = itertools.takewhile(lambda joint: joint != base, (end, *_line_up(skeleton, end)))
    length = float(np.linalg.norm(skeleton.offsets[[*bones]], axis=1).sum())
    return Limb(name, base, middle, end, axis, length, rank=int(name.endswith("arm")))


def _check_line(skeleton: Skeleton, name: str, joints: Sequence[int]) -> None:
    for upper, lower in itertools.pairwise(joints):
        if upper == 0 or upper not in _line_up(skeleton, lower):
            raise InvalidValueError(
                f"{name} cannot be cleaned: {skeleton.names[lower]!r} must hang below {skeleton.names[upper]!r}, "
                "which must not be the root. Say in the roles which joints are meant."
            )


def _with_tips(
    limb: Limb,
    skeleton: Skeleton,
    rest: RestPose,
    kind: str,
    side: str,
    known: Mapping[str, int],
    points: Mapping[str, Effector],
) -> Limb:
    tips = []
    for part in _TIPS[kind]:
        name = f"{side}_{part}"
        point = points.get(name, Effector(known[name]) if name in known else None)
        if point is not None and limb.end in (point.joint, *_line_up(skeleton, point.joint)):
            tips.append(Tip(name, point.joint, _seen_from(rest, limb.end, point)))
    toe = known.get(f"{side}_{_BEYOND[kind]}")
    if toe is None or limb.end not in _line_up(skeleton, toe):
        stiff = points.get(f"{side}_toe") if kind == "leg" and f"{side}_toe_end" in known else None
        carried = stiff is not None and limb.end in (stiff.joint, *_line_up(skeleton, stiff.joint))
        return replace(limb, tips=tuple(tips), toe_tip=_seen_from(rest, limb.end, stiff) if stiff and carried else None)
    return replace(limb, tips=tuple(tips), toe=toe, toe_tip=_toe_tip(skeleton, rest, toe, points.get(f"{side}_toe")))


def _toe_tip(skeleton: Skeleton, rest: RestPose, toe: int, point: Effector | None) -> np.ndarray | None:
    """The point of the toes that the joint of the toes carries, else the furthest of its children."""
    if point is not None and toe in (point.joint, *_line_up(skeleton, point.joint)):
        return _seen_from(rest, toe, point)
    tips = skeleton.offsets[list(skeleton.children(toe))]
    return max(tips, key=lambda tip: float(tip @ tip), default=None)


def _seen_from(rest: RestPose, end: int, point: Effector) -> np.ndarray:
    """Where a point at or below the end is in the end's frame, at rest."""
    place = rest.positions[point.joint] + quaternions.rotate(rest.rotations[point.joint], np.array(point.point))
    return rest.seen_from(end, place - rest.positions[end])


def _extra_limb(motion: Motion, figure: Skeleton, name: str, names: Sequence[str]) -> Limb:
    joints = [figure.index(joint) for joint in names]
    if len(joints) < 3:
        raise InvalidValueError(
            f"limb {name!r} needs at least three joints, from its base to its end; got {len(joints)}."
        )
    # choice: of more than three the one nearest to half way along the bones bends
    steps = np.linalg.norm(figure.offsets[joints[1:]], axis=1)
    way = np.cumsum(steps)[:-1]
    middle = joints[1 + int(np.argmin(np.abs(way - 0.5 * steps.sum())))]
    ends = (joints[0], middle, joints[-1])
    _check_line(figure, name, ends)
    named = {f"left_{part}": figure.names[j] for part, j in zip(_PARTS["leg"], ends, strict=True)}
    hinge = _hinges(motion, figure, named).get("left_knee")
    if hinge is None:
        raise InvalidValueError(f"limb {name!r} has bones without length, from {names[0]!r} to {names[-1]!r}.")
    limb = _limb(figure, name, ends, hinge)
    return replace(limb, tips=(Tip(name, limb.end, np.zeros(3)),))


def _line_up(skeleton: Skeleton, joint: int) -> list[int]:
    """All joints above one, the nearest first."""
    line = []
    while (joint := int(skeleton.parents[joint])) >= 0:
        line.append(joint)
    return line


def _check_apart(skeleton: Skeleton, limbs: Sequence[Limb]) -> None:
    """No limb hangs on another: each is solved by itself."""
    owner: dict[int, str] = {}
    stops = skeleton.subtree_stops()
    for limb in limbs:
        for joint in range(limb.base, int(stops[limb.base])):
            if joint in owner:
                raise InvalidValueError(
                    f"{limb.name} and {owner[joint]} share joint {skeleton.names[joint]!r}; limbs must be apart."
                )
            owner[joint] = limb.name
