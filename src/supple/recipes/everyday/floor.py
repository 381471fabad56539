"""The floor where it belongs: level, and at height 0."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from supple.constraints.names import Names
from supple.core import quaternions
from supple.core.contacts import Contacts, Floor
from supple.core.motion import Motion, first_moving_frame
from supple.core.option_types import checked
from supple.core.pose import world_pose
from supple.errors import InvalidValueError
from supple.recipes.everyday.clip import Clip, check_motion
from supple.recipes.everyday.contact_places import moved
from supple.recipes.everyday.rigid_moves import FARTHEST, about, moved_motion

_UP = np.array([0.0, 1.0, 0.0])
_UPRIGHT = 0.1  # height of a unit normal, below which a floor is a wall


@checked
def floor(
    motion: Motion,
    *,
    height: float = 0.0,
    keep_tilt: bool = False,
    lowest: bool = False,
    roles: Path | str | Names | None = None,
    contacts: Contacts | None = None,
) -> Clip:
    """The motion moved so that the floor it stands on is level and at ``height`` [m].

    The floor is that of ``contacts`` where they have one, else what :func:`supple.detect` finds: the lowest support
    that much of the standing is done on. ``lowest`` asks for no floor, and puts the lowest joint of the whole clip at
    ``height``: for clips in which nothing stands. ``keep_tilt`` moves up and down only.
    """
    check_motion(motion, "put on the floor")
    if not abs(height) < FARTHEST:  # true for NaN too
        raise InvalidValueError(f"a height is a number of metres, up to {FARTHEST:g}; got {height}.")
    ground = _lowest(motion) if lowest else _ground(motion, roles, contacts)
    normal = np.array(ground.normal)
    turn = np.array(quaternions.IDENTITY) if keep_tilt else quaternions.arc(normal / np.linalg.norm(normal), _UP)
    under = _under(ground, motion.root_positions[first_moving_frame(motion)])
    shift = about(under, turn, (height - under[1]) * _UP)
    kept = None if contacts is None else moved(contacts, turn, shift)
    return Clip(moved_motion(motion, turn, shift), kept, (_told(height - under[1], turn, normal, keep_tilt),))


def _ground(motion: Motion, roles: Path | str | Names | None, contacts: Contacts | None) -> Floor:
    from supple.recipes.detect import detect  # loads the kernels, which given contacts do not need

    given = None if contacts is None else contacts.floor
    found = given or detect(motion, roles=roles).floor
    if found is None:
        raise InvalidValueError(
            "no floor was found: nothing in this clip stands still on one. Give contacts that have a floor, or use the "
            "lowest point of the clip (--lowest)."
        )
    if found.normal[1] < _UPRIGHT:
        raise InvalidValueError(f"a floor's normal points up; got {found.normal}, which is a wall.")
    return found


def _lowest(motion: Motion) -> Floor:
    return Floor(height_m=float(world_pose(motion).positions[first_moving_frame(motion) :, :, 1].min()))


def _under(ground: Floor, place: np.ndarray) -> np.ndarray:
    """(3,) the place on the floor straight under a place."""
    nx, ny, nz = ground.normal
    return np.array([place[0], ground.height_m - (nx * place[0] + nz * place[2]) / ny, place[2]])


def _told(up: float, turn: np.ndarray, normal: np.ndarray, keep_tilt: bool) -> str:
    tilt = float(np.degrees(np.arctan2(np.hypot(normal[0], normal[2]), normal[1])))
    moved_by = f"the floor was moved {'up' if up >= 0.0 else 'down'} by {abs(up) * 1e3:.1f} mm"
    if tilt < 1e-6:
        return f"{moved_by}; it was level."
    return f"{moved_by}; its tilt of {tilt:.2f} degrees was {'kept' if keep_tilt else 'removed'}."
