"""Where a figure looks and goes, seen from above. Heading 0 is +Z and 90 degrees +X: a turn about the world's +Y."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import posed_frames, sample_frames
from supple.errors import InvalidValueError

Of = Literal["first", "mean", "travel"]
OF: tuple[Of, ...] = ("first", "mean", "travel")
_CLEAR = 0.2  # length of a mean direction, or level share of one, from which it is one
_FAR = 0.05  # [m] a figure that goes less far does not travel


def heading(motion: Motion, roles: Mapping[str, str], of: Of = "first") -> float:
    """The heading of a figure [rad]: where its hips face in the first moving frame, on average, or where it goes."""
    if of not in OF:
        raise InvalidValueError(f"the heading is that of {', '.join(map(repr, OF))}; got {of!r}.")
    ahead = _travel(motion, roles) if of == "travel" else _facing(motion, roles, of)
    return float(np.arctan2(ahead[0], ahead[2]))


def travelling_joint(motion: Motion, roles: Mapping[str, str]) -> int:
    """The joint that shows where a figure is: its hips, since some rigs have a root that stays behind."""
    return motion.skeleton.index(roles["hips"]) if "hips" in roles else 0


def joint_path(motion: Motion, joint: int) -> tuple[np.ndarray, np.ndarray]:
    """Places (F, 3) and turns (F, 4) of a joint in the world, without posing the others."""
    line = [joint]
    while line[-1] > 0:
        line.append(int(motion.skeleton.parents[line[-1]]))
    places, turns = motion.root_positions, motion.rotations[:, 0]
    for j in reversed(line[:-1]):
        offset = np.broadcast_to(motion.skeleton.offsets[j], places.shape)
        places = places + quaternions.rotate(turns, offset if motion.offsets is None else motion.offsets[:, j])
        turns = quaternions.multiply(turns, motion.rotations[:, j])
    return places, turns


def _facing(motion: Motion, roles: Mapping[str, str], of: Of) -> np.ndarray:
    """(3,) level: left cross up, in one frame or the mean of many."""
    pairs = [part for part in ("hip", "shoulder") if f"left_{part}" in roles and f"right_{part}" in roles]
    if not pairs:
        raise InvalidValueError(
            "this figure has no left and right by which its heading could be known. Say in a roles document which "
            "joints its hips are, or take the way it goes (--of travel)."
        )
    first = first_moving_frame(motion)
    places = posed_frames(motion, np.array([first]) if of == "first" else sample_frames(motion))
    left, right = (motion.skeleton.index(roles[f"{side}_{pairs[0]}"]) for side in ("left", "right"))
    across = places[:, left] - places[:, right]
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-300)
    ahead = np.stack([-across[:, 2], np.zeros(len(across)), across[:, 0]], axis=1).mean(axis=0)
    if np.linalg.norm(ahead) < _CLEAR:
        what = "lies on its side in the first frame" if of == "first" else "faces every way"
        raise InvalidValueError(f"this figure {what}, so it has no heading. Choose another measure of it (--of).")
    return np.asarray(ahead)


def _travel(motion: Motion, roles: Mapping[str, str]) -> np.ndarray:
    places, _ = joint_path(motion, travelling_joint(motion, roles))
    way = (places[-1] - places[first_moving_frame(motion)]) * (1.0, 0.0, 1.0)
    if np.linalg.norm(way) < _FAR:
        raise InvalidValueError(f"this figure goes {np.linalg.norm(way) * 1e3:.0f} mm, which is no way to head for.")
    return np.asarray(way)
