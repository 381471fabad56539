"""What the pelvis does for a leg with a stiff joint.

Feet go where they go, so in the plane of a leg its hip and its knee have no choice. choice: as people do, the pelvis
turns with the leg of a stiff hip, forward when its foot strikes and back when it leaves, so that the thigh swings less;
and it lifts the side of a stiff knee in its flight, so that the knee bends less. The trunk stays as it is.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from supple.core.quaternions import about_axis, conjugate, multiply
from supple.core.skeleton import Skeleton
from supple.io.documents.style import Weights
from supple.recipes.foot_path import TOE_OFF
from supple.recipes.walker.upper import UpperBody

_TURN, _HIKE = np.radians(14.0), np.radians(11.0)  # of the pelvis, for a joint that does not move at all
_HIPS = 0


def with_pelvis_helping(upper: UpperBody, skeleton: Skeleton, legs: np.ndarray, weights: Weights) -> UpperBody:
    """The table of an upper body over stiff legs; ``legs`` (2, 4) are the joints of the left and the right one."""
    stiff = {side: tuple(1.0 - weight for weight in weights.of(side)) for side in ("left", "right")}
    if not any(hip or knee for hip, knee, _ in stiff.values()):
        return upper
    phase = np.arange(len(upper.table)) / len(upper.table)
    yaw, roll = np.zeros(len(phase)), np.zeros(len(phase))
    for sign, own, (hip, knee, _) in zip((1.0, -1.0), (phase, (phase - 0.5) % 1.0), stiff.values(), strict=True):
        yaw -= sign * hip * _TURN * _forward(own)
        roll += sign * knee * _HIKE * _lifted(own)
    table, was = upper.table.copy(), upper.table[:, _HIPS]
    table[:, _HIPS] = multiply(multiply(about_axis("y", yaw), about_axis("z", roll)), was)
    back = multiply(conjugate(table[:, _HIPS]), was)
    for joint in np.flatnonzero(skeleton.parents == _HIPS):
        if joint not in legs[:, 0]:
            table[:, joint] = multiply(back, table[:, joint])
    return replace(upper, table=table)


def _forward(phase: np.ndarray) -> np.ndarray:
    """1 where the foot strikes, -1 where it leaves."""
    flight = (phase - TOE_OFF) / (1.0 - TOE_OFF)
    return np.where(phase < TOE_OFF, np.cos(np.pi * phase / TOE_OFF), -np.cos(np.pi * flight))


def _lifted(phase: np.ndarray) -> np.ndarray:
    """From 0 to 1 and back in flight."""
    flight = np.clip((phase - TOE_OFF) / (1.0 - TOE_OFF), 0.0, 1.0)
    return np.asarray(np.sin(np.pi * flight) ** 2)
