"""Everything that can be named on the figure of a motion."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from supple.constraints.foot_points import place_foot_points
from supple.constraints.names import Effector, Names
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import WorldPose, sample_frames, world_pose
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


def _named(motion: Motion, roles: Path | str | RolesDocument | None, pose: WorldPose | None) -> Names:
    document = read_roles(roles) if isinstance(roles, Path | str) else roles
    pose = world_pose(motion) if pose is None else pose
    found = roles_in(motion, pose.positions[sample_frames(motion)])
    if document is not None:
        found = apply_overrides(found, document, motion.skeleton)
    return Names(
        skeleton=motion.skeleton,
        roles=found,
        given={} if document is None else _given(document, motion.skeleton),
        placed=place_foot_points(
            motion.skeleton, found, pose, floor=_floor(document), first=first_moving_frame(motion)
        ),
        limbs={} if document is None else document.limbs,
    )


def _given(document: RolesDocument, skeleton: Skeleton) -> dict[str, Effector]:
    return {name: Effector(skeleton.index(p.joint), p.offset) for name, p in document.points.items()}


def _floor(document: RolesDocument | None) -> float | None:
    """The height of a floor that a document says is flat."""
    floor = None if document is None else document.floor
    return floor.height if floor is not None and floor.shape == "flat" else None
