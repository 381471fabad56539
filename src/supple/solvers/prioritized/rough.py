"""How much a motion jumps: second differences of places, which is what a viewer sees as a pop."""

from __future__ import annotations

import numpy as np

from supple.constraints.plan import Plan
from supple.constraints.targets import frame_goals
from supple.core.pose import WorldPose
from supple.core.quaternions import rotate
from supple.kernels.task_kinds import POINT

_USUAL = 4.0  # times the median jump of a joint
_FLOOR = 1e-6  # of the height: less than a file's digits


def roughness(away: np.ndarray) -> np.ndarray:
    """Second differences (n + 2, J, 3) of a displacement (n, J, 3) that is zero before and after its frames."""
    padded = np.zeros((len(away) + 4, *away.shape[1:]))
    padded[2:-2] = away
    return np.asarray(np.diff(padded, 2, axis=0))


def jerk_weights(source: np.ndarray, frames: np.ndarray) -> np.ndarray:
    """(n + 2, J) how much each second difference of a run counts: less where the source itself jumps.

    What is turned by an edit is turned with its glitches; to smooth those would bend the body around them.
    """
    padded = np.pad(source, ((2, 2), (0, 0), (0, 0)), mode="edge")
    jumps = np.linalg.norm(np.diff(padded[frames[0] : frames[-1] + 5], 2, axis=0), axis=-1)
    usual = np.maximum(np.median(jumps, axis=0), _FLOOR * max(float(jumps.max(initial=0.0)), _FLOOR))
    return np.asarray(1.0 / (1.0 + (jumps / (_USUAL * usual)) ** 2))


def roughness_ratio(source: np.ndarray, bent: np.ndarray, asked: np.ndarray, frames: np.ndarray, size: float) -> float:
    """The largest jump of any joint in a run of frames, against the source's largest and that of the goals together.

    Places are (F, J, 3), ``asked`` (F, K, 3) is how far goals are from where the source is. Only the run and two frames
    beside it are looked at, so that a cut gives the same answer.
    """
    near = slice(max(int(frames[0]) - 2, 0), int(frames[-1]) + 3)
    if len(source[near]) < 3:
        return 0.0
    goals = float(np.linalg.norm(roughness(asked[frames]), axis=-1).max(initial=0.0))
    return float((_largest(bent[near]) / (_largest(source[near]) + goals + _FLOOR * size)).max())


def asked_displacement(plan: Plan, source: WorldPose) -> np.ndarray:
    """(F, K, 3) from where the source has a point to where it is wanted; 0 for tasks that are about no point.

    In ramps the source is where a point would be without its task: what other tasks do to it is not what is asked.
    """
    goals = frame_goals(plan, np.arange(len(plan.activity)), source)
    out = np.zeros((*plan.activity.shape, 3))
    for k in np.flatnonzero(plan.kind == POINT):
        part = slice(*plan.support_start[k : k + 2])
        joints = plan.support_joint[part]
        riding = source.positions[:, joints] + rotate(source.rotations[:, joints], plan.support_point[:, part])
        target = goals.goal[:, k, :3] + np.einsum("fs,fsi->fi", plan.share[:, part], riding)
        own = source.positions[:, plan.joint[k]] + rotate(source.rotations[:, plan.joint[k]], plan.point[k])
        out[:, k] = np.where((plan.activity[:, k] > 0.0)[:, None], target - own, 0.0)
    return out


def _largest(places: np.ndarray) -> np.ndarray:
    """(J,) the largest second difference of each joint."""
    return np.asarray(np.linalg.norm(np.diff(places, 2, axis=0), axis=-1).max(axis=0, initial=0.0))
