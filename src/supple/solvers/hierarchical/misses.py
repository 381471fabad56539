"""What a motion misses of what it is asked."""

from __future__ import annotations

import numpy as np

from supple.constraints.moments import first_moving_frame
from supple.core import quaternions
from supple.kernels.fitting.kinds import AIM, BELOW, POSE, TURN
from supple.solvers.hierarchical.problem import Problem


def misses_of(problem: Problem, roots: np.ndarray, rotations: np.ndarray) -> np.ndarray:
    """(F, L + K) by how much limbs and points miss [m]; orientations count a tenth of the body's height a radian."""
    positions, turned = _world(problem, roots, rotations)
    limbs = [_limb(problem, n, positions, turned) for n in range(len(problem.limbs))]
    points = [_point(problem, k, positions, turned) for k in range(len(problem.points.kind))]
    out = np.stack([*limbs, *points], axis=1) if limbs or points else np.zeros((len(roots), 0))
    out[: first_moving_frame(problem.motion)] = 0.0  # rows of a rest pose are no motion
    return out


def _world(problem: Problem, roots: np.ndarray, rotations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    from supple.kernels.fk import pose_clip, pose_stretching_clip

    skeleton, offsets = problem.motion.skeleton, problem.motion.offsets
    positions, turned = np.empty((*rotations.shape[:2], 3)), np.empty(rotations.shape)
    if offsets is None:
        pose_clip(roots, rotations, skeleton.offsets, skeleton.parents, positions, turned)
    else:
        pose_stretching_clip(roots, rotations, offsets, skeleton.parents, positions, turned)
    return positions, turned


def _limb(problem: Problem, number: int, positions: np.ndarray, turned: np.ndarray) -> np.ndarray:
    asks, end = problem.asks, problem.limbs[number].end
    tip = positions[:, end] + quaternions.rotate(turned[:, end], asks.tips[:, number])
    place, goal = asks.in_world(number, positions, turned)
    away = np.linalg.norm(tip - place, axis=1)
    posed = asks.modes[:, number] == POSE
    turn = _turn(goal, turned[:, end]) * (0.1 * problem.size)
    return np.where(asks.asked[:, number], np.hypot(away, np.where(posed, turn, 0.0)), 0.0)


def _turn(goal: np.ndarray, turned: np.ndarray) -> np.ndarray:
    """[rad] between unit quaternions, of either sign."""
    left = quaternions.multiply(quaternions.conjugate(goal), turned)
    return np.asarray(2.0 * np.arctan2(np.linalg.norm(left[..., 1:], axis=-1), np.abs(left[..., 0])))


def _point(problem: Problem, k: int, positions: np.ndarray, turned: np.ndarray) -> np.ndarray:
    points, joint = problem.points, int(problem.points.joint[k])
    goal, kind = points.goal[:, k], points.kind[k]
    asked = points.asked[:, k]
    if kind == TURN:
        return np.where(asked, _turn(goal, turned[:, joint]) * (0.1 * problem.size), 0.0)
    x = positions[:, joint] + quaternions.rotate(turned[:, joint], points.point[k])
    if kind == BELOW:
        return np.where(asked, np.maximum(0.0, x[:, 1] - goal[:, 1]), 0.0)
    away = x - goal[:, :3]
    if kind == AIM:
        far = np.linalg.norm(away, axis=1, keepdims=True)
        sight = -away / np.where(far > 0.0, far, 1.0)
        look = quaternions.rotate(turned[:, joint], points.axis[k])
        missed = 0.1 * problem.size * np.linalg.norm(look - sight, axis=1)
        return np.where(asked & (far[:, 0] > 0.0), missed, 0.0)  # nobody can look at where they are
    return np.where(asked, np.linalg.norm(np.where(points.weight[:, k] > 0.0, away, 0.0), axis=1), 0.0)
