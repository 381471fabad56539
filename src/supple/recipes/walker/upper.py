"""What hips, trunk and arms do over a stride, as a table by the phase of the left foot."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.arrays import rebuilt
from supple.core.quaternions import identity, slerp
from supple.core.skeleton import Skeleton
from supple.io.documents.style import GaitStyle
from supple.recipes.gait import Gait, pelvis
from supple.recipes.upper_body import pose_upper_body

PHASES = 128
_COMFORTABLE, _STILL = Gait(1.4), Gait(0.0)  # [m] two steps


@dataclass(frozen=True, slots=True, eq=False)
class UpperBody:
    """Rotations of all joints but the legs; the hips' are seen from where the figure heads."""

    table: np.ndarray  # (P, J, 4) of a comfortable walk, at phases k / P
    neutral: np.ndarray  # (J, 4) of a figure that stands

    __reduce__ = rebuilt


def procedural_upper(skeleton: Skeleton, style: GaitStyle) -> UpperBody:
    """Hips that turn and tip, and a trunk and arms that balance what the legs do."""
    phase = np.arange(PHASES) / PHASES
    still = np.full(PHASES, 1.0)
    standing = pelvis(_STILL, phase, 0.0)[1]
    hips = slerp(standing, pelvis(_COMFORTABLE, phase, 0.0)[1], still * style.hip_swing)
    table, neutral = identity(PHASES, len(skeleton)), identity(PHASES, len(skeleton))
    pose_upper_body(skeleton, phase, style.arm_swing, hips, table)
    pose_upper_body(skeleton, phase, 0.0, standing, neutral)
    table[:, 0], neutral[:, 0] = hips, standing
    return UpperBody(table, neutral[0])
