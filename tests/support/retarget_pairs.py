"""Retargeting between differently built skeletons of the shared data, judged from outside on the written file."""

from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from support.shared import DATA

import supple
from supple.core.ground import ground_of
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.recipes.measures.grounding import penetration_mm
from supple.recipes.measures.planted import slide
from supple.recipes.measures.scene import Scene
from supple.recipes.retarget.retargeting import Retargeted, retarget

FIGURES = {
    "cmu": "cmu-bvh/07_01.bvh",
    "acclaim": "acclaim/mpl/walking.amc",
    "bandai": "bandai-namco/dataset-1_walk_normal_001.bvh",
    "xia": "other-bvh/xia_style/neutral_01_000.bvh",
    "neuron": "other-bvh/openperform_pn/freya_edit.bvh",  # a dance
    "geno": "other-bvh/geno/Geno_bind.bvh",  # two poses
    "hanim": "hanim/hanim_x3djsonld/JoeKick.x3d",  # at rest
}
WITHOUT_A_WALK = ("neuron", "geno", "hanim")
PAIRS = tuple(permutations(FIGURES, 2))
BONES = (("shoulder", "elbow"), ("elbow", "wrist"), ("hip", "knee"), ("knee", "ankle"))
LIMBS = tuple((f"{side}_{a}", f"{side}_{b}") for side in ("left", "right") for a, b in BONES)
LONGEST = 600  # frames of a walk that are looked at


@dataclass(frozen=True)
class Judged:
    """One ordered pair."""

    slide_mm: float
    penetration_mm: float
    direction_deg: float  # median over all limbs and frames
    worst_limb_deg: float  # the largest median of one limb
    facing: float  # cosine between where the two bodies face, at worst
    sides: bool  # whether left is left
    status: str
    limits_broken: int
    back_deg: float  # there and back again: median angle of the limbs
    back_turns_deg: float  # the same of how joints with roles are turned


@cache
def character(name: str) -> Motion:
    found = supple.read(DATA / FIGURES[name])
    assert isinstance(found, Motion)
    return found


@cache
def walk(name: str) -> Motion:
    """The figure's own walk; one that has none walks as CMU's 07_01."""
    if name in WITHOUT_A_WALK:
        return retarget(character("cmu"), character(name)).motion
    own = character(name)
    return own.with_frames(0, min(own.frames, LONGEST))


@cache
def carried(source: str, target: str) -> Retargeted:
    return retarget(walk(source), character(target))


def judge(source: str, target: str) -> Judged:
    """Carry a walk over, write it, read it again, and look at it with no more than roles and contacts."""
    found = carried(source, target)
    there = written_again(found.motion)
    before, after = world_pose(walk(source)), world_pose(there)
    first = walk(source).rest_rows
    ground = ground_of(found.contacts.floor)
    scene = Scene(motion=there, pose=after, names=found.names, contacts=found.contacts, ground=ground)
    angles = _angles(_limbs(walk(source), before, first), _limbs(there, after, first))
    lefts, rights = (_left(m, p)[first:] for m, p in ((walk(source), before), (there, after)))
    back = retarget(found.motion, character(source)).motion
    home = _angles(_limbs(walk(source), before, first), _limbs(back, world_pose(back), first))
    return Judged(
        slide_mm=slide(scene).worst,
        penetration_mm=penetration_mm(scene)[0],
        direction_deg=float(np.median(angles)),
        worst_limb_deg=float(np.median(angles, axis=0).max()),
        facing=float(np.median(np.sum(lefts * rights, axis=1))),
        sides=bool(np.median(np.sum(_left(there, after, "shoulder")[first:] * lefts, axis=1)) > 0.0),
        status=found.report.status,
        limits_broken=found.report.limits_broken,
        back_deg=float(np.median(home)),
        back_turns_deg=_turned(walk(source), back, first),
    )


def written_again(motion: Motion) -> Motion:
    """The motion as a reader sees it, from the format of its figure if that can be told from the suffix."""
    suffix = ".amc" if motion.provenance.format == "acclaim" else ".bvh"
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"out{suffix}"
        supple.write(motion, path)
        back = supple.read(path)
    assert isinstance(back, Motion)
    assert back.skeleton.names == motion.skeleton.names
    return back


def _limbs(motion: Motion, pose: WorldPose, first: int) -> np.ndarray:
    """(F, 8, 3) where upper arms, forearms, thighs and shins point."""
    roles = supple.motion_roles(motion)
    joints = np.array([[motion.skeleton.index(roles[end]) for end in limb] for limb in LIMBS])
    ways = pose.positions[first:, joints[:, 1]] - pose.positions[first:, joints[:, 0]]
    return np.asarray(ways / np.linalg.norm(ways, axis=-1, keepdims=True))


def _left(motion: Motion, pose: WorldPose, part: str = "hip") -> np.ndarray:
    """(F, 3) from the right hip (or shoulder) to the left one."""
    roles = supple.motion_roles(motion)
    left, right = (motion.skeleton.index(roles[f"{side}_{part}"]) for side in ("left", "right"))
    way = pose.positions[:, left] - pose.positions[:, right]
    return np.asarray(way / np.linalg.norm(way, axis=1, keepdims=True))


def _angles(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.degrees(np.arccos(np.clip(np.sum(a * b, axis=-1), -1.0, 1.0)))


def _turned(a: Motion, b: Motion, first: int) -> float:
    joints = [a.skeleton.index(name) for name in supple.motion_roles(a).values()]
    turns = [world_pose(m).rotations[first:, joints] for m in (a, b)]
    return float(np.median(np.degrees(2.0 * np.arccos(np.clip(np.abs(np.sum(turns[0] * turns[1], axis=-1)), 0, 1)))))
