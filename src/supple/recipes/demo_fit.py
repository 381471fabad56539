"""The fits of the demo: the walk on hills, and on a figure of quite other proportions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from supple.core import quaternions
from supple.core.ground import Height, waves
from supple.core.motion import Motion, rest_pose
from supple.io import registry
from supple.io.output import write_files
from supple.recipes.detect import detect
from supple.recipes.figure import SHANK, THIGH, standing_figure
from supple.recipes.metrics import Metrics
from supple.recipes.names import motion_names
from supple.recipes.retarget.retargeting import Retargeted, retarget
from supple.recipes.terrain.walking_on import OnTerrain, terrain
from supple.recipes.walk import Walk

HILLY, CHARACTER, RETARGETED = "hilly", "character", "retargeted"
HIGH, LONG = 0.15, 2.5  # [m] of the hills
ARMS, LEGS = 1.35, 0.65  # the character's, by those of the walker
_ARMS_DOWN = np.radians(50.0)  # choice: an A-pose as modelling tools draw it
_LIMBS = {
    **{"UpLeg": "thigh", "Leg": "calf", "Foot": "foot", "ToeBase": "ball", "ToeBase_end": "toe_end"},
    **{"Shoulder": "clavicle", "Arm": "upperarm", "ForeArm": "lowerarm", "Hand": "hand", "Hand_end": "finger_end"},
}
_TRUNK = {
    **{"Hips": "pelvis", "Spine": "spine_01", "Spine1": "spine_02", "Neck": "neck_01", "Head": "head"},
    "Head_end": "head_end",
}
_LONGER = {
    **dict.fromkeys(("ForeArm", "Hand", "Hand_end"), ARMS),
    **dict.fromkeys(("Leg", "Foot"), LEGS),
}


@dataclass(frozen=True, slots=True, eq=False)
class DemoFit:
    """The walk on hills and on another figure."""

    hilly: OnTerrain
    on_hills: Metrics
    ground: Height
    retargeted: Retargeted
    files: tuple[Path, ...]


def run_demo_fit(walk: Walk, folder: Path, *, overwrite: bool = False) -> DemoFit:
    """Put the walk on hills and on another figure; both motions and the figure go to ``folder``."""
    names, ground, figure = motion_names(walk.motion), waves(HIGH, LONG), character()
    contacts = detect(walk.motion, roles=names)
    hilly = terrain(walk.motion, ground, contacts=contacts, roles=names)
    other = retarget(walk.motion, figure, contacts=contacts, roles=names)
    motions = {HILLY: hilly.motion, CHARACTER: figure, RETARGETED: other.motion}
    files = {
        path: content
        for name, motion in motions.items()
        for path, content in registry.encode(motion, folder / f"{name}.bvh").files.items()
    }
    write_files(files, overwrite=overwrite)
    return DemoFit(hilly, hilly.cleaned.after(), ground, other, tuple(files))


def character() -> Motion:
    """A figure in an A-pose with long arms, short legs and joints that are called otherwise; one frame."""
    skeleton = standing_figure()
    parts = [_part(name) for name in skeleton.names]
    offsets = skeleton.offsets * [[_LONGER.get(part, 1.0)] for _, part in parts]
    for j, (side, part) in enumerate(parts):
        if part in ("ForeArm", "Hand", "Hand_end"):
            down = quaternions.about_axis("z", np.array(-_ARMS_DOWN if side == "Left" else _ARMS_DOWN))
            offsets[j] = quaternions.rotate(down, offsets[j])
    offsets[0, 1] -= (1.0 - LEGS) * (THIGH + SHANK)  # soles stay on the ground
    renamed = tuple(_called(side, part) for side, part in parts)
    return rest_pose(replace(skeleton, names=renamed, offsets=offsets, freedoms=()))


def _part(name: str) -> tuple[str, str]:
    side = next((side for side in ("Left", "Right") if name.startswith(side)), "")
    return side, name.removeprefix(side)


def _called(side: str, part: str) -> str:
    return f"{_LIMBS[part]}_{side[0].lower()}" if side else _TRUNK[part]
