"""The average person with a capture's markers: where the estimate of an actor begins, and what it is pulled to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.body.joint_ranges import human_range
from supple.core.freedom import BALL, FIXED, Freedom, about
from supple.core.skeleton import Skeleton
from supple.solvers.markers.actor import FREE_CONE, Actor
from supple.solvers.markers.landmarks import LANDMARKS, SOMEWHERE, Landmark
from supple.solvers.markers.segments import (
    KINDS,
    REFERENCE_STATURE,
    SEGMENTS,
    joint_name,
    mirrored,
    parent_of,
    role_of,
    split,
)

_X, _Y, _Z = np.eye(3)
_STRAIGHT_BACK = 12.0  # [deg] choice: how far knees and elbows go beyond straight, with what the markers' places err
_FOREARM = (-175.0, 30.0)  # [deg] from palms down: AAOS 80 and 80 from the middle, and what the markers' places may err
# [deg] of the upper arm from hanging: lifted forward without twist its forearm points up, and AAOS' 70 inwards from a
# forearm that is level are 160 from there; rounded, to both sides as in the table
_ARM_TWIST = 150.0
_TIGHT = 45.0  # [deg] of each hinge of a collar bone and the neck


_ENDS: Mapping[str, Callable[[str], tuple[str, ...]]] = {
    "tibia": lambda side: (f"{side}_foot",),
    "radius": lambda side: (f"{side}_hand",),
    "thorax": lambda side: ("neck", "head"),
}


class Tagged(NamedTuple):
    """What is known of one marker."""

    label: str
    segment: str  # such as "left_femur"
    landmark: str = ""  # of LANDMARKS, "" where only the segment is known
    side: str = ""  # of the marker, "" in the middle of the body

    @property
    def place(self) -> Landmark:
        """Where such a marker is on an average person."""
        return LANDMARKS[self.landmark or SOMEWHERE[split(self.segment)[1]]]


def segments_with(tagged: Sequence[Tagged]) -> tuple[str, ...]:
    """The segments that carry markers, those between them and the pelvis, and the ends of limbs.

    In the order of the skeleton. Hands, feet and a head without markers are held by the segment before them, so that
    the joints above are what everybody takes them for.
    """
    wanted = {"pelvis"}
    for marker in tagged:
        segment = marker.segment
        while segment:
            wanted.add(segment)
            segment = parent_of(segment)
    for segment in tuple(wanted):
        wanted.update(_ENDS.get(split(segment)[1], lambda side: ())(split(segment)[0]))
    return tuple(segment for segment in SEGMENTS if segment in wanted)


def average_actor(tagged: Sequence[Tagged], stature: float = REFERENCE_STATURE) -> Actor:
    """An average person of a stature with these markers; joints turn as far as the markers can tell."""
    segments = segments_with(tagged)
    counts = Counter(marker.segment for marker in tagged)
    names, parents, offsets, freedoms, ends = [], [], [], [], []
    for segment in segments:
        side, kind = split(segment)
        names.append(joint_name(segment))
        above = parent_of(segment)
        parents.append(names.index(joint_name(above)) if above else -1)
        offsets.append(mirrored(KINDS[kind].offset, side))
        freedoms.append(_freedom(segment, counts))
        ends.append(False)
        tip = KINDS[kind].tip
        if tip is not None:
            names.append(f"{joint_name(segment)}_end")
            parents.append(names.index(joint_name(segment)))
            offsets.append(mirrored(tip, side))
            freedoms.append(FIXED)
            ends.append(True)
    size = stature / REFERENCE_STATURE
    skeleton = Skeleton(
        tuple(names), np.array(parents), np.array(offsets) * size, np.array(ends), freedoms=tuple(freedoms)
    )
    neutral, bone, cone = _balls(skeleton, segments)
    return Actor(
        skeleton=skeleton,
        labels=tuple(marker.label for marker in tagged),
        joints=np.array([skeleton.index(joint_name(marker.segment)) for marker in tagged], np.int64),
        places=np.array([_average_place(marker, skeleton, size) for marker in tagged]).reshape(-1, 3),
        neutral=neutral,
        bone=bone,
        cone=cone,
        stature=stature,
    )


def anchored(marker: Tagged) -> tuple[str, np.ndarray]:
    """The segment whose joint a marker is measured from, and where it is from there on an average person [m]."""
    place = marker.place
    if place.sided and not marker.side:  # a landmark of a side on a marker that tells none
        return marker.segment, np.zeros(3)
    anchor = f"{marker.side}_{place.anchor}" if KINDS[place.anchor].sided else place.anchor
    return anchor, np.array(mirrored(place.place, marker.side))


def _average_place(marker: Tagged, skeleton: Skeleton, size: float) -> np.ndarray:
    anchor, place = anchored(marker)
    base = np.zeros(3)
    if anchor != marker.segment and joint_name(anchor) in skeleton:
        base = skeleton.offsets[skeleton.index(joint_name(anchor))]
    elif anchor != marker.segment:  # the joint below is not there, since nothing beyond it has markers
        base = np.array(mirrored(KINDS[split(anchor)[1]].offset, split(anchor)[0])) * size
    return base + size * place


def _freedom(segment: str, counts: Mapping[str, int]) -> Freedom:
    """How a joint turns: as the table says, less what too few markers could tell."""
    side, kind = split(segment)
    own = counts[segment]
    sign = -1.0 if side == "right" else 1.0
    beyond = [segment_ for segment_ in counts if parent_of(segment_) == segment]
    if kind in ("pelvis", "femur", "thorax"):
        return BALL
    if kind == "tibia":
        return _hinges([_X], [(-_STRAIGHT_BACK, _range(segment))])
    if kind == "foot":
        return BALL if own >= 2 else _hinges([_X], [(-50.0, 50.0)]) if own else FIXED
    if kind == "neck":
        return (
            FIXED
            if not own + counts["head"]
            else BALL
            if own or counts["head"] < 3
            else _hinges([_X, _Z], [(-_TIGHT, _TIGHT)] * 2)
        )
    if kind == "head":
        return BALL if own >= 3 or counts["neck"] else FIXED
    if kind == "clavicle":
        return _hinges([_Y, _Z], [(-_TIGHT, _TIGHT)] * 2) if own else FIXED
    if kind == "humerus":
        return BALL
    if kind == "radius":
        bend = (-_range(segment), _STRAIGHT_BACK) if sign > 0.0 else (-_STRAIGHT_BACK, _range(segment))
        if own + len(beyond) >= 2:
            return _hinges([_Y, _X], [bend, _FOREARM])
        return _hinges([_Y], [bend])
    return _hinges([_Z, _Y], [(-80.0, 80.0), (-40.0, 40.0)]) if own else FIXED  # AAOS: 80, 70, 20, 30


def _range(segment: str) -> float:
    human = human_range(role_of(segment))
    assert human is not None
    assert human.range_deg is not None
    return human.range_deg[1]


def _hinges(axes: list[np.ndarray], degrees: list[tuple[float, float]]) -> Freedom:
    return about(np.array(axes), np.radians(np.array(degrees)))


def _balls(skeleton: Skeleton, segments: Sequence[str]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Neutral turns, bones and cones: arms hang down, all else is as at rest."""
    neutral, bone = quaternions.identity(len(skeleton)), np.tile(_Y, (len(skeleton), 1))
    cone = np.tile(FREE_CONE, (len(skeleton), 1))
    joint = {segment: skeleton.index(joint_name(segment)) for segment in segments}
    # a joint that bends the other way only, as the neck below a head, shares no twist: the other has all of it
    roles = [role_of(segment) for segment in segments if skeleton.freedoms[joint[segment]].kind == "ball"]
    for segment, j in joint.items():
        side, kind = split(segment)
        bone[j] = _bone(kind, side)
        if kind == "humerus":
            neutral[j] = quaternions.arc(bone[j], -_Y)
        human = human_range(role_of(segment), roles)
        if human is not None and skeleton.freedoms[j].kind == "ball" and human.swing_deg and human.twist_deg:
            twist = (-_ARM_TWIST, _ARM_TWIST) if kind == "humerus" else human.twist_deg
            cone[j] = np.radians([human.swing_deg, *twist])
    return neutral, bone, cone


def _bone(kind: str, side: str) -> np.ndarray:
    if kind in ("femur", "tibia"):
        return -_Y
    if kind == "foot":
        return _Z
    if kind in ("clavicle", "humerus", "radius", "hand"):
        return -_X if side == "right" else _X
    return _Y
