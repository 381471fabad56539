"""Any figure as a body with SMPL's joints.

SMPL's joints have no axes of their own: in the T-pose all of them are turned by nothing. So the figure is put into a
T-pose first, by its roles: it faces +Z, its arms and legs are swung into line, everything else stays as it stands in
the reference pose. A joint's rotation is then how far it is turned from that pose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.core import quaternions
from supple.core.body.facing import facing
from supple.core.motion import Motion
from supple.core.pose import posed_frames, sample_frames
from supple.core.roles import find_roles
from supple.core.skeleton import Skeleton
from supple.errors import FileError
from supple.io.amass.average import average_joints, average_offset
from supple.io.amass.layouts import Layout, parent_of

_ROLES = {"pelvis": "hips", "spine1": "spine", "spine3": "chest", "neck": "neck", "head": "head"} | {
    f"{side}_{joint}": f"{side}_{role}"
    for side in ("left", "right")
    for joint, role in (
        ("hip", "hip"), ("knee", "knee"), ("ankle", "ankle"), ("foot", "ball"),
        ("collar", "clavicle"), ("shoulder", "shoulder"), ("elbow", "elbow"), ("wrist", "wrist"),
    )
}  # fmt: skip
_NEEDED = ("pelvis", "left_hip", "right_hip", "left_knee", "right_knee")
_SWUNG = {"hip": "knee", "knee": "ankle", "shoulder": "elbow", "elbow": "wrist"}  # the bones of a T-pose


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """A figure seen as a body of a layout, by the layout's order of joints."""

    sources: tuple[int, ...]  # (n) the joint of the figure that turns each, or that of the nearest one above
    turned: np.ndarray  # (n, 4) how that joint is turned in the T-pose
    joints: np.ndarray  # (n, 3) places in the T-pose, the pelvis at the origin [m]
    own: frozenset[str]  # the joints that the figure has itself


def fitted(motion: Motion, layout: Layout, path: Path) -> Fitted:
    """Find the joints of a layout in a figure, by its roles."""
    skeleton = motion.skeleton
    roles = find_roles(skeleton, posed_frames(motion, sample_frames(motion)))
    numbers = {role: skeleton.index(name) for role, name in roles.items()}
    found = {joint: numbers[role] for joint, role in _ROLES.items() if role in numbers}
    if missing := [joint for joint in _NEEDED if joint not in found]:
        raise FileError(
            path, f"SMPL is a person, but no joint of this figure plays the part of {_ROLES[missing[0]]!r}. Write .npz."
        )
    _add_middle_of_back(skeleton, found)
    body = facing(skeleton, motion.rotations, numbers)
    upright = np.stack([body.left[0], np.cross(body.forward[0], body.left[0]), body.forward[0]])
    places, axes = body.positions[0] @ upright.T, quaternions.from_matrix(upright)
    swings = _swings(found, places)
    names = layout.names
    holders = [_holder(name, found) for name in names]
    as_posed = [quaternions.multiply(axes, body.rotations[0, found[holder]]) for holder in holders]
    turned = [quaternions.multiply(swings[holder], q) for holder, q in zip(holders, as_posed, strict=True)]
    joints = _placed(names, found, places, swings)
    return Fitted(tuple(found[h] for h in holders), np.array(turned), joints, frozenset(found))


def _add_middle_of_back(skeleton: Skeleton, found: dict[str, int]) -> None:
    """spine2, where the figure has a joint between the ones that play spine and chest."""
    if not {"spine1", "spine3"} <= found.keys():
        return
    between, joint = [], int(skeleton.parents[found["spine3"]])
    while joint > found["spine1"]:
        between.append(joint)
        joint = int(skeleton.parents[joint])
    if between and joint == found["spine1"]:
        found["spine2"] = between[len(between) // 2]


def _holder(name: str, found: Mapping[str, int]) -> str:
    """The joint itself where the figure has it, else the nearest one above that it has."""
    while name not in found:
        above = parent_of(name)
        assert above is not None  # a figure without a pelvis was refused
        name = above
    return name


def _swings(found: Mapping[str, int], places: np.ndarray) -> dict[str, np.ndarray]:
    """The turn (4,) that brings each joint's bone into the T-pose; hands go with their forearms."""
    swings = dict.fromkeys(found, quaternions.identity())
    for name in found:
        side, _, part = name.partition("_")
        tip = f"{side}_{_SWUNG.get(part, '')}"
        if tip in found:
            bone, wanted = places[found[tip]] - places[found[name]], average_offset(tip)
            if np.linalg.norm(bone) > 0.0:
                swings[name] = quaternions.arc(bone / np.linalg.norm(bone), wanted / np.linalg.norm(wanted))
        elif part == "wrist" and f"{side}_elbow" in swings:
            swings[name] = swings[f"{side}_elbow"]
    return swings


def _placed(
    names: tuple[str, ...], found: Mapping[str, int], places: np.ndarray, swings: Mapping[str, np.ndarray]
) -> np.ndarray:
    """(n, 3) the joints in the T-pose; those that the figure lacks lie on its bones, or are an average body's."""
    at: dict[str, np.ndarray] = {"pelvis": np.zeros(3)}
    for name in names[1:]:
        if name in found:
            above = _holder(str(parent_of(name)), found)
            bone = places[found[name]] - places[found[above]]
            at[name] = at[above] + quaternions.rotate(swings[above], bone)
    average = dict(zip(names, average_joints(names), strict=True))
    thighs = [np.linalg.norm(p["left_knee"] - p["left_hip"]) for p in (at, average)]
    size = float(thighs[0] / thighs[1])
    for name in names:
        if name not in at:
            at[name] = _between(name, at, average, found, size)
    return np.array([at[name] for name in names])


def _between(
    name: str, at: Mapping[str, np.ndarray], average: Mapping[str, np.ndarray], found: Mapping[str, int], size: float
) -> np.ndarray:
    """A joint that the figure lacks: a share of the way to the next one below, else at the average's distance."""
    above, below = _holder(name, found), _below(name, found)
    if below is None:
        parent = str(parent_of(name))
        return at[parent] + size * (average[name] - average[parent])
    way, whole = (float(np.linalg.norm(average[end] - average[above])) for end in (name, below))
    return at[above] + (way / whole if whole > 0.0 else 0.0) * (at[below] - at[above])


def _below(name: str, found: Mapping[str, int]) -> str | None:
    """The first joint of the figure below one that it lacks; up the back before along the arms."""
    for joint in ("spine3", "neck", "head", *found):
        chain, above = joint in found, parent_of(joint)
        while chain and above is not None and above not in found:
            if above == name:
                return joint
            above = parent_of(above)
    return None
