"""How far a motion is from the one it was made from."""

from __future__ import annotations

from dataclasses import dataclass

from supple.core.motion import Motion, first_moving_frame
from supple.recipes.compare import compare


@dataclass(frozen=True, slots=True)
class Change:
    """Over all joints and frames, without rest rows."""

    mm_max: float  # distance between a joint and itself in the original
    mm_mean: float
    deg_max: float  # difference of a joint's turn from its rest pose, in the world
    deg_mean: float


def change(motion: Motion, original: Motion) -> Change:
    """What :func:`compare` says of the frames that count."""
    found = compare(*(m.with_frames(first_moving_frame(m), m.frames) for m in (original, motion)))
    return Change(found.worst_mm, found.mean_mm, found.worst_deg, found.mean_deg)
