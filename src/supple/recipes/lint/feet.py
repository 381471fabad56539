"""Wishes about a foot that a stronger footplant holds elsewhere, or still leads while it fades."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import numpy as np

from supple.constraints import model
from supple.constraints.compile import compile_edit
from supple.constraints.plan import Plan
from supple.core.quaternions import rotate
from supple.kernels.task_kinds import POINT
from supple.recipes.lint.finding import Finding, finding, label
from supple.recipes.lint.scene import Scene

_NOTICED = 0.003  # of the height, 5 mm of a person


class _Apart(NamedTuple):
    """How far two wishes are apart, where that is most."""

    metres: float
    frame: int
    fading: bool
    weaker: int
    plant: int


def feet_held_elsewhere(scene: Scene) -> Iterator[Finding]:
    """Weaker wishes about a point of a foot that miss because of a footplant; the worst of each wish.

    While a footplant fades, it asks for a part of the way only; a wish that already asks for all of another is missed.
    Nothing is said about feet that are turned, and about goals that ride with a joint.
    """
    plants = [k for k in scene.sound if isinstance(c := scene.edit.constraints[k], model.Footplant) and not c.turn_deg]
    weaker = [k for k in scene.sound if isinstance(scene.edit.constraints[k], model.Shape | model.Position)]
    if not plants or not any(scene.priority(w) > scene.priority(p) for w in weaker for p in plants):
        return
    sound = msgspec.structs.replace(scene.edit, constraints=tuple(scene.edit.constraints[k] for k in scene.sound))
    plan = compile_edit(scene.motion, sound, scene.names, scene.pose)
    for w in weaker:
        pairs = (_apart(scene, plan, w, p) for p in plants if scene.priority(p) < scene.priority(w))
        worst = max((pair for pair in pairs if pair is not None), default=None)
        if worst is not None:
            yield _finding(scene, worst)


def _apart(scene: Scene, plan: Plan, weaker: int, plant: int) -> _Apart | None:
    mine, feet = (_points(plan, scene.sound.index(k)) for k in (weaker, plant))
    if len(mine) != 1 or len(feet) != 2 or not _stiff(scene, plan, mine[0], feet):
        return None
    both = (plan.activity[:, mine[0]] >= 1.0) & (plan.activity[:, feet[0]] > 0.0)
    led = plan.activity[:, feet[0]]
    wanted = np.mean([_displaced(scene, plan, k) for k in feet], axis=0)
    miss = np.where(both, led * np.linalg.norm(wanted - _displaced(scene, plan, mine[0]), axis=-1), 0.0)
    frame = int(miss.argmax())
    if miss[frame] <= _NOTICED * plan.size:
        return None
    return _Apart(float(miss[frame]), frame, bool(led[frame] < 1.0), weaker, plant)


def _points(plan: Plan, number: int) -> list[int]:
    """The tasks of a constraint that place points in the world, in full."""
    riding = np.diff(plan.support_start) > 0
    own = (plan.constraint == number) & (plan.kind == POINT) & (plan.rows == 3) & ~riding
    return [int(k) for k in np.flatnonzero(own)]


def _stiff(scene: Scene, plan: Plan, mine: int, feet: list[int]) -> bool:
    """Whether a point is on the same stiff piece as both of a foot."""
    pieces = [_pieces(scene, plan, k) for k in (mine, *feet)]
    return bool(pieces[0] & pieces[1] & pieces[2])


def _pieces(scene: Scene, plan: Plan, task: int) -> set[int]:
    """The joints in whose frames a point stays where it is: where a joint sits, that of its parent too."""
    joint = int(plan.joint[task])
    return {joint} if plan.point[task].any() else {joint, int(scene.motion.skeleton.parents[joint])}


def _displaced(scene: Scene, plan: Plan, task: int) -> np.ndarray:
    """(F, 3) from where the source has a point to where its wish, fully active, wants it [m]."""
    joint, activity = plan.joint[task], plan.activity[:, task, None]
    own = scene.pose.positions[:, joint] + rotate(scene.pose.rotations[:, joint], plan.point[task])
    return np.asarray(plan.goal[:, task, :3] / np.where(activity > 0.0, activity, 1.0) - own)


def _finding(scene: Scene, it: _Apart) -> Finding:
    when = f"frame {it.frame} ({it.frame * scene.motion.frame_time:.3g} s)"
    miss, other = f"about {1000.0 * it.metres:.0f} mm", label(scene.edit, it.plant)
    if it.fading:
        message = f"the stronger {other} still leads the same foot while it fades: this misses {miss} in {when}."
        fix = "Ask for the same as the footplant until it has faded (its ease), or make its ease shorter."
    else:
        message = f"the stronger {other} holds the same foot elsewhere: this misses {miss} in {when}."
        fix = "Ask for the same as the footplant while the foot stands."
    return finding(scene.edit, it.weaker, "warning", "collision", "", message, fix)
