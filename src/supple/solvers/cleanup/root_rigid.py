"""The root's way for limbs that keep their lengths."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from supple.core.pose import WorldPose
from supple.solvers.cleanup.limbs import LimbRows
from supple.solvers.cleanup.root import within_reach
from supple.solvers.cleanup.targets import Targets

# choice: found on walks, runs and dances of many captures; knees hardly accelerate more than before, and the root stays
# near. A hundredth of a leg off its way weighs as 10 rad/s^2 of a knee, an acceleration of one leg/s^2 as 7 rad/s^2.
_STAYING = 1000.0  # [1/s^2] a displacement of the root in legs, against the acceleration of a bend [rad/s^2]
_ACCELERATING = 7.0  # its acceleration [legs/s^2]
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
            _STAYING, _STEPS, displacement,
        )  # fmt: skip
    return within_reach(pose, rows, replace(targets, active=targets.met), displacement)


def near(mask: np.ndarray, window: int) -> np.ndarray:
    """(F,) which frames are at most ``window`` frames from one of the mask."""
    count = np.concatenate([[0], np.cumsum(mask)])
    at = np.arange(len(mask))
    return np.asarray(count[np.minimum(at + window + 1, len(mask))] > count[np.maximum(at - window, 0)])
