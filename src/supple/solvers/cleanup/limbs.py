"""Limbs that reach the wanted poses of their ends, from the pose of the motion and a root that may have moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.core.skeleton import Skeleton
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.settings import CleanSettings
from supple.solvers.cleanup.targets import Targets


class LimbRows(NamedTuple):
    """L limbs as kernels read them."""

    bases: np.ndarray  # (L,)
    middles: np.ndarray  # (L,)
    ends: np.ndarray  # (L,)
    axes: np.ndarray  # (L, 3)
    ranks: np.ndarray  # (L,)


class LimbsSolved(NamedTuple):
    """What limbs do to reach."""

    rotations: np.ndarray  # (F, J, 4) local
    scales: np.ndarray  # (F, L) of their bones


def limb_rows(limbs: Sequence[Limb]) -> LimbRows:
    """The numbers of limbs, side by side."""
    columns = ([getattr(limb, name) for limb in limbs] for name in ("base", "middle", "end"))
    bases, middles, ends = (np.array(column, dtype=np.int64) for column in columns)
    axes = np.array([limb.axis for limb in limbs]).reshape(-1, 3)
    return LimbRows(bases, middles, ends, axes, np.array([limb.rank for limb in limbs], dtype=np.int64))


def solve_limbs(
    motion: Motion,
    limbs: Sequence[Limb],
    targets: Targets,
    root_displacement: np.ndarray,
    settings: CleanSettings,
    pose: WorldPose | None = None,
) -> LimbsSolved:
    """Local rotations (F, J, 4) and scales (F, L) with which the active limbs reach, the root moved by (F, 3) [m].

    ``pose`` is the motion's, where it is known already. What is too far stays as near as the limb reaches.
    """
    from supple.kernels.cleanup.limb import reach

    pose = world_pose(motion) if pose is None else pose
    rows = limb_rows(limbs)
    rotations, scales = motion.rotations.copy(), np.ones(targets.active.shape)
    reach(
        pose.positions, pose.rotations, motion.skeleton.parents, rows.bases, rows.middles, rows.ends, rows.axes,
        targets.active, targets.positions, targets.rotations, np.full(targets.active.shape, np.nan),
        np.ascontiguousarray(root_displacement), settings.stretch or 0.0, settings.damping_from, settings.swivel,
        rotations, scales,
    )  # fmt: skip
    return LimbsSolved(rotations, scales)


def stretched_offsets(motion: Motion, limbs: Sequence[Limb], scales: np.ndarray) -> np.ndarray | None:
    """Offsets (F, J, 3) with the bones of limbs scaled by (F, L); the motion's own where all scales are one."""
    if (scales == 1.0).all():
        return motion.offsets
    shape = (motion.frames, len(motion.skeleton), 3)
    offsets = np.array(np.broadcast_to(motion.skeleton.offsets if motion.offsets is None else motion.offsets, shape))
    for limb, scale in zip(limbs, scales.T, strict=True):
        offsets[:, bones_of(motion.skeleton, limb)] *= scale[:, None, None]
    return offsets


def bones_of(skeleton: Skeleton, limb: Limb) -> list[int]:
    """The joints whose offsets are the bones of a limb, from the end up to the one below the base."""
    joint, bones = limb.end, []
    while joint != limb.base:
        bones.append(joint)
        joint = int(skeleton.parents[joint])
    return bones
