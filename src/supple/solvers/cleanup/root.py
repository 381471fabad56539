"""Where the root goes so that all planted limbs reach: the source's way with stretch, a settled one without."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.constraints.moments import first_moving_frame
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.solvers.cleanup.limbs import LimbRows, limb_rows
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.settings import CleanSettings
from supple.solvers.cleanup.targets import Targets
from supple.solvers.cleanup.working import Posed

HELD = 3  # the share of the root's window over which a need is held is one by this


def place_root(
    motion: Motion,
    limbs: Sequence[Limb],
    targets: Targets,
    settings: CleanSettings,
    pose: Posed | WorldPose | None = None,
) -> np.ndarray:
    """The displacement (F, 3) of the root [m]; zero further than the root's window from any target.

    ``pose`` is the motion's, where it is known already.
    """
    first, displacement = first_moving_frame(motion), np.zeros((motion.frames, 3))
    if not targets.active[first:].any():
        return displacement
    pose = world_pose(motion) if pose is None else pose
    moving = Posed(pose.positions[first:], pose.rotations[first:])
    wanted = targets.moments(first)
    rows, window = limb_rows(limbs), settings.windows(motion.frame_time).root
    if settings.stretch is None:
        from supple.solvers.cleanup.root_rigid import settled_root

        displacement[first:] = settled_root(moving, rows, wanted, motion.fps, window)
    else:
        displacement[first:] = smoothed_root(moving, rows, wanted, settings.stretch, window)
    return displacement


def smoothed_root(pose: Posed | WorldPose, rows: LimbRows, targets: Targets, stretch: float, window: int) -> np.ndarray:
    """Project the root on where all limbs reach, smooth how far it went, and leave the rest to the stretch.

    choice: what is then still further than the stretch allows is projected once more.
    """
    from supple.kernels.cleanup.root import smooth_rows

    projected = within_reach(pose, rows, targets, np.zeros((len(pose.positions), 3)))
    smooth = np.zeros(projected.shape)
    smooth_rows(held(projected, window), gaussian(window - window // HELD), smooth)
    return within_reach(pose, rows, targets, smooth, 1.0 + stretch)


def held(projected: np.ndarray, window: int) -> np.ndarray:
    """Displacements (F, 3) that last a third of the window to either side.

    choice: a bell alone takes most of a need away that lasts a few frames, as at the end of a running step, and leaves
    the knee to make up for it: knees of runs pop then (accelerations of 2.3 times the original's, with this 1.1).
    """
    from supple.kernels.cleanup.widening import furthest_rows

    out = np.zeros(projected.shape)
    furthest_rows(projected, window // HELD, out)
    return out


def within_reach(
    pose: Posed | WorldPose, rows: LimbRows, targets: Targets, displacement: np.ndarray, factor: float = 1.0
) -> np.ndarray:
    """The displacement (F, 3) nearest to a given one with which limbs of ``factor`` times their lengths reach [m]."""
    from supple.kernels.cleanup.root import bring_within_reach

    out = np.zeros(displacement.shape)
    bring_within_reach(
        pose.positions, pose.rotations, rows.bases, rows.middles, rows.ends, rows.axes, rows.ranks,
        targets.active, targets.positions, factor, displacement, out,
    )  # fmt: skip
    return out


def gaussian(window: int) -> np.ndarray:
    """(2 window + 1,) the bell that smooths; choice: its standard deviation is half the window."""
    at = np.arange(-window, window + 1) / max(1.0, 0.5 * window)
    return np.asarray(np.exp(-0.5 * at * at))
