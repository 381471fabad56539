"""What a motion or a capture keeps still, found without templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from supple.constraints.names import Effector, Names
from supple.core.contacts import Contacts
from supple.core.documents import nearest
from supple.core.ground import Height, ground_of
from supple.core.markers import Markers
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.core.roles import SIDES, figure_height
from supple.detect.automatic import find_contacts
from supple.detect.marker_parts import foot_markers, marker_point
from supple.detect.points import Part, Point
from supple.detect.settings import DEFAULT_RULE, REFERENCE_HEIGHT, ContactRule
from supple.errors import DocumentError, InvalidValueError
from supple.io.documents.heights import read_heights
from supple.recipes.measures.scene import point_path
from supple.recipes.names import motion_names

_LOOKED_AT: tuple[tuple[str, Part], ...] = (
    ("heel", "heel"),
    ("ball", "ball"),
    ("wrist", "hand"),
    ("fingertips", "hand"),
)
_WHOLE_BODY = 1.0  # [m] a capture that is less tall shows a part of a person


def detect(
    motion_or_markers: Motion | Markers,
    *,
    roles: Path | str | Names | None = None,
    points: Sequence[str] | None = None,
    floor: Height | str | float | None = None,
    rule: ContactRule = DEFAULT_RULE,
) -> Contacts:
    """Contacts of heels, balls, wrists and fingertips, or of the named ``points``, gait events, and the floor.

    ``points`` are names of joints, roles or points of feet of a motion, or markers of a capture. ``floor`` says what
    the ground is like, such as ``"stairs:rise=0.17,run=0.29"`` or a height [m]; else it is found.
    """
    ground = read_heights(floor) if isinstance(floor, str) else ground_of(floor)
    if isinstance(motion_or_markers, Markers):
        return _of_markers(motion_or_markers, points, ground, rule)
    if isinstance(motion_or_markers, Motion):
        return _of_motion(motion_or_markers, roles, points, ground, rule)
    raise InvalidValueError(f"only a motion or markers can have contacts; got {type(motion_or_markers).__name__}.")


def _of_motion(
    motion: Motion, roles: Path | str | Names | None, points: Sequence[str] | None, floor: Height | None,
    rule: ContactRule,
) -> Contacts:  # fmt: skip
    pose = world_pose(motion)
    names = roles if isinstance(roles, Names) else motion_names(motion, roles, pose)
    looked_at = _points(motion, names, points)
    first = motion.rest_rows if motion.rest_rows < motion.frames else 0
    paths = [point_path(pose, names.effector(point.name))[first:] for point in looked_at]
    positions = np.stack(paths, axis=1) if paths else np.zeros((motion.frames - first, 0, 3))
    return find_contacts(
        looked_at, positions, motion.fps, centre=_centre(motion, pose)[first:],
        height=figure_height(motion.skeleton, pose.positions[first:], names.roles), floor=floor, first_frame=first,
        rule=rule,
    )  # fmt: skip


def _centre(motion: Motion, pose: WorldPose) -> np.ndarray:
    return np.asarray(pose.positions.mean(axis=1))


def _points(motion: Motion, names: Names, chosen: Sequence[str] | None) -> list[Point]:
    kinds = _foot_parts(names)
    if chosen is None:
        known = set(names.roles) | set(names.given) | set(names.placed)
        found = [(f"{side}_{part}", kind, side) for side in SIDES for part, kind in _LOOKED_AT]
        asked = [_point(names, name, kind, side) for name, kind, side in found if name in known]
    else:
        asked = [
            _point(names, name, *kinds.get(names.effector(name), ("other", None))) for name in dict.fromkeys(chosen)
        ]
    return asked + _helpers(names, asked, kinds)


def _foot_parts(names: Names) -> Mapping[Effector, tuple[Part, str | None]]:
    """Which part of which foot the points of feet are."""
    parts: dict[Effector, tuple[Part, str | None]] = {}
    kinds: tuple[Part, ...] = ("toe", "ball", "heel")
    for side in SIDES:
        for kind in kinds:
            if f"{side}_{kind}" in names.placed or f"{side}_{kind}" in names.given:
                parts[names.effector(f"{side}_{kind}")] = (kind, side)
    return parts


def _helpers(names: Names, asked: Sequence[Point], kinds: Mapping[Effector, tuple[Part, str | None]]) -> list[Point]:
    """The other points of the feet that are looked at, from which their events are known."""
    sides = {point.limb for point in asked if point.on_foot}
    have = {names.effector(point.name) for point in asked}
    return [
        _point(names, f"{side}_{part}", part, side, helps=True)
        for effector, (part, side) in kinds.items()
        if side in sides and effector not in have
    ]


def _point(names: Names, name: str, part: Part, limb: str | None, *, helps: bool = False) -> Point:
    effector = names.effector(name)
    joint = names.skeleton.names[effector.joint]
    return Point(name=name, part=part, limb=limb, joint=joint, offset=effector.point, helps=helps)


def _of_markers(markers: Markers, points: Sequence[str] | None, floor: Height | None, rule: ContactRule) -> Contacts:
    looked_at = foot_markers(markers.labels) if points is None else [_marker(markers, name) for name in points]
    numbers = [markers.labels.index(point.name) for point in looked_at]
    whole = np.isfinite(markers.positions).all(axis=2)
    return find_contacts(
        looked_at, markers.positions[:, numbers], markers.fps, height=_stature(markers, whole), floor=floor, rule=rule
    )


def _marker(markers: Markers, name: str) -> Point:
    """A marker by its label, or by the part of it after the name of the subject."""
    for label in markers.labels:
        if name in (label, label.rpartition(":")[2]):
            return marker_point(label)
    raise DocumentError(f"there is no marker {name!r} in this capture. {nearest(name, markers.labels)}")


def _stature(markers: Markers, seen: np.ndarray) -> float:
    """How tall the person is, from the highest marker over the lowest [m]; of a part of a person, a usual height."""
    enough = seen.sum(axis=1) >= 2
    heights = np.where(seen, markers.positions[..., 1], np.nan)[enough]
    if not len(heights):
        return REFERENCE_HEIGHT
    tall = float(np.percentile(np.nanmax(heights, axis=1) - np.nanmin(heights, axis=1), 90.0))
    return tall if tall > _WHOLE_BODY else REFERENCE_HEIGHT
