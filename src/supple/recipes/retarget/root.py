"""The way of the root: as the source goes, in steps of the target's size."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.core.contacts import Contacts
from supple.core.ground import old_ground
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.recipes.retarget.figure import Figure

_STANDING = 1e-9


class Scaling(NamedTuple):
    """Places of the source's world in that of the target: larger or smaller about a point of the ground."""

    factor: float
    about: np.ndarray  # (3,) below where the source begins [m]

    def places(self, places: np.ndarray) -> np.ndarray:
        """Places (..., 3) of the source where the target has them."""
        return np.asarray(self.about + self.factor * (places - self.about))


def scaling_of(source: Figure, target: Figure, contacts: Contacts) -> Scaling:
    """By the length of the legs from hip joint to sole; by the figures' heights where one has none."""
    factor = target.leg / source.leg
    if not (np.isfinite(factor) and factor > _STANDING):
        factor = target.height / source.height
    start = pelvis(source, source.pose)[source.first].copy()
    if contacts.floor is None:  # nothing stands: as high as the figure's lowest place
        start[1] = source.pose.positions[source.first :, :, 1].min()
    else:  # about the plane that other supports are counted from
        start[1] = float(old_ground(contacts.floor, start[0], start[2]))
    return Scaling(float(factor), start)


def pelvis(figure: Figure, pose: WorldPose) -> np.ndarray:
    """(F, 3) the middle of the hip joints, else the hips [m]."""
    hips = [figure.joints[role] for role in ("left_hip", "right_hip") if role in figure.joints]
    if len(hips) < 2:
        return np.asarray(pose.positions[:, figure.joints["hips"]])
    return np.asarray(0.5 * (pose.positions[:, hips[0]] + pose.positions[:, hips[1]]))


def on_its_way(motion: Motion, source: Figure, target: Figure, scaling: Scaling) -> Motion:
    """The target's motion, whose root is at the origin, where the source's way leads it."""
    here = pelvis(target, world_pose(motion))
    both = {"left_hip", "right_hip"}
    if both <= source.joints.keys() and both <= target.joints.keys():
        way = pelvis(source, source.pose)
    else:  # choice: hips to hips where one of them has no legs
        way, here = (
            f.positions[:, j]
            for f, j in ((source.pose, source.joints["hips"]), (world_pose(motion), target.joints["hips"]))
        )
    return motion.with_root_positions(scaling.places(way) - (here - motion.root_positions))
