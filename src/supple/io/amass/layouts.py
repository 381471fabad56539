"""The joints of the SMPL family, and in which order files list them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_BODY = (
    "pelvis", "left_hip", "right_hip", "spine1", "left_knee", "right_knee", "spine2", "left_ankle", "right_ankle",
    "spine3", "left_foot", "right_foot", "neck", "left_collar", "right_collar", "head", "left_shoulder",
    "right_shoulder", "left_elbow", "right_elbow", "left_wrist", "right_wrist",
)  # fmt: skip
HANDS = tuple(
    f"{side}_{finger}{k}"
    for side in ("left", "right")
    for finger in ("index", "middle", "pinky", "ring", "thumb")
    for k in (1, 2, 3)
)
_FACE = ("jaw", "left_eye", "right_eye")


@dataclass(frozen=True, slots=True)
class Layout:
    """One order of joints; ``model`` is what files call it, ``title`` what people do."""

    model: str
    title: str
    names: tuple[str, ...]


SMPL = Layout("smpl", "SMPL", (*_BODY, "left_hand", "right_hand"))
SMPLH = Layout("smplh", "SMPL-H", _BODY + HANDS)
SMPLX = Layout("smplx", "SMPL-X", _BODY + _FACE + HANDS)
BODY = Layout("smpl", "SMPL without hands", _BODY)
LAYOUTS = (SMPLX, SMPLH, SMPL, BODY)  # the richest first

# The arrays that SMPL-X files state besides ``poses``, in the order that ``poses`` has them.
PARTS = {"root_orient": 3, "pose_body": 63, "pose_jaw": 3, "pose_eye": 6, "pose_hand": 90}

_ABOVE = {
    "left_hip": "pelvis", "left_knee": "left_hip", "left_ankle": "left_knee", "left_foot": "left_ankle",
    "spine1": "pelvis", "spine2": "spine1", "spine3": "spine2", "neck": "spine3", "head": "neck",
    "left_collar": "spine3", "left_shoulder": "left_collar", "left_elbow": "left_shoulder",
    "left_wrist": "left_elbow", "left_hand": "left_wrist", "jaw": "head", "left_eye": "head",
}  # fmt: skip


def parent_of(name: str) -> str | None:
    """The joint that one hangs on, None for the pelvis."""
    if name == "pelvis":
        return None
    side, _, part = name.partition("_")
    if name in HANDS:
        return f"{side}_wrist" if part[-1] == "1" else f"{side}_{part[:-1]}{int(part[-1]) - 1}"
    return _ABOVE[f"left_{part}"].replace("left", side) if side in ("left", "right") else _ABOVE[name]


def parents_in(names: Sequence[str]) -> list[int]:
    """The number of each joint's parent in a list of joints, -1 for the pelvis."""
    return [-1 if (above := parent_of(name)) is None else names.index(above) for name in names]


def layout_of(joints: int) -> Layout | None:
    """The layout with so many joints."""
    return next((layout for layout in LAYOUTS if len(layout.names) == joints), None)


def is_amass(arrays: set[str]) -> bool:
    """Whether the arrays of an npz are those of AMASS."""
    return "rotations" not in arrays and "trans" in arrays and bool(arrays & {"poses", "pose_body"})
