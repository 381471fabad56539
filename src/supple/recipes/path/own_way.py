"""The way that a figure goes over the ground, without its sway."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from supple.core.motion import Motion, first_moving_frame
from supple.errors import InvalidValueError
from supple.recipes.everyday.headings import joint_path, travelling_joint
from supple.recipes.everyday.low_pass import check_cut_off, low_pass

_SWAY_HZ = 0.3  # choice: what is faster is sway, not way; strides have 0.7 Hz and more
_TURN_HZ = 0.5
_SLOW = 0.08  # body heights a second: below this a figure stands, and heads where it headed before and will after
_FAR = 0.2  # body heights: one that goes less far does not travel


@dataclass(frozen=True, slots=True, eq=False)
class OwnWay:
    """Where a figure is on its way, in every frame that moves."""

    places: np.ndarray  # (n, 2) x and z [m]
    headings: np.ndarray  # (n,) [rad], 0 is +Z, a quarter turn +X
    along: np.ndarray  # (n,) [m] since the first of these frames

    start_heading: float  # [rad] over its first second, since one frame has more sway than way

    @property
    def length(self) -> float:
        """[m]"""
        return float(self.along[-1])


def own_way(motion: Motion, roles: Mapping[str, str], size: float) -> OwnWay:
    """The way of a figure's hips; one that does not travel is refused."""
    first, frame_time = first_moving_frame(motion), motion.frame_time
    hips, _ = joint_path(motion, travelling_joint(motion, roles))
    check_cut_off(_TURN_HZ, frame_time)
    places = low_pass(hips[first:][:, [0, 2]], _SWAY_HZ, frame_time)
    steps = np.gradient(places, axis=0) if len(places) > 1 else np.zeros_like(places)
    speed = np.linalg.norm(steps, axis=1) / frame_time
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(places, axis=0), axis=1))])
    fast = np.flatnonzero(speed > _SLOW * size)
    if along[-1] < _FAR * size or not len(fast):
        raise InvalidValueError(
            f"this figure goes {along[-1] * 1e2:.0f} cm, which is no way that could follow a path. "
            "Where its travel was taken out, put it back first (supple inplace --back)."
        )
    known = np.unwrap(np.arctan2(steps[fast, 0], steps[fast, 1]))
    headings = np.interp(np.arange(len(places)), fast, known)
    smooth = low_pass(headings, _TURN_HZ, frame_time)
    return OwnWay(places, smooth, along, float(smooth[: max(1, round(1.0 / frame_time))].mean()))
