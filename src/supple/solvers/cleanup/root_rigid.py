"""The root's way for limbs that keep their lengths."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from supple.core.pose import WorldPose
from supple.solvers.cleanup.limbs import LimbRows
from supple.solvers.cleanup.root import within_reach
from supple.solvers.cleanup.targets import Targets

# An acceleration of one leg/s^2 weighs as that of the bend which it makes: a leg of two equal bones that is bent by phi
# bends by 2 / sin(phi / 2) for each leg that it gets shorter; choice: phi is 33 degrees, about that of a step.
_ACCELERATING = 7.0
_STEPS = 6


def settled_root(pose: WorldPose, rows: LimbRows, targets: Targets, fps: float, window: int) -> np.ndarray:
    """The displacement (F, 3) of the root [m] for rigid limbs; zero further than ``window`` frames from any target."""
    from supple.kernels.cleanup.settle import measure, settle

    frames, limbs = targets.active.shape
    lines, shapes = np.zeros((frames, limbs, 3)), np.zeros((frames, limbs, 6))
    measure(
        pose.positions,
        pose.rotations,
        rows.bases,
        rows.middles,
        rows.ends,
        rows.axes,
        targets.positions,
        targets.firm,
        lines,
        shapes,
    )
    displacement = np.zeros((frames, 3))
    if frames >= 3:  # fewer have no acceleration
        size = float(np.sqrt(np.mean((shapes[..., 0] + 2.0 * shapes[..., 1])[:, rows.ranks == rows.ranks.min()])))
        settle(
            lines, shapes, targets.active, near(np.any(targets.met, axis=1), window), fps, size, _ACCELERATING,
            staying(window, fps), _STEPS, displacement,
        )  # fmt: skip
    return within_reach(pose, rows, replace(targets, active=targets.met), displacement)


def staying(window: int, fps: float) -> float:
    r"""What a displacement of one leg weighs [1/s^2], so that one that a single frame needs dies out over the window.

    With weights a and b of acceleration and displacement it dies out as :math:`e^{-t/\tau}(\cos(t/\tau) +
    \sin(t/\tau))`, :math:`\tau^2 = 2a/b`; choice: tau is half of the window, as wide as the bell that smooths the root
    with stretch. On walks with faults of a known truth, tau from a quarter of the window to all of it changes how far
    joints are from the truth by 2 %, and how much knees accelerate by 5 %, at most.
    """
    return 2.0 * _ACCELERATING / (0.5 * max(window, 1) / fps) ** 2


def near(mask: np.ndarray, window: int) -> np.ndarray:
    """(F,) which frames are at most ``window`` frames from one of the mask."""
    count = np.concatenate([[0], np.cumsum(mask)])
    at = np.arange(len(mask))
    return np.asarray(count[np.minimum(at + window + 1, len(mask))] > count[np.maximum(at - window, 0)])
