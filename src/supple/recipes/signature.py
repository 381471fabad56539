"""``gait``: the signature of a walk or run, and how far signatures are apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.motion import Motion, first_moving_frame
from supple.core.option_types import checked
from supple.core.pose import world_pose
from supple.detect.signature import distance
from supple.detect.signature.finding import find_signature
from supple.detect.signature.signature import GaitSignature
from supple.errors import InvalidValueError
from supple.recipes.metrics import contacts_of
from supple.recipes.names import motion_names


@checked
def gait(
    motion: Motion,
    contacts: Contacts | Path | str | None = None,
    *,
    roles: Path | str | Names | None = None,
    name: str | None = None,
) -> GaitSignature:
    """The gait signature of a motion: hip against knee over the cycles of both legs, strides, ranges, symmetry.

    Cycles are told by the gait events of ``contacts`` (a value or the path of a document); without them they are found.
    A motion in which no foot makes a whole cycle is refused.
    """
    if not isinstance(motion, Motion):
        raise InvalidValueError(f"only a motion has a gait; got {type(motion).__name__}.")
    pose = world_pose(motion)
    names = motion_names(motion, roles, pose)
    found = contacts_of(motion, contacts, names)
    joints = {role: motion.skeleton.index(joint) for role, joint in names.roles.items()}
    called = motion.provenance.source if name is None else name
    first = first_moving_frame(motion)
    return find_signature(pose.positions, joints, found, motion.fps, first=first, name=called)


def gait_distance(a: GaitSignature, b: GaitSignature) -> float:
    """How far two gaits are apart [deg]: docs/gait.md has the formula."""
    return float(np.degrees(distance.gait_distance(a, b)))
