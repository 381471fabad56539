"""Which way the last segments of limbs face at rest.

Markers tell how a head or a foot turns, but not how a bare skull or sole would stand at rest: bands sit askew, and
heels and toes carry their markers at any height. So their frames are turned, with all they carry: a head is upright
as it is on the average of an upright capture, and a foot is flat as it is where it stands.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from supple.core import quaternions
from supple.core.freedom import FIXED
from supple.solvers.markers.actor import FREE_CONE, Actor
from supple.solvers.markers.average import Tagged
from supple.solvers.markers.posing import Poses, world
from supple.solvers.markers.segments import joint_name

_UP = np.array([0.0, 1.0, 0.0])
_STEADY = 0.9  # length of the mean of unit vectors, from which they agree
_TURNED = np.cos(np.radians(45.0))  # who lies or hangs tells nothing of how a foot stands
_LOW = 0.4  # part of the frames in which a foot is taken to stand: those where its ankle is lowest
_LEVEL, _STRAIGHT = 30.0, 15.0  # [deg] farther from level or straight, a pose is no rest
GAUGED = ("head", "left_foot", "right_foot")


def loosened(actor: Actor) -> Actor:
    """The actor while it is being estimated.

    Head and feet turn any way until it is known how they stand; the neck, which no marker tells from the head, is held.
    """
    cone = actor.cone.copy()
    for segment in GAUGED:
        if joint_name(segment) in actor.skeleton:
            cone[actor.skeleton.index(joint_name(segment))] = FREE_CONE
    names = actor.skeleton.names
    head_free = "Head" in names and actor.skeleton.freedoms[actor.skeleton.index("Head")].kind == "ball"
    freedoms = tuple(
        FIXED if name == "Neck" and head_free else freedom
        for name, freedom in zip(names, actor.skeleton.freedoms, strict=True)
    )
    return replace(actor, cone=cone, skeleton=replace(actor.skeleton, freedoms=freedoms))


def gauged(actor: Actor, tagged: list[Tagged], poses: Poses, average: Actor) -> Actor:
    """The actor with head and feet as they stand at rest, and turning as far as the ``average`` person from there."""
    positions, turned = world(actor, poses)
    places = actor.places.copy()
    for segment in GAUGED:
        if joint_name(segment) not in actor.skeleton:
            continue
        j = actor.skeleton.index(joint_name(segment))
        if actor.skeleton.freedoms[j].kind != "ball":
            continue
        carried = actor.joints == j
        frames = _standing(positions[:, j]) if segment.endswith("foot") else np.arange(len(positions))
        up = quaternions.rotate(quaternions.conjugate(turned[frames, j]), _UP).mean(axis=0)
        if np.linalg.norm(up) < _STEADY or up[1] < _TURNED * np.linalg.norm(up):
            continue
        turn = quaternions.arc(up / np.linalg.norm(up), _UP)
        upright = quaternions.rotate(turn, places)
        facing = _facing(segment, tagged, upright, carried)
        places[carried] = quaternions.rotate(facing, upright[carried])
    skeleton = replace(actor.skeleton, freedoms=average.skeleton.freedoms)
    return replace(actor, places=places, cone=average.cone, skeleton=skeleton)


def _standing(path: np.ndarray) -> np.ndarray:
    """The frames in which an ankle is lowest."""
    if len(path) < 4:
        return np.arange(len(path))
    return np.flatnonzero(path[:, 1] <= np.quantile(path[:, 1], _LOW))


def _facing(segment: str, tagged: list[Tagged], places: np.ndarray, carried: np.ndarray) -> np.ndarray:
    """The turn about the vertical that makes left markers lie to the left, or toes in front of heels."""
    if segment == "head":
        left = [m for m in np.flatnonzero(carried) if tagged[m].side == "left"]
        right = [m for m in np.flatnonzero(carried) if tagged[m].side == "right"]
        if not left or not right:
            return np.array(quaternions.IDENTITY)
        return _level_arc(places[left].mean(axis=0) - places[right].mean(axis=0), np.array([1.0, 0.0, 0.0]))
    heel = [m for m in np.flatnonzero(carried) if tagged[m].landmark == "heel"]
    toes = [m for m in np.flatnonzero(carried) if tagged[m].landmark in ("toe", "toe_tip")]
    if not heel or not toes:
        return np.array(quaternions.IDENTITY)
    return _level_arc(places[toes].mean(axis=0) - places[heel].mean(axis=0), np.array([0.0, 0.0, 1.0]))


def _level_arc(way: np.ndarray, to: np.ndarray) -> np.ndarray:
    level = way * [1.0, 0.0, 1.0]
    length = float(np.linalg.norm(level))
    return quaternions.arc(level / length, to) if length > 0.02 else np.array(quaternions.IDENTITY)


def zeroed(actor: Actor, at_rest: Poses) -> Actor:
    """The actor whose pelvis is level and whose knees are straight in the first of these poses, which is one at rest.

    Choice: only for a pose that the user has named, and only within what markers may err; the frames of pelvis and
    shanks are turned about their own x axes, so that hips and knees keep theirs.
    """
    turns = {"Hips": _pitch(at_rest.rotations[0, 0])}
    for name in ("LeftLeg", "RightLeg"):
        if name in actor.skeleton and actor.skeleton.freedoms[actor.skeleton.index(name)].kind == "hinge":
            q = at_rest.rotations[0, actor.skeleton.index(name)]
            turns[name] = 2.0 * float(np.arctan2(q[1], q[0]))
    places, offsets = actor.places.copy(), actor.skeleton.offsets.copy()
    for name, angle in turns.items():
        angle = (angle + np.pi) % (2.0 * np.pi) - np.pi
        if abs(angle) > np.radians(_LEVEL if name == "Hips" else _STRAIGHT):
            continue
        j = actor.skeleton.index(name)
        turn = quaternions.about_axis("x", np.array(angle))
        places[actor.joints == j] = quaternions.rotate(turn, places[actor.joints == j])
        below = actor.skeleton.parents == j
        offsets[below] = quaternions.rotate(turn, offsets[below])
    return actor.with_model(offsets, places)


def _pitch(turn: np.ndarray) -> float:
    """How far a frame leans forward [rad], turned about its own x axis."""
    up = quaternions.rotate(quaternions.conjugate(turn), _UP)
    return float(np.arctan2(-up[2], up[1]))
