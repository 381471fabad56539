"""What planted points do, measured without any part of the solvers."""

import numpy as np

from supple.core import quaternions
from supple.core.pose import world_pose


def paths(motion, contacts):
    """Each contact with the world, and the way (n, 3) of its point while it stands."""
    pose = world_pose(motion)
    for c in contacts.contacts:
        if c.reference is None:
            joint, frames = motion.skeleton.index(c.joint), slice(c.start, c.stop)
            point = np.array(c.offset_m or (0.0, 0.0, 0.0))
            yield c, pose.positions[frames, joint] + quaternions.rotate(pose.rotations[frames, joint], point)


def worst_miss_mm(motion, contacts):
    """How far a point is from the place of its contact, at worst."""
    return max(1e3 * float(np.linalg.norm(way - c.position_m, axis=1).max()) for c, way in paths(motion, contacts))


def strides(motion, contacts, point):
    """[m] from each contact of a point to the next one, over the ground."""
    places = [way.mean(axis=0) for c, way in paths(motion, contacts) if c.point == point]
    return np.linalg.norm(np.diff(places, axis=0)[:, [0, 2]], axis=1)
