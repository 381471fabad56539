"""Everything that can be named on the figure of a motion."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from supple.constraints.foot_points import place_foot_points
from supple.constraints.names import Effector, Names
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import WorldPose, posed_frames, sample_frames, world_pose
from supple.core.skeleton import Skeleton
from supple.io.documents.roles import RolesDocument, apply_overrides, read_roles
from supple.recipes.roles import roles_in


def motion_names(
    motion: Motion, roles: Path | str | Names | RolesDocument | None = None, pose: WorldPose | None = None
) -> Names:
    """Joints, roles and points of the feet of a motion, with the word of a roles document over what is found.

    Those who have them already may give them as ``roles``; ``pose`` is :func:`world_pose` of the motion, likewise.
    """
    if isinstance(roles, Names):
        return roles
    if roles is None and pose is None:
        return _found(motion)
    return _named(motion, roles, pose)


@lru_cache(maxsize=2)  # somebody who edits asks for one motion again and again
def _found(motion: Motion) -> Names:
    return _named(motion, None, None)


def joint_names(motion: Motion, roles: RolesDocument | None = None) -> Names:
    """Joints and roles without the points of feet: told by a few frames, and without loading the compiler."""
    return _without_feet(motion, roles, posed_frames(motion, sample_frames(motion)))


def _named(motion: Motion, roles: Path | str | RolesDocument | None, pose: WorldPose | None) -> Names:
    document = read_roles(roles) if isinstance(roles, Path | str) else roles
    pose = world_pose(motion) if pose is None else pose
    names = _without_feet(motion, document, pose.positions[sample_frames(motion)])
    feet = place_foot_points(
        motion.skeleton, names.roles, pose, floor=_floor(document), first=first_moving_frame(motion)
    )
    return replace(names, placed=feet)


def _without_feet(motion: Motion, document: RolesDocument | None, positions: np.ndarray) -> Names:
    """Told by positions (n, J, 3) of frames that were sampled."""
    found = roles_in(motion, positions)
    if document is None:
        return Names(skeleton=motion.skeleton, roles=found)
    return Names(
        skeleton=motion.skeleton,
        roles=apply_overrides(found, document, motion.skeleton),
        given=_given(document, motion.skeleton),
        limbs=document.limbs,
    )


def _given(document: RolesDocument, skeleton: Skeleton) -> dict[str, Effector]:
    return {name: Effector(skeleton.index(p.joint), p.offset) for name, p in document.points.items()}


def _floor(document: RolesDocument | None) -> float | None:
    """The height of a floor that a document says is flat."""
    floor = None if document is None else document.floor
    return floor.height if floor is not None and floor.shape == "flat" else None
