"""The limbs of a skeleton of which no motion is known yet."""

from __future__ import annotations

from supple.constraints.foot_points import place_foot_points
from supple.core.motion import rest_pose
from supple.core.pose import world_pose
from supple.core.roles import find_roles
from supple.core.skeleton import Skeleton
from supple.solvers.cleanup.limbs_of import Limb, limbs_of


def default_limbs(skeleton: Skeleton) -> tuple[Limb, ...]:
    """Legs and arms by the names and the shape of the rest pose."""
    rest = rest_pose(skeleton)
    pose = world_pose(rest)
    roles = find_roles(skeleton, pose.positions)
    return limbs_of(rest, roles, place_foot_points(skeleton, roles, pose))
