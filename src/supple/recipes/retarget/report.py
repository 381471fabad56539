"""How a retargeting went, in numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from supple.constraints.names import Names
from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.ground import ground_of
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import WorldPose
from supple.core.roles import SIDES
from supple.recipes.measures.grounding import penetration_mm
from supple.recipes.measures.planted import slide
from supple.recipes.measures.scene import Scene
from supple.recipes.retarget.figure import Figure
from supple.recipes.retarget.frames import BodyFrames
from supple.recipes.retarget.limb_frames import BONES
from supple.solvers.ranges.allowed import Allowed
from supple.solvers.result import Status

_BROKEN = np.radians(0.5)  # what is less over a limit is not seen
_FORWARD = np.array([0.0, 0.0, 1.0])


class Broken(NamedTuple):
    """A joint that leaves its range by more than the pose did that was transferred."""

    joint: str
    deg: float  # at worst
    frame: int  # where that is, rest rows counted
    frames: int  # in how many


@dataclass(frozen=True, slots=True, kw_only=True)
class RetargetReport:
    """Measured on the target with the contacts of the source. NaN: there is nothing to measure."""

    slide_mm_max: float
    penetration_mm_max: float
    limb_direction_deg_median: float  # over all roles below
    limb_direction_deg: Mapping[str, float]  # role -> median angle between its bone on source and target
    limits_broken: int  # joint limits that are broken by more than half a degree and more than before the fit
    limits: tuple[Broken, ...] = ()  # which ones, and where
    status: Status = "met"
    scale: float = 1.0  # of the way of the root
    seconds: float = 0.0
    steps_s: Mapping[str, float] = field(default_factory=dict)  # what each step took
    notes: tuple[str, ...] = ()


def sliding(motion: Motion, pose: WorldPose, contacts: Contacts, names: Names) -> tuple[float, float]:
    """How far planted points slide, and how deep feet are in the ground, at worst [mm]."""
    ground = ground_of(contacts.floor)
    scene = Scene(motion=motion, pose=pose, names=names, contacts=contacts, ground=ground)
    return slide(scene).worst, penetration_mm(scene)[0]


def directions(
    source: Figure, target: Figure, pose: WorldPose, frames: tuple[BodyFrames, BodyFrames]
) -> dict[str, float]:
    """role -> median angle of bones of limbs; of hands and feet, which are built in many ways, of frames [deg]."""
    found = {}
    span = slice(source.first, None)
    for role in (f"{side}_{part}" for side in SIDES for part in (*BONES, "wrist", "ankle")):
        if role not in source.joints or role not in target.joints:
            continue
        ways = [
            _way(figure, role, posed.positions[span], posed.rotations[span], own)
            for figure, posed, own in ((source, source.pose, frames[0]), (target, pose, frames[1]))
        ]
        if ways[0] is not None and ways[1] is not None:
            found[role] = float(np.degrees(np.median(_angles(ways[0], ways[1]))))
    return found


def _way(figure: Figure, role: str, places: np.ndarray, turned: np.ndarray, frames: BodyFrames) -> np.ndarray | None:
    side, part = role.split("_")
    joint = figure.joints[role]
    if part in BONES:
        end = figure.joints.get(f"{side}_{BONES[part]}")
        return None if end is None else places[:, end] - places[:, joint]
    own = frames.own.get(joint)
    return None if own is None else quaternions.rotate(quaternions.multiply(turned[:, joint], own), _FORWARD)


def _angles(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """(F,) between vectors [rad]."""
    return np.arctan2(np.linalg.norm(np.cross(a, b), axis=1), np.sum(a * b, axis=1))


def broken(allowed: Allowed, after: Motion) -> tuple[Broken, ...]:
    """Limits that are broken by more than in the pose that was transferred, which widens them where it breaks them."""
    first = first_moving_frame(after)
    return tuple(
        Broken(
            joint=after.skeleton.names[allowed.limits.joint[n]],
            deg=float(np.degrees(excess.max())),
            frame=first + int(excess.argmax()),
            frames=int((excess > _BROKEN).sum()),
        )
        for n, excess in enumerate(allowed.broken(after.rotations[first:]).T)
        if excess.max(initial=0.0) > _BROKEN
    )


def limit_notes(found: Sequence[Broken]) -> tuple[str, ...]:
    """What a person should know about joints that leave their ranges."""
    return tuple(
        f"{one.joint!r} turns {one.deg:.1f} degrees beyond its range at frame {one.frame}, and does so in {one.frames} "
        f"frame{'s' * (one.frames != 1)}, to keep contacts and to stay out of the ground."
        for one in found
    )
