"""Contacts from a rule that shares nothing with Supple's own finder: low and slow, as most tools have it."""

import numpy as np

from supple.constraints.names import Effector
from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Floor
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.recipes.names import motion_names

LOW = 0.04  # [m] over the point's own lowest places
SLOW = 0.25  # [m/s]
SLOW_SHARE = 0.08  # of the point's own fast swings, where that is more: runners roll quickly
SHORTEST = 0.1  # [s]


def outside_contacts(motion: Motion, low: float = LOW, slow: float = SLOW) -> Contacts:
    """Heels and balls that are low and slow for a while; the floor is the lowest of them."""
    names, pose, first = motion_names(motion), world_pose(motion), motion.rest_rows
    found, lowest = [], []
    for name in (f"{side}_{part}" for side in ("left", "right") for part in ("heel", "ball")):
        point = names.effector(name)
        path = _path(pose, point)[first:]
        bottom = float(np.percentile(path[:, 1], 2.0))
        lowest.append(bottom)
        speed = _speed(path, motion.frame_time)
        planted = (path[:, 1] < bottom + low) & (speed < max(slow, SLOW_SHARE * float(np.percentile(speed, 95.0))))
        for start, stop in _runs(planted, round(SHORTEST / motion.frame_time)):
            found.append(_contact(name, point, motion, path, start, stop, first))
    return Contacts(fps=motion.fps, floor=Floor(height_m=min(lowest)), contacts=tuple(found))


def _contact(name, point, motion, path, start, stop, first):
    x, y, z = path[start:stop].mean(axis=0).tolist()
    return Contact(point=name, joint=motion.skeleton.names[point.joint], offset_m=point.point, start=start + first,
                   stop=stop + first, position_m=(x, y, z))  # fmt: skip


def _path(pose, point: Effector) -> np.ndarray:
    return pose.positions[:, point.joint] + quaternions.rotate(pose.rotations[:, point.joint], np.array(point.point))


def _speed(path: np.ndarray, frame_time: float) -> np.ndarray:
    """Over a twentieth of a second, so that noise does not matter."""
    half = max(1, round(0.025 / frame_time))
    padded = np.concatenate([path[:1].repeat(half, axis=0), path, path[-1:].repeat(half, axis=0)])
    return np.linalg.norm(padded[2 * half :] - padded[: -2 * half], axis=1) / (2 * half * frame_time)


def _runs(mask: np.ndarray, shortest: int) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2) if b - a >= shortest]
