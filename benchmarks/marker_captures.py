"""Captures whose truth is known: markers put on a motion, and what solving them must give back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.markers import Markers
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.solvers.markers.actor import FREE_CONE, Actor
from supple.solvers.markers.landmarks import LANDMARKS

# Plug-in Gait with some of CMU's on the figure of supple.recipes.walk: label without side -> landmark
_SIDED = {
    "ASI": "asis", "PSI": "psis", "THI": "thigh", "KNE": "knee_lateral", "TIB": "shank", "ANK": "ankle_lateral",
    "HEE": "heel", "TOE": "toe", "MT5": "toe_fifth", "SHO": "acromion", "UPA": "upper_arm", "ELB": "elbow_lateral",
    "FRM": "forearm", "WRA": "wrist_thumb", "WRB": "wrist_little", "FIN": "hand", "FHD": "head_front",
    "BHD": "head_back",
}  # fmt: skip
_MIDDLE = {"C7": "c7", "T10": "t10", "CLAV": "jugular_notch", "STRN": "sternum"}
JOINT = {
    "pelvis": "Hips", "femur": "UpLeg", "tibia": "Leg", "foot": "Foot", "thorax": "Spine1", "neck": "Neck",
    "head": "Head", "clavicle": "Shoulder", "humerus": "Arm", "radius": "ForeArm", "hand": "Hand",
}  # fmt: skip
CENTRES = ("UpLeg", "Leg", "Foot", "Arm", "ForeArm", "Hand")


@dataclass(frozen=True)
class Truth:
    """A motion, the markers on it, and where they were put."""

    motion: Motion
    capture: Markers
    actor: Actor  # the true skeleton and placement


def labelled_capture(motion: Motion, *, seed: int = 0, jitter: float = 0.008) -> Truth:
    """Markers of a common set on a figure of :mod:`supple.recipes.walk`, about where they usually are."""
    rng, skeleton = np.random.default_rng(seed), motion.skeleton
    labels, joints, places = [], [], []
    for side, letter in (("Left", "L"), ("Right", "R")):
        for name, landmark in _SIDED.items():
            _put(skeleton, landmark, side, f"{letter}{name}", labels, joints, places)
    for name, landmark in _MIDDLE.items():
        _put(skeleton, landmark, "", name, labels, joints, places)
    spots = np.array(places) + rng.uniform(-jitter, jitter, (len(places), 3))
    return on_motion(motion, labels, np.array(joints), spots)


def _put(skeleton, landmark, side, label, labels, joints, places):
    spot = LANDMARKS[landmark]
    place = np.array(spot.place) * ([-1.0, 1.0, 1.0] if side == "Right" else [1.0, 1.0, 1.0])
    joint = skeleton.index(_name(spot.segment, side))
    if spot.anchor != spot.segment:
        place = place + skeleton.offsets[skeleton.index(_name(spot.anchor, side))]
    labels.append(label)
    joints.append(joint)
    places.append(place)


def _name(segment: str, side: str) -> str:
    middle = segment in ("pelvis", "thorax", "neck", "head")
    return JOINT[segment] if middle else f"{side}{JOINT[segment]}"


def scattered_capture(motion: Motion, *, seed: int = 0, per_joint: int = 3) -> Truth:
    """Markers anywhere around every joint that turns."""
    rng, skeleton = np.random.default_rng(seed), motion.skeleton
    turning = np.flatnonzero(~skeleton.end_sites)
    joints = np.repeat(turning, per_joint)
    places = rng.uniform(-0.12, 0.12, (len(joints), 3))
    return on_motion(motion, [f"M{k:03d}" for k in range(len(joints))], joints, places)


def on_motion(motion: Motion, labels, joints: np.ndarray, places: np.ndarray) -> Truth:
    """Markers fixed to joints of a motion, without noise."""
    pose = world_pose(motion)
    points = pose.positions[:, joints] + quaternions.rotate(pose.rotations[:, joints], places)
    skeleton, count = motion.skeleton, len(motion.skeleton)
    actor = Actor(
        skeleton=skeleton,
        labels=tuple(labels),
        joints=joints,
        places=places,
        neutral=quaternions.identity(count),
        bone=np.tile([0.0, 1.0, 0.0], (count, 1)),
        cone=np.tile(FREE_CONE, (count, 1)),
        stature=1.75,
    )
    return Truth(motion, Markers(tuple(labels), points, motion.frame_time), actor)


def damaged(capture: Markers, *, noise: float = 0.0, dropouts: float = 0.0, seed: int = 1) -> Markers:
    """The capture with noise of every coordinate [m] and random samples missing."""
    rng = np.random.default_rng(seed)
    points = capture.positions + rng.normal(0.0, noise, capture.positions.shape) if noise else capture.positions.copy()
    points[rng.random(points.shape[:2]) < dropouts] = np.nan
    return Markers(capture.labels, points, capture.frame_time)


def turn_between(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Angles [deg] between rotations (..., 4)."""
    return np.degrees(2.0 * np.arccos(np.clip(np.abs((a * b).sum(axis=-1)), 0.0, 1.0)))


def angle_errors(truth: Motion, solved: Motion) -> np.ndarray:
    """(F, J) how far local rotations are off [deg], for the same skeleton."""
    turning = ~truth.skeleton.end_sites
    return turn_between(truth.rotations, solved.rotations)[:, turning]


def centre_errors(truth: Motion, solved: Motion) -> dict[str, float]:
    """Median distance [mm] of the joint centres of limbs."""
    a, b = world_pose(truth).positions, world_pose(solved).positions
    out = {}
    for side in ("Left", "Right"):
        for part in CENTRES:
            off = a[:, truth.skeleton.index(side + part)] - b[:, solved.skeleton.index(side + part)]
            out[side + part] = 1e3 * float(np.median(np.linalg.norm(off, axis=1)))
    return out


def change_errors(truth: Motion, solved: Motion) -> dict[str, float]:
    """Rms of the error of how far limbs have turned since the first frame [deg]."""
    out = {}
    for side in ("Left", "Right"):
        for part in ("Leg", "ForeArm"):
            turns = [_bend(motion, side, part) for motion in (truth, solved)]
            change = [turn - turn[0] for turn in turns]
            out[side + part] = float(np.sqrt(np.mean((change[0] - change[1]) ** 2)))
    return out


def _bend(motion: Motion, side: str, part: str) -> np.ndarray:
    """The angle [deg] between the bones above and below a knee or an elbow."""
    above, below = {"Leg": ("UpLeg", "Foot"), "ForeArm": ("Arm", "Hand")}[part]
    at = world_pose(motion).positions
    a, b, c = (at[:, motion.skeleton.index(side + name)] for name in (above, part, below))
    u, v = b - a, c - b
    cosine = (u * v).sum(axis=1) / np.linalg.norm(u, axis=1) / np.linalg.norm(v, axis=1)
    return np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0)))
