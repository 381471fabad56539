"""The travel taken out of a motion, to be put back later."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.motion import Motion, first_moving_frame
from supple.core.option_types import checked
from supple.errors import InvalidValueError
from supple.recipes.everyday.clip import Clip, check_motion
from supple.recipes.everyday.headings import joint_path, travelling_joint
from supple.recipes.everyday.rigid_moves import moved_motion
from supple.recipes.everyday.root_curve import RootCurve
from supple.recipes.everyday.travelling_contacts import with_travel
from supple.recipes.roles import Given, known_roles


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class InPlace(Clip):
    """A clip that stays where it starts, and the way that was taken out of it."""

    curve: RootCurve


@checked
def inplace(
    motion: Motion,
    *,
    with_height: bool = False,
    with_heading: bool = False,
    steady: bool = False,
    roles: Given = None,
    contacts: Contacts | None = None,
) -> InPlace:
    """The motion without its travel: the hips stay over the place where they are in the first moving frame.

    Level travel is taken out, and what goes up and down and turns about the vertical where that is asked for.
    ``steady`` takes out an even travel from the first place to the last only, as on a treadmill: the sway of the hips
    stays, and contacts get a belt. ``InPlace.curve.put_back(motion)`` is the inverse, to the last digits.
    """
    check_motion(motion, "kept in place")
    if steady and with_heading:
        raise InvalidValueError("an even travel goes straight on: leave out the heading, or steady.")
    found = known_roles(motion, roles)
    first = first_moving_frame(motion)
    places, turns = (rows[first:] for rows in joint_path(motion, travelling_joint(motion, found)))
    if steady:
        places = places[0] + np.linspace(0.0, 1.0, len(places))[:, None] * (places[-1] - places[0])
    places = places * (1.0, float(with_height), 1.0)
    headings = _headings(turns) if with_heading else np.zeros(len(places))
    curve = RootCurve(places, headings, motion.frame_time, first)
    back = quaternions.about_axis("y", -headings)
    shifts = places[0] - quaternions.rotate(back, places)
    kept, notes = with_travel(contacts, back, shifts, motion, "taken out")
    return InPlace(moved_motion(motion, back, shifts), kept, notes, curve=curve)


def _headings(turns: np.ndarray) -> np.ndarray:
    """(n,) how far a joint has turned about the vertical since the first row, without jumps [rad]."""
    since = quaternions.multiply(turns, quaternions.conjugate(turns[0]))
    return np.unwrap(2.0 * np.arctan2(since[:, 2], since[:, 0]))
