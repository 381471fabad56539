"""Which joints are a part of the pelvis: some files put a joint between the hips and each leg, such as LHipJoint."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from supple.core.roles.model import SIDES
from supple.core.skeleton import Skeleton


def pelvis_joints(skeleton: Skeleton, roles: Mapping[str, str]) -> np.ndarray:
    """(J,) bool: the joints without a role between the hips and a hip joint, which nobody can turn of themselves."""
    out = np.zeros(len(skeleton), bool)
    joints = {role: skeleton.index(name) for role, name in roles.items() if name in skeleton}
    played = set(joints.values())
    for hip in (joints[role] for role in (f"{side}_hip" for side in SIDES) if role in joints):
        between, above = [], int(skeleton.parents[hip])
        while above >= 0 and above not in played:
            between.append(above)
            above = int(skeleton.parents[above])
        if above == joints.get("hips"):
            out[between] = True
    return out
