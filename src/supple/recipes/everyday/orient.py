"""Which way a figure looks, and where it stands."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.motion import Motion, first_moving_frame
from supple.core.option_types import checked
from supple.errors import InvalidValueError
from supple.io.options import WriteOptions
from supple.recipes.everyday.clip import Clip, check_motion
from supple.recipes.everyday.contact_places import moved
from supple.recipes.everyday.headings import Of, heading, joint_path, travelling_joint
from supple.recipes.everyday.rigid_moves import FARTHEST, about, moved_motion
from supple.recipes.roles import Given, known_roles


@checked
def orient(
    motion: Motion,
    *,
    heading_deg: float | None = None,
    of: Of = "first",
    position: tuple[float, float] | None = None,
    up: str | None = None,
    roles: Given = None,
    contacts: Contacts | None = None,
) -> Clip:
    """The motion turned to a heading, and moved so that it starts in a place; nothing moves up or down.

    ``heading_deg`` is 0 for +Z and 90 for +X; ``of`` says whose heading that is: the hips' in the first moving frame,
    their mean, or the way that is gone. ``position`` is x and z of the hips in the first moving frame [m]; without it
    they stay where they are. ``up`` is the up axis of files that are written of it (``Clip.writing``); inside Supple
    +Y is always up.
    """
    check_motion(motion, "turned")
    if position is not None and len(position) != 2:
        raise InvalidValueError(f"a position is x and z in metres; got {position}.")
    for value in (heading_deg or 0.0, *(position or ())):
        if not abs(value) < FARTHEST:  # true for NaN too
            raise InvalidValueError(f"headings and positions are numbers, up to {FARTHEST:g}; got {value}.")
    found = known_roles(motion, roles)
    start, turn, notes = _start(motion, found), np.array(quaternions.IDENTITY), []
    if heading_deg is not None:
        by = np.radians(heading_deg) - heading(motion, found, of)
        by = (by + np.pi) % (2.0 * np.pi) - np.pi
        turn = quaternions.about_axis("y", by)
        notes.append(f"turned by {np.degrees(by):.2f} degrees.")
    goal = start if position is None else np.array([position[0], start[1], position[1]])
    shift = about(start, turn, goal - start)
    kept = None if contacts is None else moved(contacts, turn, shift)
    still = heading_deg is None and position is None
    out = motion if still else moved_motion(motion, turn, shift)
    return Clip(out, contacts if still else kept, tuple(notes), WriteOptions(up=up))


def _start(motion: Motion, roles: Mapping[str, str]) -> np.ndarray:
    places, _ = joint_path(motion, travelling_joint(motion, roles))
    return np.asarray(places[first_moving_frame(motion)])
