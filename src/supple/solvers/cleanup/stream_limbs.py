"""The limbs of a skeleton of which little or no motion is known yet."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from supple.constraints.foot_points import place_foot_points
from supple.core.motion import Motion, first_moving_frame, rest_pose
from supple.core.pose import WorldPose, sample_frames, world_pose
from supple.core.roles import find_roles
from supple.core.skeleton import Skeleton
from supple.solvers.cleanup.limbs_of import Limb, limbs_of
from supple.solvers.cleanup.working import LimbSet, Posed

# choice: captures bend knees backward by up to 10 degrees or so where they are straight; nobody's goes so far
_CLEARLY = np.radians(20.0)


def default_limbs(skeleton: Skeleton) -> tuple[Limb, ...]:
    """Legs and arms by the names and the shape of the rest pose."""
    rest = rest_pose(skeleton)
    return _limbs(rest, find_roles(skeleton, world_pose(rest).positions))


def limbs_like(motion: Motion) -> tuple[Limb, ...]:
    """The same as a clip of the figure shows them: how knees and elbows turn, where heels are when feet stand."""
    return _limbs(motion, find_roles(motion.skeleton, world_pose(motion).positions[sample_frames(motion)]))


def learned_limbs(motion: Motion, flags: np.ndarray, limbs: tuple[Limb, ...]) -> tuple[Limb, ...]:
    """The default ``limbs`` as the first frames of a stream show them, with the planted ``flags`` (F, L, 2) of these.

    A rest pose may lie on its side or have its limbs anywhere, so that it tells neither which way a knee bends nor
    where the sole is. The sole of a foot is level in frames in which both of its tips are planted.
    """
    roles, pose = find_roles(motion.skeleton, world_pose(rest_pose(motion.skeleton)).positions), world_pose(motion)
    first = first_moving_frame(motion)
    points = place_foot_points(motion.skeleton, roles, pose, first=first)
    for limb, planted in zip(limbs, flags.swapaxes(0, 1), strict=True):
        flat = first + np.flatnonzero(planted[first:].all(axis=1))
        if flat.size:
            there = place_foot_points(motion.skeleton, roles, WorldPose(pose.positions[flat], pose.rotations[flat]))
            points |= {tip.name: there[tip.name] for tip in limb.tips if tip.name in there}
    found = limbs_of(motion, roles, points)
    return found if [_points(limb) for limb in found] == [_points(limb) for limb in limbs] else limbs


def turn_hinges(limbs: LimbSet, posed: Posed, most: np.ndarray) -> None:
    """Turn the axes of limbs round, in place, that the one frame ``posed`` shows to bend the other way.

    ``most`` (L,) is how far each was seen to flex so far [rad]. A second in which a person stands on straight knees
    may tell a hinge the wrong way round; a knee that is bent does not.
    """
    from supple.kernels.cleanup.misses import find_bends

    rows, bends = limbs.rows, np.zeros((1, len(most)))
    find_bends(*posed, rows.bases, rows.middles, rows.ends, rows.axes, bends)
    wrong = bends[0] < -np.maximum(most, _CLEARLY)
    rows.axes[wrong] *= -1.0
    np.maximum(most, np.where(wrong, -1.0, 1.0) * bends[0], out=most)


def _limbs(motion: Motion, roles: Mapping[str, str]) -> tuple[Limb, ...]:
    pose, first = world_pose(motion), first_moving_frame(motion)
    return limbs_of(motion, roles, place_foot_points(motion.skeleton, roles, pose, first=first))


def _points(limb: Limb) -> tuple[object, ...]:
    """What a caller knows a limb by."""
    return (limb.name, limb.base, limb.middle, limb.end, *(tip.name for tip in limb.tips))
