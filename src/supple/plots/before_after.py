"""A motion over the one that it was made from, for the player."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from supple.core.ground import Height
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.roles import SIDES
from supple.core.skeleton import Skeleton
from supple.plots.ground_lines import ground_lines

_MOST_FRAMES = 1200  # a page that holds more opens slowly; every n-th frame is shown then
_SHOWN_HEIGHT = 1.7  # [m] the player's eye is set up for people; other figures are shown at this size
_HIGHEST = 8.0  # [m] of what is shown: higher than that, a figure would be too small to see
_NEAR_FLOOR = 0.15  # of the height: a figure that stands further from 0 is set down on the floor


def before_after(
    before: Motion, after: Motion, roles: Mapping[str, str], ground: Height | None = None
) -> dict[str, object]:
    """What the player needs to show ``after`` with ``before`` as a ghost; millimetres are fine enough for the eye.

    A ``ground`` that is not level is drawn below them.
    """
    step = -(-after.frames // _MOST_FRAMES)
    shown, ghost = (world_pose(motion).positions[::step] for motion in (after, before))
    height, floor = standing(ghost)
    down, scale = np.array([0.0, floor, 0.0]), _SHOWN_HEIGHT / height
    shown, ghost = ((points - down) * scale for points in (shown, ghost))
    head = head_of(after.skeleton, roles)
    lines = [] if ground is None else ground_lines(_shown_ground(ground, floor, scale), shown)
    return {
        "ground": [_millimetres(line[None])[0] for line in lines],
        "names": after.skeleton.names,
        "points": _millimetres(shown),
        "ghost": _millimetres(ghost),
        "bones": [bone for bone in bones_of(after.skeleton, roles) if bone[:2] != head],
        "head": head,
        "start": int(np.linalg.norm(shown - ghost, axis=-1).max(axis=1).argmax()),  # where most is to be seen
        "frame_time": after.frame_time * step,
        "step": step,
        "contacts": [],
        "top": float(np.clip(max(np.nanmax(p[..., 1], initial=0.0) for p in (shown, ghost)), _SHOWN_HEIGHT, _HIGHEST)),
    }


def standing(points: np.ndarray) -> tuple[float, float]:
    """How tall the points (F, P, 3) are, and the height that they stand on: 0 where that is near; NaN is left out."""
    up = points[..., 1]
    if not np.isfinite(up).any():
        return _SHOWN_HEIGHT, 0.0
    seen = up[np.isfinite(up).any(axis=1)]
    height = max(float(np.median(np.nanmax(seen, axis=1) - np.nanmin(seen, axis=1))), 1e-6)
    lowest = float(np.nanmin(seen))
    return height, lowest if abs(lowest) > _NEAR_FLOOR * height else 0.0


def _shown_ground(ground: Height, floor: float, scale: float) -> Height:
    """The ground below points that are set down and shown at another size."""
    return lambda x, z: (ground(x / scale, z / scale) - floor) * scale


def _millimetres(points: np.ndarray) -> list[list[int]]:
    return np.rint(1e3 * points).astype(np.int64).reshape(len(points), -1).tolist()


def bones_of(skeleton: Skeleton, roles: Mapping[str, str]) -> list[tuple[int, int, str]]:
    """Two joints, and the side of the body: that of the nearest joint up the tree that has a role."""
    role_of = {joint: role for role, joint in roles.items()}
    sides: list[str] = []
    for j, name in enumerate(skeleton.names):
        inherited = sides[skeleton.parents[j]] if j else "middle"
        sides.append(_side(role_of[name]) if name in role_of else inherited)
    return [(int(skeleton.parents[j]), j, sides[j]) for j in range(1, len(skeleton))]


def head_of(skeleton: Skeleton, roles: Mapping[str, str]) -> tuple[int, int] | None:
    """Bottom and top of the head, where there is a joint above it."""
    if "head" not in roles:
        return None
    low = skeleton.index(roles["head"])
    above = np.flatnonzero(skeleton.parents == low)
    return (low, int(above[0])) if len(above) == 1 else None


def _side(role: str) -> str:
    return next((side for side in SIDES if role.startswith(f"{side}_")), "middle")
