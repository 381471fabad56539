"""Poses of an actor over frames, and the kernels that bring them to markers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from supple.core import quaternions
from supple.solvers.markers.actor import Actor, Columns
from supple.solvers.markers.segments import SIDES, joint_name

LOSS_SCALE = 0.04  # [m] markers this far off count a quarter; far beyond it, nothing
_TO_NEUTRAL = 1e-7  # [m2/rad2] what no marker sees drifts to the neutral pose
_TO_START = 1e-6  # [m2/rad2] ... but stays where it is from one frame to the next
_ELBOWS = tuple(joint_name(f"{side}_radius") for side in SIDES)
Arms = Literal["out", "down", "bent"]
ENOUGH = 1e-5  # [m, rad] a smaller step ends a frame


@dataclass(frozen=True, slots=True, eq=False)
class Poses:
    """Where the root is and how the joints turn, in F frames."""

    roots: np.ndarray  # (F, 3) [m]
    rotations: np.ndarray  # (F, J, 4)


def track(
    columns: Columns,
    targets: np.ndarray,
    weights: np.ndarray,
    poses: Poses,
    order: np.ndarray,
    *,
    active: np.ndarray | None = None,
    own_start: bool = False,
    most_steps: int = 40,
    scale: float = LOSS_SCALE,
    to_start: float = _TO_START,
    enough: float = ENOUGH,
) -> tuple[Poses, np.ndarray]:
    """Solve the frames ``order`` one after the other, and tell how many steps each took.

    ``targets`` (F, M, 3) may be NaN where ``weights`` (F, M) are 0. The first frame begins at its own pose, the others
    where the one before ended, or (``own_start``) at their own too.
    """
    from supple.kernels.markers.tracking import track as kernel

    roots, rotations = poses.roots.copy(), poses.rotations.copy()
    steps = np.zeros(len(targets), np.int64)
    moving = np.ones(len(columns), np.int64) if active is None else active.astype(np.int64)
    settings = np.array([scale, _TO_NEUTRAL, to_start, most_steps, enough, float(own_start)])
    order = np.ascontiguousarray(order, np.int64)
    kernel(
        np.ascontiguousarray(targets),
        np.ascontiguousarray(weights, float),
        order,
        moving,
        settings,
        *columns.arrays,
        roots,
        rotations,
        steps,
    )
    return Poses(roots, rotations), steps


def marker_points(actor: Actor, poses: Poses) -> np.ndarray:
    """(F, M, 3) where the actor's markers are."""
    from supple.kernels.markers.clip import place_clip

    points = np.zeros((len(poses.roots), len(actor.labels), 3))
    skeleton = actor.skeleton
    roots, rotations = np.ascontiguousarray(poses.roots), np.ascontiguousarray(poses.rotations)
    place_clip(roots, rotations, skeleton.offsets, skeleton.parents, actor.joints, actor.places, points)
    return points


def world(actor: Actor, poses: Poses) -> tuple[np.ndarray, np.ndarray]:
    """(F, J, 3) and (F, J, 4) of all joints in the world."""
    from supple.kernels.fk import pose_clip

    positions, turned = np.zeros((*poses.rotations.shape[:2], 3)), np.zeros(poses.rotations.shape)
    skeleton = actor.skeleton
    pose_clip(poses.roots, poses.rotations, skeleton.offsets, skeleton.parents, positions, turned)
    return positions, turned


def misses(actor: Actor, poses: Poses, targets: np.ndarray) -> np.ndarray:
    """(F, M) distance of markers from where the pose has them [m], NaN where missing."""
    off = targets - marker_points(actor, poses)
    return np.asarray(np.sqrt(np.einsum("fmi,fmi->fm", off, off)))


def at_rest(actor: Actor, frames: int, *, arms: Arms = "out") -> Poses:
    """The actor without turns at the origin, in every frame; or with arms down, or down with elbows bent."""
    local = quaternions.identity(len(actor.skeleton)) if arms == "out" else actor.neutral.copy()
    for j, freedom in enumerate(actor.skeleton.freedoms):
        if arms == "bent" and actor.skeleton.names[j] in _ELBOWS and len(freedom.limits):
            for axis, angle in zip(freedom.axes, freedom.limits.mean(axis=1), strict=True):  # half way
                turn = np.array([np.cos(0.5 * angle), *(np.sin(0.5 * angle) * axis)])
                local[j] = quaternions.multiply(local[j], turn)
    return Poses(np.zeros((frames, 3)), np.tile(local, (frames, 1, 1)))


def spread_out(poses: Poses, frame: int, frames: int) -> Poses:
    """One pose in all frames."""
    return Poses(np.tile(poses.roots[frame], (frames, 1)), np.tile(poses.rotations[frame], (frames, 1, 1)))
