"""Trunk, head and arms of a walking figure: they balance what the legs do."""

from __future__ import annotations

import numpy as np

from supple.core.quaternions import about_axis, conjugate, multiply, slerp
from supple.core.skeleton import Skeleton

_LEAN, _TWIST, _SWING = np.radians(3.0), np.radians(4.0), np.radians(18.0)
_HANG = np.radians(80.0)  # from the T-pose down to the side
_ELBOW, _ELBOW_SWING = np.radians(19.0), np.radians(9.0)
_LAG = 0.04  # arms come a little after the legs [strides]


def pose_upper_body(
    skeleton: Skeleton, phase: np.ndarray, vigour: float, pelvis: np.ndarray, rotations: np.ndarray
) -> None:
    """Fill the local ``rotations`` (F, J, 4) above the hips.

    ``phase`` (F,) is that of the left foot, ``pelvis`` (F, 4) the world rotation of the hips.
    """
    turn = 2.0 * np.pi * phase
    chest = multiply(about_axis("y", vigour * _TWIST * np.cos(turn)), about_axis("x", np.full(len(phase), _LEAN)))
    head = about_axis("x", vigour * np.radians(1.0) * np.cos(2.0 * turn))  # the eyes stay on the horizon
    _chain(skeleton, rotations, ("Spine", "Spine1"), pelvis, chest)
    _chain(skeleton, rotations, ("Neck", "Head"), chest, head)
    for side, sign in (("Left", 1.0), ("Right", -1.0)):
        forward = -sign * np.cos(turn - 2.0 * np.pi * _LAG)  # an arm goes with the other side's leg
        put = lambda name, q, side=side: rotations.__setitem__((slice(None), skeleton.index(side + name)), q)  # noqa: E731
        put("Shoulder", about_axis("y", -sign * vigour * np.radians(3.0) * forward))
        swing = about_axis("x", -np.radians(2.0) - vigour * _SWING * forward)
        put("Arm", multiply(swing, about_axis("z", np.full(len(phase), -sign * _HANG))))
        put("ForeArm", about_axis("y", -sign * (_ELBOW + vigour * _ELBOW_SWING * forward)))
        put("Hand", about_axis("y", np.full(len(phase), -sign * np.radians(8.0))))


def _chain(
    skeleton: Skeleton, rotations: np.ndarray, names: tuple[str, str], base: np.ndarray, tip: np.ndarray
) -> None:
    """Two joints share the way from the world rotation ``base`` to ``tip``."""
    half = slerp(base, tip, np.full(len(base), 0.5))
    rotations[:, skeleton.index(names[0])] = multiply(conjugate(base), half)
    rotations[:, skeleton.index(names[1])] = multiply(conjugate(half), tip)
