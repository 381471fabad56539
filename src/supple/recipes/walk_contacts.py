"""The true contacts of a walk that Supple made, as the document that `supple detect` writes."""

from __future__ import annotations

import numpy as np

from supple.constraints.names import Effector
from supple.core.contacts import Contact, Contacts, Floor
from supple.core.pose import WorldPose, world_pose
from supple.recipes.measures.scene import point_path
from supple.recipes.walk import TrueContact, Walk


def known_contacts(walk: Walk) -> Contacts:
    """Heels and balls where and when they stand, on level ground at height 0."""
    pose = world_pose(walk.motion)
    found = tuple(_contact(walk, pose, contact) for contact in walk.contacts)
    return Contacts(fps=walk.motion.fps, floor=Floor(supports=(0.0,)), contacts=found)


def _contact(walk: Walk, pose: WorldPose, true: TrueContact) -> Contact:
    heel = true.part == "heel"
    joint = true.foot if heel else true.foot.replace("Foot", "ToeBase")
    x, y, z = walk.heel.tolist() if heel else (0.0, 0.0, 0.0)
    path = point_path(pose, Effector(walk.motion.skeleton.index(joint), (x, y, z)))[true.start : true.stop]
    px, py, pz = np.median(path, axis=0).tolist()
    return Contact(
        point=f"{'left' if true.foot.startswith('Left') else 'right'}_{true.part}",
        joint=joint,
        offset_m=(x, y, z),
        start=true.start,
        stop=true.stop,
        position_m=(px, py, pz),
    )
