"""Figures whose root stays behind while their hips travel, made to travel with their root."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion, first_moving_frame
from supple.recipes.everyday.ground_moves import GROUND, UP, travel, yaw_between


def with_travelling_root(
    motion: Motion, roles: Mapping[str, str] | None = None, facing: np.ndarray | None = None
) -> Motion:
    """The same poses in the world, with the root below the hips where a file keeps it still and moves the hips.

    Only what can be told otherwise is: hips that hang on the root by a bone that changes its length. ``facing`` (4,) is
    how hips are turned over a root that is not; without it, as they are in the first moving frame.
    """
    if motion.offsets is None:
        return motion
    way = travel(motion, roles)
    if way.joint == 0 or motion.skeleton.parents[way.joint] != 0:
        return motion
    first = first_moving_frame(motion)
    if np.ptp(motion.root_positions[first:] * GROUND, axis=0).max() > 0.0:
        return motion
    headings = np.unwrap(yaw_between(way.turns[first] if facing is None else facing, way.turns[first:]))
    root, turns = motion.root_positions.copy(), motion.rotations[:, 0].copy()
    root[first:] = root[first:] * UP + way.places[first:] * GROUND
    turns[first:] = quaternions.multiply(quaternions.about_axis("y", headings), turns[first:])
    return _with_root(motion, root, turns)


def _with_root(motion: Motion, root: np.ndarray, turns: np.ndarray) -> Motion:
    """The same poses in the world with another place (F, 3) and orientation (F, 4) of the root."""
    assert motion.offsets is not None
    offsets, rotations = motion.offsets.copy(), motion.rotations.copy()
    back = quaternions.multiply(quaternions.conjugate(turns), motion.rotations[:, 0])
    shift = quaternions.rotate(quaternions.conjugate(turns), motion.root_positions - root)
    for child in motion.skeleton.children(0):
        offsets[:, child] = shift + quaternions.rotate(back, motion.offsets[:, child])
        if not motion.skeleton.end_sites[child]:
            rotations[:, child] = quaternions.normalized(quaternions.multiply(back, motion.rotations[:, child]))
    rotations[:, 0] = turns
    return replace(motion, root_positions=root, rotations=rotations, offsets=offsets)
