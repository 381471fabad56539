"""What a motion or a capture keeps still: contacts, gait events, the floor, geometric constraints."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from supple.constraints.names import Names
from supple.core import quaternions
from supple.core.contacts import Contacts, Geometric
from supple.core.ground import Height, ground_of
from supple.core.markers import Markers
from supple.core.motion import Motion, first_moving_frame
from supple.core.option_types import checked
from supple.core.pose import WorldPose, world_pose
from supple.core.roles import REFERENCE_HEIGHT, figure_height
from supple.detect.automatic import find_contacts
from supple.detect.points import Point
from supple.detect.settings import DEFAULT_RULE, ContactRule
from supple.errors import InvalidValueError
from supple.io.documents.contact_values import FARTHEST
from supple.io.documents.heights import read_heights
from supple.io.documents.templates import read_templates
from supple.recipes.detected_points import chosen_joints, marker_points, motion_points, stature
from supple.recipes.geometric import find_geometric
from supple.recipes.measures.scene import point_path
from supple.recipes.names import motion_names


@checked
def detect(
    motion_or_markers: Motion | Markers,
    *,
    roles: Path | str | Names | None = None,
    points: Sequence[str] | None = None,
    floor: Height | str | float | None = None,
    templates: Path | str | None = None,
    reference: str | None = None,
    rule: ContactRule = DEFAULT_RULE,
) -> Contacts:
    """Contacts of heels, balls, wrists and fingertips, or of the named ``points``, gait events, and the floor.

    ``points`` are names of joints, roles or points of feet of a motion, or markers of a capture; joints among them are
    looked at for geometric constraints as well, as are those of the ``templates`` document. ``reference`` is the joint
    from which points are seen, instead of the world. ``floor`` says what the ground is like, such as
    ``"stairs:rise=0.17,run=0.29"`` or a height [m]; else it is found. It is of no use with a ``reference``.
    """
    if floor is not None and reference is not None:
        raise InvalidValueError(
            f"a floor is in the world, and points seen from {reference!r} do not touch it. "
            "Give a floor or a reference, not both."
        )
    ground = read_heights(floor) if isinstance(floor, str) else ground_of(floor)
    if isinstance(motion_or_markers, Markers):
        if templates is not None or reference is not None:
            raise InvalidValueError("templates and a reference are for joints; a capture has markers only.")
        return _of_markers(motion_or_markers, points, ground, rule)
    if not isinstance(motion_or_markers, Motion):
        raise InvalidValueError(f"only a motion or markers can have contacts; got {type(motion_or_markers).__name__}.")
    pose = world_pose(motion_or_markers)
    _check_near(pose.positions, motion_or_markers)
    names = motion_names(motion_or_markers, roles, pose)
    paths = _paths(motion_or_markers, pose, names, points, reference)
    joints, shown = chosen_joints(names, points), None if templates is None else read_templates(templates)
    geometric: tuple[Geometric, ...] = ()
    if joints or shown is not None:
        geometric = find_geometric(
            motion_or_markers, joints, templates=shown, reference=reference, names=names, pose=pose
        )
    del pose  # of a long clip it is as large as all that follows
    found = _of_motion(motion_or_markers, paths, ground, rule)
    unsaid = () if shown is None or shown.templates else (f"{shown.source} has no [[template]], so it shows nothing.",)
    return msgspec.structs.replace(found, geometric=geometric, notes=(*found.notes, *unsaid))


def _check_near(positions: np.ndarray, source: Motion | Markers) -> None:
    """Refuse what is so far away that no document could say where."""
    farthest = float(np.nanmax(np.abs(positions), initial=0.0))
    if not farthest < FARTHEST:
        raise InvalidValueError(
            f"{source.provenance.source or 'this'} is {farthest:.3g} m away from the origin, and contacts are found "
            f"within {FARTHEST:g} m of it. "
            "Is the unit right (--input-units)? Else move it to the origin."
        )


class _Paths(NamedTuple):
    """What detection looks at in the frames that count, and nothing else of the posed clip."""

    points: Sequence[Point]
    positions: np.ndarray  # (F, P, 3) [m]
    centre: np.ndarray  # (F, 3) the middle of the body [m]
    height: float  # [m]
    reference: str | None  # the joint that positions are seen from


def _paths(
    motion: Motion, pose: WorldPose, names: Names, points: Sequence[str] | None, reference: str | None
) -> _Paths:
    seen_from = None if reference is None else names.joint(reference)
    looked_at = motion_points(names, points, alone=seen_from is not None)
    first = first_moving_frame(motion)
    paths = [point_path(pose, names.effector(point.name))[first:] for point in looked_at]
    positions = np.stack(paths, axis=1) if paths else np.zeros((motion.frames - first, 0, 3))
    height = figure_height(motion.skeleton, pose.positions[first:], names.roles) or REFERENCE_HEIGHT
    if seen_from is not None:
        positions = _seen(positions, pose.positions[first:, seen_from], pose.rotations[first:, seen_from])
    joint = None if seen_from is None else motion.skeleton.names[seen_from]
    return _Paths(looked_at, positions, pose.positions[first:].mean(axis=1), height, joint)


def _of_motion(motion: Motion, paths: _Paths, floor: Height | None, rule: ContactRule) -> Contacts:
    points, positions, centre, height, reference = paths
    first = first_moving_frame(motion)
    if reference is not None:
        found = find_contacts(points, positions, motion.fps, height=height, first_frame=first, rule=rule)
        return _with_reference(found, reference)
    return find_contacts(
        points, positions, motion.fps, centre=centre, height=height, floor=floor, first_frame=first, rule=rule
    )


def _seen(positions: np.ndarray, origin: np.ndarray, rotation: np.ndarray) -> np.ndarray:
    """(F, P, 3) positions in the frame of a joint."""
    return quaternions.rotate(quaternions.conjugate(rotation)[:, None], positions - origin[:, None])


def _with_reference(found: Contacts, joint: str) -> Contacts:
    contacts = tuple(msgspec.structs.replace(contact, reference=joint) for contact in found.contacts)
    return msgspec.structs.replace(found, contacts=contacts, notes=())


def _of_markers(markers: Markers, points: Sequence[str] | None, floor: Height | None, rule: ContactRule) -> Contacts:
    _check_near(markers.positions, markers)
    height = stature(markers)
    looked_at = marker_points(markers, points, height)
    numbers = [markers.labels.index(point.name) for point in looked_at]
    return find_contacts(looked_at, markers.positions[:, numbers], markers.fps, height=height, floor=floor, rule=rule)
