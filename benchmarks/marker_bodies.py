"""Markers on captured motions of any body: placed by the joints' shape, as hands place them, on skin that moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.markers import Markers
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.core.roles.find import find_roles
from supple.solvers.markers.average import Tagged
from supple.solvers.markers.landmarks import LANDMARKS
from supple.solvers.markers.segments import KINDS
from supple.solvers.markers.tagging import tag_labels

LEGS = "LASI RASI LPSI RPSI LTHI LKNE LTIB LANK LHEE LTOE RTHI RKNE RTIB RANK RHEE RTOE"
PLUG_IN = (
    f"LFHD RFHD LBHD RBHD C7 T10 CLAV STRN RBAK LSHO LUPA LELB LFRM LWRA LWRB LFIN RSHO RUPA RELB RFRM RWRA RWRB "
    f"RFIN {LEGS}"
)
CMU = (
    "RFHD LFHD RBHD LBHD C7 T10 CLAV STRN RBAC LSHO LUPA LELB LWRA LWRB LFRM LFIN RSHO RUPA RELB RWRA RWRB RFRM RFIN "
    "LFWT RFWT LBWT RBWT LTHI LKNE LSHN LANK LHEE LTOE LMT5 RTHI RKNE RSHN RANK RHEE RTOE RMT5"
)
GAIT2354 = (
    "Sternum R.Acromium L.Acromium Top.Head R.ASIS L.ASIS V.Sacral R.Thigh.Upper R.Thigh.Front R.Thigh.Rear "
    "L.Thigh.Upper L.Thigh.Front L.Thigh.Rear R.Shank.Upper R.Shank.Front R.Shank.Rear L.Shank.Upper L.Shank.Front "
    "L.Shank.Rear R.Heel R.Midfoot.Sup R.Midfoot.Lat R.Toe.Tip L.Heel L.Midfoot.Sup L.Midfoot.Lat L.Toe.Tip"
)
HELEN_HAYES = "RASI LASI SACR RTHI RKNE RTIB RANK RHEE RTOE LTHI LKNE LTIB LANK LHEE LTOE"
UPPER = "LASI RASI LPSI RPSI " + PLUG_IN[: PLUG_IN.index(" LASI")]
SETS = {"plug-in": PLUG_IN, "cmu": CMU, "gait2354": GAIT2354, "helen hayes": HELEN_HAYES, "upper": UPPER}
_ON_SKIN = ("thigh", "shank", "upper_arm", "forearm", "foot_skin", "scapula")
_HAND_BONE, _HAND_SKIN = 0.007, 0.020  # [m] how far hands miss a place, along each axis
_SKIN_BONE, _SKIN_SKIN = 0.004, 0.012  # [m] how far skin goes when a joint turns by 60 degrees
_AROUND = {"UPPER": (0.0, 0.06, 0.02), "FRONT": (-0.04, -0.06, 0.06), "REAR": (0.0, -0.10, -0.04)}  # of clusters [m]
_FOOT_SLOPE = np.radians(27.0)  # of the line from the ankle to the ball of a foot that stands
_TRUNK_LENGTH = 0.505  # [m] from the hips to the shoulders of the person that LANDMARKS are for
_LEG_LENGTH = 0.860  # [m] thigh and shank of that person


@dataclass(frozen=True)
class Body:
    """A motion whose segments are known: the joint that carries each, its origin and axes there."""

    motion: Motion
    pose: WorldPose
    joint: dict[str, int]
    frame: dict[str, tuple[np.ndarray, np.ndarray]]  # origin (3,) and axes (3, 3) as columns, in the joint's frame
    size: float
    trunk: float  # how much longer the trunk is than that of an average person with these legs


def marked(
    motion: Motion, labels: str, *, seed: int, noise: float = 0.002, scale: float = 1.0, skin: float = 1.0
) -> Markers:
    """A capture of the labels on a motion; ``scale`` makes all of it larger, ``skin`` what skin and hands err."""
    body, rng = body_of(motion), np.random.default_rng(seed)
    tagged = tag_labels(labels.split()).markers
    points = np.stack([_marker(body, marker, rng, skin) for marker in tagged], axis=1)
    points = scale * points + rng.normal(0.0, noise, points.shape)
    return Markers(tuple(marker.label for marker in tagged), points, motion.frame_time)


def _marker(body: Body, marker: Tagged, rng: np.random.Generator, skin: float) -> np.ndarray:
    spot = LANDMARKS[marker.landmark]
    soft = marker.landmark in _ON_SKIN
    anchor = f"{marker.side}_{spot.anchor}" if KINDS[spot.anchor].sided else spot.anchor
    place = np.array(spot.place)
    place += next((np.array(way) for word, way in _AROUND.items() if marker.label.upper().endswith(word)), np.zeros(3))
    place = body.size * place * [-1.0 if marker.side == "right" else 1.0, 1.0, 1.0]
    place[1] *= body.trunk if marker.segment == "thorax" else 1.0
    place += skin * rng.normal(0.0, _HAND_SKIN if soft else _HAND_BONE, 3)
    origin, axes = body.frame[marker.segment]
    if anchor != marker.segment:
        origin = _in_joint(body, marker.segment, anchor)
    j = body.joint[marker.segment]
    turn = body.motion.rotations[:, j]
    angle = np.radians(60.0)
    moved = 2.0 * np.arccos(np.clip(np.abs((turn * turn[0]).sum(axis=1)), 0.0, 1.0)) / angle
    slide = skin * rng.normal(0.0, _SKIN_SKIN if soft else _SKIN_BONE, 3)
    local = origin + axes @ place + np.minimum(moved, 1.5)[:, None] * slide
    return body.pose.positions[:, j] + quaternions.rotate(body.pose.rotations[:, j], local)


def _in_joint(body: Body, segment: str, anchor: str) -> np.ndarray:
    """Where the joint of another segment is, in the frame of a segment's joint."""
    j, k = body.joint[segment], body.joint[anchor]
    there = body.pose.positions[:, k] + quaternions.rotate(body.pose.rotations[:, k], body.frame[anchor][0])
    local = quaternions.rotate(quaternions.conjugate(body.pose.rotations[:, j]), there - body.pose.positions[:, j])
    return np.median(local, axis=0)


def body_of(motion: Motion) -> Body:
    """Segments by roles; axes by where the joints are: knees and elbows by the frame in which they bend most."""
    pose = world_pose(motion)
    roles = find_roles(motion.skeleton, pose.positions[:: max(1, motion.frames // 20)])
    index = {role: motion.skeleton.index(name) for role, name in roles.items()}
    at = {role: pose.positions[:, j] for role, j in index.items()}
    ankles = 0.5 * (at["left_ankle"] + at["right_ankle"])
    stand = int(np.argmax((at["head"] - ankles)[:, 1]))
    legs = [np.linalg.norm(at[f"left_{a}"][0] - at[f"left_{b}"][0]) for a, b in (("hip", "knee"), ("knee", "ankle"))]
    middle, shoulders = (0.5 * (at[f"left_{part}"] + at[f"right_{part}"]) for part in ("hip", "shoulder"))
    size = float(sum(legs)) / _LEG_LENGTH
    trunk = float(np.linalg.norm(shoulders[stand] - middle[stand])) / size / _TRUNK_LENGTH
    body = Body(motion, pose, {}, {}, size, trunk)
    x, up = at["left_hip"][stand] - at["right_hip"][stand], np.array([0.0, 1.0, 0.0])
    chest = "chest" if "chest" in index else "spine"
    _set(body, "pelvis", index["hips"], stand, middle[stand], _axes(x, at[chest][stand] - middle[stand]))
    across = at["left_shoulder"][stand] - at["right_shoulder"][stand]
    axes = _axes(across, shoulders[stand] - middle[stand])
    neck = shoulders[stand] + axes @ [0.0, 0.03, -0.015]
    _set(body, "thorax", index[chest], stand, at[chest][stand], axes)
    _set(body, "neck", index[chest], stand, neck, axes)
    _set(body, "head", index["head"], stand, at["head"][stand], _axes(across * [1.0, 0.0, 1.0], up))
    for side in ("left", "right"):
        _set_leg(body, side, index, at)
        _set_arm(body, side, index, at, stand, axes, index[chest])
    return body


def _set_leg(body: Body, side: str, index: dict[str, int], at: dict[str, np.ndarray]) -> None:
    hip, knee, ankle = (at[f"{side}_{part}"] for part in ("hip", "knee", "ankle"))
    bent = np.cross(knee - hip, ankle - knee)
    f = int(np.argmax(np.linalg.norm(bent, axis=1)))
    for segment, role, top, end in (("femur", "hip", hip, knee), ("tibia", "knee", knee, ankle)):
        _set(body, f"{side}_{segment}", index[f"{side}_{role}"], f, top[f], _axes(bent[f], (top - end)[f], keep=1))
    low = int(np.argmin(ankle[:, 1]))
    toe = at.get(f"{side}_ball", at.get(f"{side}_toe_end"))
    if toe is None:
        toe = body.pose.positions[:, index[f"{side}_ankle"] + 1]
    ahead = (toe - ankle)[low] / np.linalg.norm((toe - ankle)[low])
    aside = np.cross([0.0, 1.0, 0.0], ahead)
    steep = quaternions.to_matrix(quaternions.about_axis("x", np.array(_FOOT_SLOPE)))  # from there down to the ball
    foot = _axes(aside, np.cross(ahead, aside)) @ steep.T
    _set(body, f"{side}_foot", index[f"{side}_ankle"], low, ankle[low], foot)


def _set_arm(
    body: Body, side: str, index: dict[str, int], at: dict[str, np.ndarray], stand: int, trunk: np.ndarray, chest: int
) -> None:
    sign = -1.0 if side == "right" else 1.0
    shoulder, elbow, wrist = (at[f"{side}_{part}"] for part in ("shoulder", "elbow", "wrist"))
    collar = index.get(f"{side}_clavicle", chest)
    _set(body, f"{side}_clavicle", collar, stand, body.pose.positions[stand, collar], trunk)
    bent = sign * np.cross(wrist - elbow, elbow - shoulder)
    f = int(np.argmax(np.linalg.norm(bent, axis=1)))
    upper = _axes(sign * (elbow - shoulder)[f], bent[f])
    fore = _axes(sign * (wrist - elbow)[f], bent[f])
    half = quaternions.to_matrix(quaternions.about_axis("x", np.array(-0.45 * np.pi)))  # thumbs ahead where arms hang
    _set(body, f"{side}_humerus", index[f"{side}_shoulder"], f, shoulder[f], upper)
    _set(body, f"{side}_radius", index[f"{side}_elbow"], f, elbow[f], fore @ half)
    _set(body, f"{side}_hand", index[f"{side}_wrist"], f, wrist[f], fore @ half)


def _set(body: Body, segment: str, joint: int, f: int, origin: np.ndarray, axes: np.ndarray) -> None:
    turn = quaternions.to_matrix(body.pose.rotations[f, joint])
    body.joint[segment] = joint
    body.frame[segment] = turn.T @ (origin - body.pose.positions[f, joint]), turn.T @ axes


def _axes(x: np.ndarray, y: np.ndarray, keep: int = 0) -> np.ndarray:
    """Right-handed axes as columns; ``keep`` tells which of the two stays as it is."""
    if keep:
        y = y / np.linalg.norm(y)
        x = x - (x @ y) * y
        x /= np.linalg.norm(x)
    else:
        x = x / np.linalg.norm(x)
        y = y - (y @ x) * x
        y /= np.linalg.norm(y)
    return np.column_stack([x, y, np.cross(x, y)])


def exchanged(capture: Markers, pair: Sequence[str]) -> Markers:
    """The capture with two labels exchanged from the first frame to the last."""
    to = {pair[0]: pair[1], pair[1]: pair[0]}
    return Markers(tuple(to.get(label, label) for label in capture.labels), capture.positions, capture.frame_time)
