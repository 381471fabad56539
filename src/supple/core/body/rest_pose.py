"""Where the joints of a skeleton are at rest, seen from any of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.skeleton import Skeleton


class RestPose(NamedTuple):
    """Positions and orientations of all joints at rest, the root where its offset says."""

    positions: np.ndarray  # (J, 3) [m]
    rotations: np.ndarray  # (J, 4) joint to world

    def seen_from(self, joint: int, vector: np.ndarray) -> np.ndarray:
        """A direction or displacement (3,) of the world, in the frame of a joint."""
        return quaternions.rotate(quaternions.conjugate(self.rotations[joint]), vector)


def rest_pose(skeleton: Skeleton) -> RestPose:
    """Pose a skeleton at rest, without loading the compiler."""
    positions, rotations = np.zeros((len(skeleton), 3)), np.zeros((len(skeleton), 4))
    positions[0], rotations[0] = skeleton.offsets[0], skeleton.rest_rotations[0]
    for joints in skeleton.levels():
        above = skeleton.parents[joints]
        positions[joints] = positions[above] + quaternions.rotate(rotations[above], skeleton.offsets[joints])
        rotations[joints] = quaternions.multiply(rotations[above], skeleton.rest_rotations[joints])
    return RestPose(positions, rotations)
