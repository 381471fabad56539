"""Which points are looked at for contacts, on the figure of a motion and in a capture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from supple.constraints.names import Effector, Names
from supple.core.documents import nearest
from supple.core.markers import Markers
from supple.core.roles import FOOT, REFERENCE_HEIGHT, SIDES
from supple.detect.marker_parts import foot_markers, marker_point
from supple.detect.marker_shapes import shaped_points
from supple.detect.points import Part, Point
from supple.errors import DocumentError

_LOOKED_AT: tuple[tuple[str, Part], ...] = (
    ("heel", "heel"),
    ("ball", "ball"),
    ("wrist", "hand"),
    ("fingertips", "hand"),
)
_WHOLE_BODY = 1.0  # [m] a capture that is less tall shows a part of a person

_Parts = Mapping[Effector, tuple[Part, str | None]]


def motion_points(names: Names, chosen: Sequence[str] | None, *, alone: bool = False) -> list[Point]:
    """Heels, balls and hands of a figure, or the chosen points; and those by which ground and steps are known.

    ``alone``: points are judged by their stillness only, not as parts of feet.
    """
    if alone:
        wanted = _default(names) if chosen is None else [(name, "other", None) for name in dict.fromkeys(chosen)]
        return [_point(names, name, "other", None) for name, *_ in wanted]
    parts = _foot_parts(names)
    if chosen is None:
        asked = [_point(names, *one) for one in _default(names)]
    else:
        asked = [_point(names, n, *parts.get(names.effector(n), ("other", None))) for n in dict.fromkeys(chosen)]
    return asked + _helpers(names, asked, parts)


def _default(names: Names) -> list[tuple[str, Part, str | None]]:
    known = {*names.roles, *names.given, *names.placed}
    wanted = [(f"{side}_{part}", kind, side) for side in SIDES for part, kind in _LOOKED_AT]
    return [one for one in wanted if one[0] in known]


def _foot_parts(names: Names) -> _Parts:
    """Which part of which foot the points of feet are; a joint that is two of them is the one that stands longer."""
    parts: dict[Effector, tuple[Part, str | None]] = {}
    for side in SIDES:
        for kind in reversed(FOOT):
            if f"{side}_{kind}" in names.placed or f"{side}_{kind}" in names.given:
                parts[names.effector(f"{side}_{kind}")] = (kind, side)
    return parts


def _helpers(names: Names, asked: Sequence[Point], parts: _Parts) -> list[Point]:
    have = {names.effector(point.name) for point in asked}
    return [
        _point(names, f"{side}_{part}", part, side, helps=True)
        for effector, (part, side) in parts.items()
        if effector not in have
    ]


def _point(names: Names, name: str, part: Part, limb: str | None, *, helps: bool = False) -> Point:
    effector = names.effector(name)
    joint = names.skeleton.names[effector.joint]
    return Point(name=name, part=part, limb=limb, joint=joint, offset=effector.point, helps=helps)


def chosen_joints(names: Names, chosen: Sequence[str] | None) -> list[str]:
    """The joints among the chosen points."""
    return [name for name in dict.fromkeys(chosen or ()) if names.effector(name).point == (0.0, 0.0, 0.0)]


def marker_points(markers: Markers, chosen: Sequence[str] | None, height: float) -> list[Point]:
    """The markers on feet, or the chosen ones: by their names, and where those say nothing by how they move."""
    if chosen is None:
        return foot_markers(markers.labels) or [
            p for p in shaped_points(markers.labels, markers.positions, height) if p.on_foot
        ]
    named = {label: marker_point(label) for label in (_label(markers, name) for name in dict.fromkeys(chosen))}
    if all(point.on_foot for point in named.values()):
        return list(named.values())
    shaped = {point.name: point for point in shaped_points(markers.labels, markers.positions, height)}
    sides = {shaped[label].limb: point.limb for label, point in named.items() if point.on_foot}
    return [
        point if point.on_foot else replace(shaped[label], limb=sides.get(shaped[label].limb, shaped[label].limb))
        for label, point in named.items()
    ]


def _label(markers: Markers, name: str) -> str:
    """A marker by its label, or by the part of it after the name of the subject."""
    for label in markers.labels:
        if name in (label, label.rpartition(":")[2]):
            return label
    raise DocumentError(f"there is no marker {name!r} in this capture. {nearest(name, markers.labels)}")


def stature(markers: Markers) -> float:
    """How tall the person is, from the highest marker over the lowest [m]; of a part of a person, a usual height."""
    seen = np.isfinite(markers.positions).all(axis=2)
    heights = np.where(seen, markers.positions[..., 1], np.nan)[seen.sum(axis=1) >= 2]
    if not len(heights):
        return REFERENCE_HEIGHT
    tall = float(np.percentile(np.nanmax(heights, axis=1) - np.nanmin(heights, axis=1), 90.0))
    return tall if tall > _WHOLE_BODY else REFERENCE_HEIGHT
