"""The root's way for limbs that keep their lengths."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from supple.core.pose import WorldPose
from supple.solvers.cleanup.limbs import LimbRows
from supple.solvers.cleanup.root import HELD, gaussian, held, within_reach
from supple.solvers.cleanup.targets import Targets
from supple.solvers.cleanup.working import Posed

# An acceleration of one leg/s^2 weighs as that of the bend which it makes: a leg of two equal bones that is bent by phi
# bends by 2 / sin(phi / 2) for each leg that it gets shorter; choice: phi is 33 degrees, about that of a step.
_ACCELERATING = 7.0
# Walks and runs are then within 0.004 of a leg of where more steps lead, a climb 0.02; a cartwheel never comes to rest.
_STEPS = 7
_BARELY = 0.005  # of a leg: about how near to rest walks and runs come in these steps
_ROUNDS = 3


def settled_root(pose: Posed | WorldPose, rows: LimbRows, targets: Targets, fps: float, window: int) -> np.ndarray:
    """The displacement (F, 3) of the root [m] for rigid limbs; zero further than ``window`` frames from any target."""
    from supple.kernels.cleanup.bends import measure
    from supple.kernels.cleanup.settle import settle

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
    size = float(np.sqrt(np.mean((shapes[..., 0] + 2.0 * shapes[..., 1])[:, rows.ranks == rows.ranks.min()])))
    if frames >= 3:  # fewer have no acceleration
        settle(
            lines, shapes, targets.active, near(np.any(targets.met, axis=1), window), fps, size, _ACCELERATING,
            staying(window, fps), _STEPS, displacement,
        )  # fmt: skip
    return reaching(pose, rows, replace(targets, active=targets.met), displacement, _BARELY * size, window)


def reaching(
    pose: Posed | WorldPose, rows: LimbRows, targets: Targets, displacement: np.ndarray, barely: float, window: int
) -> np.ndarray:
    """The displacement (F, 3) with which all limbs reach, near to a given one and without jumps to it.

    Where the root has not come to rest, limbs may still be centimetres short of their targets, and the nearest place
    from which they reach is another one in the next frame, in which a limb is let go. So what is missing beyond
    ``barely`` [m] is spread over the window first; less than that is left to each frame, for nobody sees it.
    """
    from supple.kernels.cleanup.root import smooth_rows

    found = within_reach(pose, rows, targets, displacement)
    for _ in range(_ROUNDS):
        missing = found - displacement
        length = np.linalg.norm(missing, axis=1, keepdims=True)
        if length.max() <= barely:
            break
        beyond, spread = missing * np.maximum(0.0, 1.0 - barely / np.maximum(length, barely)), np.zeros(missing.shape)
        smooth_rows(held(beyond, window), gaussian(window - window // HELD), spread)
        displacement = displacement + spread
        found = within_reach(pose, rows, targets, displacement)
    return found


def staying(window: int, fps: float) -> float:
    r"""What a displacement of one leg weighs [1/s^2], so that one that a single frame needs dies out over the window.

    With weights a and b of acceleration and displacement it dies out as :math:`e^{-t/\tau}(\cos(t/\tau) +
    \sin(t/\tau))`, :math:`\tau^2 = 2a/b`; choice: tau is half of the window, as wide as the bell that smooths the root
    with stretch. On walks with faults of a known truth, tau from a quarter of the window to all of it changes how far
    joints are from the truth by 2 %, and how much knees accelerate by 5 %, at most.
    """
    return 2.0 * _ACCELERATING / (0.5 * max(window, 1) / fps) ** 2


def near(mask: np.ndarray, window: int) -> np.ndarray:
    """(F, ...) which frames are at most ``window`` frames from one of the mask (F, ...)."""
    frames, window = len(mask), min(window, len(mask))
    count = np.zeros((frames + 2 * window + 1, *mask.shape[1:]), np.int64)  # up to a frame, from ``window`` before on
    np.cumsum(mask, axis=0, out=count[window + 1 : window + 1 + frames])
    count[window + 1 + frames :] = count[window + frames]
    return np.asarray(count[2 * window + 1 :] > count[:frames])
