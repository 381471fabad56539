"""Doorways and beams: heights that the figure has to stay under, over a part of the ground."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from supple.core.documents import check_format, check_name, converted, load_table
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.errors import DocumentError
from supple.io.source import decode, load_bytes
from supple.kernels.fitting.kinds import BELOW
from supple.solvers.hierarchical.figure import stacked, wish
from supple.solvers.hierarchical.problem import PointAsks, no_points

STARTING_POINT = """\
format = 1

# A doorway: under it nothing of the figure may be higher than max_height_m. Metres in Supple's world (+Y up).
[[limit]]
name = "doorway"
x_m = [-2.0, 2.0]
z_m = [2.0, 2.4]
max_height_m = 1.5
"""


class HeightLimit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A height to stay under, over a rectangle of the ground."""

    x_m: tuple[float, float]
    z_m: tuple[float, float]
    max_height_m: float
    name: str = ""


def read_limits(path: Path | str) -> tuple[HeightLimit, ...]:
    """Height limits from a TOML or JSON document; a wrong key or value is a :class:`DocumentError` that names it."""
    path = Path(path)
    text, _ = decode(load_bytes(path), path)
    data = load_table(text, str(path), "json" if path.suffix.lower() == ".json" else "toml")
    for key in data:
        check_name(key, ("format", "limit"), "", "key", str(path))
    check_format(data, str(path))
    limits: tuple[HeightLimit, ...] = converted(data.get("limit", []), tuple[HeightLimit, ...], "limit", str(path))
    for number, limit in enumerate(limits):
        check_limit(limit, f"{path}: limit[{number}]")
    return limits


def check_limit(limit: HeightLimit, where: str) -> None:
    """Refuse ranges that are empty or no numbers."""
    for key in ("x_m", "z_m"):
        low, high = getattr(limit, key)
        if not (np.isfinite([low, high]).all() and low < high):
            raise DocumentError(f"{where}: {key} must be two rising numbers; got [{low}, {high}].")
    if not np.isfinite(limit.max_height_m):
        raise DocumentError(f"{where}: max_height_m must be a number; got {limit.max_height_m}.")


def limit_asks(motion: Motion, limits: Sequence[HeightLimit], joints: Sequence[int]) -> PointAsks:
    """What limits ask of the points of a motion: in every frame in which a point is under one, and shortly about it."""
    pose, frames = world_pose(motion), motion.frames
    rows = [no_points(frames)]
    margin = max(1, round(_MARGIN_S / motion.frame_time))
    for joint in joints:
        x, _, z = pose.positions[:, joint].T
        height = np.full(frames, np.inf)
        for limit in limits:
            under = (x >= limit.x_m[0]) & (x <= limit.x_m[1]) & (z >= limit.z_m[0]) & (z <= limit.z_m[1])
            height = np.where(_widened(under, margin), np.minimum(height, limit.max_height_m), height)
        if np.isfinite(height).any():
            asked = np.isfinite(height)
            goal = np.zeros((frames, 4))
            goal[:, 1] = np.where(asked, height, 0.0)
            rows.append(wish(BELOW, joint, np.zeros(3), goal, np.where(asked, 1.0, 0.0)))
    return stacked(rows)


_MARGIN_S = 0.1  # [s] before and after: what ducks does so before the door


def _widened(under: np.ndarray, margin: int) -> np.ndarray:
    return np.asarray(np.convolve(under, np.ones(2 * margin + 1), mode="same") > 0.5)


def topmost(motion: Motion) -> list[int]:
    """Joints whose height matters: those that are well above the hips most of the time."""
    middle = np.median(world_pose(motion).positions[..., 1], axis=0)
    return [j for j in range(len(motion.skeleton)) if middle[j] > middle[0] + 0.2 * (middle.max() - middle[0])]
