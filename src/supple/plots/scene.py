"""A walk as points and lines, ready to be drawn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.pose import world_pose
from supple.core.quaternions import rotate
from supple.core.skeleton import Skeleton
from supple.recipes.walk import Walk

SIDES = ("Left", "Right")


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """World paths of all joints and of both heels, and the lines between them."""

    names: tuple[str, ...]
    points: np.ndarray  # (F, P, 3) [m]
    bones: tuple[tuple[int, int, str], ...]  # two points, and "left", "right" or "middle"
    head: tuple[int, int]  # bottom and top of the head
    frame_time: float  # [s]

    def path(self, name: str) -> np.ndarray:
        """(F, 3) of one point."""
        return self.points[:, self.names.index(name)]


def scene_of(walk: Walk) -> Scene:
    """Pose the whole clip and add the heels, as ``LeftHeel`` and ``RightHeel``."""
    pose, skeleton = world_pose(walk.motion), walk.motion.skeleton
    heels = []
    for side in SIDES:
        foot = skeleton.index(f"{side}Foot")
        offset = np.broadcast_to(walk.heel, (walk.motion.frames, 3))
        heels.append(pose.positions[:, foot] + rotate(pose.rotations[:, foot], offset))
    names = (*skeleton.names, *(f"{side}Heel" for side in SIDES))
    points = np.concatenate([pose.positions, np.stack(heels, axis=1)], axis=1)
    head = (skeleton.index("Head"), skeleton.index("Head_end"))
    return Scene(names, points, _bones(skeleton, names, head), head, walk.motion.frame_time)


def _bones(skeleton: Skeleton, names: tuple[str, ...], head: tuple[int, int]) -> tuple[tuple[int, int, str], ...]:
    pairs = [(int(skeleton.parents[j]), j) for j in range(1, len(skeleton)) if (skeleton.parents[j], j) != head]
    for side in SIDES:
        heel = names.index(f"{side}Heel")
        pairs += [(skeleton.index(f"{side}Foot"), heel), (heel, skeleton.index(f"{side}ToeBase"))]
    return tuple((a, b, _side(names[b])) for a, b in pairs)


def _side(name: str) -> str:
    return next((side.lower() for side in SIDES if name.startswith(side)), "middle")
