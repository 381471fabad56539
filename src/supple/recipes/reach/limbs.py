"""Many frames of some limbs, solved at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from supple.core.body.hinges import hinged_by_role
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import WorldPose
from supple.solvers.weighted.settings import WeightedSettings

_CARRIED = 0.25  # choice: a collar bone does a quarter of what a shoulder does for the same gain
_TWIST = np.radians(60.0)  # how far an upper arm may be turned about itself; thighs less
_SOLVE = WeightedSettings(position_m=1e-5, iterations=100, weighting="metric")


class Limb(NamedTuple):
    """Joints of one limb, and about what its middle joint bends, in its own frame."""

    joints: tuple[int, int, int, int]  # carrier or -1, first, middle, end
    flexes: np.ndarray  # (3,)


class LimbGoals(NamedTuple):
    """A limb and where its end should be in the frames of a clip."""

    limb: Limb
    places: np.ndarray  # (F, 3) [m]


class LimbTurns(NamedTuple):
    """What became of limbs, one row for each."""

    above: np.ndarray  # (n, F, 4) the world turn of the parent of each end
    misses: np.ndarray  # (n, F) [m]


def limbs_of(motion: Motion, roles: Mapping[str, str], chains: Mapping[str, Sequence[str]]) -> dict[str, Limb]:
    """Limbs by name from roles: carrier (may be missing), first, middle, end. Incomplete limbs are left out."""
    skeleton, moving = motion.skeleton, motion.rotations[first_moving_frame(motion) :]
    hinges = hinged_by_role(skeleton, moving, roles).hinges
    found = {}
    for name, (carrier, *parts) in chains.items():
        joints = [skeleton.index(roles[part]) for part in parts if part in roles]
        if len(joints) < len(parts) or joints != sorted(set(joints)):
            continue
        above = skeleton.index(roles[carrier]) if carrier in roles else -1
        middle, stated = joints[1], skeleton.freedoms[joints[1]]
        if parts[1] in hinges:
            axis = hinges[parts[1]].axis
        elif stated.kind == "hinge" and len(stated.axes):
            axis = stated.axes[0]
        else:
            continue
        above = above if 0 < above < joints[0] else -1
        found[name] = Limb((above, joints[0], middle, joints[2]), np.asarray(axis))
    return found


def solve_goals(pose: WorldPose, parents: np.ndarray, goals: Sequence[LimbGoals], local: np.ndarray) -> LimbTurns:
    """Bring ends of limbs to their places; ``local`` (F, J, 4) is changed. All limbs have a carrier, or none."""
    from supple.kernels.online.limbs import solve_limbs

    frames, count = len(local), len(goals)
    carried = goals[0].limb.joints[0] >= 0
    weights = np.ones((count * frames, 7 if carried else 4))
    if carried:
        weights[:, :3] = _CARRIED
    true_weights, tolerances, caps = _SOLVE.arrays
    above, misses = np.zeros((count * frames, 4)), np.zeros(count * frames)
    solve_limbs(
        pose.positions, pose.rotations, parents, np.tile(np.arange(frames), count),
        np.repeat([goal.limb.joints for goal in goals], frames, axis=0),
        np.repeat([goal.limb.flexes for goal in goals], frames, axis=0), _TWIST, np.zeros(count * frames),
        np.concatenate([goal.places for goal in goals]), weights, true_weights, tolerances, caps, local, above, misses,
    )  # fmt: skip
    return LimbTurns(above.reshape(count, frames, 4), misses.reshape(count, frames))
