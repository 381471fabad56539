"""An average body for files that come without one.

The proportions are Supple's own: those of the figure of its walks (:mod:`supple.recipes.figure`), for a person of
1.70 m, with the back cut into three, hands by round shares of their length (a palm of a bit under a half, phalanges
that shrink to the tip), and the eyes 63 mm apart. None of these numbers comes from SMPL or another body model.
Knees, hips and shoulders of a real body lie a few centimetres elsewhere; give the body itself where that counts.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.io.amass.layouts import parent_of

HEIGHT = 1.70  # [m]
_TABLE_HEIGHT = 1.75  # [m] of the table below

# Each joint in its parent's frame in a T-pose that faces +Z, the left side at +X [m].
_OFFSETS: dict[str, tuple[float, float, float]] = {
    "pelvis": (0.0, 0.0, 0.0),
    "left_hip": (0.088, -0.045, 0.0),
    "left_knee": (0.0, -0.425, 0.0),
    "left_ankle": (0.0, -0.415, 0.0),
    "left_foot": (0.0, -0.080, 0.135),
    "spine1": (0.0, 0.105, -0.015),
    "spine2": (0.0, 0.120, 0.0),
    "spine3": (0.0, 0.050, 0.0),
    "neck": (0.0, 0.225, 0.005),
    "head": (0.0, 0.095, 0.015),
    "left_collar": (0.035, 0.165, 0.005),
    "left_shoulder": (0.145, 0.010, -0.005),
    "left_elbow": (0.290, 0.0, 0.0),
    "left_wrist": (0.255, 0.0, 0.0),
    "left_hand": (0.080, 0.0, 0.0),
    "jaw": (0.0, 0.015, 0.020),
    "left_eye": (0.032, 0.075, 0.085),
    "left_index1": (0.080, 0.0, 0.022),
    "left_index2": (0.038, 0.0, 0.0),
    "left_index3": (0.024, 0.0, 0.0),
    "left_middle1": (0.080, 0.0, 0.002),
    "left_middle2": (0.042, 0.0, 0.0),
    "left_middle3": (0.028, 0.0, 0.0),
    "left_pinky1": (0.070, 0.0, -0.034),
    "left_pinky2": (0.028, 0.0, 0.0),
    "left_pinky3": (0.020, 0.0, 0.0),
    "left_ring1": (0.076, 0.0, -0.016),
    "left_ring2": (0.038, 0.0, 0.0),
    "left_ring3": (0.025, 0.0, 0.0),
    "left_thumb1": (0.022, -0.010, 0.028),
    "left_thumb2": (0.028, -0.004, 0.024),
    "left_thumb3": (0.026, 0.0, 0.014),
}


def average_offset(name: str) -> np.ndarray:
    """(3,) a joint in its parent's frame [m]."""
    mirrored = name.startswith("right_")
    x, y, z = _OFFSETS[name.replace("right_", "left_", 1) if mirrored else name]
    return np.array([-x if mirrored else x, y, z]) * (HEIGHT / _TABLE_HEIGHT)


def average_joints(names: Sequence[str]) -> np.ndarray:
    """(n, 3) joints in the T-pose, the pelvis at the origin [m]."""
    places: dict[str, np.ndarray] = {}
    for name in names:
        above = parent_of(name)
        places[name] = average_offset(name) + (0.0 if above is None else places[above])
    return np.array([places[name] for name in names])
