"""What a page on a data set tells of a clip, in a line of a manifest: size, floor, a drawing, a likeness."""

from __future__ import annotations

from typing import Any

import numpy as np

from supple.core.markers import Markers
from supple.core.motion import Motion
from supple.core.pose import posed_frames, sample_frames
from supple.core.roles import figure_height, find_roles
from supple.core.streams import Stream
from supple.io.formats import Content
from supple.plots.before_after import bones_of
from supple.plots.figure import heading_of

_MOMENTS = 24  # frames that are looked at
_PRINTED = 8  # of them tell two clips apart
_GRID = 60  # units of a drawing's height
_SHORTEST = 0.02  # of the height: shorter bones (fingers) are not drawn
_VIEW = np.radians(35.0)  # from the front to the side


def clip_facts(content: Content | Stream) -> dict[str, Any]:
    """Facts of a motion or a capture as it was read."""
    if isinstance(content, Motion | Stream):
        return _of_motion(content)
    count = {"markers": len(content.labels)} if isinstance(content, Markers) else {}
    return {"frames": len(content), "fps": round(1.0 / content.frame_time, 3), **count}


def _of_motion(motion: Motion | Stream) -> dict[str, Any]:
    first = motion.rest_rows if motion.rest_rows < motion.frames else 0
    points = posed_frames(motion, np.linspace(first, motion.frames - 1, _MOMENTS).astype(int))
    roles = find_roles(motion.skeleton, posed_frames(motion, sample_frames(motion)))
    height = figure_height(motion.skeleton, points, roles)
    facts = {
        "frames": motion.frames,
        "fps": round(motion.fps, 3),
        "joints": motion.skeleton.joint_count,
        "height_m": round(height, 4),
        "floor_m": round(float(points[..., 1].min()), 4),
    }
    if not np.isfinite(points).all() or not 1e-6 < height < 1e6:
        return facts
    index = {role: motion.skeleton.index(joint) for role, joint in roles.items()}
    middle = points[_MOMENTS // 2]
    return {
        **facts,
        "print": _likeness(points[:: _MOMENTS // _PRINTED], height),
        "pose": _drawing(middle, bones_of(motion.skeleton, roles), heading_of(middle, index), height),
    }


def _likeness(points: np.ndarray, height: float) -> list[int]:
    """Numbers that are equal, to a few units, for the same motion in other files, places and directions."""
    seen = (points - points[:, :1]) / height
    aside = np.linalg.norm(seen[..., [0, 2]], axis=-1)
    parts = np.stack([seen[..., 1].mean(1), seen[..., 1].std(1), aside.mean(1), aside.std(1)], axis=1)
    return [int(value) for value in np.rint(2000.0 * parts).ravel()]


def _drawing(points: np.ndarray, bones: list[tuple[int, int, str]], heading: float, height: float) -> list[str]:
    """Paths of the right side, the middle and the left, as SVG has them, in a box that begins at 0, 0."""
    angle = heading + _VIEW
    along = points[:, 0] * np.cos(angle) - points[:, 2] * np.sin(angle)
    flat = np.stack([along, -points[:, 1]], axis=1) * (_GRID / height)
    flat = np.rint(flat - flat.min(axis=0)).astype(int)
    paths = {"right": "", "middle": "", "left": ""}
    for a, b, side in bones:
        if np.linalg.norm(points[a] - points[b]) > _SHORTEST * height:
            paths[side] += f"M{flat[a, 0]} {flat[a, 1]}L{flat[b, 0]} {flat[b, 1]}"
    return list(paths.values())
