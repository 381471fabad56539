"""Numbers about a motion's feet, knees and smoothness: what was wrong before, and what is after."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.ground import Height, ground_of
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.core.pose import world_pose
from supple.errors import InvalidValueError
from supple.io.documents.contacts import check_contacts, read_contacts
from supple.recipes.measures.bending import bending, hinge_axes
from supple.recipes.measures.change import Change, change
from supple.recipes.measures.common import Common, common, mean_jerk
from supple.recipes.measures.grounding import float_mm_mean, penetration_mm
from supple.recipes.measures.lengths import stretch_pct
from supple.recipes.measures.planted import cycle_planted_pct, planted_pct, slide
from supple.recipes.measures.scene import Scene
from supple.recipes.names import motion_names

_JERK_FPS = 30.0
_TURNS = 1e-6  # by so much a quaternion of a joint that turns changes


@dataclass(frozen=True, slots=True)
class Metrics:
    """Every number is defined in docs/metrics.md. NaN: there is nothing to measure (no feet, no floor, no knees)."""

    contacts: int
    slide_mm_max: float  # the furthest that a planted point travels within its span
    slide_mm_mean: float  # the mean of that over all spans
    miss_mm_max: float  # how far points are from places that are known (fixed)
    planted_pct: dict[str, float]  # of each foot: share of the clip's frames
    cycle_planted_pct: dict[str, float]  # of each foot: share of its whole cycles
    penetration_mm_max: float
    float_mm_mean: float
    stretch_pct_max: float
    stretch_pct_mean: float
    jerk: float  # [m/s^3] mean of all joints, at 30 fps
    knee_acceleration_max: float  # [rad/s^2] at the clip's own rate
    knee_acceleration_p99: float  # [rad/s^2] low-passed at 12 Hz
    elbow_acceleration_max: float  # [rad/s^2]
    common: Common  # what the field's papers measure
    change: Change | None = None  # to the original, where one is given

    def as_table(self) -> dict[str, Any]:
        """All numbers under their names, for JSON."""
        return asdict(self)


@checked
def metrics(
    motion: Motion,
    contacts: Contacts | Path | str | None = None,
    original: Motion | None = None,
    *,
    roles: Path | str | Names | None = None,
    floor: Height | float | None = None,
) -> Metrics:
    """Measure a motion by contacts: those given (a value or the path of a document), else those found in it.

    ``original`` is what the motion was made from; stretch and change are measured against it. ``floor`` is the ground
    as a height, or as a function of x and z; without it, the floor of the contacts.
    """
    for given in (motion, original):
        if given is not None and not isinstance(given, Motion):
            raise InvalidValueError(f"only a motion can be measured; got {type(given).__name__}.")
    source = _same_figure(motion, original)
    names = motion_names(source, roles)
    changed = None if original is None else change(motion, original, names.roles)  # before the scene takes its room
    scene = scene_of(motion, contacts, roles=names, floor=floor)
    slid, (deepest, depth) = slide(scene), penetration_mm(scene)
    longest, longer = stretch_pct(scene, original)
    bent = bending(scene, hinge_axes(source, names.roles))
    return Metrics(
        contacts=len(scene.contacts.contacts),
        slide_mm_max=slid.worst,
        slide_mm_mean=slid.mean,
        miss_mm_max=slid.miss,
        planted_pct=planted_pct(scene),
        cycle_planted_pct=cycle_planted_pct(scene),
        penetration_mm_max=deepest,
        float_mm_mean=float_mm_mean(scene),
        stretch_pct_max=longest,
        stretch_pct_mean=longer,
        jerk=mean_jerk(scene, _JERK_FPS),
        knee_acceleration_max=bent.knee_max,
        knee_acceleration_p99=bent.knee_p99,
        elbow_acceleration_max=bent.elbow_max,
        common=common(scene, depth),
        change=changed,
    )


def _same_figure(motion: Motion, original: Motion | None) -> Motion:
    """Whose points and axes are measured by: the original's where it has the same joints. Other figures are refused.

    Formats add joints that never turn, such as the links of Acclaim; these do not make another figure.
    """
    if original is None:
        return motion
    for one, other in ((motion, original), (original, motion)):
        if turning := _turns_alone(one, other):
            raise InvalidValueError(
                f"{_called(motion, 'the motion')} and {_called(original, 'the original')} show different figures: "
                f"{_called(one, 'one of them')} turns {turning!r}, which the other does not have. "
                "Measure against the motion that it was made from."
            )
    return original if original.skeleton.names == motion.skeleton.names else motion


def _turns_alone(motion: Motion, other: Motion) -> str | None:
    """The first joint that turns in a motion and that another one's figure does not have."""
    for joint, name in enumerate(motion.skeleton.names):
        if name not in other.skeleton and np.ptp(motion.rotations[:, joint], axis=0).max() > _TURNS:
            return name
    return None


def _called(motion: Motion, else_called: str) -> str:
    """A motion as messages call it."""
    return motion.provenance.source or else_called


def scene_of(
    motion: Motion,
    contacts: Contacts | Path | str | None = None,
    *,
    roles: Path | str | Names | None = None,
    floor: Height | float | None = None,
) -> Scene:
    """A motion with everything that measures look at; contacts that do not fit it are refused."""
    names = motion_names(motion, roles)
    found = contacts_of(motion, contacts, names, floor)
    ground = ground_of(found.floor if floor is None else floor)
    pose = world_pose(motion)  # last: detection poses the clip, too, and a long one has no room for both
    return Scene(motion=motion, pose=pose, names=names, contacts=found, ground=ground)


def contacts_of(
    motion: Motion, contacts: Contacts | Path | str | None, names: Names, floor: Height | float | None = None
) -> Contacts:
    """Contacts as given, read from their document, or found in the motion."""
    if contacts is None:
        from supple.recipes.detect import detect

        return detect(motion, roles=names, floor=floor)
    source = "contacts" if isinstance(contacts, Contacts) else str(contacts)
    given = contacts if isinstance(contacts, Contacts) else read_contacts(contacts)
    check_contacts(given, motion, source)
    return given
