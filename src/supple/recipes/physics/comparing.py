"""Two results side by side: continuity, what physics explains, slides, and how far the poses are apart."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import world_pose
from supple.recipes.detect import detect
from supple.recipes.metrics import metrics
from supple.recipes.names import motion_names
from supple.recipes.physics.dynamics import dynamics


@dataclass(frozen=True, slots=True)
class Side:
    """Measures of one motion."""

    frames: int
    duration_s: float
    jerk_rms_m_s3: float  # of all joints' paths, by third differences
    root_residual_pct_bw: float
    root_moment_pct_bwh: float
    slide_mm_max: float
    contacts: int


@dataclass(frozen=True, slots=True)
class Compared:
    """Both, and what is between them."""

    first: Side
    second: Side
    pose_deg_rms: float | None  # None: other joints or another number of frames
    root_mm_rms: float | None


def compared(
    a: Motion,
    b: Motion,
    *,
    body: Path | str | None = None,
    cutoff: float | None = None,
    roles: Path | str | None = None,
) -> Compared:
    """Measure two motions in the same way, each with its own contacts."""
    same = a.skeleton.names == b.skeleton.names and a.frames == b.frames
    pose = root = None
    if same:
        first = first_moving_frame(a)
        cosines = np.minimum(np.abs(np.sum(a.rotations[first:] * b.rotations[first:], axis=-1)), 1.0)
        turning = ~a.skeleton.end_sites
        pose = float(np.sqrt(np.mean(np.degrees(2.0 * np.arccos(cosines[:, turning])) ** 2)))
        off = a.root_positions[first:] - b.root_positions[first:]
        root = 1e3 * float(np.sqrt(np.mean(np.sum(off**2, axis=1))))
    return Compared(_side(a, body, cutoff, roles), _side(b, body, cutoff, roles), pose, root)


def _side(motion: Motion, body: Path | str | None, cutoff: float | None, roles: Path | str | None) -> Side:
    names = motion_names(motion, roles)
    contacts = detect(motion, roles=names)
    told = dynamics(motion, body=body, cutoff=cutoff, contacts=contacts, roles=names)
    paths = world_pose(motion).positions[first_moving_frame(motion) :]
    jerk = np.diff(paths, n=3, axis=0) / motion.frame_time**3
    return Side(
        motion.frames, motion.duration, float(np.sqrt(np.mean(np.sum(jerk**2, axis=2)))), told.residual_pct_bw,
        told.residual_pct_bwh, metrics(motion, contacts).slide_mm_max, len(contacts.contacts),
    )  # fmt: skip
