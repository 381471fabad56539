"""Ground that is not level: the frame in which it is, where a motion is solved, and the way back to the world.

Friction cones and the levels below points of feet are those of level ground. On a slope all of the world is turned
instead, and gravity with it.
"""

from __future__ import annotations

import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.ground import upward
from supple.core.motion import Motion, first_moving_frame
from supple.dynamics.figure import GRAVITY, Figure

_LEVEL_DEG = 0.5  # a floor that was found less steep than this is level
_GOES = 0.1  # [m] a motion that goes less far has no way of its own


def floor_turn(contacts: Contacts) -> np.ndarray:
    """(4,) The turn of level ground to the floor that was found."""
    if contacts.floor is None:
        return quaternions.identity()
    turn = quaternions.arc(np.array([0.0, 1.0, 0.0]), upward(contacts.floor))
    steep = np.linalg.norm(quaternions.log(turn))
    return turn if np.degrees(steep) > _LEVEL_DEG else quaternions.identity()


def uphill(motion: Motion, slope_deg: float) -> np.ndarray:
    """(4,) The turn of level ground to a slope along the way of the motion."""
    way = motion.root_positions[-1] - motion.root_positions[first_moving_frame(motion)]
    level = np.array([way[0], 0.0, way[2]])
    ahead = level / np.linalg.norm(level) if np.linalg.norm(level) > _GOES else np.array([0.0, 0.0, 1.0])
    return np.asarray(quaternions.exp(np.cross(ahead, [0.0, 1.0, 0.0]) * np.radians(slope_deg)))


def pull_down(figure: Figure, tilt: np.ndarray) -> None:
    """Let gravity pull as it does in the frame that ``tilt`` (4,) turns into the world."""
    figure.model.gravity.linear = quaternions.rotate(quaternions.conjugate(tilt), np.array([0.0, -GRAVITY, 0.0]))


def turned(motion: Motion, tilt: np.ndarray) -> Motion:
    """A motion turned about the origin of the world, rest rows left out."""
    if tilt[0] == 1.0:
        return motion
    first = first_moving_frame(motion)
    rotations, places = motion.rotations.copy(), motion.root_positions.copy()
    places[first:], rotations[first:] = turned_poses(places[first:], rotations[first:], tilt)
    return motion.with_rotations(rotations).with_root_positions(places)


def turned_poses(roots: np.ndarray, turns: np.ndarray, tilt: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Roots (F, 3) and turns (F, n, 4), of which the first are the root's, turned likewise."""
    turns = turns.copy()
    turns[:, 0] = quaternions.multiply(tilt, turns[:, 0])
    return quaternions.rotate(tilt, roots), turns
