"""The points of feet that may push, and the level of the ground below each, without a word on when they do."""

from __future__ import annotations

import numpy as np

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.roles import SIDES
from supple.dynamics.contact_points import ContactSpan
from supple.dynamics.figure import Figure
from supple.errors import InvalidValueError
from supple.recipes.measures.scene import point_path

_LOW = 0.05  # of all frames: a point is as low as this, or lower, on the ground
_HIGHER = 0.02  # of the height: by which one point may stand higher than the lowest of all


def not_level(contacts: Contacts) -> list[str]:
    """What to tell of steps: each point of a foot has one level."""
    found = contacts.floor.supports if contacts.floor is not None else ()
    if len(found) < 2:
        return []
    levels = ", ".join(f"{height:.2f}" for height in found)
    return [f"plants that emerge need level ground or one slope; here feet stand at heights of {levels} m."]


def points_of_feet(figure: Figure, motion: Motion, names: Names, first: int, height: float) -> list[ContactSpan]:
    """Heels and balls of both feet, each on its own level, over all of the clip.

    choice: captured feet stand at heights that differ by some millimetres, so that each point has its own ground.
    """
    feet = {f"{side}_{part}": point for side in SIDES for part, point in names.foot(side)._asdict().items()}
    if not feet:
        raise InvalidValueError("no foot is known on this figure; give them with --roles.")
    pose, stop = world_pose(motion), (motion.frames - 1 - first) * motion.frame_time
    paths = {name: point_path(pose, point, slice(first, None)) for name, point in feet.items()}
    lows = {name: float(np.quantile(path[:, 1], _LOW)) for name, path in paths.items()}
    most = min(lows.values()) + _HIGHER * height
    spans = []
    for name, point in feet.items():
        number, at = figure.carried(point.joint, np.array(point.point))
        place = np.array([paths[name][0, 0], min(lows[name], most), paths[name][0, 2]])
        spans.append(ContactSpan(name, number, at, 0.0, stop, place))
    return spans
