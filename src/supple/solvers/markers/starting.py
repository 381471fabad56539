"""The first pose: from nothing but labels to one frame that is solved, and about how tall the person is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.core import quaternions
from supple.solvers.markers.actor import Actor, Columns, columns_of
from supple.solvers.markers.average import Tagged, average_actor
from supple.solvers.markers.gauging import loosened
from supple.solvers.markers.posing import Arms, Poses, at_rest, marker_points, misses, track
from supple.solvers.markers.segments import CHAINS, STAGES, joint_name

_STATURES = np.linspace(0.95, 2.25, 14)  # [m] that are tried
_GOOD = 0.015  # [m] mean miss, below which another start would find the same pose
ARMS: tuple[Arms, ...] = ("down", "out", "bent")
_ONLY = np.zeros(1, np.int64)  # the one frame
_LOOSE = 0.5  # [m] scale of the loss while nothing is known yet


def aligned(points: np.ndarray, targets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The turn (4,) and shift (3,) that bring ``points`` (N, 3) nearest to ``targets`` (N, 3), by least squares."""
    a, b = points.mean(axis=0), targets.mean(axis=0)
    u, _, v = np.linalg.svd((points - a).T @ (targets - b))
    flip = np.diag([1.0, 1.0, np.sign(np.linalg.det(v.T @ u.T)) or 1.0])
    turn = v.T @ flip @ u.T
    return quaternions.from_matrix(turn), b - turn @ a


def segment_dofs(columns: Columns, segments: Sequence[str]) -> np.ndarray:
    """(D,) bool: what moves in the joints of these segments."""
    skeleton = columns.actor.skeleton
    joints = [skeleton.index(joint_name(s)) for s in segments if joint_name(s) in skeleton]
    return np.isin(columns.joint, joints)


def segment_markers(actor: Actor, segments: Sequence[str]) -> np.ndarray:
    """(M,) bool: the markers on these segments."""
    joints = [actor.skeleton.index(joint_name(s)) for s in segments if joint_name(s) in actor.skeleton]
    return np.isin(actor.joints, joints)


def first_pose(actor: Actor, target: np.ndarray) -> tuple[Poses, float]:
    """The pose (of one frame) for markers (M, 3) from nothing, and its mean miss [m].

    Tried with arms down, and out and bent unless that fits well; stage by stage: pelvis, legs and trunk, arms, and all
    together. Each arm stays as it fits best.
    """
    tried: list[tuple[Poses, np.ndarray]] = []
    for arms in ARMS:
        poses = _staged(columns_of(actor), target[None], _placed(actor, target, arms))
        tried.append((poses, misses(actor, poses, target[None])[0]))
        if _mean(tried[-1][1]) < _GOOD:
            return poses, _mean(tried[-1][1])
    poses, off = min(tried, key=lambda entry: _mean(entry[1]))
    mixed = _best_arms(actor, poses, off, tried)
    if mixed is not None:
        poses, _ = track(columns_of(actor), target[None], np.isfinite(target).all(axis=1)[None] * 1.0, mixed, _ONLY)
        tried.append((poses, misses(actor, poses, target[None])[0]))
    poses, off = min(tried, key=lambda entry: _mean(entry[1]))
    return poses, _mean(off)


def _best_arms(actor: Actor, poses: Poses, off: np.ndarray, tried: list[tuple[Poses, np.ndarray]]) -> Poses | None:
    """The pose with each arm from where its own markers fit best; None where that changes nothing."""
    rotations, changed = poses.rotations.copy(), False
    for chain in ("left_arm", "right_arm"):
        which = segment_markers(actor, CHAINS[chain])
        own, others = min(tried, key=lambda entry: _mean(entry[1][which]))
        if _mean(others[which]) < _mean(off[which]):
            joints = [actor.skeleton.index(joint_name(s)) for s in CHAINS[chain] if joint_name(s) in actor.skeleton]
            rotations[:, joints] = own.rotations[:, joints]
            changed = True
    return Poses(poses.roots, rotations) if changed else None


def _mean(off: np.ndarray) -> float:
    """Of what is seen; infinite where nothing is."""
    seen = off[np.isfinite(off)]
    return float(seen.mean()) if len(seen) else np.inf


def _placed(actor: Actor, target: np.ndarray, arms: Arms) -> Poses:
    """The body as a whole laid onto the markers of pelvis, trunk and thighs."""
    poses = at_rest(actor, 1, arms=arms)
    points = marker_points(actor, poses)[0]
    seen = np.isfinite(target).all(axis=1)
    for core in (("pelvis", "thorax"), ("pelvis", "thorax", "left_femur", "right_femur"), ("pelvis",)):
        which = seen & segment_markers(actor, core)
        if which.sum() >= 4 and len({tuple(p) for p in target[which].round(3)}) >= 3:
            break
    else:
        which = seen
    if not which.any():
        return poses
    turn, shift = aligned(points[which], target[which])
    rotations = poses.rotations.copy()
    rotations[:, 0] = quaternions.multiply(turn, rotations[:, 0])
    return Poses(shift[None], rotations)


def _staged(columns: Columns, targets: np.ndarray, poses: Poses) -> Poses:
    seen = np.isfinite(targets).all(axis=2)
    order = np.arange(len(targets))
    so_far: list[str] = []
    for stage in STAGES:
        so_far += [segment for chain in stage for segment in chain]
        weights = seen * segment_markers(columns.actor, so_far)
        active = segment_dofs(columns, so_far)
        poses, _ = track(columns, targets, weights, poses, order, active=active, own_start=True, scale=_LOOSE)
    return track(columns, targets, seen * 1.0, poses, order, own_start=True)[0]


def estimated_stature(tagged: Sequence[Tagged], target: np.ndarray) -> tuple[float, Poses, float]:
    """About how tall the person is, by one frame (M, 3), with the pose and its mean miss [m]."""
    tried = []
    for stature in _STATURES:
        poses, miss = first_pose(loosened(average_actor(tagged, float(stature))), target)
        tried.append((miss, float(stature), poses))
    tried.sort(key=lambda entry: entry[0])
    step = float(_STATURES[1] - _STATURES[0])
    for stature in tried[0][1] + step * np.array([-0.5, -0.25, 0.25, 0.5]):
        poses, miss = first_pose(loosened(average_actor(tagged, float(stature))), target)
        tried.append((miss, float(stature), poses))
    miss, stature, poses = min(tried, key=lambda entry: entry[0])
    return stature, poses, miss
